/// Instances that are decoded once, however often a document refers to them.
///
/// A reference may come before the instance is asked for, in the document or in the order in which a type decodes
/// its properties. The instance is then decoded right there, by its number.
extension DecodingSession {
  /// What has become of the numbered instances.
  struct Sharing {
    enum State {
      /// It is being decoded as some type; what refers to it wants to be told when that is done.
      case unfinished(any Any.Type, awaited: [(AnyObject) -> Void])
      /// It was decoded from the value at a node.
      case complete(AnyObject, from: Int)
    }

    var states: [Int: State] = [:]
    /// The values of the instances of each number; nil until one is looked for.
    var values: [Int: Numbered]?
  }

  /// The value of a numbered instance.
  struct Numbered {
    let node: Int
    /// Whether the number has another value elsewhere.
    var isAmbiguous = false
  }

  /// What a mapping with a number says.
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
    var count = 0
    forEachPair(of: node) { _, _ in count += 1 }
    switch (value, again) {
    case (let value?, nil) where count == 2 && number > 0:
      return .instance(number, value: value)
    case (nil, let again?) where count == 2 && number > 0:
      guard try bool(at: again) else { fallthrough }
      return .again(number)
    default:
      throw DecodingError.malformedMark(at: path(to: node))
    }
  }

  // MARK: Instances

  /// Decodes an instance, or gives the one that a node refers to.
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

  /// Decodes the instance that has a number, unless that has been done.
  func instance<T: Decodable>(
    _ number: Int, from value: Int, as type: T.Type, at node: Int
  ) throws -> T {
    switch sharing.states[number] {
    case .complete(let instance, let known):
      // What comes twice was one node and its aliases once.
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

  /// What a reference leads to.
  enum Reference<Instance> {
    /// An instance, or none.
    case complete(Instance?)
    /// An instance around the reference.
    case unfinished
  }

  /// Decodes an instance or what a node refers to, which may be an instance that is not complete yet.
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

  /// The value of the instance that has a number.
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
  /// A decoder as one that keeps shared instances.
  static func sharing(_ decoder: any Decoder, for type: Any.Type) throws -> NodeDecoder {
    guard let decoder = decoder as? NodeDecoder else {
      throw DecodingError.cannotShare(type, decoder: decoder)
    }
    return decoder
  }

  /// Decodes an instance or what the node refers to, which may be an instance that is not complete yet.
  func reference<Instance: SharedInstance>(
    to type: Instance.Type, whenComplete tell: @escaping (Instance) -> Void
  ) throws -> DecodingSession.Reference<Instance> {
    guard absence == nil else { return .complete(nil) }
    return try session.reference(at: node, to: type, whenComplete: tell)
  }
}
