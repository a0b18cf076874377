/// The shared instances of a document that is being encoded.
///
/// The first reference to an instance encodes its content, later ones append a placeholder.
struct SharedInstances {
  struct Entry {
    /// Retained, because another instance could reuse the address of a released one.
    let instance: AnyObject
    /// The tape with the content, and the mark before it.
    var content: (tape: OpenTape, mark: Int)?
    var isReferredTo = false
    /// The mark at the first place in document order.
    var home: Int?
    var number: Int?
  }

  private(set) var entries: [Entry] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  private var lastNumber = 0

  var isEmpty: Bool { entries.isEmpty }

  subscript(index: Int) -> Entry {
    get { entries[index] }
    set { entries[index] = newValue }
  }

  mutating func index(of instance: AnyObject) -> Int {
    let identity = ObjectIdentifier(instance)
    if let index = indexes[identity] { return index }
    entries.append(Entry(instance: instance))
    indexes[identity] = entries.count - 1
    return entries.count - 1
  }

  mutating func number(of index: Int) -> Int {
    if let number = entries[index].number { return number }
    lastNumber += 1
    entries[index].number = lastNumber
    return lastNumber
  }

  mutating func forgetContent(of index: Int, at mark: Int) {
    if entries[index].content?.mark == mark { entries[index].content = nil }
  }

  mutating func removeAll() {
    entries.removeAll()
    indexes.removeAll()
  }
}

extension OpenTape {
  /// Begins the content of an instance, or appends a placeholder and returns false.
  func beginContent(of instance: AnyObject) -> Bool {
    let index = session.instances.index(of: instance)
    guard session.instances[index].content == nil else {
      session.instances[index].isReferredTo = true
      append(placeholder: .again(index))
      return false
    }
    session.instances[index].content = (self, append(annotation: .content(of: index)))
    return true
  }

  /// Appends a placeholder for a reference to an instance that may be encoded elsewhere.
  func encode(referenceTo instance: some SharedInstance) {
    let index = session.instances.index(of: instance)
    session.instances[index].isReferredTo = true
    append(placeholder: .reference(index))
  }
}

extension TapeEncoder {
  /// Casts `encoder` to the only encoder that supports shared instances.
  static func sharing(_ encoder: any Encoder, for value: Any) throws -> TapeEncoder {
    guard let encoder = encoder as? TapeEncoder else {
      throw EncodingError.cannotShare(value, encoder: encoder)
    }
    return encoder
  }
}

extension TapeKeyedEncodingContainer {
  func encodeConditional<T: AnyObject & Encodable>(_ object: T, forKey key: Key) throws {
    guard let instance = object as? any SharedInstance else {
      return try encode(object, forKey: key)
    }
    try tape.append(key: key, in: start)
    tape.encode(referenceTo: instance)
  }
}
