internal import DecantCore

/// What JSON5 has and JSON has not: comments, more white space, bare keys, single quotes, and more numbers.
///
///     {key: +.5, 'it': 0xFF, /* a comment */}
extension JSONReader {
  @inline(never)
  mutating func skipExtendedSpace(
    _ bytes: RawSpan, from start: Int, _ input: JSONInput
  ) throws(DecantError) -> Int {
    var p = start
    while true {
      guard try skipComment(bytes, from: &p, input) else { return p }
      switch bytes.byte(at: p) {
      case 0x09...0x0D, 0x20:
        p += 1
      case UInt8(ascii: "/"):
        guard openComment.begin(bytes, at: p, origin: origin) else { return p }
        p += 2
      case 0x80...:
        guard let width = Self.widthOfSpace(bytes, at: p) else { return p }
        p += width
      default:
        return p
      }
    }
  }

  static func widthOfSpace(_ bytes: RawSpan, at p: Int) -> Int? {
    let scalar = UTF8Scanning.scalar(bytes, at: p)
    let isSpace =
      scalar.properties.generalCategory == .spaceSeparator || scalar == "\u{FEFF}"
      || UTF8Scanning.isLineEnd(bytes, at: p)
    return isSpace ? UTF8.width(scalar) : nil
  }

  private mutating func skipComment(
    _ bytes: RawSpan, from p: inout Int, _ input: JSONInput
  ) throws(DecantError) -> Bool {
    do throws(TokenFlaw) {
      return try openComment.skip(
        bytes, from: &p, to: input.end, origin: origin, isComplete: input.isComplete)
    } catch {
      throw failure(error)
    }
  }

  // MARK: Values

  /// Returns 0 for any other text.
  mutating func extendedValue(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int {
    switch bytes.byte(at: start) {
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return try extendedNumber(bytes, at: start, input, &batch)
    default:
      let end = min(Self.endOfWord(bytes, from: start), start + 9)
      let word = String(utf8: bytes.extracting(start..<end))
      guard word == "NaN" || word == "Infinity" else { return 0 }
      return try extendedNumber(bytes, at: start, input, &batch)
    }
  }

  /// Appends the number in JSON's spelling: `+.5` as `0.5`, `0x1F` as `31`.
  mutating func extendedNumber(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int {
    var p = start
    let isNegative = bytes.byte(at: p) == UInt8(ascii: "-")
    if isNegative || bytes.byte(at: p) == UInt8(ascii: "+") { p += 1 }
    let sign = isNegative ? "-" : ""
    let end = Self.endOfWord(bytes, from: p)

    switch String(utf8: bytes.extracting(p..<min(end, p + 9))) {
    case "NaN" where end == p + 3:
      batch.append(.real, text: "nan", flags: .isNonFinite, at: start)
      return end - start
    case "Infinity" where end == p + 8:
      batch.append(.real, text: sign + "inf", flags: .isNonFinite, at: start)
      return end - start
    default:
      break
    }

    if bytes.byte(at: p) == UInt8(ascii: "0"), bytes.byte(at: p + 1) | 0x20 == UInt8(ascii: "x") {
      let decimal = try decimal(ofHexadecimal: bytes, from: p + 2, to: end)
      batch.append(
        .integer, text: sign + decimal, flags: [.isASCII, .needsNoJSONEscape], at: start)
      return end - start
    }
    return try extendedDecimal(bytes, at: start, to: end, &batch)
  }

  private func decimal(
    ofHexadecimal bytes: RawSpan, from start: Int, to end: Int
  ) throws(DecantError) -> String {
    var p = start
    while HexDigit.value(bytes.byte(at: p)) != nil { p += 1 }
    guard p > start else { throw failure(.invalidNumber(.noHexadecimalDigit), at: p) }
    guard p == end else {
      let found = UTF8Scanning.scalar(bytes, at: p)
      throw failure(.invalidNumber(.followedBy(found)), at: p)
    }
    guard let decimal = RadixText.text(of: bytes.extracting(start..<end)) else {
      let flaw = DecantError.NumberFlaw.tooManyDigits(limit: RadixText.hexadecimalLimit)
      throw failure(.invalidNumber(flaw), at: start)
    }
    return decimal
  }

  private mutating func extendedDecimal(
    _ bytes: RawSpan, at start: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int {
    guard let number = DecimalLexeme([UInt8](bytes.extracting(start..<end))[...]),
      number.integer.count <= 1 || number.integer.first != UInt8(ascii: "0")
    else { throw numberFailure(bytes, at: start) }
    number.json.withBytes {
      batch.append(
        number.isInteger ? .integer : .real, text: $0, flags: [.isASCII, .needsNoJSONEscape],
        at: start)
    }
    return end - start
  }

  // MARK: Keys

  mutating func extendedKey(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ state: State, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard bytes.byte(at: start) == UInt8(ascii: "'") else {
      return try bareKey(bytes, at: start, input, state, &batch)
    }
    return try newKey(bytes, at: start, input, &batch)
  }

  /// Reads an ECMAScript 5.1 identifier name.
  private mutating func bareKey(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ state: State, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    var text = String.UnicodeScalarView()
    var p = start
    while true {
      // `\uXXX` and four bytes, in case an error shows a scalar instead of the last digit.
      if p + 9 > input.end, !input.isComplete { return nil }
      var scalar = UTF8Scanning.scalar(bytes, at: p)
      var width = UTF8.width(scalar)
      if scalar == "\\", bytes.byte(at: p + 1) == UInt8(ascii: "u") {
        scalar = try escapedScalar(bytes, at: p)
        width = 6
        guard Self.isIdentifier(scalar, first: text.isEmpty) else {
          throw failure(.invalidEscape(.scalar(scalar)), at: p)
        }
      }
      guard Self.isIdentifier(scalar, first: text.isEmpty) else { break }
      text.append(scalar)
      p += width
    }
    guard !text.isEmpty else { throw unexpected(bytes, at: start, state) }
    let isASCII = text.allSatisfy(\.isASCII)
    batch.append(
      .string, text: String(text),
      flags: isASCII ? [.isKey, .isASCII, .needsNoJSONEscape] : [.isKey, .needsNoJSONEscape],
      at: start)
    try enterKey(at: start, &batch)
    return p - start
  }

  private func escapedScalar(_ bytes: RawSpan, at p: Int) throws(DecantError) -> Unicode.Scalar {
    var value: UInt32 = 0
    for offset in p + 2..<p + 6 {
      guard let digit = HexDigit.value(bytes.byte(at: offset)) else {
        let found = Self.found(bytes, at: offset)
        throw failure(.unexpected(found, expected: .hexDigits(4)), at: offset)
      }
      value = value << 4 | UInt32(digit)
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private static func isIdentifier(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "$", "_":
      return true
    case "0"..."9", "\u{200C}", "\u{200D}":
      return !first
    default:
      guard !scalar.isASCII, scalar != "\u{FFFD}" else { return false }
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .letterNumber:
      return true
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation:
      return !first
    default:
      return false
    }
  }
}
