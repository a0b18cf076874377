struct TextScan {
  private var bits = ByteBlock(repeating: 0)
  private var escaped = ByteBlock(repeating: 0)

  @inline(__always)
  mutating func add(_ block: ByteBlock) {
    bits |= block
    escaped |= block.needsEscape
  }

  var isASCII: Bool {
    @inline(__always) get { bits.isASCII }
  }

  var needsNoEscape: Bool {
    @inline(__always) get { escaped.isZero }
  }
}

extension RawSpan {
  var textScan: TextScan {
    @inline(__always) get {
      var scan = TextScan()
      if byteCount >= ByteBlock.width {
        var p = 0
        while p < byteCount &- ByteBlock.width {
          scan.add(block(at: p))
          p &+= ByteBlock.width
        }
        // The last block may overlap the one before it.
        scan.add(block(at: byteCount &- ByteBlock.width))
      } else if byteCount >= 8 {
        scan.add(ByteBlock(word(at: 0), word(at: byteCount &- 8)))
      } else if byteCount > 0 {
        scan.add(ByteBlock(short: lastWord(from: 0), count: byteCount))
      }
      return scan
    }
  }
}

extension ByteBlock {
  var needsEscape: ByteBlock {
    @inline(__always) get {
      isBelow(0x20) | equals(UInt8(ascii: "\"")) | equals(UInt8(ascii: "\\"))
    }
  }

  /// Creates a block of the lowest one to seven bytes of `word`, followed by spaces.
  @inlinable @inline(__always)
  package init(short word: UInt64, count: Int) {
    let spaces = WordScanning.repeated(UInt8(ascii: " "))
    self.init(word | spaces &<< (UInt64(truncatingIfNeeded: count) &* 8), spaces)
  }
}
