internal import DecantCore

/// Numbers, which stay text. The usual ones are those of JSON's grammar that end in the window; `oddNumber` decides about any
/// other, and names what is wrong with it.
extension JSONReader {
  @inline(__always)
  mutating func number(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let number = Self.usualNumber(bytes, at: start) else {
      return try oddNumber(bytes, at: start, input, &batch)
    }
    let length = Int(number.length)
    if Syntax.isExtended, Self.continuesNumber(bytes.byte(at: start &+ length)) {
      return try oddNumber(bytes, at: start, input, &batch)
    }
    if start &+ length >= input.end, !input.isComplete { return nil }
    batch.events.append(number)
    return length
  }

  @inline(__always)
  static func usualNumber(_ bytes: RawSpan, at start: Int) -> Event? {
    guard let number = NumberScan(bytes, at: start, { Self.endOfDigits($0, from: $1) }) else {
      return nil
    }
    return Event(
      number.kind, flags: .plainASCII, style: number.hasExponent ? .any : .plain, at: start,
      textAt: start, count: number.end &- start)
  }

  /// With words instead of blocks, as in `RawSpan.endOfDigits`, canada.json to YAML takes 4 % more instructions.
  @inline(__always)
  private static func endOfDigits(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      let length = bytes.block(at: p).isNotDigit.bytesBefore
      p &+= length
      if length < ByteBlock.width { return p }
    }
  }

  private static func continuesNumber(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "x") || byte == UInt8(ascii: "X") || byte == UInt8(ascii: ".")
  }

  /// Precondition: `usualNumber` rejects the number: it is incomplete, JSON5 or invalid.
  @inline(never)
  private mutating func oddNumber(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    if !input.isComplete, Self.endOfWord(bytes, from: start) >= input.end { return nil }
    if Syntax.isExtended { return try extendedNumber(bytes, at: start, input, &batch) }
    throw numberFailure(bytes, at: start)
  }

  /// Finds the flaw of a number that is incomplete in JSON or, if the syntax is extended, in JSON5.
  func numberFailure(_ bytes: RawSpan, at start: Int) -> DecantError {
    var p = start
    if !Syntax.isExtended, bytes.byte(at: p) == UInt8(ascii: "+") {
      return failure(.invalidNumber(.leadingPlus), at: p)
    }
    if DecimalLexeme.isSign(bytes.byte(at: p)) {
      p += 1
      if !Syntax.isExtended, [UInt8(ascii: "I"), UInt8(ascii: "N")].contains(bytes.byte(at: p)) {
        return failure(.invalidNumber(.notFinite), at: start)
      }
    }
    let integer = p
    p = bytes.endOfDigits(from: p)
    if !Syntax.isExtended, bytes.byte(at: p) | 0x20 == UInt8(ascii: "x"), p == integer + 1 {
      return failure(.invalidNumber(.hexadecimal), at: p)
    }
    let hasPoint = bytes.byte(at: p) == UInt8(ascii: ".")
    let fraction = hasPoint ? bytes.endOfDigits(from: p + 1) : p
    if p == integer, !Syntax.isExtended || fraction <= p + 1 {
      let flaw: DecantError.NumberFlaw = hasPoint ? .noDigitBeforePoint : .noDigitAfterSign
      return failure(.invalidNumber(flaw), at: p)
    }
    if p - integer > 1, bytes.byte(at: integer) == UInt8(ascii: "0") {
      return failure(.invalidNumber(.leadingZero), at: integer)
    }
    if hasPoint, !Syntax.isExtended, fraction == p + 1 {
      return failure(.invalidNumber(.noDigitAfterPoint), at: p + 1)
    }
    p = fraction
    if bytes.byte(at: p) | 0x20 == UInt8(ascii: "e") {
      let exponent = DecimalLexeme.isSign(bytes.byte(at: p + 1)) ? p + 2 : p + 1
      p = bytes.endOfDigits(from: exponent)
      if p == exponent { return failure(.invalidNumber(.noDigitInExponent), at: p) }
    }
    return failure(.invalidNumber(.followedBy(UTF8Scanning.scalar(bytes, at: p))), at: p)
  }

  // MARK: Words

  @inline(__always)
  mutating func word(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ state: State, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let (kind, length) = Self.usualWord(bytes, at: start) else {
      return try oddWord(bytes, at: start, input, state, &batch)
    }
    batch.append(kind, at: start)
    return length
  }

  @inline(__always)
  static func usualWord(_ bytes: RawSpan, at start: Int) -> (kind: Event.Kind, length: Int)? {
    // "true", "null" and "fals", with the first letter in the lowest byte.
    switch bytes.halfWord(at: start) {
    case 0x6575_7274: (.true, 4)
    case 0x6C6C_756E: (.null, 4)
    case 0x736C_6166 where bytes.byte(at: start &+ 4) == UInt8(ascii: "e"): (.false, 5)
    default: nil
    }
  }

  @inline(never)
  private mutating func oddWord(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ state: State, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let end = Self.endOfWord(bytes, from: start)
    let first = bytes.byte(at: start)
    let isNumber = first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
    // An error shows up to 64 bytes of a word; a number can have any length.
    if !input.isComplete, end >= input.end, isNumber || end - start < 64 { return nil }
    // Waits for enough to recognize HTML, for the error message.
    if first == UInt8(ascii: "<"), frames.isEmpty, !input.isComplete,
      start + RawSpan.openingOfHTML > input.end
    {
      return nil
    }
    if Syntax.isExtended {
      let length = try extendedValue(bytes, at: start, input, &batch)
      if length > 0 { return length }
    }
    if isNumber { throw numberFailure(bytes, at: start) }
    guard end > start else { throw unexpected(bytes, at: start, state) }
    let word = String(utf8: bytes.extracting(start..<min(end, start + 64)))
    if ["NaN", "Infinity"].contains(word) { throw failure(.invalidNumber(.notFinite), at: start) }
    let known = ["true", "false", "null"] + (Syntax.isExtended ? ["NaN", "Infinity"] : [])
    throw failure(
      .unknownWord(
        word,
        suggestion: ["None", "nil", "undefined", "NULL"].contains(word)
          ? "null" : NearestWord.to(word, in: known)), at: start)
  }

  static func endOfWord(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      switch bytes.byte(at: p) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "$"):
        p += 1
      default:
        return p
      }
    }
  }
}
