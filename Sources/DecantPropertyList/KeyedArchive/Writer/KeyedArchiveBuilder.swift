internal import DecantCore

/// A builder of the objects of a keyed archive from a document.
///
/// Objects have the order in which NSKeyedArchiver meets them: an object before those in it, the keys of a
/// dictionary before its values, a class after the first of its objects.
///
///     frames │ NSArray: its elements │ Landmark: its keys and values │ …     instead of recursion
struct KeyedArchiveBuilder {
  typealias Item = KeyedArchiveObjects.Item

  /// The role of a node, which decides how it is stored by default.
  enum Role {
    /// In a collection of Foundation or at the root: everything is an object.
    case element
    /// Under a key of an object: numbers, booleans and nil are parts of the object.
    case field
  }

  /// What a collection of the document becomes.
  enum Shape {
    case list(KeyedArchiveClass)
    /// A set whose elements have keys of their own.
    case numberedList(KeyedArchiveClass)
    case dictionary(KeyedArchiveClass)
    case object(KeyedArchiveClass)
    case inline(Event.Kind)
    case top
  }

  struct Frame {
    var shape: Shape
    /// The number of the object; nil for a part of another one.
    var object: Int?
    var nodes: [Int]
    var next = 0
  }

  let tape: Tape
  let references: KeyedArchiveReferences
  var objects = KeyedArchiveObjects()
  private(set) var top: [Item] = []
  private var frames: [Frame] = []
  /// The items of the open objects.
  private var open: [[Item]] = [[]]
  /// The numbers of objects, by the nodes that they are made of.
  private(set) var numbers: [Int: Int] = [:]
  /// The number of nodes that merge keys have added, each time anew.
  var mergedNodes = 0

  static let maximumMergedNodes = 1_000_000

  init(_ tape: Tape) throws(DecantError) {
    self.tape = tape
    references = try KeyedArchiveReferences(tape)
    let root = try references.node(0)
    if root.tag == .top, tape[root.content].kind == .beginMapping {
      frames.append(Frame(shape: .top, nodes: try pairs(of: root.content).inTurn))
    } else {
      open[0].append(.key("root"))
      try append(0, .element)
    }
    var count = 0
    while !frames.isEmpty {
      count += 1
      try Deadline.check(atStep: count)
      try step()
    }
    top = open[0]
  }

  // MARK: Steps

  private mutating func step() throws(DecantError) {
    let last = frames.count - 1
    guard frames[last].next < frames[last].nodes.count else { return endFrame() }
    let index = frames[last].next
    let node = frames[last].nodes[index]
    frames[last].next += 1
    switch frames[last].shape {
    case .list:
      try append(node, .element)
    case .numberedList:
      put(.key("NS.object.\(index)"))
      try append(node, .element)
    case .dictionary:
      if index == frames[last].nodes.count / 2 {
        put(.end(.endSequence))
        put(.key("NS.objects"))
        put(.begin(.beginSequence))
      }
      try append(node, .element)
    case .inline(.beginSequence):
      try append(node, .field)
    case .object, .top, .inline:
      guard index % 2 == 0 else { return try append(node, .field) }
      try appendKey(node, of: frames[last].shape)
    }
  }

  private mutating func appendKey(_ node: Int, of shape: Shape) throws(DecantError) {
    guard tape[node].kind == .string else { throw failure(.keyOfObject, node) }
    let key = tape.string(at: node)
    if case .inline = shape {
      put(.key(key))
    } else {
      put(.key(KeyedArchiveKey.escaped(key)))
    }
  }

  private mutating func endFrame() {
    let frame = frames.removeLast()
    switch frame.shape {
    case .inline(let kind): put(.end(kind == .beginMapping ? .endMapping : .endSequence))
    case .top: break
    case .list(let list): endObject(frame, list, endsSequence: true)
    case .dictionary(let list): endObject(frame, list, endsSequence: true)
    case .numberedList(let list), .object(let list): endObject(frame, list, endsSequence: false)
    }
  }

  private mutating func endObject(
    _ frame: Frame, _ list: KeyedArchiveClass, endsSequence: Bool
  ) {
    if case .dictionary = frame.shape, frame.nodes.isEmpty {
      put(.end(.endSequence))
      put(.key("NS.objects"))
      put(.begin(.beginSequence))
    }
    if endsSequence { put(.end(.endSequence)) }
    let items = open.removeLast()
    if let object = frame.object { finish(object, items, list) }
  }

