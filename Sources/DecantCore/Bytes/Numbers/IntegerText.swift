@usableFromInline package enum IntegerText {
  /// Returns the integer in `range`, which must not exceed 18 bytes; nil if there is none.
  @inlinable @inline(__always)
  package static func value(of bytes: RawSpan, _ range: Range<Int>) -> Int64? {
    var p = range.lowerBound
    guard p < range.upperBound else { return nil }
    let isNegative = bytes.byte(at: p) == UInt8(ascii: "-")
    if isNegative { p &+= 1 }
    var value: Int64 = 0
    while p < range.upperBound {
      let digit = bytes.byte(at: p) &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      p &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}
