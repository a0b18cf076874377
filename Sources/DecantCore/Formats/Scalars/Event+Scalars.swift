extension Event {
  /// Returns the double nearest to a real.
  @inlinable @inline(__always)
  package func double(in bytes: RawSpan) -> Double {
    guard flags.contains(.isNonFinite) else { return DoubleReading.value(in: bytes, textRange) }
    let word = String(utf8: bytes.extracting(textRange))
    return word == "inf" ? .infinity : word == "-inf" ? -.infinity : .nan
  }

  package func decimalText(_ text: RawSpan) -> [UInt8]? {
    guard kind == .integer || kind == .real,
      flags.isDisjoint(with: [.needsNoJSONEscape, .isNonFinite]),
      case .respelled(_, let number)? = YAMLNumber.core(text)
    else { return nil }
    return number
  }

  /// Equal numbers have equal texts.
  package func valueText(_ text: RawSpan) -> [UInt8] {
    let text = decimalText(text) ?? [UInt8](text)
    switch kind {
    case .integer: return text == Array("-0".utf8) ? Array("0".utf8) : text
    case .real:
      let lexeme = String(decoding: text, as: UTF8.self)
      guard let value = DecimalValue(lexeme) else { return text }
      guard !value.digits.isEmpty else { return Array("0.0".utf8) }
      return Array((DecimalFraction.usual(lexeme) ?? value.text).utf8)
    default: return text
    }
  }
}
