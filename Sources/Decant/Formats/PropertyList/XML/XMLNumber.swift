/// The numbers of a property list, as Foundation understands them, in the spelling that events have.
///
/// White space may be before a number, and between the sign and the digits of an integer, but not
/// after it.
enum XMLNumber {
  enum Integer {
    case value(String)
    /// It has more than 64 bits.
    case tooLarge
    case none
  }

  /// An integer, decimal or hexadecimal, with a sign or without.
  static func integer(_ text: [UInt8]) -> Integer {
    var rest = text[...].drop(while: isSpace)
    let isNegative = take(&rest, "-")
    if isNegative || take(&rest, "+") { rest = rest.drop(while: isSpace) }
    var radix: UInt64 = 10
    if rest.count > 1, rest.first == UInt8(ascii: "0"),
      rest.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x")
    {
      radix = 16
      rest = rest.dropFirst(2)
    }
    guard !rest.isEmpty else { return .none }
    var value: UInt64 = 0
    var isTooLarge = false
    for byte in rest {
      guard let digit = HexDigit.value(byte), digit < radix else { return .none }
      let (product, isOver) = value.multipliedReportingOverflow(by: radix)
      let (sum, isBeyond) = product.addingReportingOverflow(UInt64(digit))
      if isOver || isBeyond { isTooLarge = true }
      value = sum
    }
    if isTooLarge || (isNegative && value > 1 << 63) { return .tooLarge }
    return .value(isNegative ? "-\(value)" : "\(value)")
  }

  /// A real, which may be no number or infinite.
  static func real(_ text: [UInt8]) -> (text: [UInt8], isFinite: Bool)? {
    if let word = DecimalLexeme.nonFinite(text) { return (Array(word.utf8), false) }
    guard let number = DecimalLexeme(text[...].drop(while: isSpace)) else { return nil }
    return (number.jsonReal, true)
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
