/// What is known of the bytes of a text once each of them has been looked at.
struct TextScan {
  /// The bits of all bytes.
  private var bits = ByteBlock(repeating: 0)
  /// Marks where some byte cannot stand between JSON's quotes as it is.
  private var escaped = ByteBlock(repeating: 0)

  @inline(__always)
  mutating func look(at block: ByteBlock) {
    bits |= block
    escaped |= block.needsEscape
  }

  /// What an event says of such a text.
  var flags: Event.Flags {
    @inline(__always) get {
      let ascii: Event.Flags = bits.isASCII ? .isASCII : []
      return escaped.isZero ? ascii.union(.isPlainText) : ascii
    }
  }
}

extension RawSpan {
  /// What an event says of the text.
  var scanned: Event.Flags {
    var scan = TextScan()
    if byteCount >= ByteBlock.width {
      var p = 0
      while p < byteCount &- ByteBlock.width {
        scan.look(at: block(at: p))
        p &+= ByteBlock.width
      }
      // The last one overlaps the one before it: what stands in both is the same.
      scan.look(at: block(at: byteCount &- ByteBlock.width))
    } else if byteCount >= 8 {
      scan.look(at: ByteBlock(word(at: 0), word(at: byteCount &- 8)))
    } else if byteCount > 0 {
      scan.look(at: ByteBlock(short: lastWord(from: 0), count: byteCount))
    }
    return scan.flags
  }
}

extension ByteBlock {
  /// Marks what cannot stand between JSON's quotes as it is.
  var needsEscape: ByteBlock {
    @inline(__always) get {
      isBelow(0x20) | equals(UInt8(ascii: "\"")) | equals(UInt8(ascii: "\\"))
    }
  }

  /// One to seven bytes, the lowest of `word`, and spaces behind them.
  @inline(__always)
  init(short word: UInt64, count: Int) {
    let spaces = WordScanning.repeated(UInt8(ascii: " "))
    self.init(word | spaces &<< (UInt64(truncatingIfNeeded: count) &* 8), spaces)
  }
}
