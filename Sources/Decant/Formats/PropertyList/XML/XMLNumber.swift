/// The numbers of a property list, as Foundation understands them, in the spelling that events have.
///
/// White space may stand before a number, and between the sign and the digits of an integer, but not
/// behind it.
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
    if let word = nonFinite(text) { return (Array(word.utf8), false) }
    var rest = text[...].drop(while: isSpace)
    let isNegative = take(&rest, "-")
    if !isNegative { _ = take(&rest, "+") }
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    var fraction: ArraySlice<UInt8> = []
    let hasPoint = take(&rest, ".")
    if hasPoint {
      fraction = rest.prefix(while: isDigit)
      rest = rest.dropFirst(fraction.count)
    }
    guard !digits.isEmpty || !fraction.isEmpty else { return nil }
    let exponent = rest
    if take(&rest, "e") || take(&rest, "E") {
      if !take(&rest, "-") { _ = take(&rest, "+") }
      guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
    } else if !rest.isEmpty {
      return nil
    }
    var result: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    result += significant.isEmpty ? [UInt8(ascii: "0")] : significant
    if hasPoint || exponent.isEmpty {
      result.append(UInt8(ascii: "."))
      result += fraction.isEmpty ? [UInt8(ascii: "0")] : fraction
    }
    return (result + exponent, true)
  }

  private static func nonFinite(_ text: [UInt8]) -> String? {
    guard text.count <= 9 else { return nil }
    return switch String(decoding: text, as: UTF8.self).lowercased() {
    case "nan": "nan"
    case "inf", "+inf", "infinity", "+infinity": "inf"
    case "-inf", "-infinity": "-inf"
    default: nil
    }
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}
