internal import DecantCore

/// Numbers, dates and times, which a glance at the first bytes tells apart. The text stays as it is, unless `isRespelled`.
extension TOMLParser {
  struct NumberToken {
    var kind: TOMLNode.Kind
    var end: Int
    var traits: TOMLNode.Traits = []
  }

  /// Parses a number, a date or a time.
  @inline(__always)
  mutating func number(_ bytes: RawSpan, at start: Int) throws(DecantError) -> NumberToken {
    // Most numbers are integers of a few digits.
    let count = WordScanning.bytesBefore(WordScanning.isNotDigit(bytes.word(at: start)))
    if 1...7 ~= count, bytes.byte(at: start) != UInt8(ascii: "0") || count == 1,
      Self.endsValue(bytes.byte(at: start &+ count))
    {
      return NumberToken(kind: .integer, end: start &+ count)
    }
    return try otherNumber(bytes, at: start)
  }

  /// Whether a value may end before the byte; a zero may be the end of the input.
  @inline(__always)
  static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00, 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"),
      UInt8(ascii: "#"):
      true
    default: false
    }
  }

  @inline(never)
  private mutating func otherNumber(_ bytes: RawSpan, at start: Int) throws(DecantError)
    -> NumberToken
  {
    let first = bytes.byte(at: start)
    let isSigned = DecimalLexeme.isSign(first)
    if !isSigned {
      if TOMLTime.looksLikeOne(bytes, at: start) { return try time(bytes, at: start) }
      if first == UInt8(ascii: "0"), let base = Self.base(bytes.byte(at: start + 1)) {
        return try number(bytes, at: start, inBase: base)
      }
    }
    var p = start + (isSigned ? 1 : 0)
    var token = NumberToken(kind: .integer, end: p)
    if first == UInt8(ascii: "+") { token.traits.insert(.isRespelled) }
    if isSigned, let end = nonFiniteEnd(bytes, at: p) {
      token.kind = .real
      token.end = end
      return try checked(token, bytes)
    }
    if isSigned, bytes.byte(at: p) == UInt8(ascii: "0"), Self.base(bytes.byte(at: p + 1)) != nil {
      throw failure(.signBeforeBase, at: start, bytes)
    }
    let integer = p
    p = try digits(bytes, at: p, &token.traits, after: isSigned ? .noDigitAfterSign : nil)
    if bytes.byte(at: integer) == UInt8(ascii: "0"), p > integer + 1 {
      throw failure(general: .invalidNumber(.leadingZero), at: integer, bytes)
    }
    if bytes.byte(at: p) == UInt8(ascii: ".") {
      token.kind = .real
      p = try digits(bytes, at: p + 1, &token.traits, after: .noDigitAfterPoint)
    }
    if bytes.byte(at: p) | 0x20 == UInt8(ascii: "e") {
      token.kind = .real
      p += DecimalLexeme.isSign(bytes.byte(at: p + 1)) ? 2 : 1
      p = try digits(bytes, at: p, &token.traits, after: .noDigitInExponent)
    }
    token.end = p
    token = try checked(token, bytes)
    if token.kind == .integer {
      if p - start >= Self.digitsOfAnyInteger, TOMLNumber.integer(bytes, start..<p) == nil {
        throw failure(.integerOutOfRange, at: start, bytes)
      }
      // Integers have no negative zero.
      if isSigned, bytes.byte(at: integer) == UInt8(ascii: "0") {
        token.traits.insert(.isRespelled)
      }
    }
    return token
  }

  /// An integer with as many characters may be too large.
  private static var digitsOfAnyInteger: Int { 19 }

  private mutating func nonFiniteEnd(_ bytes: RawSpan, at p: Int) -> Int? {
    let word = bytes.halfWord(at: p) & 0xFF_FFFF
    return word == 0x66_6E69 || word == 0x6E_616E ? p + 3 : nil
  }

  /// Returns the end of one or more digits with single underscores between them.
  private mutating func digits(
    _ bytes: RawSpan, at start: Int, _ traits: inout TOMLNode.Traits,
    after flaw: DecantError.NumberFlaw?
  ) throws(DecantError) -> Int {
    var p = start
    guard DecimalLexeme.isDigit(bytes.byte(at: p)) else {
      if bytes.byte(at: p) == UInt8(ascii: "_") {
        throw failure(.misplacedUnderscore, at: p, bytes)
      }
      throw failure(general: .invalidNumber(flaw ?? .noDigitBeforePoint), at: p, bytes)
    }
    while true {
      while DecimalLexeme.isDigit(bytes.byte(at: p)) { p += 1 }
      guard bytes.byte(at: p) == UInt8(ascii: "_") else { return p }
      guard DecimalLexeme.isDigit(bytes.byte(at: p + 1)) else {
        throw failure(.misplacedUnderscore, at: p, bytes)
      }
      traits.insert(.isRespelled)
      p += 1
    }
  }

  private mutating func checked(
    _ token: NumberToken, _ bytes: RawSpan
  ) throws(DecantError) -> NumberToken {
    let byte = bytes.byte(at: token.end)
    guard Self.endsValue(byte), byte != 0 || token.end >= end else {
      guard byte < 0x80 || UTF8Scanning.length(bytes, at: token.end) > 0 else {
        throw failure(general: .invalidEncoding(.utf8), at: token.end, bytes)
      }
      if byte == UInt8(ascii: "_") { throw failure(.misplacedUnderscore, at: token.end, bytes) }
      let scalar = UTF8Scanning.scalar(bytes, at: token.end)
      throw failure(general: .invalidNumber(.followedBy(scalar)), at: token.end, bytes)
    }
    return token
  }

  // MARK: Other bases

  private static func base(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  private mutating func number(
    _ bytes: RawSpan, at start: Int, inBase base: UInt8
  ) throws(DecantError) -> NumberToken {
    var p = start + 2
    func isDigit(_ byte: UInt8) -> Bool { HexDigit.value(byte).map { $0 < base } ?? false }
    if bytes.byte(at: p) == UInt8(ascii: "_") { throw failure(.misplacedUnderscore, at: p, bytes) }
    guard isDigit(bytes.byte(at: p)) else {
      throw failure(.noDigitAfterBase(found(bytes, at: p)), at: p, bytes)
    }
    while isDigit(bytes.byte(at: p)) || bytes.byte(at: p) == UInt8(ascii: "_") {
      if bytes.byte(at: p) == UInt8(ascii: "_"), !isDigit(bytes.byte(at: p + 1)) {
        throw failure(.misplacedUnderscore, at: p, bytes)
      }
      p += 1
    }
    let token = try checked(NumberToken(kind: .integer, end: p, traits: .isRespelled), bytes)
    guard TOMLNumber.integer(bytes, start..<p) != nil else {
      throw failure(.integerOutOfRange, at: start, bytes)
    }
    return token
  }

  // MARK: Times

  private mutating func time(_ bytes: RawSpan, at start: Int) throws(DecantError) -> NumberToken {
    guard let time = TOMLTime(bytes, at: start), Self.endsValue(bytes.byte(at: time.end)),
      bytes.byte(at: time.end) != 0 || time.end >= end
    else { throw failure(.invalidTime, at: start, bytes) }
    guard time.hasSeconds || version != .v1_0 else {
      throw failure(.newer(.timeWithoutSeconds), at: start, bytes)
    }
    return NumberToken(
      kind: time.isLocal ? .localTime : .date, end: time.end,
      traits: time.isRespelled ? .isRespelled : [])
  }
}

