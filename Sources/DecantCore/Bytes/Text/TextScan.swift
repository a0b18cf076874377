@usableFromInline struct TextScan {
  @usableFromInline var bits = ByteBlock(repeating: 0)
  @usableFromInline var escaped = ByteBlock(repeating: 0)

  @inlinable init() {}

  @inlinable @inline(__always)
  package mutating func add(_ block: ByteBlock) {
    bits |= block
    escaped |= block.needsEscape
  }

  @usableFromInline var isASCII: Bool {
    @inline(__always) get { bits.isASCII }
  }

  @usableFromInline var needsNoEscape: Bool {
    @inline(__always) get { escaped.isZero }
  }
}

extension RawSpan {
  @usableFromInline var textScan: TextScan {
    @inlinable @inline(__always) get {
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
  @usableFromInline package var needsEscape: ByteBlock {
    @inlinable @inline(__always) get {
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
