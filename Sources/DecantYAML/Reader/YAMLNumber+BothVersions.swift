package import DecantCore

extension YAMLNumber {
  /// Returns whether readers of YAML 1.1 and 1.2 parse the number alike.
  ///
  ///     integer  = 0x hexadecimals | + (0 | [1-9] digits)
  ///     real     = (. digits | [-+]? digits . digits?) ([eE] [-+] digits)?
  ///
  /// Excludes `0o17`, `1_000`, `-0x1F` (one version only), `017` (two values), and `+.5`, which is text for PyYAML.
  static func isCommon(_ text: RawSpan, as kind: Event.Kind) -> Bool {
    kind == .integer ? isCommonInteger(text) : isCommonReal([UInt8](text)[...])
  }

  /// A fast test, with false positives, for the strings of YAML 1.2 that are numbers in 1.1, as `1_000`, `1:30` and `-0x1F`.
  static func mayBeOld(_ text: RawSpan) -> Bool {
    let next = (1..<max(text.byteCount, 1)).first { p in
      text.byte(at: p) != UInt8(ascii: ".") && !DecimalLexeme.isDigit(text.byte(at: p))
    }
    return next.map { "_:bx".utf8.contains(text.byte(at: $0)) } ?? false
  }

  static func isNumberInBoth(_ text: RawSpan, as value: YAMLValue) -> Bool {
    guard let core = core(text), let old = old(text) else { return false }
    return core.numberKind == value.numberKind && old.numberKind == value.numberKind
  }

  private static func isCommonInteger(_ text: RawSpan) -> Bool {
    guard text.byte(at: 0) == UInt8(ascii: "+") else {
      return text.byte(at: 1) == UInt8(ascii: "x") && core(text) != nil
    }
    return plain(text.extracting(1..<text.byteCount)) == .integer
  }

  private static func isCommonReal(_ text: ArraySlice<UInt8>) -> Bool {
    guard let number = DecimalLexeme(text), number.fraction != nil,
      !number.integer.isEmpty || number.sign == nil
    else { return false }
    return number.exponent.dropFirst().first.map(DecimalLexeme.isSign) ?? true
  }
}

extension YAMLValue {
  /// Returns what decant writes for the value of `text`.
  package func written(as text: RawSpan) -> String {
    switch self {
    case .respelled(_, let digits): String(decoding: digits, as: UTF8.self)
    case .word(.true): "true"
    case .word(.false): "false"
    case .nonFinite(let word), .date(let word): word
    default: String(utf8: text)
    }
  }

  /// The kind of a finite number.
  package var numberKind: Event.Kind? {
    switch self {
    case .number(let kind), .respelled(let kind, _): kind
    default: nil
    }
  }
}
