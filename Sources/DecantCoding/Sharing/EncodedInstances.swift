internal import DecantCore

/// The shared instances of a document that is being encoded.
///
/// Each use of an instance has a placeholder; its content is on a side tape of the first one.
struct EncodedInstances {
  struct Entry {
    /// Retained, because another instance could reuse the address of a released one.
    let instance: AnyObject
    /// The tape of the content, and the placeholder for which it began.
    var content: (tape: EncodingTape, placeholder: Int)?
    // The assembly of the document finds these.
    /// The placeholder of the first use in document order.
    var firstUse: Int?
    var isReferredTo = false
    /// Whether its content is being copied, so that a decoder has not completed it.
    var isOpen = false
    var number: Int?
  }

  private(set) var entries: [Entry] = []
  private var indexes: [ObjectIdentifier: Int] = [:]
  /// The placeholders of references that are decoded once the instance is complete: those of `Shared`.
  private var deferred: Set<Int> = []
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

  /// Whether `placeholder` is the first use of the instance in the document.
  ///
  /// Precondition: the first call for an instance is about its first use.
  mutating func isFirstUse(_ placeholder: Int, of index: Int) -> Bool {
    let first = entries[index].firstUse ?? placeholder
    entries[index].firstUse = first
    return first == placeholder
  }

  mutating func deferReference(at placeholder: Int) {
    deferred.insert(placeholder)
  }

  func isDeferred(_ placeholder: Int) -> Bool { deferred.contains(placeholder) }

  mutating func number(of index: Int) -> Int {
    if let number = entries[index].number { return number }
    lastNumber += 1
    entries[index].number = lastNumber
    return lastNumber
  }

  mutating func removeAll() {
    entries.removeAll()
    indexes.removeAll()
    deferred.removeAll()
  }
}

extension EncodingTape {
  /// Appends a placeholder; returns a tape for the content of the instance unless it has one.
  func tape(forContentOf instance: AnyObject) -> EncodingTape? {
    let index = session.instances.index(of: instance)
    guard session.instances[index].content == nil else {
      append(placeholder: .instance(index))
      return nil
    }
    let tape = contentTape(of: index)
    session.instances[index].content = (tape, session.placeholders.count - 1)
    return tape
  }

  /// Encodes an instance, or a reference that a decoder defers until the instance is complete.
  func encode(deferred instance: some SharedInstance) throws {
    let placeholder = session.placeholders.count
    session.instances.deferReference(at: placeholder)
    try encode(other: instance)
  }

  /// Appends a placeholder for a reference to an instance that may be encoded elsewhere.
  func encode(referenceTo instance: some AnyObject) throws {
    _ = try className(of: instance)
    append(placeholder: .reference(session.instances.index(of: instance)))
  }

  /// Forgets contents that are removed after a failure: the next reference encodes them again.
  func forgetContents(from index: Int) {
    for index in index..<count {
      switch placeholder(at: index) {
      case .tape(let side):
        side.forgetContents(from: 0)
      case .instance(let instance):
        guard let content = session.instances[instance].content,
          content.placeholder == entries[index].link
        else { continue }
        session.instances[instance].content = nil
        content.tape.forgetContents(from: 0)
      case .reference, nil:
        break
      }
    }
  }
}

extension TapeEncoder {
  /// Casts `encoder` to the only encoder that supports shared instances.
  static func sharing(_ encoder: any Encoder, for value: Any) throws -> TapeEncoder {
    guard let encoder = encoder as? TapeEncoder else {
      throw EncodingProblem.cannotShare(encoder).error(value, at: encoder.codingPath)
    }
    return encoder
  }
}

extension TapeKeyedEncodingContainer {
  func encodeConditional<T: AnyObject & Encodable>(_ object: T, forKey key: Key) throws {
    guard object is any SharedInstance else { return try encode(object, forKey: key) }
    try add(key) { try tape.encode(referenceTo: object) }
  }
}
