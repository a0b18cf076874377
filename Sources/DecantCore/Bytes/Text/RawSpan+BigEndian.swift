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
