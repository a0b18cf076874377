/// Answers about types that have been asked about before.
///
/// The runtime takes its time to tell, and every value that is coded raises the question.
///
///     addresses │ Key │ free │ Other │ Third │ …     each behind the slot that its address asks for,
///     answers   │  ●  │      │   ●   │   ●   │ …     with no free one in between
final class TypeTable<Answer> {
  // At least half of the slots are free.
  private var addresses: SharedBuffer<UInt>
  private var answers: [Answer?]
  private var count = 0
  private static var fewestSlots: Int { 16 }

  init() {
    addresses = SharedBuffer(repeating: 0, count: Self.fewestSlots)
    answers = Array(repeating: nil, count: Self.fewestSlots)
  }

  // Types are taken by their identities: a method that is generic itself would not be specialised.

  /// What is known of a type; nil if nothing is.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Answer? {
    answers[Self.slot(of: UInt(bitPattern: type), in: addresses)]
  }

  /// The slot of a type, or the free one that it would get.
  @inline(__always)
  private static func slot(of address: UInt, in addresses: SharedBuffer<UInt>) -> Int {
    let last = addresses.count &- 1
    var slot = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> 32) & last
    while addresses[slot] != address, addresses[slot] != 0 { slot = (slot &+ 1) & last }
    return slot
  }

  /// Keeps an answer.
  func keep(_ answer: Answer, for type: ObjectIdentifier) {
    if count * 2 >= addresses.count { makeRoom() }
    let address = UInt(bitPattern: type)
    let slot = Self.slot(of: address, in: addresses)
    if addresses[slot] == 0 { count += 1 }
    addresses[slot] = address
    // Changed apart, and not in its place: else the runtime would be asked at each look whether somebody is at it.
    var answers = answers
    answers[slot] = answer
    self.answers = answers
  }

  private func makeRoom() {
    let slots = addresses.count * 2
    let newAddresses = SharedBuffer<UInt>(repeating: 0, count: slots)
    var newAnswers = [Answer?](repeating: nil, count: slots)
    for old in 0..<addresses.count where addresses[old] != 0 {
      let slot = Self.slot(of: addresses[old], in: newAddresses)
      newAddresses[slot] = addresses[old]
      newAnswers[slot] = answers[old]
    }
    addresses = newAddresses
    answers = newAnswers
  }
}
