/// A comment that is being skipped, `// …` or `/* … */`, over as many windows as it stands in.
enum OpenComment: UInt8 {
  case none, line, block

  /// What is wrong with a comment, and where.
  struct Flaw: Error {
    let problem: DecantError.Problem
    let place: Int
  }

  /// Begins with the comment whose two characters stand at `p`; false if they are none of a comment.
  mutating func begin(_ bytes: RawSpan, at p: Int) -> Bool {
    guard bytes.byte(at: p) == UInt8(ascii: "/") else { return false }
    switch bytes.byte(at: p + 1) {
    case UInt8(ascii: "/"): self = .line
    case UInt8(ascii: "*"): self = .block
    default: return false
    }
    return true
  }

  /// Skips what is left of the comment, as far as the window goes, which ends at `end`; false if that is not as
  /// far as the comment.
  mutating func skip(
    _ bytes: RawSpan, from p: inout Int, to end: Int, isComplete: Bool
  ) throws(Flaw) -> Bool {
    while self != .none, p < end {
      if self == .block {
        // Most of a comment is neither a star nor more than ASCII.
        let word = bytes.word(at: p)
        let mask = WordScanning.equals(word, UInt8(ascii: "*")) | word & WordScanning.highBits
        if mask == 0 {
          p = min(p + 8, end)
          continue
        }
        // It may stand behind the end, where the next record does.
        p = min(p + WordScanning.bytesBefore(mask), end)
        if p == end { continue }
      }
      let byte = bytes.byte(at: p)
      if byte >= 0x80 {
        guard p + 4 <= end || isComplete else { return false }
        let length = UTF8Scanning.length(bytes, at: p)
        guard length > 0 else { throw Flaw(problem: .invalidEncoding(.utf8), place: p) }
        if self == .line, UTF8Scanning.isLineEnd(bytes, at: p) {
          self = .none
        } else {
          p += length
        }
      } else if self == .block {
        // The star stays in the window until it is known what follows.
        guard p + 1 < end || isComplete else { return false }
        let isEnd = bytes.byte(at: p + 1) == UInt8(ascii: "/")
        if isEnd { self = .none }
        p += isEnd ? 2 : 1
      } else if byte == 0x0A || byte == 0x0D {
        self = .none
      } else {
        p += 1
      }
    }
    guard self != .none, isComplete else { return self == .none }
    guard self == .line else { throw Flaw(problem: .unterminatedComment, place: p) }
    self = .none
    return true
  }
}
