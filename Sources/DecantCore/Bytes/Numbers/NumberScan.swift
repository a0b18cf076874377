/// The extent of a number in JSON's grammar, for all who look for one.
///
///     -? (0 | [1-9] digits) (. digits)? ([eE] [-+]? digits)?
///
/// `DecimalLexeme` parses what other formats allow besides, except for TOML, whose parser names each misplaced underscore.
/// `DoubleReading` and `DecimalValue` compute values.
@usableFromInline package struct NumberScan {
  @usableFromInline package let end: Int
  @usableFromInline package let isReal: Bool
  /// Without an exponent, every version of YAML reads the same number.
  @usableFromInline package let hasExponent: Bool

  /// Finds the end of the longest number at `start`; nil if there is none, or one that breaks off, as `1.` and `1e+` do.
  ///
  /// `skipDigits` returns the end of the digits at a place. Precondition: a byte that is not of a number, such as the
  /// sentinel of a window, follows the number.
  @inlinable @inline(__always)
  package init?(
    _ bytes: RawSpan, at start: Int,
    _ skipDigits: (RawSpan, Int) -> Int = { $0.endOfDigits(from: $1) }
  ) {
    self.init(at: start, { bytes.byte(at: $0) }, { skipDigits(bytes, $0) })
  }

  /// Does the same where bytes end with the text.
  @inlinable @inline(__always)
  package init?(whole text: RawSpan) {
    let count = text.byteCount
    self.init(
      at: 0, { $0 < count ? text.byte(at: $0) : 0 }, { text.endOfLastDigits(from: $0) })
    guard end == count else { return nil }
  }

  @inlinable @inline(__always)
  init?(at start: Int, _ byte: (Int) -> UInt8, _ skipDigits: (Int) -> Int) {
    var isReal = false
    var hasExponent = false
    let integer = byte(start) == UInt8(ascii: "-") ? start &+ 1 : start
    var p = skipDigits(integer)
    if p &- integer != 1, p == integer || byte(integer) == UInt8(ascii: "0") { return nil }
    if byte(p) == UInt8(ascii: ".") {
      isReal = true
      let fraction = p &+ 1
      p = skipDigits(fraction)
      if p == fraction { return nil }
    }
    if byte(p) | 0x20 == UInt8(ascii: "e") {
      isReal = true
      hasExponent = true
      p &+= 1
      let sign = byte(p)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { p &+= 1 }
      let exponent = p
      p = skipDigits(exponent)
      if p == exponent { return nil }
    }
    end = p
    self.isReal = isReal
    self.hasExponent = hasExponent
  }
}

extension RawSpan {
  /// Returns the end of the digits at `start`, which another byte follows.
  @inlinable @inline(__always)
  package func endOfDigits(from start: Int) -> Int {
    var p = start
    while true {
      let others = WordScanning.isNotDigit(word(at: p))
      if others != 0 { return p &+ WordScanning.bytesBefore(others) }
      p &+= 8
    }
  }

  /// Returns the end of the digits at `start`, at most that of the bytes.
  @inlinable @inline(__always)
  package func endOfLastDigits(from start: Int) -> Int {
    var p = start
    while p &+ 8 <= byteCount {
      let others = WordScanning.isNotDigit(word(at: p))
      guard others == 0 else { return p &+ WordScanning.bytesBefore(others) }
      p &+= 8
    }
    guard p < byteCount else { return p }
    // The zeros after the last byte are not digits.
    return p &+ WordScanning.bytesBefore(WordScanning.isNotDigit(lastWord(from: p)))
  }
}
