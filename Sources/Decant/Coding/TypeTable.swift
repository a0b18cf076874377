/// Answers about types that have been asked about lately.
///
/// The runtime takes its time to tell, and every value that is decoded raises the question.
///
///     addresses │ Key │ free │ Other │ …        a type stands in one of four slots
///     answers   │  ●  │      │   ●   │ …
final class TypeTable<Answer> {
  private static var count: Int { 64 }
  private static var width: Int { 4 }

  private let addresses = SharedBuffer<UInt>(repeating: 0, count: count)
  private var answers = [Answer?](repeating: nil, count: count)

  // Types are taken by their identities: a method that is generic itself would not be specialised.

  @inline(__always)
  private static func slot(of address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  /// What is known of a type; nil if nothing is.
  @inline(__always)
  subscript(type: ObjectIdentifier) -> Answer? {
    let address = UInt(bitPattern: type)
    let first = Self.slot(of: address)
    for step in 0..<Self.width {
      let slot = (first &+ step) & (Self.count - 1)
      if addresses[slot] == address { return answers[slot] }
    }
    return nil
  }

  /// Keeps an answer, for which another one may have to go.
  func keep(_ answer: Answer, for type: ObjectIdentifier) {
    let address = UInt(bitPattern: type)
    let first = Self.slot(of: address)
    let slots = (0..<Self.width).map { (first &+ $0) & (Self.count - 1) }
    let slot = slots.first { addresses[$0] == address || addresses[$0] == 0 } ?? first
    addresses[slot] = address
    // Changed apart, and not in its place: else the runtime would be asked at each look whether somebody is at it.
    var answers = answers
    answers[slot] = answer
    self.answers = answers
  }
}
