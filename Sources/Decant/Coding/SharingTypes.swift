/// Which types share their instances, as far as they have been asked about lately.
///
/// The runtime takes its time to tell, and every value that is coded raises the question.
struct SharingTypes {
  /// The addresses of types, whose lowest bit, which is 0 in all of them, holds the answer.
  private var answers = InlineArray<32, UInt>(repeating: 0)

  @inline(__always)
  private static func slot(_ address: UInt) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> 59)
  }

  /// The answer for a type, if it is known.
  @inline(__always)
  func contains<T>(_ type: T.Type) -> Bool? {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    let answer = answers[Self.slot(address)]
    return answer & ~1 == address ? answer & 1 == 1 : nil
  }

  mutating func remember<T>(_ type: T.Type, _ isShared: Bool) {
    let address = UInt(bitPattern: ObjectIdentifier(type))
    answers[Self.slot(address)] = address | (isShared ? 1 : 0)
  }
}

extension EncodingTree {
  /// Whether a type is a class whose instances are shared.
  @inline(__always)
  func isShared<T>(_ type: T.Type) -> Bool {
    sharingTypes.contains(type) ?? ask(type)
  }

  @inline(never)
  private func ask<T>(_ type: T.Type) -> Bool {
    let isShared = type is any SharedInstance.Type
    sharingTypes.remember(type, isShared)
    return isShared
  }
}

extension DecodingSession {
  /// Whether a type is a class whose instances are shared.
  @inline(__always)
  func isShared<T>(_ type: T.Type) -> Bool {
    sharingTypes.contains(type) ?? ask(type)
  }

  @inline(never)
  private func ask<T>(_ type: T.Type) -> Bool {
    let isShared = type is any SharedInstance.Type
    sharingTypes.remember(type, isShared)
    return isShared
  }
}
