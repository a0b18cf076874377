internal import DecantCore

/// Numbers as RFC 8785 defines them, in the notation of ECMAScript.
///
/// A number that is not exactly a double becomes `{"$number": "0.DIGITSeEXPONENT"}`, without zeros at either end.
enum CanonicalNumber {
  /// Appends the number in `range`, which is one of JSON; faster if more bytes follow it.
  static func append(in bytes: RawSpan, _ range: Range<Int>, to text: inout Buffer<UInt8>) {
    let lexeme = bytes.extracting(range)
    guard let decimal = DoubleReading.Numeral(in: bytes, range), !decimal.isCut else {
      return append(long: lexeme, to: &text)
    }
    guard decimal.digits > 0 else { return text.append(UInt8(ascii: "0")) }
    guard let isDouble = DoubleReading.isExact(decimal) else {
      return append(long: lexeme, to: &text)
    }
    if isDouble, hasNotation(lexeme, decimal) { return text.append(contentsOf: lexeme) }
    let exact = decimal.withoutTrailingZeros
    let digits = DecimalDigits(exact.digits)
    if isDouble {
      append(digits, exact.exponent, isNegative: exact.isNegative, to: &text)
    } else {
      text.append(utf8: Self.beginning)
      text.append(utf8: exact.isNegative ? "-0." : "0.")
      text.append(digits)
      text.append(exponent: digits.count + exact.exponent)
      text.append(utf8: Self.end)
    }
  }

  static func text(of lexeme: RawSpan) -> String {
    var text = Buffer<UInt8>()
    append(in: lexeme, 0..<lexeme.byteCount, to: &text)
    return text.withBytes { String(utf8: $0) }
  }

  /// Appends a number of any number of digits and any exponent.
  static func append(long lexeme: RawSpan, to text: inout Buffer<UInt8>) {
    let lexeme = String(utf8: lexeme)
    guard let exact = DecimalValue(lexeme) else { return }
    let double = lexeme.withBytes { DoubleReading.value($0) }
    let nearest = double.isFinite ? self.text(of: double) : ""
    if DecimalValue(nearest) == exact {
      text.append(utf8: nearest)
    } else {
      text.append(utf8: Self.beginning + exact.text + Self.end)
    }
  }

  private static let beginning = "{\"\(TaggedForm.number.rawValue)\":\""
  private static let end = "\"}"

  /// Whether the lexeme of a double is in the notation of ECMAScript; a fast test with false negatives.
  private static func hasNotation(_ lexeme: RawSpan, _ decimal: DoubleReading.Numeral) -> Bool {
    let zero = UInt8(ascii: "0")
    guard !decimal.isScientific else { return false }
    // Nineteen digits and a sign have no point, except before digits that the exponent counts.
    guard decimal.exponent < 0 else { return decimal.exponent == 0 && lexeme.byteCount <= 20 }
    let first = decimal.isNegative ? 1 : 0
    return lexeme.byte(at: lexeme.byteCount - 1) != zero
      && (lexeme.byte(at: first) != zero || lexeme.byte(at: first + 2) != zero)
  }

  /// Returns a finite double in the notation of ECMAScript's `Number.prototype.toString`.
  static func text(of value: Double) -> String {
    guard value != 0 else { return "0" }
    let decimal = DoubleWriting.shortest(value.magnitude)
    var text = Buffer<UInt8>()
    append(DecimalDigits(decimal.digits), decimal.exponent, isNegative: value < 0, to: &text)
    return text.withBytes { String(utf8: $0) }
  }

  private static func append(
    _ digits: DecimalDigits, _ exponent: Int, isNegative: Bool, to text: inout Buffer<UInt8>
  ) {
    let point = digits.count + exponent
    if isNegative { text.append(UInt8(ascii: "-")) }
    switch point {
    case digits.count...21:
      text.append(digits)
      text.append(zeros: exponent)
    case 1...21:
      text.append(digits, 0..<point)
      text.append(UInt8(ascii: "."))
      text.append(digits, point..<digits.count)
    case -5...0:
      text.append(zeros: 1)
      text.append(UInt8(ascii: "."))
      text.append(zeros: -point)
      text.append(digits)
    default:
      text.append(digits, 0..<1)
      if digits.count > 1 {
        text.append(UInt8(ascii: "."))
        text.append(digits, 1..<digits.count)
      }
      text.append(utf8: point > 0 ? "e+\(point - 1)" : "e\(point - 1)")
    }
  }
}

/// The digits of an integer, the first at 0.
private struct DecimalDigits {
  private var bytes = InlineArray<20, UInt8>(repeating: UInt8(ascii: "0"))
  private let start: Int

  init(_ number: UInt64) {
    var rest = number
    var offset = 20
    while rest >= 10 {
      let pair = rest % 100
      rest /= 100
      offset -= 2
      bytes[offset] |= UInt8(truncatingIfNeeded: pair / 10)
      bytes[offset + 1] |= UInt8(truncatingIfNeeded: pair % 10)
    }
    if rest > 0 || offset == 20 {
      offset -= 1
      bytes[offset] |= UInt8(truncatingIfNeeded: rest)
    }
    start = offset
  }

  var count: Int { 20 - start }

  func append(_ range: Range<Int>, to text: inout Buffer<UInt8>) {
    bytes.withBytes {
      text.append(contentsOf: $0.extracting(start + range.lowerBound..<start + range.upperBound))
    }
  }
}

extension Buffer<UInt8> {
  mutating func append(utf8 text: String) { text.withBytes { append(contentsOf: $0) } }

  fileprivate mutating func append(_ digits: DecimalDigits) {
    append(digits, 0..<digits.count)
  }

  fileprivate mutating func append(_ digits: DecimalDigits, _ range: Range<Int>) {
    digits.append(range, to: &self)
  }

  fileprivate mutating func append(exponent: Int) {
    append(UInt8(ascii: "e"))
    if exponent < 0 { append(UInt8(ascii: "-")) }
    append(DecimalDigits(UInt64(exponent.magnitude)))
  }

  fileprivate mutating func append(zeros count: Int) {
    append(repeating: UInt8(ascii: "0"), count: count)
  }
}
