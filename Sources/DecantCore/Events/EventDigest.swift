/// A digest of a sequence of events: their kinds and texts.
///
/// It has no secret: only accidental collisions are improbable, about 2⁻⁶⁴.
@usableFromInline package struct EventDigest: Equatable, Sendable {
  @usableFromInline var value: UInt64 = 0

  /// An odd factor is invertible, so that no event is lost.
  @inlinable static var factor: UInt64 { 0x9E37_79B9_7F4A_7C15 }

  @inlinable package init() {}

  @inlinable package var hash: UInt64 { value }

  /// Adds an event; its flags count only as far as they determine the meaning of the text.
  @inlinable @inline(__always)
  package mutating func add(_ kind: Event.Kind, _ flags: Event.Flags, _ text: RawSpan) {
    let length = text.byteCount
    let isEscaped: UInt64 = flags.contains(.isEscaped) ? 1 : 0
    var word = Self.mixed(
      UInt64(kind.rawValue) &+ 1 | isEscaped &<< 8 | UInt64(truncatingIfNeeded: length) &<< 9)
    if length >= 8 {
      var offset = 0
      while offset < length &- 8 {
        word = Self.mixed(word ^ text.word(at: offset))
        offset &+= 8
      }
      word = Self.mixed(word ^ text.word(at: length &- 8))
    } else if length > 0 {
      word = Self.mixed(word ^ text.lastWord(from: 0))
    }
    value = value &* Self.factor &+ word
  }

  /// Adds a number by its digits and exponent.
  package mutating func add(_ kind: Event.Kind, _ digits: UInt64, _ exponent: UInt64) {
    let word = Self.mixed(Self.mixed(UInt64(kind.rawValue) &+ 1) ^ digits)
    value = value &* Self.factor &+ Self.mixed(word ^ exponent)
  }

  /// Appends a digest to which `count` hashes were added.
  package mutating func append(_ other: EventDigest, of count: Int) {
    var (power, rest) = (Self.factor, count)
    while rest > 0 {
      if rest & 1 == 1 { value &*= power }
      power &*= power
      rest &>>= 1
    }
    value &+= other.value
  }

  /// Adds the hash of another digest.
  @inlinable package mutating func add(hash: UInt64) {
    value = value &* Self.factor &+ Self.mixed(hash)
  }

  /// Adds the beginning or the end of a document.
  package mutating func add(delimiter kind: Event.Kind) {
    value = value &* Self.factor &+ Self.mixed(UInt64(kind.rawValue) &+ 1)
  }

  @inlinable @inline(__always)
  package static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
  }
}
