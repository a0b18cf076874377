extension RawSpan {
  /// The byte at `offset`.
  @inline(__always)
  package func byte(at offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: byteCount))
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a byte.
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// The eight bytes from `offset` on, the first in the lowest bits.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= byteCount &- 8)
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a UInt64.
    return unsafe UInt64(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// The four bytes from `offset` on, the first in the lowest bits.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset <= byteCount &- 4)
    // SAFETY: the precondition keeps the load inside the span; any bit pattern is a UInt32.
    return unsafe UInt32(
      littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
  }

  /// The bytes from `offset` to the end, one to seven of them, the first in the lowest bits.
  ///
  /// No byte behind the end is read, which may be in a block of somebody else's.
  @inline(__always)
  func lastWord(from offset: Int) -> UInt64 {
    let count = byteCount &- offset
    precondition(count >= 1 && count <= 7 && offset >= 0)
    if byteCount >= 8 {
      return word(at: byteCount &- 8) &>> UInt64((8 &- count) &* 8)
    }
    // The parts overlap unless they happen to meet; what stands in both is the same.
    if count >= 4 {
      let last = halfWord(at: byteCount &- 4)
      return UInt64(halfWord(at: offset)) | UInt64(last) &<< UInt64((count &- 4) &* 8)
    }
    let middle = count &>> 1
    return UInt64(byte(at: offset))
      | UInt64(byte(at: offset &+ middle)) &<< UInt64(middle &* 8)
      | UInt64(byte(at: byteCount &- 1)) &<< UInt64((count &- 1) &* 8)
  }

  /// How far from `start` on, at most to `end`, all bytes are ASCII.
  func endOfASCII(from start: Int, to end: Int) -> Int {
    var p = start
    while p &+ 8 <= end {
      let others = word(at: p) & WordScanning.highBits
      guard others == 0 else { return p &+ WordScanning.bytesBefore(others) }
      p &+= 8
    }
    while p < end, byte(at: p) < 0x80 { p &+= 1 }
    return p
  }

  /// Puts the bits together that `value` gives for each of the eight words from `offset` on.
  @inline(__always)
  func unionOfWords(at offset: Int, _ value: (UInt64) -> UInt64) -> UInt64 {
    precondition(offset >= 0 && offset <= byteCount &- 64)
    var union: UInt64 = 0
    for index in 0..<8 {
      // SAFETY: the precondition keeps the loads inside the span; any bit pattern is a UInt64.
      let word = unsafe unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset &+ index &* 8, as: UInt64.self)
      union |= value(UInt64(littleEndian: word))
    }
    return union
  }

  /// Adds up what `value` gives for each whole word.
  @inline(__always)
  func sumOfWords(_ value: (UInt64) -> UInt64) -> UInt64 {
    // SAFETY: the loop ends with the last whole word of the buffer, which outlives the call.
    unsafe withUnsafeBytes { buffer in
      var sum: UInt64 = 0
      for index in 0..<buffer.count &>> 3 {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
        sum &+= value(UInt64(littleEndian: word))
      }
      return sum
    }
  }
}
