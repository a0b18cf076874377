/// Decoding of shared instances: once each, however often a document refers to them.
///
/// A reference may be decoded before its instance, because of the order of the document or of the
/// type's properties. The instance is then found by its number and decoded at once.
extension DecodingSession {
  struct Sharing {
    enum State {
      /// Being decoded as a type; `awaited` is called when the instance is complete.
      case unfinished(any Any.Type, awaited: [(AnyObject) -> Void])
      case complete(AnyObject, from: Int)
    }

    var states: [Int: State] = [:]
    var values: [Int: Numbered]?
  }

  struct Numbered {
    let node: Int
    /// Whether another instance has the same number but a different value.
    var isAmbiguous = false
  }

  private enum Mark {
    case instance(Int, value: Int)
    case again(Int)
  }

  private func mark(at node: Int) throws -> Mark? {
    guard entries[node].kind == .beginMapping, let place = value(named: SharedKey.number, in: node)
    else { return nil }
    let number = try integer(at: place, as: Int.self)
    let value = value(named: SharedKey.value, in: node)
    let again = self.value(named: SharedKey.again, in: node)
    let isMark = number > 0 && pairs(of: node).reduce(0) { count, _ in count + 1 } == 2
    switch (value, again) {
    case (let value?, nil) where isMark:
      return .instance(number, value: value)
    case (nil, let again?) where isMark:
      guard try bool(at: again) else { fallthrough }
      return .again(number)
    default:
      throw DecodingError.malformedMark(at: path(to: node))
    }
  }

  // MARK: Instances

  @inline(never)
  func shared<T: Decodable>(at node: Int, as type: T.Type) throws -> T {
    if isArchive { return try sharedObject(at: node, as: type) }
    switch try mark(at: node) {
    case nil:
      return try unshared(at: node, as: type)
    case .instance(let number, let value):
      return try instance(number, from: value, as: type, at: node)
    case .again(let number):
      if case .complete(let instance, _) = sharing.states[number] {
        return try cast(instance, number, to: type, at: node)
      }
      return try instance(number, from: value(of: number, at: node), as: type, at: node)
    }
  }

  func instance<T: Decodable>(
    _ number: Int, from value: Int, as type: T.Type, at node: Int
  ) throws -> T {
    switch sharing.states[number] {
    case .complete(let instance, let known):
      // Expanding aliases duplicates instances; the copies are equal.
      guard known == value || tape.hasSameEvents(known, value) else {
        throw DecodingError.numberedTwice(number, at: path(to: node))
      }
      return try cast(instance, number, to: type, at: node)
    case .unfinished:
      throw DecodingError.unfinishedInstance(number, type, at: path(to: node))
    case nil:
      sharing.states[number] = .unfinished(type, awaited: [])
      do {
        let instance = try unshared(at: value, as: type)
        complete(number, instance as AnyObject, from: value)
        return instance
      } catch {
        sharing.states[number] = nil
        throw error
      }
    }
  }

  private func complete(_ number: Int, _ instance: AnyObject, from value: Int) {
    let state = sharing.states.updateValue(.complete(instance, from: value), forKey: number)
    guard case .unfinished(_, let awaited)? = state else { return }
    for tell in awaited { tell(instance) }
  }

  private func cast<T: Decodable>(
    _ instance: AnyObject, _ number: Int, to type: T.Type, at node: Int
  ) throws -> T {
    guard let instance = instance as? T else {
      throw DecodingError.otherInstance(
        number, Swift.type(of: instance), expected: type, at: path(to: node))
    }
    return instance
  }

  // MARK: References

  enum Reference<Instance> {
    case complete(Instance?)
    /// The instance contains the reference, and is still being decoded.
    case unfinished
  }

  /// Decodes a reference or an instance; calls `tell` later if the instance is still being decoded.
  func reference<Instance: SharedInstance>(
    at node: Int, to type: Instance.Type, whenComplete tell: @escaping (Instance) -> Void
  ) throws -> Reference<Instance> {
    guard !isNull(node) else { return .complete(nil) }
    guard let number = try numberOfReference(at: node),
      case .unfinished(let actual, let awaited)? = sharing.states[number]
    else { return .complete(try value(at: node, as: type)) }
    guard actual is Instance.Type else {
      throw DecodingError.otherInstance(number, actual, expected: type, at: path(to: node))
    }
    sharing.states[number] = .unfinished(
      actual, awaited: awaited + [{ if let instance = $0 as? Instance { tell(instance) } }])
    return .unfinished
  }

  private func numberOfReference(at node: Int) throws -> Int? {
    guard !isArchive else { return objectNumber(at: node) }
    guard case .again(let number)? = try mark(at: node) else { return nil }
    return number
  }

  // MARK: Numbers

  private func value(of number: Int, at node: Int) throws -> Int {
    let values = sharing.values ?? numberedValues()
    sharing.values = values
    guard let value = values[number] else {
      throw DecodingError.unknownInstance(number, at: path(to: node))
    }
    guard !value.isAmbiguous else {
      throw DecodingError.numberedTwice(number, at: path(to: node))
    }
    return value.node
  }

  private func numberedValues() -> [Int: Numbered] {
    var values: [Int: Numbered] = [:]
    for node in entries.indices where entries[node].kind == .beginMapping {
      guard case .instance(let number, let value)? = try? mark(at: node) else { continue }
      if let known = values[number] {
        if !tape.hasSameEvents(known.node, value) { values[number]?.isAmbiguous = true }
      } else {
        values[number] = Numbered(node: value)
      }
    }
    return values
  }
}

extension NodeDecoder {
  /// Casts `decoder` to the only decoder that supports shared instances.
  static func sharing(_ decoder: any Decoder, for type: Any.Type) throws -> NodeDecoder {
    guard let decoder = decoder as? NodeDecoder else {
      throw DecodingError.cannotShare(type, decoder: decoder)
    }
    return decoder
  }

  func reference<Instance: SharedInstance>(
    to type: Instance.Type, whenComplete tell: @escaping (Instance) -> Void
  ) throws -> DecodingSession.Reference<Instance> {
    guard missingPath == nil else { return .complete(nil) }
    return try session.reference(at: node, to: type, whenComplete: tell)
  }
}
