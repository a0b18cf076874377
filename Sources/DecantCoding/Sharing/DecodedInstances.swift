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

  private enum Mark {
    case instance(Int, value: Int)
    case again(Int)
  }

  private unowned let session: DecodingSession
  private var states: [Int: State] = [:]
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
    if let archive = session.archive {
      let object = archive.target(of: node)
      guard let number = archive.number(of: object) else {
        return try session.unshared(at: node, as: type)
      }
      return try instance(number, from: object, as: type, at: node)
    }
    switch try mark(at: node) {
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
  /// If the instance contains the reference, and so is still being decoded, the result is nil, and
  /// `tell` is called later.
  func reference<Instance: SharedInstance>(
    at node: Int, to type: Instance.Type, whenComplete tell: @escaping (Instance) -> Void
  ) throws -> Instance? {
    guard !session.isNull(node) else { return nil }
    guard let number = try numberOfReference(at: node),
      case .unfinished(let actual, let awaited)? = states[number]
    else { return try session.value(at: node, as: type) }
    guard actual is Instance.Type else {
      throw session.error(.otherInstance(number, actual, expected: type), at: node)
    }
    states[number] = .unfinished(
      actual, awaited: awaited + [{ if let instance = $0 as? Instance { tell(instance) } }])
    return nil
  }

  private func numberOfReference(at node: Int) throws -> Int? {
    if let archive = session.archive { return archive.number(of: archive.target(of: node)) }
    guard case .again(let number)? = try mark(at: node) else { return nil }
    return number
  }

  // MARK: Numbers

  private func mark(at node: Int) throws -> Mark? {
    guard session.entries[node].kind == .beginMapping,
      let place = session.keys.value(named: SharedKey.number, in: node)
    else { return nil }
    let number = try session.integer(at: place, as: Int.self)
    let value = session.keys.value(named: SharedKey.value, in: node)
    let again = session.keys.value(named: SharedKey.again, in: node)
    // Two keys and their values.
    let isMark = number > 0 && session.elementCount(of: node) == 4
    switch (value, again) {
    case (let value?, nil) where isMark:
      return .instance(number, value: value)
    case (nil, let again?) where isMark:
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
    for node in session.entries.indices {
      guard case .instance(let number, let value)? = try? mark(at: node) else { continue }
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
