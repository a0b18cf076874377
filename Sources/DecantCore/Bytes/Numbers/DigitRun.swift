/// Up to eight consecutive digits, parsed at once.
@usableFromInline struct DigitRun {
  let count: Int
  private let digits: UInt64

  @inline(__always)
  init(in text: RawSpan, at offset: Int) {
    let isWhole = offset &+ 8 <= text.byteCount
    let word = isWhole ? text.word(at: offset) : text.lastWord(from: offset)
    count = WordScanning.bytesBefore(WordScanning.isNotDigit(word))
    // Shifts out what follows the digits, so that zeros precede them.
    digits = count == 0 ? 0 : (word & WordScanning.repeated(0x0F)) &<< UInt64(64 &- 8 &* count)
  }

  @inline(__always)
  var value: UInt64 { Self.value(digits) }

  /// Returns the number of eight digits, as text or as values, the first in the lowest byte.
  @inlinable @inline(__always)
  package static func value(_ text: UInt64) -> UInt64 {
    let digits = text & WordScanning.repeated(0x0F)
    // Neighbors are combined in parallel: digits, then pairs, then fours.
    let pairs = ((digits &* 10) &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 100) &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    return ((fours &* 10_000) &+ fours &>> 32) & 0xFFFF_FFFF
  }

  /// The number of leading zeros, if not all digits are zero.
  @inline(__always)
  var zeros: Int { (digits.trailingZeroBitCount &>> 3) &- (8 &- count) }

  /// 10^count: the factor that shifts a prefix left by these digits.
  @inline(__always)
  var scale: UInt64 { Self.powers[count] }

  @usableFromInline static let powers: InlineArray<9, UInt64> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]
}
