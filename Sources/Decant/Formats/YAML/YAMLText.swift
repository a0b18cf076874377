/// The characters that YAML allows in an input (YAML 1.2.2, 5.1).
enum YAMLText {
  /// Scalars one behind another that have the same number of bytes, which is more than one.
  struct WideRun {
    let start: Int
    let width: Int
    let count: Int
  }

  /// How far from `start` on, at most to `end`, all bytes are whole scalars that YAML allows.
  ///
  /// Those that are not ASCII are told to `note`. Behind the end, the bytes must be padded.
  static func prefix(
    _ bytes: RawSpan, from start: Int, to end: Int, _ note: (WideRun) -> Void
  ) -> Int {
    var p = start
    while p < end {
      // Most text is of one kind for long; but where some is odd, so is more around it.
      while end &- p >= 4 &* ByteBlock.width, bytes.unionOfBlocks(at: p, isOdd).isZero {
        p &+= 4 &* ByteBlock.width
      }
      while p < end {
        let even = isOdd(bytes.block(at: p)).bytesBefore
        p &+= even
        guard even < ByteBlock.width, p < end else { break }
        let byte = bytes.byte(at: p)
        if byte == 0x0D || byte == 0x09 {
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

  /// Marks what is no printable ASCII, and no line feed: those stand in too many blocks to stop at.
  @inline(__always)
  private static func isOdd(_ block: ByteBlock) -> ByteBlock {
    block.isBelow(0x20).subtracting(block.equals(0x0A)) | block.isAtLeast(0x7F)
  }

  /// How far from `start` on, at most to `end`, all scalars are allowed and none is ASCII.
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

  /// How many bytes a scalar has that is allowed and not ASCII; 0 where there is none.
  @inline(__always)
  private static func widthOfWide(_ bytes: RawSpan, at p: Int, to end: Int) -> Int {
    let width = UTF8Scanning.length(bytes, at: p)
    return width > 1 && p &+ width <= end && isAllowed(bytes, at: p, width) ? width : 0
  }

  /// What is wrong with the byte at `offset`, which is not allowed.
  static func problem(_ bytes: RawSpan, at offset: Int) -> DecantError.Problem {
    guard UTF8Scanning.length(bytes, at: offset) > 0 else { return .invalidEncoding(.utf8) }
    return .yaml(.forbiddenCharacter(UTF8Scanning.scalar(bytes, at: offset)))
  }

  /// Whether a word begins with two scalars of three bytes that are allowed without a closer look.
  ///
  /// They are those from U+1000 to U+CFFF, as most of what is written in Asia.
  @inline(__always)
  private static func isPair(_ word: UInt64) -> Bool {
    // 1110xxxx 10xxxxxx 10xxxxxx, twice, the x of the first byte being 1 to 12.
    word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0
      && (word & 0x0F) &- 1 < 12 && (word &>> 24 & 0x0F) &- 1 < 12
  }

  /// Whether a scalar that is not ASCII is no C1 control save NEL, and no noncharacter U+FFFE or U+FFFF.
  @inline(__always)
  private static func isAllowed(_ bytes: RawSpan, at p: Int, _ length: Int) -> Bool {
    let first = bytes.byte(at: p)
    if first == 0xC2 {
      let second = bytes.byte(at: p &+ 1)
      return second >= 0xA0 || second == 0x85
    }
    return first != 0xEF || bytes.byte(at: p &+ 1) != 0xBF || bytes.byte(at: p &+ 2) < 0xBE
  }
}
