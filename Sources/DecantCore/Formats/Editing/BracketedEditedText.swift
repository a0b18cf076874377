/// The text of a document in brackets, in which it finds the bytes of each node.
struct BracketedEditedText<Syntax: BracketedSyntax> {
  let syntax: Syntax
  let document: EditedDocument
  let lines: EditedLines
  let lineEnd: [UInt8]
  let layout: BracketedLayout

  init(_ syntax: Syntax, _ document: EditedDocument) {
    self.syntax = syntax
    self.document = document
    lines = EditedLines(bytes: document.bytes, comments: syntax.comments)
    lineEnd = document.lineEnd
    let lines = lines
    layout = document.layout.layout { BracketedLayout(of: document, lines, syntax) }
  }

  package func start(of node: Int) -> Int { document.offset(at: node) }

  package func range(of node: Int) -> Range<Int> { document.range(of: node) }

  package func range(of child: EditedDocument.Child) -> Range<Int> {
    let value = range(of: child.value)
    guard let key = child.key.map({ range(of: $0) }) else { return value }
    return key.lowerBound..<max(key.upperBound, value.upperBound)
  }

  /// Returns nil for a tag that is both ends of its element; a root without brackets is the whole file.
  func list(of collection: Int) -> ItemList? {
    let isFile = document.closingBracket(of: collection).isEmpty
    guard
      let interior = isFile
        ? lines.lineStart(0)..<lines.bytes.count : document.interior(of: collection)
    else { return nil }
    let separator = syntax.separator(isMapping: document.isMapping(collection), in: document)
    return ItemList(
      lines: lines, interior: interior, separator: separator, lineEnd: lineEnd,
      isSpaced: separator.byte != nil && layout.isSpaced)
  }

  /// Throws if the value is only implied: in a strings table, a key alone is also its value.
  func checkValue(of place: NodePlace) throws(DecantError) {
    guard let parent = place.ancestors.last,
      let key = document.children(of: parent.node)[parent.child].key,
      let mark = syntax.keyGap.first(where: { $0 != 0x20 })
    else { return }
    let (end, start) = (range(of: key).upperBound, start(of: place.node))
    guard start < end || !document.bytes[end..<start].contains(mark) else { return }
    throw DecantError(
      .specific(LayoutProblem(what: "a key without a value")), offset: self.start(of: key))
  }

  // MARK: Layout

  package func placement(ofItemAt start: Int) -> ItemList.Placement {
    lines.beginsLine(start) && (start > 0 || syntax.prefersLines)
      ? .lines(indent: lines.indentation(at: start)) : .inline
  }

  func placesChildrenOnLines(_ place: NodePlace) -> Bool {
    if let first = document.children(of: place.node).first {
      return lines.beginsLine(start(of: first.start))
    }
    guard let parent = place.parent else { return syntax.prefersLines }
    return placesChildrenOnLines(parent)
  }

  /// The number of children that are looked at to see how a new one is laid out.
  private static var modelCount: Int { 8 }

  /// Whether the nearest collection of the kind of a new value, among the children of its own, is on one line, as it can be.
  func hasOneLineSibling(
    near index: Int, of value: Document, in children: [EditedDocument.Child]
  ) -> Bool {
    guard value.root.kind.depthChange > 0, !value.hasTrivia,
      !syntax.brackets(isMapping: true).open.isEmpty
    else { return false }
    let before = children[..<index].suffix(Self.modelCount).reversed()
    let model = (before + children[index...].prefix(Self.modelCount)).first { child in
      document.kind(of: child.value) == value.root.kind
        && !document.children(of: child.value).isEmpty
    }
    return model.map { !lines.hasLineEnd(range(of: $0.value)) } ?? false
  }

  package func placement(of place: NodePlace) -> ItemList.Placement {
    let isLined: Bool
    if document.isCollection(place.node) {
      isLined = placesChildrenOnLines(place)
    } else {
      isLined = place.parent.map(placesChildrenOnLines) ?? syntax.prefersLines
    }
    guard isLined else { return .inline }
    return .lines(indent: lines.indentation(at: start(of: place.node)))
  }

  package func gap(_ placement: ItemList.Placement, like sibling: EditedDocument.Child?) -> [UInt8]
  {
    guard let sibling, let key = sibling.key else { return usualGap(placement) }
    let (start, end) = (range(of: key).upperBound, self.start(of: sibling.value))
    guard start < end else { return usualGap(placement) }
    let gap = Array(document.bytes[start..<end])
    let marks = Set(syntax.keyGap).subtracting([0x20])
    // A key that is its own value has a gap without a mark.
    let isPlain = gap.allSatisfy { EditedLines.isBlank($0) || marks.contains($0) }
    return isPlain && marks.isSubset(of: gap) ? gap : usualGap(placement)
  }

  private func usualGap(_ placement: ItemList.Placement) -> [UInt8] {
    if syntax.keyGap.isEmpty {
      if case .lines(let indent) = placement { return lineEnd + indent }
      return []
    }
    return layout.isSpaced ? syntax.keyGap : syntax.keyGap.filter { $0 != 0x20 }
  }
}

extension BracketedLayout {
  /// The number of entries that are sufficient to detect the layout.
  private static let sampleCount = 10_000

  /// Detects the layout from the first nodes: a document on one line has no indentation.
  fileprivate init(
    of document: EditedDocument, _ lines: EditedLines, _ syntax: some BracketedSyntax
  ) {
    let tape = document.tape
    var found: Indentation?
    var spacesKeys: Bool?
    var spacesItems: Bool?
    var event: Int?
    for following in 0..<min(tape.count, Self.sampleCount) where !tape[following].isAnnotation {
      defer { event = following }
      guard let event, tape[following].depthChange >= 0, tape[event].depthChange >= 0 else {
        continue
      }
      let next = document.offset(at: following)
      if tape[event].depthChange > 0 {
        found = found ?? Self.step(from: document.offset(at: event), to: next, in: lines)
      } else {
        let end = document.range(of: event).upperBound
        if end < next, !lines.hasLineEnd(end..<next) {
          let isSpaced = lines.bytes[end..<next].contains { EditedLines.isBlank($0) }
          if tape[event].isKey {
            spacesKeys = spacesKeys ?? isSpaced
          } else {
            spacesItems = spacesItems ?? isSpaced
          }
        }
      }
      if spacesItems != nil, found != nil || !syntax.prefersLines { break }
    }
    indentation = found ?? syntax.usualIndentation
    isSpaced = spacesItems ?? spacesKeys ?? syntax.prefersLines
  }

  package static func step(from outer: Int, to inner: Int, in lines: EditedLines) -> Indentation? {
    guard inner > outer, lines.beginsLine(inner), lines.hasLineEnd(outer..<inner) else {
      return nil
    }
    let (outer, inner) = (lines.indentation(at: outer), lines.indentation(at: inner))
    guard inner.starts(with: outer), let byte = inner.dropFirst(outer.count).first else {
      return nil
    }
    return Indentation(byte: byte, width: inner.count - outer.count)
  }
}

extension Indentation {
  var bytes: [UInt8] { [UInt8](repeating: byte, count: width) }
}
