extension RawSpan {
  /// Returns the byte at `offset`; traps if it is outside the span.
  @inlinable @inline(__always)
  public func byte(at offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: byteCount))
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a byte.
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// The number of valid offsets; loops compute it once, so that each load takes one comparison.
  @inlinable @inline(__always)
  package func loadable(_ width: Int) -> UInt {
    UInt(bitPattern: max(byteCount &- (width &- 1), 0))
  }

  /// Returns the eight bytes from `offset` on, the first in the lowest bits.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    precondition(UInt(bitPattern: offset) < loadable(8))
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a UInt64.
    return unsafe UInt64(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  @inlinable @inline(__always)
  package func halfWord(at offset: Int) -> UInt32 {
    precondition(UInt(bitPattern: offset) < loadable(4))
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a UInt32.
    return unsafe UInt32(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  package func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    var offset = range.lowerBound
    while offset <= range.upperBound - ByteBlock.width {
      let others = block(at: offset).equals(byte).bytesBefore
      if others < ByteBlock.width { return offset + others }
      offset += ByteBlock.width
    }
    while offset <= range.upperBound - 8 {
      let mask = WordScanning.equals(word(at: offset), byte)
      if mask != 0 { return offset + WordScanning.bytesBefore(mask) }
      offset += 8
    }
    while offset < range.upperBound {
      if self.byte(at: offset) == byte { return offset }
      offset += 1
    }
    return nil
  }

  /// Returns the last one to seven bytes, from `offset` on, without reading past the end.
  @inlinable @inline(__always)
  package func lastWord(from offset: Int) -> UInt64 {
    let count = byteCount &- offset
    precondition(count >= 1 && count <= 7 && offset >= 0)
    if byteCount >= 8 {
      return word(at: byteCount &- 8) &>> UInt64((8 &- count) &* 8)
    }
    // The parts may overlap, in equal bits.
    if count >= 4 {
      let last = halfWord(at: byteCount &- 4)
      return UInt64(halfWord(at: offset)) | UInt64(last) &<< UInt64((count &- 4) &* 8)
    }
    let middle = count &>> 1
    return UInt64(byte(at: offset))
      | UInt64(byte(at: offset &+ middle)) &<< UInt64(middle &* 8)
      | UInt64(byte(at: byteCount &- 1)) &<< UInt64((count &- 1) &* 8)
  }
}

extension RawSpan {
  /// Returns the big-endian number of `width` bytes; reads eight bytes from `offset` on.
  @inlinable @inline(__always)
  package func bigEndian(at offset: Int, width: Int) -> UInt64 {
    precondition(width >= 1 && width <= 8 && offset >= 0 && offset <= byteCount &- 8)
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a UInt64.
    let word = unsafe UInt64(
      bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    return word &>> UInt64(truncatingIfNeeded: 64 &- 8 &* width)
  }
}
