/// The characters that YAML allows in its input (YAML 1.2.2, 5.1), except some that `YAMLUnusualText` examines.
enum YAMLText {
  struct WideRun {
    let start: Int
    let width: Int
    let count: Int
  }

  /// Returns the end of the scalars that libyaml may receive unchanged, and calls `note` with each non-ASCII run;
  /// precondition: the bytes are padded after `end`.
  static func prefix(
    _ bytes: RawSpan, from start: Int, to end: Int, _ note: (WideRun) -> Void
  ) -> Int {
    var p = start
    while p < end {
      // Most text is uniform, but odd bytes come in clusters.
      while end &- p >= 4 &* ByteBlock.width, bytes.unionOfBlocks(at: p, isOdd).isZero {
        p &+= 4 &* ByteBlock.width
      }
      while p < end {
        let even = isOdd(bytes.block(at: p)).bytesBefore
        p &+= even
        guard even < ByteBlock.width, p < end else { break }
        let byte = bytes.byte(at: p)
        if byte == 0x0D || byte == 0x09 && !mayIndent(bytes, at: p)
          || byte == UInt8(ascii: "\\") && !mayEscapeSurrogate(bytes.halfWord(at: p))
        {
          p &+= 1
        } else {
          let next = byte < 0x80 ? p : endOfWide(bytes, from: p, to: end, note)
          guard next > p else { return p }
          p = next
        }
      }
    }
    return min(p, end)
  }

  /// Ignores line feeds, which are too frequent to stop at.
  @inline(__always)
  private static func isOdd(_ block: ByteBlock) -> ByteBlock {
    block.isBelow(0x20).subtracting(block.equals(0x0A)) | block.isAtLeast(0x7F)
      | block.equals(UInt8(ascii: "\\"))
  }

  @inline(__always)
  private static func mayIndent(_ bytes: RawSpan, at p: Int) -> Bool {
    guard p > 0 else { return false }
    let last = bytes.byte(at: p &- 1)
    return last == 0x20 || last == 0x0A || last == 0x0D
  }

  /// Whether four bytes may begin an escape like `\uD83E`, `\uFDD0` or `\U0000D83E`.
  @inline(__always)
  private static func mayEscapeSurrogate(_ word: UInt32) -> Bool {
    let third = UInt8(truncatingIfNeeded: word &>> 16) | 0x20
    // A zero may be the end of the window.
    switch UInt8(truncatingIfNeeded: word &>> 8) {
    case UInt8(ascii: "u"):
      return third == UInt8(ascii: "d") || third == UInt8(ascii: "f") || third == 0x20
    case UInt8(ascii: "U"): return third == UInt8(ascii: "0") || third == 0x20
    case 0: return true
    default: return false
    }
  }

  @inline(never)
  static func endOfWide(_ bytes: RawSpan, from start: Int, to end: Int) -> Int {
    endOfWide(bytes, from: start, to: end) { _ in }
  }

  @inline(__always)
  private static func endOfWide(
    _ bytes: RawSpan, from start: Int, to end: Int, _ note: (WideRun) -> Void
  ) -> Int {
    var p = start
    var width = widthOfWide(bytes, at: p, to: end)
    while width > 0 {
      let first = p
      var next = width
      repeat {
        p &+= width
        while width == 3, end &- p >= 8, isPair(bytes.word(at: p)) { p &+= 6 }
        next = p < end ? widthOfWide(bytes, at: p, to: end) : 0
      } while next == width
      note(WideRun(start: first, width: width, count: (p &- first) / width))
      width = next
    }
    return p
  }

  @inline(__always)
  private static func widthOfWide(_ bytes: RawSpan, at p: Int, to end: Int) -> Int {
    let width = UTF8Scanning.length(bytes, at: p)
    return width > 1 && p &+ width <= end && isUsual(bytes, at: p) ? width : 0
  }

  /// Returns whether the word begins with two scalars from U+3000 to U+CFFF, the most frequent in East Asian scripts.
  @inline(__always)
  private static func isPair(_ word: UInt64) -> Bool {
    // 1110xxxx 10xxxxxx 10xxxxxx, twice, with 3 to 12 as the x of the first byte.
    word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0
      && (word & 0x0F) &- 3 < 10 && (word &>> 24 & 0x0F) &- 3 < 10
  }

  /// Returns false for the C1 controls, U+2028, U+2029, U+FDD0, U+FEFF, U+FFFE and U+FFFF.
  @inline(__always)
  private static func isUsual(_ bytes: RawSpan, at p: Int) -> Bool {
    switch bytes.byte(at: p) {
    case 0xC2: return bytes.byte(at: p &+ 1) >= 0xA0
    case 0xE2: return bytes.byte(at: p &+ 1) != 0x80 || bytes.byte(at: p &+ 2) & 0xFE != 0xA8
    case 0xEF:
      let second = bytes.byte(at: p &+ 1), third = bytes.byte(at: p &+ 2)
      return second == 0xB7
        ? third != 0x90
        : second == 0xBB ? third != 0xBF : second != 0xBF || third < 0xBE
    default: return true
    }
  }
}
