internal import DecantCore

/// The objects of a keyed archive, or the instances of another archive, decoded as the types that the table assigns to their classes.
///
/// A type that is not in the table may decode another type from the same object, as `Optional` and
/// property wrappers do. So such a type is refused the object's keys, but not the object.
final class ArchivedObjects {
  private let classes: KeyedArchive.Classes
  /// Whether an object of a class is only decoded as a type of the table.
  let checksClasses: Bool
  private let tape: Tape
  /// The names of each class and its superclasses, by class number.
  private var names: [Substring: [String]] = [:]
  /// The anchors of objects that are referred to elsewhere, by alias.
  private let anchors: [Int: Int]
  /// The object that is being decoded as the type of its class, and so may be read by key.
  private var open = -1
  private var requested: (object: Int, type: Any.Type)?
  /// The number of events decoded again, limited by `maximumAliasNodes`.
  private var copied = 0

  init(in tape: Tape, _ classes: KeyedArchive.Classes, checksClasses: Bool) {
    self.tape = tape
    self.classes = classes
    self.checksClasses = checksClasses
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
    var rest = Self.mostAliases
    while rest > 0, let anchor = anchors[node] {
      node = tape.content(of: anchor)
      rest -= 1
    }
    return node
  }

  /// The names of an object's class and superclasses; empty for Foundation's and for other nodes.
  func classNames(of object: Int) -> [String] {
    guard object > 0, tape[object - 1].kind == .tag else { return [] }
    return names[label(at: object - 1).prefix { $0 != "\n" }] ?? []
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

  func numberOfAlias(at node: Int) -> Int? { Int(label(at: node).dropFirst()) }

  // MARK: Decoding

  @inline(never)
  func value<T: Decodable>(
    at node: Int, as type: T.Type, in session: DecodingSession
  ) throws -> T {
    if type != T.self {
      return try decode(dynamicType(of: type), at: node, for: T.self, session)
    }
    let object = target(of: node)
    let names = classNames(of: object)
    guard !names.isEmpty else { return try session.formed(at: node, as: type) }
    let entry = names.lazy.compactMap { self.classes[KeyText($0)] }.first { $0 is T.Type }
    guard let entry else {
      requested = (object, type)
      return try session.formed(at: node, as: type)
    }
    guard entry == type else { return try decode(entry, at: node, for: type, session) }
    let outer = open
    open = object
    defer { open = outer }
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
    guard checksClasses, open != object, let name = classNames(of: object).first else { return }
    let type = requested.flatMap { $0.object == object ? $0.type : nil }
    throw session.error(.otherClass(name, expected: type), at: node)
  }
}
