internal import DecantCore
internal import DecantConversion

/// The shared instances of a document that is being decoded: each is decoded once.
///
/// A reference may be decoded before its instance, because of the order of the document or of the
/// type's properties. The instance is then found by its number and decoded at once.
final class DecodedInstances {
  private enum State {
    /// Being decoded as a type; `awaited` is called when the instance is complete.
    case unfinished(any Any.Type, awaited: [(AnyObject) -> Void])
    case complete(AnyObject, from: Int)
  }

  private enum Role {
    case instance(Int, value: Int)
    case again(Int)
  }

  private unowned let session: DecodingSession
  private var states: [Int: State] = [:]
  /// What is called when an instance is complete to which a reference precedes it.
  private var early: [Int: [(AnyObject) -> Void]] = [:]
  /// The values of each number, found when a reference precedes its instance; several if they differ.
  private lazy var values = numberedValues()

  init(session: DecodingSession) {
    self.session = session
  }

  // MARK: Instances

  @inline(never)
  func value<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    if type != T.self {
      return try value(at: node, of: dynamicType(of: type), as: T.self)
    }
    if session.archive != nil {
      guard let (number, object) = archivedInstance(at: node) else {
        return try session.unshared(at: node, as: type)
      }
      return try instance(number, from: object, as: type, at: node)
    }
    switch try role(at: node) {
    case nil:
      return try session.unshared(at: node, as: type)
    case .instance(let number, let value):
      return try instance(number, from: value, as: type, at: node)
    case .again(let number):
      if case .complete(let instance, _) = states[number] {
        return try cast(instance, number, to: type, at: node)
      }
      return try instance(number, from: value(of: number, at: node), as: type, at: node)
    }
  }

  /// Decodes an instance of a subclass of `T`.
  private func value<T: Decodable, Subclass: Decodable>(
    at node: Int, of subclass: Subclass.Type, as type: T.Type
  ) throws -> T {
    guard let value = try value(at: node, as: subclass) as? T else {
      throw session.mismatch(subclass, at: node)
    }
    return value
  }

  private func instance<T: Decodable>(
    _ number: Int, from value: Int, as type: T.Type, at node: Int
  ) throws -> T {
    switch states[number] {
    case .complete(let instance, let known):
      // Expanding aliases duplicates instances; the copies are equal.
      guard known == value || session.tape.hasSameEvents(known, value) else {
        throw session.error(.numberedTwice(number), at: node)
      }
      return try cast(instance, number, to: type, at: node)
    case .unfinished:
      throw session.error(.unfinishedInstance(number, type), at: node)
    case nil:
      states[number] = .unfinished(type, awaited: [])
      do {
        let instance = try session.unshared(at: value, as: type)
        complete(number, instance as AnyObject, from: value)
        return instance
      } catch {
        states[number] = nil
        throw error
      }
    }
  }

  private func complete(_ number: Int, _ instance: AnyObject, from value: Int) {
    let state = states.updateValue(.complete(instance, from: value), forKey: number)
    guard case .unfinished(_, let awaited)? = state else { return }
    for tell in awaited { tell(instance) }
    for tell in early.removeValue(forKey: number) ?? [] { tell(instance) }
  }

  private func cast<T: Decodable>(
    _ instance: AnyObject, _ number: Int, to type: T.Type, at node: Int
  ) throws -> T {
    guard let instance = instance as? T else {
      throw session.error(
        .otherInstance(number, Swift.type(of: instance), expected: type), at: node)
    }
    return instance
  }

  // MARK: References

  /// Decodes a reference or an instance, which is nil for null.
  ///
  /// If the instance contains the reference, and so is still being decoded, or comes later in the document, the result
  /// is nil, and `tell` is called later. An instance that nothing else decodes is decoded last: inside of another one,
  /// it could need that as a whole.
  func reference<Instance: SharedInstance>(
    at node: Int, to type: Instance.Type, whenComplete tell: @escaping (Instance) -> Void
  ) throws -> Instance? {
    guard !session.isNull(node) else { return nil }
    guard let number = try numberOfReference(at: node) else {
      return try session.value(at: node, as: type)
    }
    let tell: (AnyObject) -> Void = { if let instance = $0 as? Instance { tell(instance) } }
    switch states[number] {
    case .complete:
      return try session.value(at: node, as: type)
    case .unfinished(let actual, let awaited):
      guard actual is Instance.Type else {
        throw session.error(.otherInstance(number, actual, expected: type), at: node)
      }
      states[number] = .unfinished(actual, awaited: awaited + [tell])
    case nil:
      early[number, default: []].append(tell)
      session.remaining.append { [unowned session] in _ = try session.value(at: node, as: type) }
    }
    return nil
  }

  private func numberOfReference(at node: Int) throws -> Int? {
    if let archive = session.archive {
      return session.entries[node].kind == .alias ? archive.numberOfAlias(at: node) : nil
    }
    guard case .again(let number)? = try role(at: node) else { return nil }
    return number
  }

  // MARK: Numbers

  /// Returns the number of the instance at a node of an archive, and the node of its content.
  private func archivedInstance(at node: Int) -> (number: Int, object: Int)? {
    guard let archive = session.archive else { return nil }
    // The content of one instance may be another one.
    let numbers = archive.numbers(of: node)
    let open = numbers.lastIndex {
      if case .unfinished? = states[$0] { true } else { false }
    }
    let inner = numbers[(open.map { $0 + 1 } ?? 0)...].first
    guard inner == nil, session.entries[node].kind == .alias else {
      return (inner ?? numbers.last).map { ($0, node) }
    }
    return archive.numberOfAlias(at: node).map { ($0, archive.content(ofAlias: node)) }
  }

  private func role(at node: Int) throws -> Role? {
    guard session.entries[node].kind == .beginMapping else { return nil }
    // One key with a scalar.
    if session.tape.end(of: node) == node + 4,
      let number = number(of: SharedKey.reference, in: node)
    {
      return .again(number)
    }
    if let number = number(of: SharedKey.id, in: node) {
      if session.elementCount(of: node) == 4,
        let value = session.keys.value(named: SharedKey.value, in: node)
      {
        return .instance(number, value: value)
      }
      session.keys.hasNumber.insert(node)
      return .instance(number, value: node)
    }
    return try oldRole(at: node)
  }

  private func number(of key: String, in node: Int) -> Int? {
    guard let scalar = session.keys.value(named: key, in: node),
      let number = session.lexeme(at: scalar).flatMap({ Int($0) }), number > 0
    else { return nil }
    return number
  }

  /// Returns the role as earlier versions wrote it: `{$shared: 1, $value: …}`, `{$shared: 1, $again: true}`.
  private func oldRole(at node: Int) throws -> Role? {
    guard let scalar = session.keys.value(named: SharedKey.number, in: node) else { return nil }
    let number = try session.integer(at: scalar, as: Int.self)
    let value = session.keys.value(named: SharedKey.value, in: node)
    let again = session.keys.value(named: SharedKey.again, in: node)
    // Two keys and their values.
    let isValid = number > 0 && session.elementCount(of: node) == 4
    switch (value, again) {
    case (let value?, nil) where isValid:
      return .instance(number, value: value)
    case (nil, let again?) where isValid:
      guard try session.bool(at: again) else { fallthrough }
      return .again(number)
    default:
      throw session.error(.malformedMark, at: node)
    }
  }

  private func value(of number: Int, at node: Int) throws -> Int {
    guard let values = values[number] else {
      throw session.error(.unknownInstance(number), at: node)
    }
    guard values.count == 1 else { throw session.error(.numberedTwice(number), at: node) }
    return values[0]
  }

  private func numberedValues() -> [Int: [Int]] {
    var values: [Int: [Int]] = [:]
    for node in session.nodes {
      guard case .instance(let number, let value)? = try? role(at: node) else { continue }
      if let known = values[number]?.first, session.tape.hasSameEvents(known, value) { continue }
      values[number, default: []].append(value)
    }
    return values
  }
}

extension NodeDecoder {
  /// Decodes a reference of the type `wrapper`; only this library's decoder supports them.
  static func reference<Instance: SharedInstance>(
    of wrapper: Any.Type, to type: Instance.Type, from decoder: any Decoder,
    whenComplete tell: @escaping (Instance) -> Void
  ) throws -> Instance? {
    guard let decoder = decoder as? NodeDecoder else {
      throw DecodingProblem.cannotShare(wrapper, decoder).error(at: decoder.codingPath)
    }
    guard decoder.missingPath == nil else { return nil }
    return try decoder.session.instances.reference(
      at: decoder.node, to: type, whenComplete: tell)
  }
}
