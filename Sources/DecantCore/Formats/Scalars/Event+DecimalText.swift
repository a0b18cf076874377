extension Event {
  package func decimalText(_ text: RawSpan) -> [UInt8]? {
    guard kind == .integer || kind == .real,
      flags.isDisjoint(with: [.needsNoJSONEscape, .isNonFinite]),
      case .respelled(_, let number)? = YAMLNumber.core(text)
    else { return nil }
    return number
  }
}
