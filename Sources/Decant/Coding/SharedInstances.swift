/// The shared instances of a document that is being encoded.
///
/// The first reference to an instance encodes its content, later ones leave a placeholder. Both
/// have notes, from which `TapeAssembly` creates the marks.
struct SharedInstances {
  struct Entry {
    /// Retained, because another instance could reuse the address of a released one.
    let instance: AnyObject
    var content: (tape: OpenTape, note: Int)?
    var isReferredTo = false
    /// The id of the note at the first place in document order.
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

  /// Forgets content that was removed after a failure, so that the next reference encodes it again.
  mutating func remove(_ note: TapeNotes.Note) {
    switch note.remark {
    case .instance(let index) where entries[index].content?.note == note.id:
      entries[index].content = nil
    case .side(let tape):
      for place in 0..<tape.notes.count { remove(tape.notes[place]) }
    default:
      break
    }
  }

  mutating func removeAll() {
    entries.removeAll()
    indexes.removeAll()
  }
}

extension OpenTape {
  /// Notes that the next node is an instance; returns false if its content is already encoded.
  func recordFirst(_ instance: AnyObject) -> Bool {
    let index = session.instances.index(of: instance)
    let id = note(.instance(index))
    guard session.instances[index].content == nil else {
      session.instances[index].isReferredTo = true
      append(.null)
      return false
    }
    session.instances[index].content = (self, id)
    return true
  }

  /// Appends a placeholder for a reference to an instance that may be encoded elsewhere.
  func encode(referenceTo instance: some SharedInstance) {
    let index = session.instances.index(of: instance)
    session.instances[index].isReferredTo = true
    note(.reference(index))
    append(.null)
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
