internal import DecantCore

/// A parsed TOML document: a table whose order is that of the first definitions, with the offsets of all parts.
///
///     a.x = 1            nodes  │ root │ a │ x │ b │ c │ … │      each with its parent, next, first and last child
///     [b]                          └───▶┘└─▶┘
///     c = [2]            sections  │ [b] │
///
/// The text of keys and values stays in the bytes that were parsed; only keys with escapes are decoded beside them. It is not
/// a tape, because a table may continue anywhere: each insertion would move what follows, 16 bytes for each later event.
struct TOMLTree: ~Copyable {
  static let root: Int32 = 0
  /// Tables with more children are looked up in the index; a table with fewer is searched.
  static let searchLimit: UInt16 = 8

  var nodes = Buffer<TOMLNode>(capacity: 64)
  var sections = Buffer<TOMLSection>()
  var decodedKeys = Buffer<UInt8>()
  /// Where the keys with escapes are in the bytes, in order of their text in `decodedKeys`.
  var sourcesOfDecodedKeys = Buffer<TOMLKeySource>()

  /// The parts of dotted keys before the last one, and all of those in headers, if extents are wanted.
  var keyParts = Buffer<TOMLKeyPart>()

  /// The pairs and headers in order of the text, and where the last line ends, if the notation is kept.
  var lines = Buffer<TOMLLine>()
  var endOfLines = 0

  var trivia = Buffer<TOMLTrivia>()
  /// The first and the last trivia of each node, if comments are kept.
  private var triviaOfNodes = Buffer<TriviaList>()
  private let keepsTrivia: Bool

  /// The children of the large tables, by parent and key.
  private var index = HashIndex()
  private let hash = KeyHash()

  struct TriviaList: BitwiseCopyable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  init(keepsTrivia: Bool) {
    self.keepsTrivia = keepsTrivia
    append(TOMLNode(.table, 0..<0, entry: 0))
  }

  @discardableResult
  private mutating func append(_ node: TOMLNode) -> Int32 {
    nodes.append(node)
    if keepsTrivia { triviaOfNodes.append(TriviaList()) }
    return Int32(truncatingIfNeeded: nodes.count &- 1)
  }

  /// Appends a node as the last child of `parent`; a key must not have been found there.
  @inline(__always)
  mutating func append(
    _ node: TOMLNode, to parent: Int32, _ bytes: RawSpan
  ) throws(DecantError) -> Int32 {
    guard nodes.count < Int(Int32.max) else { throw DecantError(.tooLong) }
    try Deadline.check(atStep: nodes.count)
    var node = node
    node.parent = parent
    let added = append(node)
    let last = nodes[Int(parent)].last
    nodes[Int(parent)].last = added
    if last < 0 {
      nodes[Int(parent)].first = added
    } else {
      nodes[Int(last)].next = added
    }
    if node.traits.contains(.isKeyed), !node.traits.contains(.isDuplicate) {
      count(added, in: parent, bytes)
    }
    return added
  }

  @inline(__always)
  private mutating func count(_ added: Int32, in parent: Int32, _ bytes: RawSpan) {
    let isIndexed = nodes[Int(parent)].traits.contains(.isIndexed)
    if nodes[Int(parent)].detail < Self.searchLimit {
      nodes[Int(parent)].detail &+= 1
    } else if isIndexed {
      enter(added, bytes)
    } else {
      nodes[Int(parent)].traits.insert(.isIndexed)
      var child = nodes[Int(parent)].first
      while child >= 0 {
        if !nodes[Int(child)].traits.contains(.isDuplicate) { enter(child, bytes) }
        child = nodes[Int(child)].next
      }
    }
  }

  // MARK: Keys

  @inline(__always)
  func withKey<R, E>(of node: Int32, _ bytes: RawSpan, _ body: (RawSpan) throws(E) -> R) throws(E)
    -> R
  {
    let node = nodes[Int(node)]
    let range = Int(node.keyOffset)..<Int(node.keyOffset) &+ Int(node.keyLength)
    guard node.traits.contains(.hasDecodedKey) else { return try body(bytes.extracting(range)) }
    return try decodedKeys.withBytes { (bytes) throws(E) -> R in
      try body(bytes.extracting(range))
    }
  }

  func key(of node: Int32, _ bytes: RawSpan) -> String {
    withKey(of: node, bytes) { String(utf8: $0) }
  }

