/// Which types share their instances, as far as they have been asked about lately.
///
/// The runtime takes its time to tell, and every value that is coded raises the question.
final class SharingTypes {
  /// The addresses of types, whose lowest bit, which is 0 in all of them, holds the answer.
  private var answers = InlineArray<32, UInt>(repeating: 0)

  @inline(__always)
  func contains<T>(_ type: T.Type) -> Bool {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    let slot = Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> 59)
    let answer = answers[slot]
    return answer & ~1 == address ? answer & 1 == 1 : ask(type, address, slot)
  }

  @inline(never)
  private func ask<T>(_ type: T.Type, _ address: UInt, _ slot: Int) -> Bool {
    let isShared = type is any SharedInstance.Type
    answers[slot] = address | (isShared ? 1 : 0)
    return isShared
  }
}
