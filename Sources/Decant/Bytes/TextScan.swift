/// What is known of the bytes of a text after a look at each of them.
struct TextScan {
  /// The bits of all bytes.
  private var bits = ByteBlock(repeating: 0)
  /// Marks where some byte cannot be between JSON's quotes as it is.
  private var escaped = ByteBlock(repeating: 0)

  @inline(__always)
  mutating func look(at block: ByteBlock) {
    bits |= block
    escaped |= block.needsEscape
  }

  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    @inline(__always) get { bits.isASCII }
  }

  /// Whether a JSON string can contain all bytes as they are.
  var needsNoEscape: Bool {
    @inline(__always) get { escaped.isZero }
  }
}

extension RawSpan {
  /// Returns the scan of all bytes.
  var textScan: TextScan {
    @inline(__always) get {
      var scan = TextScan()
      if byteCount >= ByteBlock.width {
        var p = 0
        while p < byteCount &- ByteBlock.width {
          scan.look(at: block(at: p))
          p &+= ByteBlock.width
        }
        // The last block overlaps the one before it, which changes nothing.
        scan.look(at: block(at: byteCount &- ByteBlock.width))
      } else if byteCount >= 8 {
        scan.look(at: ByteBlock(word(at: 0), word(at: byteCount &- 8)))
      } else if byteCount > 0 {
        scan.look(at: ByteBlock(short: lastWord(from: 0), count: byteCount))
      }
      return scan
    }
  }
}

extension ByteBlock {
  /// Marks what cannot be between JSON's quotes as it is.
  var needsEscape: ByteBlock {
    @inline(__always) get {
      isBelow(0x20) | equals(UInt8(ascii: "\"")) | equals(UInt8(ascii: "\\"))
    }
  }

  /// One to seven bytes, the lowest of `word`, and spaces after them.
  @inline(__always)
  init(short word: UInt64, count: Int) {
    let spaces = WordScanning.repeated(UInt8(ascii: " "))
    self.init(word | spaces &<< (UInt64(truncatingIfNeeded: count) &* 8), spaces)
  }
}
