/// Answers about types that have been asked about before.
///
/// The runtime takes its time to tell, and every value that is coded raises the question. A type stands in the
/// slot that its address asks for, or behind it with no free one in between:
///
///     │ Key ● │ free │ Other ● │ Third ● │ …
final class TypeTable<Answer> {
  private struct Slot {
    /// The address of the type; 0 in a free slot.
    var address: UInt = 0
    var answer: Answer?
  }

  /// A power of two, at least half of which are free.
  private var slots = [Slot](repeating: Slot(), count: 16)
  private var count = 0

  // Types are taken by their identities: a method that is generic itself would not be specialised.

  /// What is known of a type; nil if nothing is.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Answer? {
    let address = UInt(bitPattern: type)
    var index = Self.first(address, slots.count)
    while slots[index].address != address {
      if slots[index].address == 0 { return nil }
      index = (index &+ 1) & (slots.count &- 1)
    }
    return slots[index].answer
  }

  @inline(__always)
  private static func first(_ address: UInt, _ count: Int) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> 32) & (count &- 1)
  }

  /// Keeps an answer.
  func keep(_ answer: Answer, for type: ObjectIdentifier) {
    // Changed apart, and not in its place: else the runtime would be asked at each look whether somebody is at it.
    var slots = slots
    if count * 2 >= slots.count {
      let old = slots
      slots = Array(repeating: Slot(), count: old.count * 2)
      for slot in old where slot.address != 0 { Self.put(slot, into: &slots) }
    }
    if Self.put(Slot(address: UInt(bitPattern: type), answer: answer), into: &slots) { count += 1 }
    self.slots = slots
  }

  /// Puts a slot where it belongs; false if an older one of its type stood there.
  @discardableResult
  private static func put(_ slot: Slot, into slots: inout [Slot]) -> Bool {
    var index = first(slot.address, slots.count)
    while slots[index].address != 0, slots[index].address != slot.address {
      index = (index + 1) & (slots.count - 1)
    }
    let isNew = slots[index].address == 0
    slots[index] = slot
    return isNew
  }
}
