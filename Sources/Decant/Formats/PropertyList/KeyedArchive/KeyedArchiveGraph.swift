/// The property list of a keyed archive, and where in it its objects are.
///
///     { $archiver: NSKeyedArchiver, $version: 100000, $top: { root: uid 1 },
///       $objects: [ $null, { $class: uid 2, NS.objects: [ … ] }, { $classname: NSArray, … } ] }
///
/// Every object is an element of `$objects`, and is referred to by its number there. An object that is not a
/// string or number is a mapping, whose `$class` refers to the name of its class. The string `$null` represents
/// nil wherever it is: what was archived on a condition that did not come true has a number of its own.
///
/// A key of the archiver's own begins with `$`, and one of an object's that begins so gets another before it.
struct KeyedArchiveGraph {
  let tape: Tape
  /// The node of each object.
  private(set) var objects: [Int]
  /// The node of the mapping of names to what was archived.
  private(set) var top: Int

  /// Makes sense of a property list, whose root is the node at `root`.
  init(_ tape: Tape, root: Int) throws(DecantError) {
    self.tape = tape
    objects = []
    top = root
    guard kind(root) == .beginMapping else { throw failure(.notAnArchive, at: nil) }
    guard let archiver = value(of: "$archiver", in: root), text(of: archiver) == "NSKeyedArchiver"
    else { throw failure(.notAnArchive, at: "$archiver") }
    guard let version = value(of: "$version", in: root), text(of: version) == "100000" else {
      throw failure(.unknownVersion, at: "$version")
    }
    guard let list = value(of: "$objects", in: root), kind(list) == .beginSequence,
      list + 1 < tape.partner(of: list)
    else { throw failure(.noObjects, at: "$objects") }
    guard let top = value(of: "$top", in: root), kind(top) == .beginMapping else {
      throw failure(.noTop, at: "$top")
    }
    self.top = top
    objects = children(of: list)
  }

  // MARK: Nodes

  func kind(_ node: Int) -> Event.Kind { tape[node].kind }

  /// The nodes in a collection: elements, or keys and values in turn.
  func children(of node: Int) -> [Int] {
    var children: [Int] = []
    var child = node + 1
    let end = tape.partner(of: node)
    while child < end {
      children.append(child)
      child = tape.end(of: child)
    }
    return children
  }

  /// The value of a key of a mapping.
  func value(of key: String, in mapping: Int) -> Int? {
    guard kind(mapping) == .beginMapping else { return nil }
    let wanted = Array(key.utf8)[...]
    var child = mapping + 1
    let end = tape.partner(of: mapping)
    while child < end {
      let value = tape.end(of: child)
      if kind(child) == .string, tape.text[tape.textRange(at: child)] == wanted { return value }
      child = tape.end(of: value)
    }
    return nil
  }

  /// The text of a scalar.
  func text(of node: Int) -> String {
    tape[node].depthChange == 0
      ? String(decoding: tape.text[tape.textRange(at: node)], as: UTF8.self) : ""
  }

  // MARK: References

  /// The number of the object that a reference leads to, 0 for nil; nil if the node is not a reference.
  func reference(_ node: Int) throws(DecantError) -> Int? {
    guard kind(node) == .uid else { return nil }
    guard let number = Int(text(of: node)), number < objects.count else {
      throw failure(.danglingReference(text(of: node), objects: objects.count), node: node)
    }
    let object = objects[number]
    return kind(object) == .string && isEqual(object, "$null") ? 0 : number
  }

  private func isEqual(_ node: Int, _ text: String) -> Bool {
    tape.text[tape.textRange(at: node)].elementsEqual(text.utf8)
  }

  /// The key of an object that an archive spells so.
  static func key(_ spelling: String) -> String {
    spelling.hasPrefix("$$") ? String(spelling.dropFirst()) : spelling
  }

  /// What a node represents: the object that it refers to, or itself; nil for what represents nothing.
  func resolved(_ node: Int) throws(DecantError) -> Int? {
    guard let number = try reference(node) else { return node }
    return number == 0 ? nil : objects[number]
  }

  /// The name of the class of an object, which must have one.
  func className(of object: Int) throws(DecantError) -> String {
    guard let reference = value(of: "$class", in: object), kind(reference) == .uid,
      let node = try resolved(reference), let name = value(of: "$classname", in: node),
      kind(name) == .string
    else { throw failure(.noClass, node: object) }
    return text(of: name)
  }

  /// The number of the class of an object, and the names of that and its superclasses, as far as the archive tells.
  func classNames(of object: Int) throws(DecantError) -> (number: Int, names: [String]) {
    let name = try className(of: object)
    guard let node = value(of: "$class", in: object), let number = try reference(node) else {
      throw failure(.noClass, node: object)
    }
    guard let list = value(of: "$classes", in: objects[number]), kind(list) == .beginSequence
    else { return (number, [name]) }
    let names = children(of: list).filter { kind($0) == .string }.map { text(of: $0) }
    return (number, names.first == name ? names : [name] + names)
  }

  // MARK: Failures

  /// An error about the value of a key of the root, or about the root.
  private func failure(
    _ problem: DecantError.KeyedArchiveProblem, at key: String?
  ) -> DecantError {
    let node = key.flatMap { value(of: $0, in: top) } ?? top
    return DecantError(
      .keyedArchive(problem), offset: tape.origin + Int(tape[node].position),
      path: DocumentPath(key.map { [.key($0)] } ?? []))
  }

  /// An error about a node, with the number of the object that it belongs to.
  func failure(_ problem: DecantError.KeyedArchiveProblem, node: Int) -> DecantError {
    failure(.keyedArchive(problem), node: node)
  }

  /// An error about a node, with the number of the object that it belongs to.
  func failure(_ problem: DecantError.Problem, node: Int) -> DecantError {
    var steps: [DocumentPath.Step] = []
    if let number = objects.lastIndex(where: { $0 <= node && node < tape.end(of: $0) }) {
      steps = [.key("$objects"), .index(number)]
    } else if top <= node, node < tape.end(of: top) {
      steps = [.key("$top")]
    }
    return DecantError(
      problem, offset: tape.origin + Int(tape[node].position), path: DocumentPath(steps))
  }
}
