/// What values have said of themselves to an encoder: a tree that can be added to in any place.
///
/// Containers of several values may be open at once and take turns, so that nothing can be written before all
/// is said. What is said stands in two blocks, and takes no allocation of its own:
///
///     nodes │ {  first last │ "id": 7  next │ "tags": [ … next │ …
///             0    └─────────▶ 1     └───────▶ 2
///     text  │ id7tags… │
///
/// A node is known by its index. One that was replaced or taken back stays where it is, and nothing leads to
/// it any more; a container that still adds to it does no harm.
final class EncodingTree {
  let options: EncodingOptions
  /// What the target can say by itself.
  let abilities: Format.Abilities
  let targetName: String
  /// The strategy that names keys, if it is the user's own.
  private let convertKey: (([any CodingKey]) -> any CodingKey)?
  /// Whether the target holds reals as doubles, and not as digits.
  let hasDoubles: Bool
  let nodes = SharedBuffer<Node>(capacity: 256)
  let text = ByteStorage(capacity: 4096)

  /// The kinds of values that have been said which not every format can hold.
  private(set) var used: Format.Abilities = []
  private(set) var hasWideIntegers = false
  /// Whether numbers and dates may have digits that no double has.
  private(set) var hasExactScalars = false

  /// What went wrong in a call that cannot throw.
  private(set) var failure: EncodingError?
  /// How many nodes there may be; none any more once something went wrong.
  private var nodeLimit = Int(Int32.max)
  private var depth = 0
  private var stack = StackRoom.unknown
  let types: EncodedTypes
  var sharing = Sharing()
  /// The dictionaries and sets that are not in order yet, those inside others first.
  var unordered: [Unordered] = []

  /// Where the keys of mappings stand that have very many.
  private var keyIndexes: [Int: [String: Int]] = [:]
  private static let longestKeyList = 48

  static let root = 0

  init(for target: Format, _ options: EncodingOptions, _ types: EncodedTypes) {
    self.types = types
    self.options = options
    abilities = target.abilities
    convertKey =
      if case .custom(let convert) = options.keyEncodingStrategy { convert } else { nil }
    targetName = target.name
    hasDoubles = target.limits.reals == .double
    nodes.append(Node(parent: -1))
  }

  subscript(node: Int) -> Node { nodes[node] }

  var changesKeys: Bool { convertKey != nil || options.keyEncodingStrategy.style != nil }

  // MARK: Nodes

  /// Makes a new element of a sequence.
  @inline(never)
  func appendElement(to sequence: Int) throws(DecantError) -> Int {
    try checkRoom()
    var node = Node(parent: sequence)
    node.model = nodes.modelOfNextElement(of: sequence)
    return nodes.append(node, to: sequence)
  }

  /// Makes a node for the value of a key; one that the key has already is replaced.
  func setValue(of key: String, in mapping: Int) throws(DecantError) -> Int {
    try checkRoom()
    let match = key.withBytes { key in text.withBytes { nodes.match(key, in: mapping, $0) } }
    guard let match else { return try setValue(ofOther: key, in: mapping) }
    // The text of the key stands there already.
    let model = nodes[match]
    var node = Node(parent: mapping)
    node.keyStart = model.keyStart
    node.keyLength = model.keyLength
    node.keyFlags = model.keyFlags
    node.keyBit = model.keyBit
    node.model = Int32(truncatingIfNeeded: match)
    nodes[mapping].model = model.next
    return nodes.append(node, to: mapping)
  }

  /// The name of a key in the document, unless its style is changed when all is written.
  @inline(__always)
  func name(of key: some CodingKey, in mapping: Int) -> String {
    guard let convertKey, !nodes[mapping].hasVerbatimKeys else { return key.stringValue }
    return convertKey(path(of: mapping) + [key]).stringValue
  }

