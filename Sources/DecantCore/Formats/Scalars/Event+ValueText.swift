extension Event {
  /// Equal numbers have equal texts.
  package func valueText(_ text: RawSpan) -> [UInt8] {
    let text = decimalText(text) ?? [UInt8](text)
    switch kind {
    case .integer: return text == Array("-0".utf8) ? Array("0".utf8) : text
    case .real:
      return DecimalValue(String(decoding: text, as: UTF8.self)).map { Array("\($0)".utf8) } ?? text
    default: return text
    }
  }
}
