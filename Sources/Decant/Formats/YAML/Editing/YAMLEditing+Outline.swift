extension YAMLEditing: OutlinedSyntax {
  func omissions(of document: EditedDocument, around changes: [Range<Int>]) -> [EditOmission] {
    // An alias depends on an anchor anywhere before it.
    guard !document.tape.hasAnchors else { return [] }
    var outline = Outline(YAMLEditedText(document), changes, shortestOmission)
    outline.add(0, depth: 0)
    return outline.omissions
  }
}

extension Tape {
  fileprivate var hasAnchors: Bool {
    entries.contains { $0.kind == .anchor || $0.kind == .alias }
  }
}

/// The runs of children of block collections that are away from all changes.
///
/// The first and the last child are kept, and the children that touch a change or are next to one that does:
///
///     children │ a │ b │ c │ d │ e │ f │ g │ h │ i │      new e: without b and h
private struct Outline {
  private let text: YAMLEditedText
  private let shortest: Int
  private var changes: ArraySlice<Range<Int>>
  private(set) var omissions: [EditOmission] = []

  /// Children deeper than this are few, or their indentation is most of the document.
  private static let maximumDepth = 16

  /// Precondition: `changes` are in ascending order.
  init(_ text: YAMLEditedText, _ changes: [Range<Int>], _ shortest: Int) {
    self.text = text
    self.changes = changes[...]
    self.shortest = shortest
  }

  private var tape: Tape { text.tape }

  mutating func add(_ node: Int, depth: Int) {
    let (begin, end) = (tape.content(of: node), tape.end(of: node) - 1)
    guard depth < Self.maximumDepth, tape[begin].depthChange > 0,
      text.start(of: end) - text.start(of: node) >= shortest, !text.isInBrackets(node)
    else { return }
    let isMapping = tape[begin].kind == .beginMapping
    /// The first child that is left out.
    var run: Int?
    var previous = begin
    var isKept = true
    var child = begin + 1
    while child < end {
      let value = isMapping ? tape.end(of: child) : child
      let next = tape.end(of: value)
      let isChanged = hasChange(in: child...next)
      if !isKept, !isChanged, next < end {
        run = run ?? child
      } else {
        if let start = run {
          run = nil
          let last = isChanged ? previous : child
          leaveOut(start, before: last)
          if isChanged { add(isMapping ? tape.end(of: last) : last, depth: depth + 1) }
        }
        add(value, depth: depth + 1)
      }
      previous = child
      isKept = isChanged
      child = next
    }
  }

  private mutating func hasChange(in nodes: ClosedRange<Int>) -> Bool {
    while let change = changes.first, change.upperBound < nodes.lowerBound {
      changes.removeFirst()
    }
    return changes.first.map { $0.lowerBound <= nodes.upperBound } ?? false
  }

  /// Leaves out children, unless the lines of the first and of the one after them begin differently.
  private mutating func leaveOut(_ first: Int, before end: Int) {
    let bytes = text.start(of: first)..<max(text.start(of: first), text.start(of: end))
    guard bytes.count >= shortest,
      lineBeginning(bytes.lowerBound) == lineBeginning(bytes.upperBound)
    else { return }
    omissions.append(EditOmission(bytes: bytes, nodes: first..<end))
  }

  private func lineBeginning(_ place: Int) -> [UInt8] {
    Array(text.bytes[text.lines.lineStart(place)..<place])
  }
}
