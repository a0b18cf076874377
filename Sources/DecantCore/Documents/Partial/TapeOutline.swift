/// The runs of children of block collections that are away from some paths.
///
/// The first and the last child are kept, and the children on a path with two on both sides:
///
///     children │ a │ b │ c │ d │ e │ f │ g │ h │ i │      path to e: without b and h
///
/// In a collection that is still open, the last two children are kept, because the next one may be on a path. A document with
/// anchors is kept from the first one on: an alias depends on an anchor anywhere before it.
struct TapeOutline {
  /// A run of children that is left out.
  struct Run {
    let nodes: Range<Int>
    let bytes: Range<Int>
    let count: Int
    /// Whether they are elements of a sequence, all of them strings.
    let holdsOnlyText: Bool
  }

  private struct Child {
    let node: Int
    let value: Int
    let end: Int
    package let ordinal: Int
  }

  private let document: PartialDocument
  private let paths: [PartialDocument.Path]
  private let rules: OutlineRules
  private var runs: [Run] = []

  /// Children deeper than this are few, or their indentation is most of the document.
  private static let maximumDepth = 16

  /// Returns the runs in ascending order; each includes the gaps that touch it.
  static func runs(
    of document: PartialDocument, awayFrom paths: [PartialDocument.Path], by rules: OutlineRules
  ) -> [Run] {
    let tape = document.tape
    guard !tape.isEmpty, !document.hasAnchors else { return [] }
    var outline = TapeOutline(document: document, paths: paths, rules: rules)
    outline.add(0, depth: 0, on: Array(paths.indices), tape.openCollections[...])
    return outline.runs.sorted { $0.nodes.lowerBound < $1.nodes.lowerBound }
  }

  private init(
    document: PartialDocument, paths: [PartialDocument.Path], rules: OutlineRules
  ) {
    self.document = document
    self.paths = paths
    self.rules = rules
  }

  private var tape: Tape { document.tape }

  /// Adds the runs in a node; `open` are the open collections that it contains or is, outermost first.
  private mutating func add(
    _ node: Int, depth: Int, on paths: [Int], _ open: ArraySlice<Int>
  ) {
    guard let begin = content(of: node, before: tape.count), tape[begin].depthChange > 0 else {
      return
    }
    let isOpen = open.first == begin
    let end = isOpen ? tape.count : tape.partner(of: begin)
    guard depth < Self.maximumDepth, tape[begin].style != .flow,
      tape.offset(at: min(end, tape.count - 1)) - tape.offset(at: node) >= rules.shortest,
      !paths.contains(where: { self.paths[$0].count == depth && self.paths[$0].isWhole })
    else { return }
    let isMapping = tape[begin].kind == .beginMapping
    let paths = paths.filter { self.paths[$0].count > depth }
    let inner = isOpen ? open.dropFirst() : []
    let limit = inner.first ?? end
    var ordinal = 0
    /// The first child that may be left out, and the last two children.
    var run: Child?
    var recent: (before: Child?, last: Child?)
    var sincePath = Int.max
    var following = child(at: begin + 1, before: limit, isMapping, &ordinal)
    while let child = following {
      following = self.child(at: child.end, before: limit, isMapping, &ordinal)
      let matching = matches(
        child.node, child.ordinal, isMapping, isLast: following == nil, paths, depth)
      if !matching.isEmpty {
        if let start = run {
          run = nil
          keep([recent.before, recent.last], endingRunFrom: start, depth)
        }
        sincePath = 0
      } else if run == nil {
        if sincePath >= 2, child.ordinal > 0 { run = child }
        if sincePath < .max { sincePath += 1 }
      }
      if run == nil { add(child.value, depth: depth + 1, on: matching, []) }
      recent = (recent.last, child)
    }
    if let start = run {
      keep(isOpen ? [recent.before, recent.last] : [recent.last], endingRunFrom: start, depth)
    }
    guard let nextOpen = inner.first else { return }
    let next = recent.last?.end ?? begin + 1
    let key = isMapping ? self.end(of: next, before: nextOpen) : nil
    guard let value = isMapping ? key : next else {
      return add(next, depth: depth + 1, on: [], inner)
    }
    add(
      value, depth: depth + 1,
      on: matches(next, ordinal, isMapping, isLast: true, paths, depth), inner)
  }

