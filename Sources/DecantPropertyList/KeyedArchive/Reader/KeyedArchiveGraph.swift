internal import DecantCore

/// The property list of a keyed archive, and the nodes of its objects.
///
///     { $archiver: NSKeyedArchiver, $version: 100000, $top: { root: uid 1 },
///       $objects: [ $null, { $class: uid 2, NS.objects: [ … ] }, { $classname: NSArray, … } ] }
///
/// References are indices in `$objects`. The string `$null` is nil at any index: a conditional
/// object that was not archived has an index of its own. A key of an object that begins with `$`
/// is escaped with another one.
struct KeyedArchiveGraph {
  final class Classes {
    var lists: [Int: KeyedArchiveClass] = [:]
  }

  let tape: Tape
  /// The classes so far, by number: each has many objects.
  let knownClasses = Classes()
  private(set) var objects: [Int]
  private(set) var top: Int

  init(_ tape: Tape) throws(DecantError) {
    self.tape = tape
    objects = []
    top = 0
    guard kind(0) == .beginMapping else { throw failure(.notAnArchive, at: nil) }
    guard let archiver = value(of: "$archiver", in: 0),
      tape.isString("NSKeyedArchiver", at: archiver)
    else { throw failure(.notAnArchive, at: "$archiver") }
    guard let version = value(of: "$version", in: 0), text(of: version) == "100000" else {
      throw failure(.unknownVersion, at: "$version")
    }
    guard let list = value(of: "$objects", in: 0), kind(list) == .beginSequence else {
      throw failure(.noObjects, at: "$objects")
    }
    objects = Array(tape.children(of: list))
    guard !objects.isEmpty else { throw failure(.noObjects, at: "$objects") }
    guard let top = value(of: "$top", in: 0), kind(top) == .beginMapping else {
      throw failure(.missingRoot, at: "$top")
    }
    self.top = top
  }

  // MARK: Nodes

  func kind(_ node: Int) -> Event.Kind { tape[node].kind }

  func value(of key: String, in mapping: Int) -> Int? {
    kind(mapping) == .beginMapping ? tape.value(forKey: key, in: mapping) : nil
  }

  func text(of node: Int) -> String { tape.string(at: node) }

  /// What was archived, if that is one object without a key of its own.
  var onlyRoot: Int? {
    let pairs = Array(tape.pairs(in: top))
    return pairs.count == 1 && text(of: pairs[0].key) == "root" ? pairs[0].value : nil
  }

  // MARK: References

  /// Returns an index, 0 for a reference to nil; nil for a node that is not a reference.
  func reference(_ node: Int) throws(DecantError) -> Int? {
    guard kind(node) == .uid else { return nil }
    guard let number = Int(text(of: node)), number < objects.count else {
      throw failure(.danglingReference(text(of: node), objects: objects.count), node: node)
    }
    let object = objects[number]
    return tape.isString(KeyedArchiveObjects.nilText, at: object) ? 0 : number
  }

  static func key(_ spelling: String) -> String {
    spelling.hasPrefix(ofBytes: "$$") ? String(spelling.unicodeScalars.dropFirst()) : spelling
  }

  func resolved(_ node: Int) throws(DecantError) -> Int? {
    guard let number = try reference(node) else { return node }
    return number == 0 ? nil : objects[number]
  }

  func className(of object: Int) throws(DecantError) -> String {
    guard let reference = value(of: "$class", in: object), kind(reference) == .uid,
      let node = try resolved(reference), let name = value(of: "$classname", in: node),
      kind(name) == .string
    else { throw failure(.noClass, node: object) }
    return text(of: name)
  }

  func classNames(of object: Int) throws(DecantError) -> (number: Int, names: [String]) {
    let name = try className(of: object)
    guard let node = value(of: "$class", in: object), let number = try reference(node) else {
      throw failure(.noClass, node: object)
    }
    guard let list = value(of: "$classes", in: objects[number]), kind(list) == .beginSequence
    else { return (number, [name]) }
    let names = tape.children(of: list).filter { kind($0) == .string }.map { text(of: $0) }
    return (number, names.first == name ? names : [name] + names)
  }

  // MARK: Failures

  private func failure(
    _ problem: DecantError.KeyedArchiveProblem, at key: String?
  ) -> DecantError {
    let node = key.flatMap { value(of: $0, in: 0) } ?? 0
    return DecantError(
      .keyedArchive(problem), offset: tape.offset(at: node),
      path: DocumentPath(key.map { [.key($0)] } ?? []))
  }

  func failure(_ problem: DecantError.KeyedArchiveProblem, node: Int) -> DecantError {
    failure(.keyedArchive(problem), node: node)
  }

  /// Returns an error with the path to the object around the node: objects have no names.
  func failure(_ problem: DecantError.Problem, node: Int) -> DecantError {
    let steps = tape.path(to: node).steps
    return DecantError(
      problem, offset: tape.offset(at: node),
      path: DocumentPath(Array(steps.prefix(steps.first == .key("$objects") ? 2 : 1))))
  }
}

/// A value to emit from an archive.
indirect enum KeyedArchiveItem {
  case node(Int)
  case null
  case string(String)
  case integer(String)
  case real(String)
  case date(String)
  case data(Int)
  case sequence([KeyedArchiveItem])
  /// Keys and values in turn.
  case mapping([KeyedArchiveItem])
  case object([KeyedArchiveItem])
  /// A value under a key of an object.
  case field(Int)
  /// Data in Base64, which can have a tag.
  case base64(Int)
  case tagged(KeyedArchiveTag, KeyedArchiveItem)
}
