/// White space, which comments are too.
extension OpenStepReader {
  /// A comment that is being skipped.
  enum Comment: UInt8 {
    case none, line, block
  }

  @inline(__always)
  static func skipSpace(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case 0x09...0x0D:
        p &+= 1
      case 0x20:
        let others = WordScanning.differs(bytes.word(at: p), from: 0x20)
        p &+= others == 0 ? 8 : WordScanning.bytesBefore(others)
      default:
        return p
      }
    }
  }

  /// Skips white space and comments from `start` on, as far as the window goes.
  @inline(never)
  mutating func skipComments(
    _ bytes: RawSpan, from start: Int, _ input: Input
  ) throws(DecantError) -> Int {
    var p = start
    while true {
      p = try skipOpenComment(bytes, from: p, input)
      if openComment == .block {
        guard !input.isComplete else { throw failure(.unterminatedComment, at: p) }
        return p
      }
      if openComment == .line {
        guard input.isComplete else { return p }
        openComment = .none
      }
      switch bytes.byte(at: p) {
      case 0x09...0x0D, 0x20:
        p = Self.skipSpace(bytes, from: p)
      case UInt8(ascii: "/"):
        switch bytes.byte(at: p + 1) {
        case UInt8(ascii: "/"): openComment = .line
        case UInt8(ascii: "*"): openComment = .block
        default: return p
        }
        p += 2
      case 0xE2 where Self.isLineEnd(bytes, at: p):
        p += 3
      default:
        return p
      }
    }
  }

  /// Skips what is left of the comment that is open, as far as the window goes.
  private mutating func skipOpenComment(
    _ bytes: RawSpan, from start: Int, _ input: Input
  ) throws(DecantError) -> Int {
    var p = start
    while openComment != .none, p < input.end {
      if openComment == .block {
        // Most of a comment is neither a star nor more than ASCII.
        let word = bytes.word(at: p)
        let mask = WordScanning.equals(word, UInt8(ascii: "*")) | word & WordScanning.highBits
        if mask == 0 {
          p = min(p + 8, input.end)
          continue
        }
        // Zeros behind the end are neither.
        p += WordScanning.bytesBefore(mask)
      }
      let byte = bytes.byte(at: p)
      if byte >= 0x80 {
        guard p + 4 <= input.end || input.isComplete else { return p }
        let length = UTF8Scanning.length(bytes, at: p)
        guard length > 0 else { throw failure(.invalidEncoding(.utf8), at: p) }
        if openComment == .line, Self.isLineEnd(bytes, at: p) {
          openComment = .none
        } else {
          p += length
        }
      } else if openComment == .block {
        // The star stays in the window until it is known what follows.
        guard p + 1 < input.end || input.isComplete else { return p }
        let isEnd = bytes.byte(at: p + 1) == UInt8(ascii: "/")
        if isEnd { openComment = .none }
        p += isEnd ? 2 : 1
      } else if byte == 0x0A || byte == 0x0D {
        openComment = .none
      } else {
        p += 1
      }
    }
    return p
  }

  /// Whether U+2028 or U+2029 stands at `p`.
  static func isLineEnd(_ bytes: RawSpan, at p: Int) -> Bool {
    let scalar = bytes.halfWord(at: p) & 0xFF_FFFF
    return scalar == 0xA8_80E2 || scalar == 0xA9_80E2
  }
}