  private func setValue(ofOther key: String, in mapping: Int) throws(DecantError) -> Int {
    let start = text.count
    try append(key)
    var node = Node(parent: mapping)
    node.keyStart = UInt32(start)
    node.keyLength = UInt32(text.count - start)
    node.keyFlags = flags(ofTextFrom: start).union(.isKey)
    node.keyBit = keyBit(ofTextFrom: start)
    nodes[mapping].model = -1
    guard nodes[mapping].keyBits & 1 &<< UInt64(node.keyBit) != 0,
      let old = value(of: key, in: mapping)
    else {
      let index = nodes.append(node, to: mapping)
      if !keyIndexes.isEmpty { keyIndexes[mapping]?[key] = index }
      return index
    }
    let index = nodes.count
    nodes.append(node)
    nodes.replace(old, by: index, in: mapping)
    if !keyIndexes.isEmpty { keyIndexes[mapping]?[key] = index }
    return index
  }

  @inline(__always)
  private func checkRoom() throws(DecantError) {
    guard nodes.count < nodeLimit else { throw DecantError(.tooLong) }
  }

  /// Makes a node a place of which nothing has been said.
  func setVacant(_ node: Int) {
    keyIndexes[node] = nil
    nodes.put(Node(parent: -1), in: node)
  }

  /// Makes a vacant node what another one was.
  func put(_ body: Node, in node: Int) {
    nodes.put(body, in: node)
  }

  /// Takes back a node of which nothing was said because that failed.
  func remove(_ node: Int) {
    let parent = Int(nodes[node].parent)
    guard parent >= 0 else {
      nodes[node] = Node(parent: -1)
      return
    }
    keyIndexes[parent] = nil
    nodes.replace(node, by: nil, in: parent)
  }

  // MARK: Keys

  func keyBit(ofTextFrom start: Int) -> UInt8 {
    text.withBytes { bytes in
      // Behind the text stand zeros, and keys that share their first bytes differ in the last.
      let first = bytes.word(at: start)
      let last = bytes.word(at: max(start, text.count - 8))
      let mixed = (first ^ (last &<< 1) ^ UInt64(text.count - start)) &* 0x9E37_79B9_7F4A_7C15
      return UInt8(truncatingIfNeeded: mixed &>> 58)
    }
  }

  /// The node that a key has in a mapping.
  func value(of key: String, in mapping: Int) -> Int? {
    if nodes[mapping].count > Self.longestKeyList { return keyIndex(of: mapping)[key] }
    return key.withBytes { key in
      text.withBytes { text in
        var node = nodes[mapping].count > 0 ? nodes[mapping].first : -1
        while node >= 0 {
          if text.extracting(nodes[Int(node)].keyRange).isEqual(to: key) { return Int(node) }
          node = nodes[Int(node)].next
        }
        return nil
      }
    }
  }

  private func keyIndex(of mapping: Int) -> [String: Int] {
    if let index = keyIndexes[mapping] { return index }
    var index: [String: Int] = [:]
    var node = nodes[mapping].first
    while node >= 0 {
      index[string(nodes[Int(node)].keyRange)] = Int(node)
      node = nodes[Int(node)].next
    }
    keyIndexes[mapping] = index
    return index
  }

  func string(_ range: Range<Int>) -> String {
    text.withBytes { String(utf8: $0.extracting(range)) }
  }

  // MARK: Content

  /// Makes a collection of a node that nothing, or the same, has been said of.
  ///
  /// What else is asked of it goes to a node apart, and `failure` tells of it: the call cannot throw.
  func begin(_ kind: Event.Kind, at node: Int) -> Int {
    if nodes[node].kind == kind { return node }
    guard nodes[node].isVacant else {
      fail(.secondValue(at: path(of: node)))
      nodes.append(Node(parent: Int(nodes[node].parent), kind: kind))
      return nodes.count - 1
    }
    nodes.begin(kind, at: node)
    return node
  }

  /// Says that the keys of what becomes a mapping are no names.
  func keepKeys(of node: Int) {
    nodes[node].hasVerbatimKeys = true
  }

  func fail(_ error: EncodingError) {
    failure = failure ?? error
    nodeLimit = 0
  }

  /// Gives a node a scalar.
  func set(_ node: Int, _ kind: Event.Kind, flags: Event.Flags = []) {
    nodes.set(node, kind, flags, textAt: 0..<0)
  }