  // MARK: Children

  /// Returns the entry of the node after its anchor and tag; nil if it does not begin before `limit`.
  private func content(of node: Int, before limit: Int) -> Int? {
    var index = node
    while index < limit, tape[index].isAnnotation { index += 1 }
    return index < limit && tape[index].depthChange >= 0 ? index : nil
  }

  private func end(of node: Int, before limit: Int) -> Int? {
    content(of: node, before: limit).map { tape.end(of: $0) }
  }

  /// Returns the child that begins at a node; nil unless it ends before `limit`.
  private func child(
    at node: Int, before limit: Int, _ isMapping: Bool, _ ordinal: inout Int
  ) -> Child? {
    guard let first = end(of: node, before: limit) else { return nil }
    ordinal += document.gap(before: node)?.count ?? 0
    guard isMapping else {
      defer { ordinal += 1 }
      return Child(node: node, value: node, end: first, ordinal: ordinal)
    }
    guard let end = end(of: first, before: limit) else { return nil }
    defer { ordinal += 1 }
    return Child(node: node, value: first, end: end, ordinal: ordinal)
  }

  private func matches(
    _ child: Int, _ ordinal: Int, _ isMapping: Bool, isLast: Bool, _ paths: [Int], _ depth: Int
  ) -> [Int] {
    guard !paths.isEmpty else { return [] }
    guard isMapping else {
      return paths.filter {
        self.paths[$0].matches(element: ordinal, at: depth)
          && (isLast || !self.paths[$0].matchesOnlyLast(at: depth))
      }
    }
    let key = tape[tape.content(of: child)]
    guard key.depthChange == 0 else { return paths.filter { self.paths[$0].matchesAny(at: depth) } }
    return tape.withToken(of: key) { key in
      paths.filter { self.paths[$0].matches(key, at: depth) }
    }
  }

  // MARK: Runs

  /// Leaves out a run up to the first of some children, which may begin before it.
  private mutating func keep(_ children: [Child?], endingRunFrom start: Child, _ depth: Int) {
    let children = children.compactMap(\.self)
    if let end = children.first { leaveOut(start, before: end) }
    for child in children where child.node >= start.node {
      add(child.value, depth: depth + 1, on: [], [])
    }
  }

  private mutating func leaveOut(_ first: Child, before end: Child) {
    guard first.node < end.node else { return }
    let gap = document.gap(before: first.node)
    let start = gap?.bytes.lowerBound ?? tape.offset(at: first.node)
    let bytes = start..<max(start, tape.offset(at: end.node))
    guard bytes.count >= rules.shortest, rules.allows(bytes) else { return }
    runs.append(
      Run(
        nodes: first.node..<end.node, bytes: bytes,
        count: end.ordinal - first.ordinal + (gap?.count ?? 0),
        holdsOnlyText: areStrings(from: first, before: end)))
  }

  private func areStrings(from first: Child, before end: Child) -> Bool {
    // A child with a key is not an element.
    guard first.node == first.value, holdsOnlyText(before: end.node) else { return false }
    var node = first.node
    while node < end.node {
      let entry = tape[tape.content(of: node)]
      guard entry.kind == .string, holdsOnlyText(before: node) else { return false }
      node = tape.end(of: node)
    }
    return true
  }

  private func holdsOnlyText(before node: Int) -> Bool {
    document.gap(before: node)?.holdsOnlyText ?? true
  }
}

extension Tape {
  fileprivate func withToken<R>(of key: Entry, _ body: (RawSpan) -> R) -> R {
    if let word = key.kind.word { return word.withBytes(body) }
    return text.withBytes { body($0.extracting(key.textRange)) }
  }
}
