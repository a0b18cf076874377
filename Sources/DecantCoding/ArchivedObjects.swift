internal import DecantCore

/// The objects of an archive, decoded as the types that the table assigns to their classes.
///
/// A type that is not in the table may decode another type from the same object, as `Optional` and
/// property wrappers do. So such a type is refused the object's keys, but not the object.
final class ArchivedObjects {
  private let classes: KeyedArchive.Classes
  private let tape: Tape
  /// The names of each class and its superclasses, by class number.
  private var names: [Substring: [String]] = [:]
  /// The anchors of objects that are referred to elsewhere, by alias.
  private let anchors: [Int: Int]
  /// The tag of the object that is being decoded as the type of its class, and so may be read by key.
  private var open = -1
  private var requested: (object: Int, type: Any.Type)?
  /// The number of events decoded again, limited by `maximumAliasNodes`.
  private var copied = 0

  init(in tape: Tape, _ classes: KeyedArchive.Classes) {
    self.tape = tape
    self.classes = classes
    anchors = tape.anchorsOfAliases
    for index in tape.entries.indices where tape[index].kind == .tag {
      let lines = tape.string(at: index).split(separator: "\n", omittingEmptySubsequences: false)
      if lines.count > 1 { names[lines[0]] = lines[1...].map(String.init) }
    }
  }

  private static let mostAliases = 64

  private func label(at index: Int) -> Substring { tape.string(at: index)[...] }

  func target(of node: Int) -> Int {
    var node = node
    // The content of an instance may be a reference to another one.
    for _ in 0..<Self.mostAliases where tape[node].kind == .alias { node = content(ofAlias: node) }
    return node
  }

  /// The names of the class with a tag and of its superclasses; empty for Foundation's and for other nodes.
  private func names(at tag: Int) -> [String] {
    guard tag >= 0, tape[tag].kind == .tag else { return [] }
    return names[label(at: tag).prefix { $0 != "\n" }] ?? []
  }

  /// The tags of a node with classes, outermost first: the content of an object may be another one.
  private func tags(of node: Int) -> [Int] {
    var tags: [Int] = []
    var node = node
    var start = node
    while start > 0, tape[start - 1].isAnnotation { start -= 1 }
    for _ in 0..<Self.mostAliases {
      tags += (start..<node).filter { !names(at: $0).isEmpty }
      guard tape[node].kind == .alias, let anchor = anchors[node] else { break }
      (start, node) = (anchor, tape.content(of: anchor))
    }
    return tags
  }

  /// Returns the name of the class of a node: the outermost one as whose type it is not being decoded yet.
  func className(of node: Int) -> String? {
    let tags = tags(of: node)
    return (unopened(tags).first ?? tags.last).flatMap { names(at: $0).first }
  }

  /// The entry of a node with its class, unless it is being decoded as the type of that.
  func start(of node: Int) -> Int {
    unopened(tags(of: node)).first { tape.content(of: $0) == node } ?? node
  }

  private func unopened(_ tags: [Int]) -> ArraySlice<Int> {
    tags[(tags.firstIndex(of: open).map { $0 + 1 } ?? 0)...]
  }

  /// Returns the numbers of a node, outermost first: the content of an instance may be another one.
  func numbers(of node: Int) -> [Int] {
    var numbers: [Int] = []
    var index = node - 1
    while index >= 0, tape[index].isAnnotation {
      if tape[index].kind == .anchor {
        numbers += Int(label(at: index).dropFirst()).map { [$0] } ?? []
      }
      index -= 1
    }
    return numbers.reversed()
  }

  func content(ofAlias node: Int) -> Int { anchors[node].map { tape.content(of: $0) } ?? node }

  func numberOfAlias(at node: Int) -> Int? { Int(label(at: node).dropFirst()) }

  // MARK: Decoding

  @inline(never)
  func value<T: Decodable>(
    at node: Int, as type: T.Type, in session: DecodingSession
  ) throws -> T {
    if type != T.self {
      return try decode(dynamicType(of: type), at: node, for: T.self, session)
    }
    let tags = unopened(tags(of: node))
    guard !tags.isEmpty else { return try session.formed(at: node, as: type) }
    for tag in tags {
      let names = names(at: tag)
      let types = names.compactMap { classes.type(named: $0) }
      if types.isEmpty {
        // A value has the class itself.
        if classes.owner == nil || type == Value.self || type == Value?.self { break }
        throw session.error(.otherClass(names[0], expected: type, in: classes.owner), at: node)
      }
      guard let entry = types.first(where: { $0 is T.Type }) else { continue }
      guard entry == type else { return try decode(entry, at: node, for: type, session) }
      let outer = open
      open = tag
      defer { open = outer }
      return try session.formed(at: node, as: type)
    }
    requested = (target(of: node), type)
    return try session.formed(at: node, as: type)
  }

  private func decode<T: Decodable, U: Decodable>(
    _ entry: U.Type, at node: Int, for type: T.Type, _ session: DecodingSession
  ) throws -> T {
    guard let value = try value(at: node, as: entry, in: session) as? T else {
      throw session.mismatch(type, at: node)
    }
    return value
  }

  // MARK: Containers

  /// Returns the collection at a node, or at the target of an alias: each alias decodes it again.
  func content(at node: Int, in session: DecodingSession) throws -> Int {
    guard tape[node].kind == .alias else { return node }
    let target = target(of: node)
    let range = target..<tape.end(of: target)
    guard !range.contains(node) else { throw session.error(.cycle, at: node) }
    let limit = session.options.reading.maximumAliasNodes
    guard copied + range.count <= limit else {
      throw session.error(.tooManyCopies(limit: limit), at: node)
    }
    copied += range.count
    return target
  }

  /// Throws if the object has a class, but is not being decoded as the type of that class.
  func checkClass(of object: Int, at node: Int, in session: DecodingSession) throws {
    guard open != object - 1, let name = names(at: object - 1).first else { return }
    let type = requested.flatMap { $0.object == object ? $0.type : nil }
    throw session.error(.otherClass(name, expected: type, in: classes.owner), at: node)
  }
}

/// A base class whose subclasses encode what tells them apart, such as a key `kind`, for the types that decode them.
///
/// In an archive any other subclass where its base class is declared must be in the table `archiveClasses` of the archived type:
/// decoded from `[Block]`, each element would be a `Block`.
public protocol SelfDescribingClass: AnyObject, Codable {}
