/// The characters that YAML allows in an input (YAML 1.2.2, 5.1).
enum YAMLText {
  /// A stretch of whole scalars.
  struct Stretch {
    var end: Int
    /// How many of the bytes are not the first of their scalar.
    var continuations = 0
  }

  /// How far from `start` on, at most to `end`, all bytes are whole scalars that YAML allows.
  static func prefix(_ bytes: RawSpan, from start: Int, to end: Int) -> Stretch {
    var p = start
    var continuations = 0
    while p < end {
      // Most text is of one kind for long, and several words at once go through a wider register.
      if end &- p >= 64, bytes.unionOfWords(at: p, WordScanning.isOddInYAML) == 0 {
        p &+= 64
        continue
      }
      let word = bytes.word(at: p)
      let mask = WordScanning.isOddInYAML(word)
      if mask == 0 {
        p &+= 8
        continue
      }
      p &+= WordScanning.bytesBefore(mask)
      guard p < end else { break }
      let byte = bytes.byte(at: p)
      if byte == 0x0A || byte == 0x0D || byte == 0x09 {
        p &+= 1
      } else if byte >= 0x80 {
        repeat {
          if end &- p >= 8, WordScanning.isPairInYAML(bytes.word(at: p)) {
            continuations &+= 4
            p &+= 6
            continue
          }
          let length = UTF8Scanning.length(bytes, at: p)
          guard length > 0, p &+ length <= end, isAllowed(bytes, at: p, length) else {
            return Stretch(end: p, continuations: continuations)
          }
          continuations &+= length &- 1
          p &+= length
        } while p < end && bytes.byte(at: p) >= 0x80
      } else {
        return Stretch(end: p, continuations: continuations)
      }
    }
    return Stretch(end: min(p, end), continuations: continuations)
  }

  /// What is wrong with the byte at `offset`, which is not allowed.
  static func problem(_ bytes: RawSpan, at offset: Int) -> DecantError.Problem {
    guard UTF8Scanning.length(bytes, at: offset) > 0 else { return .invalidEncoding(.utf8) }
    return .yaml(.forbiddenCharacter(UTF8Scanning.scalar(bytes, at: offset)))
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

extension WordScanning {
  /// Whether a word begins with two scalars of three bytes that are allowed without a closer look.
  ///
  /// They are those from U+1000 to U+CFFF, as most of what is written in Asia.
  @inline(__always)
  fileprivate static func isPairInYAML(_ word: UInt64) -> Bool {
    // 1110xxxx 10xxxxxx 10xxxxxx, twice, the x of the first byte being 1 to 12.
    word & 0xC0C0_F0C0_C0F0 == 0x8080_E080_80E0
      && (word & 0x0F) &- 1 < 12 && (word &>> 24 & 0x0F) &- 1 < 12
  }

  /// Bytes that are no printable ASCII and no line feeds, which stand in too many words to stop at.
  @inline(__always)
  fileprivate static func isOddInYAML(_ word: UInt64) -> UInt64 {
    let low = word & ~highBits
    let printable = low &+ repeated(0x60)
    let delete = low &+ repeated(0x01)
    let feed = low ^ repeated(0x0A)
    return (~printable & (feed &+ ~highBits) | delete | word) & highBits
  }
}
