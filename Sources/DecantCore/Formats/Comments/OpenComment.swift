/// A comment, `// …` or `/* … */`, that may span several windows.
@usableFromInline package struct OpenComment {
  @usableFromInline enum Kind: UInt8 {
    case none, line, block
  }

  @usableFromInline var kind = Kind.none
  private var start = 0
  private var position: DecantError.Position?

  package init() {}

  @inlinable package var isOpen: Bool { kind != .none }

  package mutating func begin(_ bytes: RawSpan, at p: Int, origin: Int) -> Bool {
    guard bytes.byte(at: p) == UInt8(ascii: "/") else { return false }
    switch bytes.byte(at: p + 1) {
    case UInt8(ascii: "/"): kind = .line
    case UInt8(ascii: "*"): kind = .block
    default: return false
    }
    start = origin + p
    position = nil
    return true
  }

  /// Records the start of a block comment, for an error after the window has moved on.
  package mutating func keepPlace(in window: borrowing Window) {
    guard kind == .block, position == nil, start >= window.origin else { return }
    position = window.location(at: start - window.origin)
  }

  package mutating func skip(
    _ bytes: RawSpan, from p: inout Int, to end: Int, origin: Int, isComplete: Bool
  ) throws(TokenFlaw) -> Bool {
    while isOpen, p < end {
      if kind == .block {
        // Skips eight bytes at once if they are ASCII and contain no star.
        let word = bytes.word(at: p)
        let mask = WordScanning.equals(word, UInt8(ascii: "*")) | word & WordScanning.highBits
        if mask == 0 {
          p = min(p + 8, end)
          continue
        }
        // Bytes from `end` on belong to the next record.
        p = min(p + WordScanning.bytesBefore(mask), end)
        if p == end { continue }
      }
      let byte = bytes.byte(at: p)
      if byte >= 0x80 {
        guard p + 4 <= end || isComplete else { return false }
        let length = UTF8Scanning.length(bytes, at: p)
        guard length > 0 else {
          throw TokenFlaw(problem: .invalidEncoding(.utf8), offset: origin + p)
        }
        if kind == .line, UTF8Scanning.isLineEnd(bytes, at: p) {
          kind = .none
        } else {
          p += length
        }
      } else if kind == .block {
        // A final star stays in the window until the next byte arrives.
        guard p + 1 < end || isComplete else { return false }
        let isEnd = bytes.byte(at: p + 1) == UInt8(ascii: "/")
        if isEnd { kind = .none }
        p += isEnd ? 2 : 1
      } else if byte == 0x0A || byte == 0x0D {
        kind = .none
      } else {
        p += 1
      }
    }
    guard isOpen, isComplete else { return !isOpen }
    guard kind == .line else {
      throw TokenFlaw(problem: .unterminatedComment, offset: start, position: position)
    }
    kind = .none
    return true
  }
}
