/// Decoding objects of keyed archives as the types that the table assigns to their classes.
///
/// A type that is not in the table may decode another type from the same object, as `Optional` and
/// property wrappers do. So such a type is refused the object's keys, but not the object.
extension DecodingSession {
  struct ArchivedObjects {
    let classes: KeyedArchive.Classes
    /// The names of each class and its superclasses, by class number.
    fileprivate var names: [Substring: [String]] = [:]
    /// The nodes of objects that are referred to elsewhere, by label.
    fileprivate var places: [Substring: Int] = [:]
    /// The object that is being decoded as the type of its class, and so may be read by key.
    fileprivate var open = -1
    fileprivate var requested: (object: Int, type: Any.Type)?
    /// The number of events decoded again, limited by `maximumAliasNodes`.
    fileprivate var copied = 0

    init(_ classes: KeyedArchive.Classes) {
      self.classes = classes
    }
  }

  func indexArchive() {
    for index in entries.indices {
      switch entries[index].kind {
      case .anchor:
        archive?.places[label(at: index)] = entries.content(of: index)
      case .tag:
        let lines = string(at: index).split(separator: "\n", omittingEmptySubsequences: false)
        if lines.count > 1 { archive?.names[lines[0]] = lines[1...].map(String.init) }
      default:
        break
      }
    }
  }

  private func label(at index: Int) -> Substring { string(at: index)[...] }

  func target(of node: Int) -> Int {
    guard entries[node].kind == .alias else { return node }
    return archive?.places[label(at: node)] ?? node
  }

  /// The names of an object's class and superclasses; empty for Foundation's and for other nodes.
  func classNames(at node: Int) -> [String] {
    guard archive != nil else { return [] }
    return classNames(of: target(of: node))
  }

  private func classNames(of object: Int) -> [String] {
    guard object > 0, entries[object - 1].kind == .tag else { return [] }
    return archive?.names[label(at: object - 1).prefix { $0 != "\n" }] ?? []
  }

  private func number(of object: Int) -> Int? {
    var index = object - 1
    while index >= 0, entries[index].isAnnotation {
      if entries[index].kind == .anchor { return Int(string(at: index).dropFirst()) }
      index -= 1
    }
    return nil
  }

  // MARK: Decoding

  @inline(never)
  func archived<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    let object = target(of: node)
    let names = classNames(of: object)
    guard !names.isEmpty else { return try formed(at: node, as: type) }
    let entry = names.lazy.compactMap { self.archive?.classes[$0] }.first { $0 is T.Type }
    guard let entry else {
      archive?.requested = (object, type)
      return try formed(at: node, as: type)
    }
    guard entry == type else { return try decode(entry, at: node, for: type) }
    let outer = archive?.open ?? -1
    archive?.open = object
    defer { archive?.open = outer }
    return try formed(at: node, as: type)
  }

  private func decode<T: Decodable, U: Decodable>(
    _ entry: U.Type, at node: Int, for type: T.Type
  ) throws -> T {
    guard let value = try archived(at: node, as: entry) as? T else {
      throw mismatch(type, at: node)
    }
    return value
  }

  func sharedObject<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    let object = target(of: node)
    guard let number = number(of: object) else { return try unshared(at: node, as: type) }
    return try instance(number, from: object, as: type, at: node)
  }

  func objectNumber(at node: Int) -> Int? {
    number(of: target(of: node))
  }

  // MARK: Containers

  /// Returns the collection at a node, or at the target of an alias: each alias decodes it again.
  @inline(__always)
  func content(at node: Int) throws -> Int {
    isArchive && entries[node].kind == .alias ? try contentAgain(at: node) : node
  }

  @inline(never)
  private func contentAgain(at node: Int) throws -> Int {
    let target = target(of: node)
    let range = target..<end(of: target)
    guard !range.contains(node) else { throw DecodingError.cycle(at: path(to: node)) }
    let limit = options.reading.maximumAliasNodes
    let copied = (archive?.copied ?? 0) + range.count
    guard copied <= limit else {
      throw DecodingError.tooManyCopies(limit: limit, at: path(to: node))
    }
    archive?.copied = copied
    return target
  }

  /// Throws if the object has a class, but is not being decoded as the type of that class.
  func checkClass(of object: Int, at node: Int) throws {
    guard let archive, archive.open != object else { return }
    guard let name = classNames(of: object).first else { return }
    let type = archive.requested.flatMap { $0.object == object ? $0.type : nil }
    throw DecodingError.otherClass(name, expected: type, at: path(to: node))
  }
}