  mutating func finish(_ object: Int, _ items: [Item], _ list: KeyedArchiveClass) {
    let number = objects.number(of: list)
    objects.fill(
      object,
      with: [.begin(.beginMapping)] + items
        + [.key("$class"), .reference(number), .end(.endMapping)])
  }

  mutating func put(_ item: Item) {
    open[open.count - 1].append(item)
  }

  // MARK: Nodes

  private mutating func append(_ start: Int, _ role: Role) throws(DecantError) {
    let node = try references.node(start)
    let kind = tape[node.content].kind
    if let tag = node.tag {
      try append(node, tagged: tag, role)
    } else if kind == .beginMapping {
      if let list = try classKey(of: node.content) {
        try begin(node, .object(list))
      } else {
        try begin(node, .dictionary(KeyedArchiveClass(named: "NSDictionary")))
      }
    } else if kind == .beginSequence {
      try begin(node, .list(KeyedArchiveClass(named: "NSArray")))
    } else {
      try appendScalar(node.content, role)
    }
  }

  /// Refers to an object that is a collection, and enters it the first time.
  mutating func begin(_ node: KeyedArchiveReferences.Node, _ shape: Shape) throws(DecantError) {
    if let known = numbers[node.content] { return put(.reference(known)) }
    let number = reserve(for: node)
    put(.reference(number))
    open.append([])
    var frame = Frame(shape: shape, object: number, nodes: [])
    switch shape {
    case .list, .numberedList:
      frame.nodes = Array(tape.children(of: node.content))
      if case .list = shape {
        put(.key("NS.objects"))
        put(.begin(.beginSequence))
      }
    case .dictionary:
      let pairs = try pairs(of: node.content)
      frame.nodes = pairs.map { $0.key } + pairs.map { $0.value }
      put(.key("NS.keys"))
      put(.begin(.beginSequence))
    case .object:
      // Without a tag, the first key is that of the class.
      frame.nodes = Array(try pairs(of: node.content).inTurn.dropFirst(node.tag == nil ? 2 : 0))
    case .inline, .top:
      break
    }
    frames.append(frame)
  }

  mutating func beginInline(_ node: KeyedArchiveReferences.Node) throws(DecantError) {
    guard !node.isShared else { throw failure(.sharedPart, node.start) }
    let kind = tape[node.content].kind
    put(.begin(kind))
    frames.append(
      Frame(
        shape: .inline(kind),
        nodes: kind == .beginSequence
          ? Array(tape.children(of: node.content)) : try pairs(of: node.content).inTurn))
  }

  /// Refers to an object that is not a collection.
  mutating func appendObject(
    _ node: KeyedArchiveReferences.Node, _ list: KeyedArchiveClass, _ items: [Item]
  ) {
    if let known = numbers[node.content] { return put(.reference(known)) }
    let number = reserve(for: node)
    put(.reference(number))
    finish(number, items, list)
  }

  mutating func reserve(for node: KeyedArchiveReferences.Node) -> Int {
    let number = objects.reserve()
    numbers[node.content] = number
    return number
  }

  /// Refers to a string, number or bytes, which the objects contain once.
  mutating func putReference(toScalarAt index: Int) {
    let kind = tape[index].kind
    let number =
      numbers[index]
      ?? objects.number(
        ofScalar: kind, Array(tape.text[tape.textRange(at: index)]), .node(index))
    numbers[index] = number
    put(.reference(number))
  }

  func isKnown(_ node: KeyedArchiveReferences.Node) -> Bool { numbers[node.content] != nil }

  // MARK: Failures

  func failure(_ problem: DecantError.KeyedArchiveProblem, _ node: Int) -> DecantError {
    DecantError(
      .keyedArchive(problem), offset: tape.offset(at: node), path: tape.path(to: node))
  }
}

extension [KeyedArchiveBuilder.Pair] {
  /// The keys and values in turn.
  fileprivate var inTurn: [Int] { flatMap { [$0.key, $0.value] } }
}

/// The keys of an archive: a dollar sign before keys that begin with one.
enum KeyedArchiveKey {
  static func escaped(_ key: String) -> String {
    key.hasPrefix(ofBytes: "$") && !isNumbered(key) ? "$" + key : key
  }

  /// Whether the key is one of Foundation's own, such as `$0`, which have no other dollar sign.
  static func isNumbered(_ key: String) -> Bool {
    let digits = key.drop { $0 == "$" }
    return digits.count < key.count && !digits.isEmpty
      && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
