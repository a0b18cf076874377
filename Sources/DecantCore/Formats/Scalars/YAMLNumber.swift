extension NumberScan {
  @inlinable package var kind: Event.Kind { isReal ? .real : .integer }
}

@usableFromInline package enum YAMLNumber {
  /// Parses a number of the core schema of YAML 1.2.
  ///
  ///     integer = [-+]? digits | 0o octals | 0x hexadecimals
  ///     real    = [-+]? (. digits | digits (. digits?)?) ([eE] [-+]? digits)?
  package static func core(_ text: RawSpan) -> YAMLValue? {
    if let number = NumberScan(whole: text) { return .number(number.kind) }
    switch text.byteCount > 2 && text.byte(at: 0) == zero ? text.byte(at: 1) : 0 {
    case UInt8(ascii: "x"): return integer([UInt8](text).dropFirst(2), bits: 4)
    case UInt8(ascii: "o"): return integer([UInt8](text).dropFirst(2), bits: 3)
    default: return mayBeDecimal(text) ? DecimalLexeme([UInt8](text)[...]).map(value(of:)) : nil
    }
  }

  /// Parses a number of YAML 1.1.
  ///
  ///     integer = [-+]? (0 | [1-9] digits | 0b binary | 0 octals | 0x hexadecimals | sexagesimal)
  ///     real    = [-+]? digits? . digits? ([eE] [-+] digits)? | [-+]? sexagesimal . digits?
  ///
  /// After the first digit, underscores are ignored.
  package static func old(_ text: RawSpan) -> YAMLValue? {
    if let kind = plain(text) { return .number(kind) }
    var rest = [UInt8](text)[...]
    let sign = DecimalLexeme.takeSign(&rest)
    guard let first = rest.first, DecimalLexeme.isDigit(first) || first == UInt8(ascii: ".") else {
      return nil
    }
    if rest.starts(with: "0b".utf8) {
      return integer(withoutGaps(rest.dropFirst(2)), bits: 1, sign)
    }
    if rest.starts(with: "0x".utf8) {
      return integer(withoutGaps(rest.dropFirst(2)), bits: 4, sign)
    }
    if rest.contains(UInt8(ascii: ":")) { return sexagesimal(rest, sign) }

    var number = DecimalLexeme(sign: sign)
    number.integer = withoutGaps(take(&rest) { DecimalLexeme.isDigit($0) || $0 == gap })
    if rest.isEmpty {
      guard number.integer.first == zero, number.integer.count > 1 else { return value(of: number) }
      return integer(number.integer, bits: 3, sign)
    }
    guard rest.first == UInt8(ascii: ".") else { return nil }
    rest = rest.dropFirst()
    guard !number.integer.isEmpty || rest.first.map(DecimalLexeme.isDigit) == true else {
      return nil
    }
    number.fraction = withoutGaps(take(&rest) { DecimalLexeme.isDigit($0) || $0 == gap })
    if let (exponent, hasSign) = DecimalLexeme.takeExponent(&rest) {
      guard hasSign else { return nil }
      number.exponent = exponent
    }
    guard rest.isEmpty else { return nil }
    return value(of: number)
  }

  /// Returns nil for a number with an exponent, about which the schemas disagree.
  @inlinable @inline(__always)
  package static func plain(_ text: RawSpan) -> Event.Kind? {
    guard let number = NumberScan(whole: text), !number.hasExponent else { return nil }
    return number.kind
  }

  /// A fast test with false positives, because dates and many codes begin with a digit.
  private static func mayBeDecimal(_ text: RawSpan) -> Bool {
    (0..<text.byteCount).allSatisfy { p in
      let byte = text.byte(at: p)
      return DecimalLexeme.isDigit(byte) || DecimalLexeme.isSign(byte) || byte == UInt8(ascii: ".")
        || p > 0 && byte | 0x20 == UInt8(ascii: "e")
    }
  }

  private static func value(of number: DecimalLexeme) -> YAMLValue {
    .respelled(number.isInteger ? .integer : .real, number.json)
  }

  @inlinable @inline(__always)
  package static func hasExponent(_ text: RawSpan, _ range: Range<Int>) -> Bool {
    var p = range.lowerBound
    while p < range.upperBound {
      let letters = WordScanning.equals(text.word(at: p) | WordScanning.repeated(0x20), 0x65)
      if letters != 0 { return p &+ WordScanning.bytesBefore(letters) < range.upperBound }
      p &+= 8
    }
    return false
  }

  // MARK: Other bases

  private static func integer(
    _ digits: ArraySlice<UInt8>, bits: Int, _ sign: UInt8? = nil
  ) -> YAMLValue? {
    let significant = Array(digits.dropLast().drop { $0 == zero }) + digits.suffix(1)
    guard let decimal = significant.withBytes({ RadixText.text(of: $0, bitsPerDigit: bits) }) else {
      return nil
    }
    let isNegative = sign == UInt8(ascii: "-")
    return .respelled(.integer, Array(((isNegative ? "-" : "") + decimal).utf8))
  }

  /// Parses a sexagesimal number such as `1:30`, which is 90; every part but the first is below 60.
  private static func sexagesimal(_ text: ArraySlice<UInt8>, _ sign: UInt8?) -> YAMLValue? {
    var rest = text
    var number = DecimalLexeme(sign: sign)
    let whole = take(&rest) { $0 != UInt8(ascii: ".") }
    if !rest.isEmpty {
      number.fraction = withoutGaps(rest.dropFirst())
      guard number.fraction?.allSatisfy(DecimalLexeme.isDigit) == true else { return nil }
    } else if whole.first == zero {
      return nil
    }
    var value: UInt64 = 0
    for (index, part) in whole.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let digits = index == 0 ? withoutGaps(part) : part
      guard part.first.map(DecimalLexeme.isDigit) == true,
        let number = UInt64(String(decoding: digits, as: UTF8.self)),
        index == 0 || part.count <= 2 && number < 60
      else { return nil }
      let (scaled, overflows) = value.multipliedReportingOverflow(by: 60)
      let (sum, carries) = scaled.addingReportingOverflow(number)
      guard !overflows, !carries else { return nil }
      value = sum
    }
    number.integer = Array(String(value).utf8)[...]
    return Self.value(of: number)
  }

  // MARK: Bytes

  @usableFromInline static let zero = UInt8(ascii: "0")
  private static let gap = UInt8(ascii: "_")

  private static func take(
    _ rest: inout ArraySlice<UInt8>, while isTaken: (UInt8) -> Bool
  ) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: isTaken)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  private static func withoutGaps(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    digits.contains(gap) ? digits.filter { $0 != gap }[...] : digits
  }
}

/// The value of a scalar, with numbers in JSON's grammar, which every writer accepts.
package enum YAMLValue {
  case string
  /// A null or boolean.
  case word(Event.Kind)
  /// An integer or real in JSON's grammar.
  case number(Event.Kind)
  case respelled(Event.Kind, [UInt8])
  case nonFinite(String)
  case date(String)
  case data([UInt8])
}
