internal import DecantCore

/// A cache of facts about types, whose casts to protocols are slow.
///
/// The first 24 types are in a list, which costs a tenth of the instructions of a dictionary
/// look-up. The list is a `SharedBuffer`: the reference counts and exclusivity checks of an array
/// in a class took a tenth of the decoding time.
final class KnownTypes<Fact: BitwiseCopyable> {
  private struct Entry: BitwiseCopyable {
    let type: ObjectIdentifier
    let fact: Fact
  }

  private static var listCount: Int { 24 }

  private let list = SharedBuffer<Entry>(capacity: 8)
  private var others: [ObjectIdentifier: Fact] = [:]

  init() {}

  /// Returns the fact about `type`, which `find` determines once.
  @inline(__always)
  func fact<T>(about type: T.Type, _ find: (T.Type) -> Fact) -> Fact {
    let type = ObjectIdentifier(type)
    for index in 0..<list.count {
      let entry = list[index]
      if entry.type == type { return entry.fact }
    }
    return otherFact(about: type) { find(T.self) }
  }

  @inline(never)
  private func otherFact(about type: ObjectIdentifier, _ find: () -> Fact) -> Fact {
    if let fact = others[type] { return fact }
    let fact = find()
    if list.count < Self.listCount {
      list.append(Entry(type: type, fact: fact))
    } else {
      others[type] = fact
    }
    return fact
  }
}
