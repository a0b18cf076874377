internal import DecantCore

/// A key of a mapping, with its beginning for most comparisons.
struct CanonicalKey: BitwiseCopyable {
  /// The index of the key's entry.
  let index: Int
  /// The first eight bytes in their order, the first one highest, and zeros after a shorter key.
  private let beginning: UInt64

  @inline(__always)
  init(_ index: Int, _ range: Range<Int>, in bytes: RawSpan) {
    self.index = index
    beginning = UTF16Order.beginning(of: bytes, range)
  }

  @inline(__always)
  func precedes(_ other: Self, _ nodes: Span<Tape.Entry>, _ bytes: RawSpan) -> Bool {
    guard beginning == other.beginning else { return beginning < other.beginning }
    return UTF16Order.precedes(
      bytes.extracting(nodes[index].textRange), bytes.extracting(nodes[other.index].textRange))
  }
}

/// The order of UTF-16 code units, computed on UTF-8 bytes.
enum UTF16Order {
  static func precedes(_ first: RawSpan, _ second: RawSpan) -> Bool {
    let common = min(first.byteCount, second.byteCount)
    var index = 0
    while index <= common - 8, first.word(at: index) == second.word(at: index) { index += 8 }
    while index < common {
      let byte = first.byte(at: index), other = second.byte(at: index)
      if byte != other { return weight(byte) < weight(other) }
      index += 1
    }
    return first.byteCount < second.byteCount
  }

  /// Returns the weights of the first eight bytes of a text, so that a text with a smaller number precedes.
  @inline(__always)
  static func beginning(of bytes: RawSpan, _ range: Range<Int>) -> UInt64 {
    guard !range.isEmpty else { return 0 }
    let start = range.lowerBound
    let spare = UInt64(truncatingIfNeeded: max(8 &- range.count, 0) &* 8)
    let word = start &+ 8 <= bytes.byteCount ? bytes.word(at: start) : bytes.lastWord(from: start)
    let text = (word.byteSwapped &>> spare) &<< spare
    return text & WordScanning.highBits == 0 ? text : weighted(text)
  }

  @inline(never)
  private static func weighted(_ text: UInt64) -> UInt64 {
    stride(from: 0, to: 64, by: 8).reduce(0) { result, shift in
      result | UInt64(weight(UInt8(truncatingIfNeeded: text &>> UInt64(shift)))) &<< UInt64(shift)
    }
  }

  /// Surrogate pairs, which encode U+10000 and above, precede U+E000 to U+FFFF.
  @inline(__always)
  private static func weight(_ byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
  }
}
