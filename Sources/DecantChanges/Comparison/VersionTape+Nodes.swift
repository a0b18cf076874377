public import DecantCore
internal import DecantSystem

/// The keys and values of a mapping.
struct NodePairs {
  let keys: [Value]
  let keyNodes: [Int]
  let values: [Int]
  private let indices: [Value: Int]

  /// Up to this count, a linear search is faster than hashing.
  private static var listLimit: Int { 8 }

  init(_ keys: [Value] = [], _ keyNodes: [Int] = [], _ values: [Int] = []) {
    self.keys = keys
    self.keyNodes = keyNodes
    self.values = values
    indices =
      keys.count > Self.listLimit ? Dictionary(zip(keys, keys.indices)) { first, _ in first } : [:]
  }

  /// The value node of a key.
  package subscript(key: Value) -> Int? {
    let index = keys.count > Self.listLimit ? indices[key] : keys.firstIndex(of: key)
    return index.map { values[$0] }
  }
}

// A node is the index of its first entry, which may be an anchor or a tag, or of a reference to it.
extension VersionTape {
  /// Returns the index of the node's own entry, after its anchor and tag and any reference.
  @inlinable @inline(__always)
  package func content(of node: Int) -> Int {
    let index = tape.content(of: node)
    return tape[index].reference ?? index
  }

  @inlinable package func kind(of node: Int) -> Event.Kind { tape[content(of: node)].kind }

  /// Returns the children of a collection; in a mapping, keys and values alternate.
  func children(of node: Int) -> [Int] {
    let begin = content(of: node)
    guard tape[begin].depthChange > 0 else { return [] }
    let end = tape.partner(of: begin)
    var children: [Int] = []
    var child = begin + 1
    while child < end {
      children.append(child)
      child = tape.end(of: child)
    }
    return children
  }

  package func elements(of node: Int) -> [Int]? {
    kind(of: node) == .beginSequence ? children(of: node) : nil
  }

  func pairs(of node: Int) -> NodePairs? {
    guard kind(of: node) == .beginMapping else { return nil }
    var (keys, values): ([Int], [Int]) = ([], [])
    for child in children(of: node) {
      if keys.count == values.count { keys.append(child) } else { values.append(child) }
    }
    return NodePairs(keys.map(checkedValue), keys, values)
  }

  /// Returns the keys and values of a mapping with only text keys; nil for other nodes.
  func textPairs(of node: Int) -> NodePairs? {
    pairs(of: node).flatMap { pairs in
      pairs.keys.allSatisfy { $0.string != nil } ? pairs : nil
    }
  }

  /// Calls `body` with the index of each entry of the node, and of those to which it refers.
  private func forEachEntry(
    of node: Int, _ body: (Int) throws(DecantError) -> Void
  ) throws(DecantError) {
    var outer: [Range<Int>] = []
    var rest = node..<tape.end(of: node)
    while true {
      guard let index = rest.first else {
        guard let range = outer.popLast() else { return }
        rest = range
        continue
      }
      rest = index + 1..<rest.upperBound
      if let target = tape[index].reference {
        outer.append(rest)
        rest = target..<tape.end(of: target)
      } else {
        try body(index)
      }
    }
  }

  package func value(of node: Int) throws(DecantError) -> Value {
    var builder = ValueBuilder()
    try tape.text.withBytes { (text) throws(DecantError) in
      try forEachEntry(of: node) { (index) throws(DecantError) in
        do throws(DecantError) {
          try builder.add(tape[index], text: text.extracting(tape[index].textRange))
        } catch {
          var error = error
          error.offset = tape.offset(at: index)
          throw error
        }
      }
    }
    guard let root = builder.root else {
      throw DecantError(.malformedEvents("a document without a node"))
    }
    return root
  }

  /// Returns the value of a node of a document that has been read as a value; null is never the result of an error.
  func checkedValue(of node: Int) -> Value { (try? value(of: node)) ?? .null }

  /// Returns the result of recursive work on this tape, which has stack and hashes for documents of any depth.
  func recursively<Result>(_ work: (VersionTape) -> Result) -> Result {
    let depth = depth
    var tape = self
    if depth > Self.usualDepth { tape.hashCollections() }
    return StackRoom.run(levels: depth * Self.callsPerLevel) { work(tape) }
  }

  /// In less deep documents, comparing collections again at each level costs less than their hashes.
  private static let usualDepth = 64
  /// How often comparisons and merges call themselves at a level, at most.
  private static let callsPerLevel = 3

  /// An upper bound of the depth of nodes: those to which references lead add theirs.
  private var depth: Int {
    var (depth, deepest) = (0, 0)
    for entry in tape.entries {
      depth += entry.depthChange
      deepest = max(deepest, depth)
    }
    return deepest * 2
  }

  /// Returns the tags of the nodes, in order.
  package func tags(of nodes: [Int]) -> [KeyText] {
    guard hasTags else { return [] }
    var tags: [KeyText] = []
    for node in nodes {
      // The closure cannot throw.
      try? forEachEntry(of: node) { index in
        if tape[index].kind == .tag { tags.append(tape.name(at: index)) }
      }
    }
    return tags
  }
}
