/// A digest of a sequence of events: their number, kinds and texts.
///
/// It is a polynomial, so the digest of a part follows from those of the events before it and up to its end:
///
///     │ a │ b │ c │ d │        digest(b c) = digest(a b c) − digest(a) · factor²
///
/// It has no secret: only accidental collisions are improbable, about 2⁻⁶⁴.
struct EventDigest: Equatable, Sendable {
  private(set) var count = 0
  private var value: UInt64 = 0

  /// An odd factor is invertible, so that no event is lost.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  init() {}

  var hash: UInt64 { value }

  /// Adds an event; its flags count only as far as they determine the meaning of the text.
  @inline(__always)
  mutating func add(_ kind: Event.Kind, _ flags: Event.Flags, _ text: RawSpan) {
    let length = text.byteCount
    let isEscaped: UInt64 = flags.contains(.isEscaped) ? 1 : 0
    var word = Self.mixed(
      UInt64(kind.rawValue) &+ 1 | isEscaped &<< 8 | UInt64(truncatingIfNeeded: length) &<< 9)
    if length >= 8 {
      var place = 0
      while place < length &- 8 {
        word = Self.mixed(word ^ text.word(at: place))
        place &+= 8
      }
      word = Self.mixed(word ^ text.word(at: length &- 8))
    } else if length > 0 {
      word = Self.mixed(word ^ text.lastWord(from: 0))
    }
    value = value &* Self.factor &+ word
    count &+= 1
  }

  mutating func add(_ other: EventDigest) {
    value = value &* Self.power(other.count) &+ other.value
    count += other.count
  }

  func removing(_ start: EventDigest) -> EventDigest {
    var result = self
    result.count -= start.count
    result.value &-= start.value &* Self.power(result.count)
    return result
  }

  private static func power(_ exponent: Int) -> UInt64 {
    var result: UInt64 = 1
    var square = factor
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result &*= square }
      square &*= square
      rest >>= 1
    }
    return result
  }

  @inline(__always)
  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
