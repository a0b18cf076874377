/// Numbers as RFC 8785 defines them, in the notation of ECMAScript.
///
/// A number that is not exactly a double becomes `{"$number": "0.DIGITSeEXPONENT"}`, without zeros at either end.
enum CanonicalNumber {
  private static let plainDigits = 15

  /// Precondition: `lexeme` is a valid JSON number.
  static func append(_ lexeme: RawSpan, to text: inout [UInt8]) {
    if isPlain(lexeme) {
      text.append(copying: lexeme)
      return
    }
    let lexeme = String(utf8: lexeme)
    guard let exact = DecimalValue(lexeme) else { return }
    let double = lexeme.withBytes { DoubleReading.value($0) }
    let nearest = double.isFinite ? self.text(of: double) : ""
    if DecimalValue(nearest) == exact {
      text += nearest.utf8
    } else {
      text += "{\"\(TaggedForm.number.rawValue)\":\"\(exact.text)\"}".utf8
    }
  }

  private static func isPlain(_ lexeme: RawSpan) -> Bool {
    let isNegative = lexeme.byteCount > 1 && lexeme.byte(at: 0) == UInt8(ascii: "-")
    let digits = isNegative ? 1..<lexeme.byteCount : 0..<lexeme.byteCount
    return digits.count <= plainDigits
      && !(isNegative && lexeme.byte(at: 1) == UInt8(ascii: "0"))
      && digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= lexeme.byte(at: $0) }
  }

  /// Returns a finite double in the notation of ECMAScript's `Number.prototype.toString`.
  static func text(of value: Double) -> String {
    guard value != 0 else { return "0" }
    let decimal = DoubleWriting.shortest(value.magnitude)
    let digits = String(decimal.digits)
    let count = digits.utf8.count
    let point = count + decimal.exponent
    let sign = value < 0 ? "-" : ""
    switch point {
    case count...21:
      return sign + digits + String(repeating: "0", count: point - count)
    case 1...21:
      return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    case -5...0:
      return sign + "0." + String(repeating: "0", count: -point) + digits
    default:
      let fraction = count > 1 ? "." + digits.dropFirst() : ""
      return sign + digits.prefix(1) + fraction + (point > 0 ? "e+" : "e") + String(point - 1)
    }
  }
}

extension DecimalValue {
  var text: String {
    let exponent =
      switch exponent {
      case .near(let exponent): String(exponent)
      case .far(let isNegative, let digits):
        (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
      }
    return (isNegative ? "-" : "") + "0." + String(decoding: digits, as: UTF8.self) + "e" + exponent
  }
}
