extension Event {
  /// Returns the double nearest to a real.
  @inlinable @inline(__always)
  package func double(in bytes: RawSpan) -> Double {
    guard flags.contains(.isNonFinite) else { return DoubleReading.value(in: bytes, textRange) }
    let word = String(utf8: bytes.extracting(textRange))
    return word == "inf" ? .infinity : word == "-inf" ? -.infinity : .nan
  }
}
