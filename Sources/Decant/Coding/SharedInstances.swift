/// The shared instances that have been met while a document is encoded.
///
/// Where an instance is met first its content is encoded; where it is met again the place stays open. Both get a
/// note, from which `TapeAssembly` makes the marks.
struct SharedInstances {
  struct Entry {
    /// Kept, for another instance could take the address of one that is gone.
    let instance: AnyObject
    /// Where its content is: a tape, and the note there.
    var content: (tape: OpenTape, note: Int)?
    /// Whether it was met more than once.
    var isReferredTo = false
    /// The note at the first place in the document that holds it.
    var home: Int?
    /// Its number, once it has one.
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

  /// Gives the index of an instance.
  mutating func index(of instance: AnyObject) -> Int {
    let identity = ObjectIdentifier(instance)
    if let index = indexes[identity] { return index }
    entries.append(Entry(instance: instance))
    indexes[identity] = entries.count - 1
    return entries.count - 1
  }

  /// Gives the number of an instance, which it gets when it is first asked for.
  mutating func number(of index: Int) -> Int {
    if let number = entries[index].number { return number }
    lastNumber += 1
    entries[index].number = lastNumber
    return lastNumber
  }

  /// Forgets the content that a note tells of, for that has failed: the instance is then met anew.
  mutating func forget(_ note: TapeNotes.Note) {
    switch note.remark {
    case .instance(let index) where entries[index].content?.note == note.id:
      entries[index].content = nil
    case .side(let tape):
      for place in 0..<tape.notes.count { forget(tape.notes[place]) }
    default:
      break
    }
  }

  /// Lets go of the instances.
  mutating func removeAll() {
    entries.removeAll()
    indexes.removeAll()
  }
}

extension OpenTape {
  /// Notes that an instance is the next node; false if its content is elsewhere, and here is nothing to encode.
  func meet(_ instance: AnyObject) -> Bool {
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

  /// Leaves a place open for a reference to an instance which something else in the document may hold.
  func encode(referenceTo instance: some SharedInstance) {
    let index = session.instances.index(of: instance)
    session.instances[index].isReferredTo = true
    note(.reference(index))
    append(.null)
  }
}

extension TapeEncoder {
  /// An encoder as one that keeps shared instances.
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
