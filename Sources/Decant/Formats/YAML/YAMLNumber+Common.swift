extension YAMLNumber {
  /// Whether readers of YAML 1.1 and 1.2 take the text, a number to one of them, for the same number.
  ///
  ///     integer  = 0x hexadecimals | + (0 | [1-9] digits)
  ///     real     = (. digits | [-+]? digits . digits?) ([eE] [-+] digits)?
  ///
  /// That leaves out what only one of them has, `0o17`, `1_000`, `-0x1F`, what is another number to
  /// the other, `017`, and a point right after a sign, which PyYAML takes for text.
  static func isCommon(_ text: RawSpan, as kind: Event.Kind) -> Bool {
    let text = [UInt8](text)[...]
    return kind == .integer ? isCommonInteger(text) : isCommonReal(text)
  }

  /// Whether the text, which is a number of that value by the core schema, is one of the same kind by
  /// the rules of YAML 1.1.
  static func isNumberInBoth(_ text: RawSpan, as value: YAMLValue) -> Bool {
    guard let core = core(text), let old = old(text) else { return false }
    return core.numberKind == value.numberKind && old.numberKind == value.numberKind
  }

  private static func isCommonInteger(_ text: ArraySlice<UInt8>) -> Bool {
    if text.starts(with: "0x".utf8) {
      let digits = text.dropFirst(2)
      return !digits.isEmpty && digits.allSatisfy { HexDigit.value($0) != nil }
    }
    let digits = text.dropFirst()
    let isDecimal = digits.count == 1 || digits.first != UInt8(ascii: "0")
    return text.first == UInt8(ascii: "+") && isDecimal && isNumeral(digits)
  }

  private static func isCommonReal(_ text: ArraySlice<UInt8>) -> Bool {
    guard let number = DecimalLexeme(text), number.fraction != nil,
      !number.integer.isEmpty || number.sign == nil
    else { return false }
    return number.exponent.dropFirst().first.map(DecimalLexeme.isSign) ?? true
  }

  private static func isNumeral(_ text: ArraySlice<UInt8>) -> Bool {
    !text.isEmpty && text.allSatisfy(DecimalLexeme.isDigit)
  }
}

extension YAMLValue {
  /// The kind of a finite number; nil for anything else.
  fileprivate var numberKind: Event.Kind? {
    switch self {
    case .integer: .integer
    case .real: .real
    case .respelled(let kind, _): kind
    default: nil
    }
  }
}

extension Event {
  /// The text of this event in JSON's grammar, where it is a number in another notation.
  func decimalText(_ text: RawSpan) -> [UInt8]? {
    guard kind == .integer || kind == .real,
      flags.isDisjoint(with: [.needsNoJSONEscape, .isNonFinite]),
      case .respelled(_, let number)? = YAMLNumber.core(text)
    else { return nil }
    return number
  }
}