  /// Gives a node a scalar with text.
  func set(
    _ node: Int, _ kind: Event.Kind, text: String, flags: Event.Flags?
  ) throws(DecantError) {
    let start = self.text.count
    try append(text)
    let flags = flags ?? self.flags(ofTextFrom: start)
    finish(node, kind, from: start, flags)
  }

  /// Gives a node an integer.
  func set(_ node: Int, integer value: Int64) throws(DecantError) {
    let start = try startOfNumber()
    text.append(decimal: value)
    finish(node, .integer, from: start, .plainASCII)
  }

  /// Gives a node an integer.
  func set(_ node: Int, integer value: UInt64) throws(DecantError) {
    let start = try startOfNumber()
    text.append(decimal: value)
    finish(node, .integer, from: start, .plainASCII)
  }

  /// Gives a node a finite real.
  func set(_ node: Int, real value: Double) throws(DecantError) {
    let start = try startOfNumber()
    text.append(shortest: value)
    finish(node, .real, from: start, .plainASCII)
  }

  private func startOfNumber() throws(DecantError) -> Int {
    guard text.count < ByteStorage.limit - 64 else { throw DecantError(.tooLong) }
    return text.count
  }

  /// Gives a node bytes.
  func set(_ node: Int, data: [UInt8]) throws(DecantError) {
    let start = text.count
    try data.withBytes { (bytes) throws(DecantError) in try append(bytes) }
    used.insert(.data)
    finish(node, .data, from: start, [])
  }

  private func finish(_ node: Int, _ kind: Event.Kind, from start: Int, _ flags: Event.Flags) {
    nodes.set(node, kind, flags, textAt: start..<text.count)
  }

  /// Notes that a value stands in the tree which not every format can hold.
  func use(_ ability: Format.Abilities) {
    used.insert(ability)
  }

  /// Notes that an integer may have more than 64 bits.
  func useWideIntegers() {
    hasWideIntegers = true
  }

  /// Notes that numbers and dates may have any digits.
  func useEveryDigit() {
    hasWideIntegers = true
    hasExactScalars = true
  }

  func append(_ text: String) throws(DecantError) {
    try text.withBytes { (bytes) throws(DecantError) in try append(bytes) }
  }

  private func append(_ bytes: RawSpan) throws(DecantError) {
    guard bytes.byteCount <= ByteStorage.limit - text.count else { throw DecantError(.tooLong) }
    text.append(bytes)
  }

  private func flags(ofTextFrom start: Int) -> Event.Flags {
    text.withBytes { $0.extracting(start..<text.count).scanned }
  }

  // MARK: Depth

  /// Goes one value deeper, if that is not too deep; what follows must end with `leave`.
  @inline(__always)
  func enter<T>(_ value: T, at node: Int) throws {
    if depth == 0 { stack = .here }
    guard depth < options.maximumDepth, !stack.isUsedUp else { throw tooDeep(value, at: node) }
    depth += 1
  }

  @inline(never)
  private func tooDeep(_ value: Any, at node: Int) -> EncodingError {
    guard depth < options.maximumDepth else {
      return .tooDeep(value, limit: options.maximumDepth, at: path(of: node))
    }
    return .outOfStack(value, depth: depth, at: path(of: node))
  }

  /// Fails where a call that cannot throw finds the stack used up.
  func checkStack(at node: Int) {
    if stack.isUsedUp { fail(.outOfStack((), depth: depth, at: path(of: node))) }
  }

  func leave() {
    depth -= 1
  }

  // MARK: Paths

  /// The way to a node from the root.
  func path(of node: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var node = node
    while nodes[node].parent >= 0 {
      let parent = Int(nodes[node].parent)
      if nodes[parent].kind == .beginMapping {
        path.append(EventKey(stringValue: string(nodes[node].keyRange)))
      } else {
        path.append(EventKey(index: place(of: node, in: parent)))
      }
      node = parent
    }
    return path.reversed()
  }

  private func place(of node: Int, in sequence: Int) -> Int {
    var index = 0
    var sibling = nodes[sequence].first
    while sibling >= 0, sibling != node {
      index += 1
      sibling = nodes[Int(sibling)].next
    }
    return index
  }
}
