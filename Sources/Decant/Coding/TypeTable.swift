/// Answers about types that have been asked about before.
///
/// The runtime takes its time to tell, and every value that is coded raises the question. A type stands in the
/// slot that its address asks for, or behind it with no free one in between:
///
///     │ Key ● │ free │ Other ● │ Third ● │ …
///
/// Answers are trivial, so that nothing is counted when one is looked up.
final class TypeTable<Answer: BitwiseCopyable> {
  private struct Slot: BitwiseCopyable {
    /// The address of the type; 0 in a free slot.
    var address: UInt = 0
    var answer: Answer?
  }

  /// A power of two, at least half of which are free.
  private let slots = SharedBuffer(repeating: Slot(), count: 16)
  private var count = 0

  // Types are taken by their identities: a method that is generic itself would not be specialised.

  /// What is known of a type; nil if nothing is.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Answer? {
    slots[place(of: UInt(bitPattern: type))].answer
  }

  /// The slot of a type, or the free one where it would stand.
  @inline(__always)
  private func place(of address: UInt) -> Int {
    let last = slots.count &- 1
    var place = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> 32) & last
    while slots[place].address != address, slots[place].address != 0 { place = (place &+ 1) & last }
    return place
  }

  /// Keeps an answer.
  func keep(_ answer: Answer, for type: ObjectIdentifier) {
    if count * 2 >= slots.count { grow() }
    let address = UInt(bitPattern: type)
    let place = place(of: address)
    if slots[place].address == 0 { count += 1 }
    slots[place] = Slot(address: address, answer: answer)
  }

  private func grow() {
    let old = slots.withSpan { slots in slots.indices.map { slots[$0] } }
    for place in old.indices { slots[place] = Slot() }
    for _ in old.indices { slots.append(Slot()) }
    for slot in old where slot.address != 0 { slots[place(of: slot.address)] = slot }
  }
}
