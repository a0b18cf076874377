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

  init(_ tape: Tape, root: Int) throws(DecantError) {
    self.tape = tape
    objects = []
    top = root
    guard kind(root) == .beginMapping else { throw failure(.notAnArchive, at: nil) }
    guard let archiver = value(of: "$archiver", in: root), isEqual(archiver, "NSKeyedArchiver")
    else { throw failure(.notAnArchive, at: "$archiver") }
    guard let version = value(of: "$version", in: root), text(of: version) == "100000" else {
      throw failure(.unknownVersion, at: "$version")
    }
    guard let list = value(of: "$objects", in: root), kind(list) == .beginSequence,
      list + 1 < tape.partner(of: list)
    else { throw failure(.noObjects, at: "$objects") }
    guard let top = value(of: "$top", in: root), kind(top) == .beginMapping else {
      throw failure(.missingRoot, at: "$top")
    }
    self.top = top
    objects = children(of: list)
  }

  // MARK: Nodes

  func kind(_ node: Int) -> Event.Kind { tape[node].kind }

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

  func text(of node: Int) -> String {
    tape[node].depthChange == 0
      ? String(decoding: tape.text[tape.textRange(at: node)], as: UTF8.self) : ""
  }

  // MARK: References

  /// Returns an index, 0 for a reference to nil; nil for a node that is not a reference.
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
    let names = children(of: list).filter { kind($0) == .string }.map { text(of: $0) }
    return (number, names.first == name ? names : [name] + names)
  }

  // MARK: Failures

  private func failure(
    _ problem: DecantError.KeyedArchiveProblem, at key: String?
  ) -> DecantError {
    let node = key.flatMap { value(of: $0, in: top) } ?? top
    return DecantError(
      .keyedArchive(problem), offset: tape.origin + Int(tape[node].position),
      path: DocumentPath(key.map { [.key($0)] } ?? []))
  }

  func failure(_ problem: DecantError.KeyedArchiveProblem, node: Int) -> DecantError {
    failure(.keyedArchive(problem), node: node)
  }

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
