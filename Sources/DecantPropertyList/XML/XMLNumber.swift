internal import DecantCore

/// Numbers as Foundation parses them: white space may precede a number and follow the sign of an
/// integer, but not end a number.
enum XMLNumber {
  enum Integer {
    case value(String)
    case tooLarge
    case none
  }

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
