/// A decimal number split into its parts, to be written in JSON's or YAML's grammar.
///
///     +007.e5   →   sign +, integer 007, empty fraction, exponent e5   →   JSON 7.0e5
@usableFromInline package struct DecimalLexeme {
  package var sign: UInt8?
  package var integer: ArraySlice<UInt8> = []
  /// Nil without a point; empty after a point without digits.
  @usableFromInline package var fraction: ArraySlice<UInt8>?
  @usableFromInline package var exponent: ArraySlice<UInt8> = []

  package init(sign: UInt8?) {
    self.sign = sign
  }

  /// Parses `[-+]? (. digits | digits (. digits?)?) ([eE] [-+]? digits)?`, as in most languages.
  package init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    sign = Self.takeSign(&rest)
    integer = Self.takeDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = Self.takeDigits(&rest)
    }
    guard !integer.isEmpty || fraction?.isEmpty == false else { return nil }
    if let taken = Self.takeExponent(&rest)?.exponent { exponent = taken }
    guard rest.isEmpty else { return nil }
  }

  @inlinable package var isInteger: Bool { fraction == nil && exponent.isEmpty }

  /// Without a plus sign and leading zeros, and with digits on both sides of a point.
  package var json: [UInt8] {
    var text: [UInt8] = sign == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
    let digits = integer.drop { $0 == Self.zero }
    text += digits.isEmpty ? [Self.zero] : Array(digits)
    if let fraction {
      text.append(UInt8(ascii: "."))
      text += fraction.isEmpty ? [Self.zero] : Array(fraction)
    }
    return text + exponent
  }

  package var jsonReal: [UInt8] {
    isInteger ? json + [UInt8(ascii: "."), Self.zero] : json
  }

  package static func nonFinite(_ text: [UInt8]) -> String? {
    guard text.count <= 9 else { return nil }
    return switch String(decoding: text, as: UTF8.self).lowercased() {
    case "nan": "nan"
    case "inf", "+inf", "infinity", "+infinity": "inf"
    case "-inf", "-infinity": "-inf"
    default: nil
    }
  }

  /// A spelling that YAML 1.1 and 1.2 read alike, as in `1.0e+5`; nil without an exponent.
  package var yaml: [UInt8]? {
    guard let letter = exponent.first else { return nil }
    let power = exponent.dropFirst()
    var text = sign.map { [$0] } ?? []
    text += integer.isEmpty ? [Self.zero] : Array(integer)
    text.append(UInt8(ascii: "."))
    text += fraction.flatMap { $0.isEmpty ? nil : Array($0) } ?? [Self.zero]
    text.append(letter)
    if power.first.map(Self.isSign) != true { text.append(UInt8(ascii: "+")) }
    return text + power
  }

  /// Without the `.0` that `yaml` adds, which restores most lexemes.
  package var beforeYAML: [UInt8]? {
    guard fraction == [Self.zero], exponent.dropFirst().first.map(Self.isSign) == true else {
      return nil
    }
    var number = self
    number.fraction = nil
    return number.json
  }

  // MARK: Pieces

  @usableFromInline static let zero = UInt8(ascii: "0")

  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }

  @inlinable @inline(__always)
  package static func isSign(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
  }

  package static func takeSign(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = rest.first, isSign(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }

  package static func takeDigits(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = rest.prefix(while: isDigit)
    rest = rest.dropFirst(digits.count)
    return digits
  }

  static func takeExponent(
    _ rest: inout ArraySlice<UInt8>
  ) -> (exponent: ArraySlice<UInt8>, hasSign: Bool)? {
    guard let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") else { return nil }
    var after = rest.dropFirst()
    let hasSign = takeSign(&after) != nil
    guard !takeDigits(&after).isEmpty else { return nil }
    defer { rest = after }
    return (rest[..<after.startIndex], hasSign)
  }
}