/// Numbers of TOML in the notation of events.
enum TOMLNumber {
  /// Returns the value of an integer that the parser has accepted; nil if 64 bits cannot hold it.
  static func integer(_ bytes: RawSpan, _ range: Range<Int>) -> Int64? {
    let text = String(utf8: bytes.extracting(range)).filter { $0 != "_" }
    guard text.hasPrefix("0"), let letter = text.dropFirst().first, !letter.isNumber else {
      return Int64(text)
    }
    let radix = letter == "x" ? 16 : letter == "o" ? 8 : 2
    return Int64(text.dropFirst(2), radix: radix)
  }

  /// Returns a real without a plus sign and without underscores.
  static func real(_ bytes: RawSpan, _ range: Range<Int>) -> [UInt8] {
    let text = [UInt8](bytes.extracting(range)).filter { $0 != UInt8(ascii: "_") }
    // The sign of an exponent stays.
    return text.first == UInt8(ascii: "+") ? Array(text.dropFirst()) : text
  }

  /// Returns `nan`, `inf` or `-inf` for a real that is not finite.
  static func nonFinite(_ bytes: RawSpan, _ range: Range<Int>) -> String? {
    switch bytes.byte(at: range.upperBound - 1) {
    case UInt8(ascii: "n"): "nan"
    case UInt8(ascii: "f"): bytes.byte(at: range.lowerBound) == UInt8(ascii: "-") ? "-inf" : "inf"
    default: nil
    }
  }
}
