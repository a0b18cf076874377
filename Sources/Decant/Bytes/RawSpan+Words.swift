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
