/// A cache of traits of types.
///
/// The first 24 types are in a list, which costs a tenth of the instructions of a dictionary
/// look-up. The list is a `SharedBuffer`: the reference counts and exclusivity checks of an array
/// in a class took a tenth of the decoding time.
final class KnownTypes<Traits: BitwiseCopyable> {
  private struct Entry: BitwiseCopyable {
    let type: ObjectIdentifier
    let traits: Traits
  }

  private static var listCount: Int { 24 }

  private let list = SharedBuffer<Entry>(capacity: 8)
  private var others: [ObjectIdentifier: Traits] = [:]

  init() {}

  subscript(type: ObjectIdentifier) -> Traits? {
    @inline(__always) get {
      for index in 0..<list.count {
        let entry = list[index]
        if entry.type == type { return entry.traits }
      }
      return list.count < Self.listCount ? nil : others[type]
    }
  }

  func add(_ traits: Traits, for type: ObjectIdentifier) {
    if list.count < Self.listCount {
      list.append(Entry(type: type, traits: traits))
    } else {
      others[type] = traits
    }
  }
}
