/// A comment that is being skipped, `// …` or `/* … */`, over as many windows as it is in.
struct OpenComment {
  private enum Kind: UInt8 {
    case none, line, block
  }

  private var kind = Kind.none
  /// Where in the input it begins.
  private var start = 0
  /// The line and column of that, once the window may have gone on.
  private var position: DecantError.Position?

  /// What is wrong with a comment, and where in the input.
  struct Flaw: Error {
    let problem: DecantError.Problem
    let offset: Int
    var position: DecantError.Position?
  }

  /// Whether a comment is open.
  var isOpen: Bool { kind != .none }

  /// Begins with the comment whose two characters are at `p`, in a window that begins at `origin`; false if they
  /// do not begin a comment.
  mutating func begin(_ bytes: RawSpan, at p: Int, origin: Int) -> Bool {
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

  /// Keeps the place where the comment begins, before the window goes on, for an error that may come.
  mutating func keepPlace(in window: borrowing Window) {
    guard kind == .block, position == nil, start >= window.origin else { return }
    position = window.place(at: start - window.origin)
  }

  /// Skips what is left of the comment, as far as the window goes, which ends at `end`; false if that is not as
  /// far as the comment.
  mutating func skip(
    _ bytes: RawSpan, from p: inout Int, to end: Int, origin: Int, isComplete: Bool
  ) throws(Flaw) -> Bool {
    while isOpen, p < end {
      if kind == .block {
        // Most of a comment is neither a star nor more than ASCII.
        let word = bytes.word(at: p)
        let mask = WordScanning.equals(word, UInt8(ascii: "*")) | word & WordScanning.highBits
        if mask == 0 {
          p = min(p + 8, end)
          continue
        }
        // It may follow the end, where the next record does.
        p = min(p + WordScanning.bytesBefore(mask), end)
        if p == end { continue }
      }
      let byte = bytes.byte(at: p)
      if byte >= 0x80 {
        guard p + 4 <= end || isComplete else { return false }
        let length = UTF8Scanning.length(bytes, at: p)
        guard length > 0 else { throw Flaw(problem: .invalidEncoding(.utf8), offset: origin + p) }
        if kind == .line, UTF8Scanning.isLineEnd(bytes, at: p) {
          kind = .none
        } else {
          p += length
        }
      } else if kind == .block {
        // The star stays in the window until it is known what follows.
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
      throw Flaw(problem: .unterminatedComment, offset: start, position: position)
    }
    kind = .none
    return true
  }
}
