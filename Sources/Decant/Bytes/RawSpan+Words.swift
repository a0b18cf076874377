extension RawSpan {
  /// The byte at `offset`.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < byteCount)
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
}
