/// What is known of types, so that each is asked only once.
///
/// The first few stand in a list: to look through it takes a tenth of the instructions that the hash of a dictionary
/// takes.
struct KnownTypes<Knowledge: BitwiseCopyable> {
  private static var listCount: Int { 24 }

  private var list: [(type: ObjectIdentifier, knowledge: Knowledge)] = []
  private var others: [ObjectIdentifier: Knowledge] = [:]

  subscript(type: ObjectIdentifier) -> Knowledge? {
    @inline(__always) get {
      for known in list where known.type == type { return known.knowledge }
      return list.count < Self.listCount ? nil : others[type]
    }
  }

  mutating func add(_ knowledge: Knowledge, for type: ObjectIdentifier) {
    if list.count < Self.listCount {
      list.append((type, knowledge))
    } else {
      others[type] = knowledge
    }
  }
}
