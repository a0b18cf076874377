internal import DecantCore

extension RawSpan {
  /// Whether the text is the word that stands for null in property lists.
  var isNullSentinel: Bool {
    byteCount == 5 && byte(at: 0) == UInt8(ascii: "$")
      && "$null".withBytes { isEqual(to: $0) }
  }

  /// Whether a real has at most 15 digits and no exponent, so that a double has its value.
  @inline(__always)
  var isShortReal: Bool {
    guard byteCount <= 16 else { return false }
    for index in 0..<byteCount where byte(at: index) > UInt8(ascii: "9") { return false }
    return true
  }

  /// Whether a real that is not long has an exponent of at most two characters, so that it is in the range of `Decimal`.
  var isInDecimalRange: Bool {
    guard byteCount <= 24 else { return false }
    for index in 0..<byteCount where byte(at: index) | 0x20 == UInt8(ascii: "e") {
      return byteCount - index <= 3
    }
    return true
  }
}

extension DecimalValue {
  /// Whether `Decimal` has the value: 38 digits, and powers of ten from -128 to 127.
  var fitsDecimal: Bool {
    guard case .near(let exponent) = exponent else { return false }
    return digits.count <= 38 && -128...127 ~= exponent - digits.count
  }
}
