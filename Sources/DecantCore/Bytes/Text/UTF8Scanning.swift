/// UTF-8 as in RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.
@usableFromInline package enum UTF8Scanning {
  /// Returns the length of the scalar, 0 if it is invalid; reads four bytes from `offset` on.
  @inlinable @inline(__always)
  package static func length(_ bytes: RawSpan, at offset: Int) -> Int {
    length(bytes.halfWord(at: offset))
  }

  /// Returns the length of the scalar that `word` begins with, 0 if it is invalid.
  @inlinable @inline(__always)
  package static func length(_ word: UInt32) -> Int {
    // 1110xxxx 10xxxxxx 10xxxxxx comes first: most text outside ASCII consists of these.
    if word & 0xC0C0F0 == 0x8080E0 {
      let scalar = (word & 0x0F) &<< 12 | (word & 0x3F00) &>> 2 | (word & 0x3F_0000) &>> 16
      return scalar >= 0x800 && scalar &>> 11 != 0x1B ? 3 : 0
    }
    if word & 0x80 == 0 { return 1 }
    if word & 0xC0E0 == 0x80C0 {
      return word & 0x1E != 0 ? 2 : 0
    }
    if word & 0xC0C0_C0F8 == 0x8080_80F0 {
      let high = (word & 0x07) &<< 6 | (word & 0x3F00) &>> 8
      return high >= 0x10 && high < 0x110 ? 4 : 0
    }
    return 0
  }

  /// Whether `word` begins with two scalars of three bytes, as in most Asian text.
  ///
  /// False for scalars that do not begin with E1 to EC: some of them are invalid, which `length` must find out.
  @inlinable @inline(__always)
  package static func isPairOfThree(_ word: UInt64) -> Bool {
    word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0
      && UInt8(truncatingIfNeeded: word) &- 0xE1 < 12
      && UInt8(truncatingIfNeeded: word &>> 24) &- 0xE1 < 12
  }

  /// Whether U+2028 or U+2029 is at `offset`, which end lines in JavaScript.
  package static func isLineEnd(_ bytes: RawSpan, at offset: Int) -> Bool {
    let scalar = bytes.halfWord(at: offset) & 0xFF_FFFF
    return scalar == 0xA8_80E2 || scalar == 0xA9_80E2
  }

  /// Returns the scalar at `offset`, or U+FFFD if it is invalid.
  package static func scalar(_ bytes: RawSpan, at offset: Int) -> Unicode.Scalar {
    offset < bytes.byteCount ? lastScalar(bytes, at: offset).0 : "\u{FFFD}"
  }

  /// Returns the scalar at `offset`, or U+FFFD, and its width, without reading past the end.
  @inlinable @inline(__always)
  package static func lastScalar(_ text: RawSpan, at offset: Int) -> (Unicode.Scalar, width: Int) {
    let word =
      offset &+ 4 <= text.byteCount
      ? text.halfWord(at: offset) : UInt32(truncatingIfNeeded: text.lastWord(from: offset))
    let length = length(word)
    let value =
      switch length {
      case 1: word & 0x7F
      case 2: (word & 0x1F) &<< 6 | (word &>> 8) & 0x3F
      case 3: (word & 0x0F) &<< 12 | (word & 0x3F00) &>> 2 | (word &>> 16) & 0x3F
      case 4:
        (word & 0x07) &<< 18 | (word & 0x3F00) &<< 4 | (word & 0x3F_0000) &>> 10
          | (word &>> 24) & 0x3F
      default: UInt32(0xFFFD)
      }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", max(length, 1))
  }
}

extension UTF8Scanning {
  /// Returns the offset of the first byte between two offsets that is not part of a whole scalar; nil if there is none.
  ///
  /// Reads up to eight bytes from the last one on.
  package static func firstInvalid(_ bytes: RawSpan, from start: Int, to end: Int) -> Int? {
    var offset = start
    while offset < end {
      let word = bytes.word(at: offset)
      if word & WordScanning.highBits == 0 {
        offset &+= 8
      } else if offset &+ 6 <= end, isPairOfThree(word) {
        offset &+= 6
      } else {
        let length = length(bytes, at: offset)
        guard length > 0, offset &+ length <= end else { return offset }
        offset &+= length
      }
    }
    return nil
  }
}
