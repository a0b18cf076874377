/// What is known of the bytes of a text once each pair of words of it has been looked at.
struct TextScan {
  typealias Words = SIMD2<UInt64>

  /// The bits of all bytes.
  private var bits = Words.zero
  /// Top bits that are set in some byte that cannot stand between JSON's quotes as it is.
  private var escaped = Words.zero

  @inline(__always)
  mutating func look(at words: Words) {
    let ones = Words(repeating: WordScanning.repeated(0x01))
    let quotes = words ^ Words(repeating: WordScanning.repeated(0x22))
    let escapes = words ^ Words(repeating: WordScanning.repeated(0x5C))
    // Their top bits are those of the bytes that are no control characters, all of them right.
    let low = words & Words(repeating: ~WordScanning.highBits)
    let others = (low &+ Words(repeating: WordScanning.repeated(0x60))) | words
    escaped |= ~others | (quotes &- ones) & ~quotes | (escapes &- ones) & ~escapes
    bits |= words
  }

  /// What an event says of such a text.
  @inline(__always)
  var flags: Event.Flags {
    let ascii: Event.Flags =
      (bits[0] | bits[1]) & WordScanning.highBits == 0 ? .isASCII : []
    return (escaped[0] | escaped[1]) & WordScanning.highBits == 0
      ? ascii.union(.isPlainText) : ascii
  }
}

extension RawSpan {
  /// What an event says of the text.
  var scanned: Event.Flags {
    var scan = TextScan()
    var p = 0
    while p < byteCount {
      let rest = byteCount &- p
      let word = rest >= 8 ? word(at: p) : lastWord(from: p)
      let spaces = WordScanning.repeated(UInt8(ascii: " "))
      scan.look(at: TextScan.Words(word | spaces << (rest &* 8), spaces))
      p &+= 8
    }
    return scan.flags
  }
}
