/// What is known of types, so that each is asked only once.
///
/// The first few are in a list: to look through it takes a tenth of the instructions that the hash of a dictionary
/// takes. The list is a `SharedBuffer`, because the counts of references and the checks of exclusive access that an
/// array in a class costs took a tenth of the time of decoding.
final class KnownTypes<Knowledge: BitwiseCopyable> {
  private struct Entry: BitwiseCopyable {
    let type: ObjectIdentifier
    let knowledge: Knowledge
  }

  private static var listCount: Int { 24 }

  private let list = SharedBuffer<Entry>(capacity: 8)
  private var others: [ObjectIdentifier: Knowledge] = [:]

  init() {}

  subscript(type: ObjectIdentifier) -> Knowledge? {
    @inline(__always) get {
      for index in 0..<list.count {
        let entry = list[index]
        if entry.type == type { return entry.knowledge }
      }
      return list.count < Self.listCount ? nil : others[type]
    }
  }

  func add(_ knowledge: Knowledge, for type: ObjectIdentifier) {
    if list.count < Self.listCount {
      list.append(Entry(type: type, knowledge: knowledge))
    } else {
      others[type] = knowledge
    }
  }
}