  /// Returns the first child of the table with the key, or -1.
  @inline(__always)
  mutating func find(_ wanted: TOMLKey, in table: Int32, _ bytes: RawSpan) -> Int32 {
    let parent = nodes[Int(table)]
    guard !parent.traits.contains(.isIndexed), !wanted.isDecoded else {
      return findSlowly(wanted, in: table, bytes)
    }
    let key = bytes.extracting(wanted.text)
    var child = parent.first
    while child >= 0 {
      let node = nodes[Int(child)]
      // Not `withKey(of:_:_:)`, for which the whole tree would be moved.
      let isSame =
        node.keyLength == wanted.length
        && (node.traits.contains(.hasDecodedKey)
          ? decodedKeys.withBytes { $0.extracting(node.key).isEqual(to: key) }
          : bytes.extracting(node.key).isEqual(to: key))
      if isSame { return child }
      child = node.next
    }
    return -1
  }

  @inline(never)
  private mutating func findSlowly(_ wanted: TOMLKey, in table: Int32, _ bytes: RawSpan) -> Int32 {
    if wanted.isDecoded {
      return decodedKeys.withBytes { find($0.extracting(wanted.text), in: table, bytes) }
    }
    return find(bytes.extracting(wanted.text), in: table, bytes)
  }

  private func find(_ key: RawSpan, in table: Int32, _ bytes: RawSpan) -> Int32 {
    guard nodes[Int(table)].traits.contains(.isIndexed) else {
      var child = nodes[Int(table)].first
      while child >= 0, !withKey(of: child, bytes, { $0.isEqual(to: key) }) {
        child = nodes[Int(child)].next
      }
      return child
    }
    let known = index.find(hash(key, in: table)) {
      nodes[$0].parent == table
        && withKey(of: Int32(truncatingIfNeeded: $0), bytes) { $0.isEqual(to: key) }
    }
    return known.map { Int32(truncatingIfNeeded: $0) } ?? -1
  }

  private mutating func enter(_ node: Int32, _ bytes: RawSpan) {
    let parent = nodes[Int(node)].parent
    index.add(Int(node), withKey(of: node, bytes) { hash($0, in: parent) })
  }

  // MARK: Trivia

  /// Returns the line that begins with the pair or header at `start`.
  func line(at start: Int) -> Int {
    (0..<lines.count).binarySearch { Int(lines[$0].start) >= start }
  }

  func firstTrivia(of node: Int32) -> Int32 { triviaOfNodes[Int(node)].first }

  /// Returns the next trivia after a blank line before a header, which writers of TOML write in any case.
  func afterUsualBlankLine(_ index: Int32, before node: Int32) -> Int32 {
    let hasHeader = nodes[Int(node)].traits.contains(.hasHeader) || nodes[Int(node)].kind == .tables
    guard hasHeader, index >= 0, trivia[Int(index)].isBlankLine,
      trivia[Int(index)].placement == .before
    else { return index }
    return trivia[Int(index)].next
  }

  /// Adds trivia that belong to no node yet to those of `node`.
  mutating func attach(trivia range: Range<Int>, to node: Int32, _ placement: TOMLTrivia.Placement)
  {
    for index in range {
      trivia[index].placement = placement
      let added = Int32(truncatingIfNeeded: index)
      let last = triviaOfNodes[Int(node)].last
      if last < 0 {
        triviaOfNodes[Int(node)].first = added
      } else {
        trivia[Int(last)].next = added
      }
      triviaOfNodes[Int(node)].last = added
    }
  }
}

extension TOMLTree {
  /// Returns the nodes from the outermost one inside of the root to `node`, of which those around it fulfill `isPart`.
  func way(to node: Int32, _ isPart: (TOMLNode) -> Bool = { _ in true }) -> [Int32] {
    var way: [Int32] = []
    var outer = node
    while outer > Self.root, outer == node || isPart(nodes[Int(outer)]) {
      way.append(outer)
      outer = nodes[Int(outer)].parent
    }
    return way.reversed()
  }

  func isKeyed(_ node: Int32) -> Bool { nodes[Int(node)].traits.contains(.isKeyed) }

  /// Returns how many elements of an array precede `node`, in time linear in that.
  func index(of node: Int32) -> Int {
    var index = 0
    var child = nodes[Int(nodes[Int(node)].parent)].first
    while child != node, child >= 0 {
      index += 1
      child = nodes[Int(child)].next
    }
    return index
  }
}
