/// Up to eight digits one after another, taken at once.
struct DigitRun {
  /// How many digits there are.
  let count: Int
  private let digits: UInt64

  /// Looks at the eight bytes from `offset` on, or as many as there are.
  @inline(__always)
  init(in text: RawSpan, at offset: Int) {
    let isWhole = offset &+ 8 <= text.byteCount
    let word = isWhole ? text.word(at: offset) : text.lastWord(from: offset)
    count = WordScanning.bytesBefore(WordScanning.isNotDigit(word))
    // What follows the digits goes, and zeros are before them.
    digits = count == 0 ? 0 : (word & WordScanning.repeated(0x0F)) &<< UInt64(64 &- 8 &* count)
  }

  /// The number that the digits make.
  @inline(__always)
  var value: UInt64 {
    // Neighbours are put together at once: digits, then pairs, then fours.
    let pairs = ((digits &* 10) &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
    let fours = ((pairs &* 100) &+ pairs &>> 16) & 0x0000_FFFF_0000_FFFF
    return ((fours &* 10_000) &+ fours &>> 32) & 0xFFFF_FFFF
  }

  /// How many zeros the digits begin with, if not all of them are.
  @inline(__always)
  var zeros: Int { (digits.trailingZeroBitCount &>> 3) &- (8 &- count) }

  /// The power of ten that a number is multiplied with which the digits follow.
  @inline(__always)
  var scale: UInt64 { Self.powers[count] }

  private static let powers: InlineArray<9, UInt64> = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]
}
