// The nodes of a tape, by their indices: what is in a collection, at which path a node is, what its text is. All that holds a
// document walks it by these; `Document.Node` is the same for callers that want values instead of indices.
//
//     { │ &x │ "a" │ [ │ 1 │ ] │ "b" │ 2 │ }        children of 0: 1 3 6 7      path of 4: /a/0
//     0   1    2     3   4   5   6     7   8        pairs: (1, 3) (6, 7)

extension Tape {
  /// Returns the nodes in a collection, each from its annotations on: its elements, or its keys and values in turn.
  @inlinable @inline(__always)
  package func children(of collection: Int) -> Children {
    Children(
      entries: entries, position: endOfTrailingComments(from: collection + 1),
      end: partner(of: collection))
  }

  /// Returns the keys and values of a mapping.
  @inlinable @inline(__always)
  package func pairs(in mapping: Int) -> Pairs { Pairs(nodes: children(of: mapping)) }

  /// Returns an element of a sequence, if it has that many; skips each earlier one in one step.
  package func element(_ index: Int, of sequence: Int) -> Int? {
    index < 0 ? nil : children(of: sequence).dropFirst(index).first { _ in true }
  }

  /// Returns the first value of a string key of a mapping; compares each earlier key.
  package func value(forKey key: String, in mapping: Int) -> Int? {
    pairs(in: mapping).first { isString(key, at: content(of: $0.key)) }?.value
  }

  /// Whether a string is at `index`, and has that text.
  package func isString(_ string: String, at index: Int) -> Bool {
    self[index].kind == .string && !self[index].flags.contains(.isEscaped)
      && string.withBytes { string in
        text.withBytes { $0.extracting(textRange(at: index)).isEqual(to: string) }
      }
  }

  // MARK: Texts

  /// Calls `body` with the text of a scalar, which for null and booleans is their word.
  @inlinable
  package func withToken<R>(at index: Int, _ body: (RawSpan) -> R) -> R {
    if let word = self[index].kind.word { return word.withBytes(body) }
    return text.withBytes { body($0.extracting(textRange(at: index))) }
  }

  @usableFromInline package func string(at index: Int) -> String {
    text.withBytes { String(utf8: $0.extracting(entries[index].textRange)) }
  }

  // MARK: Paths

  /// Returns the path to a node; a key counts as its value.
  package func path(to node: Int) -> DocumentPath {
    var path = DocumentPath()
    forEachStep(to: node) { _, step in path.steps.append(step) }
    return path
  }

  /// Calls `body` with each collection around a node and the step that leads on, in time linear in the children before it.
  package func forEachStep(
    to node: Int, _ body: (_ collection: Int, DocumentPath.Step) -> Void
  ) {
    let target = content(of: node)
    var begin = content(of: 0)
    // Documents that became whole together share a tape.
    while end(of: begin) <= target, end(of: begin) < count { begin = content(of: end(of: begin)) }
    while begin < target, self[begin].depthChange > 0 {
      var (key, index) = (0, 0)
      var next: Int?
      for child in children(of: begin) {
        if index.isMultiple(of: 2) { key = content(of: child) }
        guard end(of: child) <= target else {
          next = content(of: child)
          break
        }
        index += 1
      }
      guard let next else { return }
      body(
        begin,
        self[begin].kind == .beginSequence
          ? .index(index) : .key(withToken(at: key) { String(utf8: $0) }))
      begin = next
    }
  }

  // MARK: Collections

  /// A walk over the nodes in a collection.
  @usableFromInline package struct Children: Sequence, IteratorProtocol, Sendable {
    @usableFromInline let entries: [Entry]
    /// Where the next node begins; after the last one, where its comments end.
    @usableFromInline package private(set) var position: Int
    @usableFromInline let end: Int

    @inlinable @inline(__always)
    init(entries: [Entry], position: Int, end: Int) {
      self.entries = entries
      self.position = position
      self.end = end
    }

    @inlinable @inline(__always)
    package mutating func next() -> Int? {
      guard position < end else { return nil }
      let node = position
      let content = entries.span.content(of: node)
      guard content < end else { return nil }
      let entry = entries[content]
      var next = content &+ (entry.depthChange > 0 ? entry.link : 0) &+ 1
      while entries[next].kind == .trailingComment { next &+= 1 }
      position = next
      return node
    }
  }

  /// A walk over the keys and values of a mapping.
  @usableFromInline package struct Pairs: Sequence, IteratorProtocol, Sendable {
    @usableFromInline package private(set) var nodes: Children

    @inlinable @inline(__always)
    init(nodes: Children) { self.nodes = nodes }

    @inlinable @inline(__always)
    package mutating func next() -> (key: Int, value: Int)? {
      guard let key = nodes.next(), let value = nodes.next() else { return nil }
      return (key, value)
    }
  }
}

// MARK: - One node

extension Tape {
  /// Returns the index of the node's own entry, after its anchor and tag.
  @inlinable @inline(__always)
  package func content(of node: Int) -> Int { entries.span.content(of: node) }

  @inlinable @inline(__always)
  package func end(of node: Int) -> Int { entries.span.end(of: node) }

  @inlinable @inline(__always)
  package func partner(of index: Int) -> Int { entries.span.partner(of: index) }

  @inlinable package func endWithComments(of node: Int) -> Int {
    endOfTrailingComments(from: end(of: node))
  }

  @usableFromInline package func endOfTrailingComments(from start: Int) -> Int {
    var index = start
    while index < count, self[index].kind == .trailingComment { index += 1 }
    return index
  }

  @inlinable
  package func textRange(at index: Int) -> Range<Int> { entries[index].textRange }

  @inlinable package func offset(at index: Int) -> Int { origin + Int(entries[index].position) }

  @inlinable @inline(__always)
  package func withSpans<E>(
    _ body: (_ entries: Span<Entry>, _ text: RawSpan) throws(E) -> Void
  ) throws(E) {
    try entries.withElements { (entries) throws(E) in
      try text.withBytes { (text) throws(E) in try body(entries, text) }
    }
  }
}

extension Span where Element == Tape.Entry {
  @inlinable @inline(__always)
  package func partner(of index: Int) -> Int { index &+ self[index].link }

  @inlinable @inline(__always)
  package func content(of node: Int) -> Int {
    var index = node
    while self[index].isAnnotation { index += 1 }
    return index
  }

  @inlinable @inline(__always)
  package func end(of node: Int) -> Int {
    let content = content(of: node)
    let entry = self[content]
    return entry.depthChange > 0 ? content &+ entry.link &+ 1 : content &+ 1
  }
}
