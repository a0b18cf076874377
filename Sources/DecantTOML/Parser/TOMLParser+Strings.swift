internal import DecantCore

/// Strings, with one quote or three. The token is a range of the input; `isRespelled` traits one whose text is another, because
/// of escapes or line ends.
extension TOMLParser {
  struct StringToken {
    var end: Int
    var traits: TOMLNode.Traits = []
    /// What is known about the text between the quotes.
    var flags: Event.Flags = .plainASCII
  }

  @inline(__always)
  mutating func string(_ bytes: RawSpan, at start: Int) throws(DecantError) -> StringToken {
    let quote = bytes.byte(at: start)
    guard bytes.byte(at: start &+ 1) == quote, bytes.byte(at: start &+ 2) == quote else {
      return try singleLineString(bytes, at: start)
    }
    return try multilineString(bytes, at: start)
  }

  /// Returns the number of plain bytes of a string in the block at `p`.
  @inline(__always)
  private static func plainBytes(_ bytes: RawSpan, at p: Int, _ quote: UInt8) -> Int {
    let block = bytes.block(at: p)
    return
      (block.endsPlainText(quote: quote) | block.equals(0x7F) | block.equals(UInt8(ascii: "\"")))
      .bytesBefore
  }

  @inline(__always)
  mutating func singleLineString(
    _ bytes: RawSpan, at start: Int
  ) throws(DecantError) -> StringToken {
    let quote = bytes.byte(at: start)
    var token = StringToken(end: 0)
    var p = start &+ 1
    while true {
      let plain = Self.plainBytes(bytes, at: p, quote)
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      if bytes.byte(at: p) == quote {
        token.end = p &+ 1
        return token
      }
      p = try special(bytes, at: p, quote, start, &token)
    }
  }

  private mutating func multilineString(
    _ bytes: RawSpan, at start: Int
  ) throws(DecantError) -> StringToken {
    let quote = bytes.byte(at: start)
    var token = StringToken(end: 0, traits: .hasTripleQuotes)
    var p = start &+ 3
    while true {
      let plain = Self.plainBytes(bytes, at: p, quote)
      p &+= plain
      guard plain < ByteBlock.width else { continue }
      let byte = bytes.byte(at: p)
      if byte == quote {
        var count = 1
        while count < 5, bytes.byte(at: p &+ count) == quote { count &+= 1 }
        p &+= count
        if count != 3, quote == UInt8(ascii: "\"") { token.flags.remove(.needsNoJSONEscape) }
        guard count < 3 else {
          token.end = p
          return token
        }
      } else if byte == 0x0A {
        // The line break after the quotes is not part of the text.
        if p > start &+ 3 { token.flags.remove(.needsNoJSONEscape) }
        p &+= 1
      } else if byte == 0x0D {
        let next = try lineEnd(bytes, at: p)
        if p > start &+ 3 { token.traits.insert(.isRespelled) }
        p = next
      } else {
        p = try special(bytes, at: p, quote, start, &token)
      }
    }
  }

  /// Takes a byte that ends plain text and does not end the string.
  @inline(never)
  private mutating func special(
    _ bytes: RawSpan, at p: Int, _ quote: UInt8, _ start: Int, _ token: inout StringToken
  ) throws(DecantError) -> Int {
    let byte = bytes.byte(at: p)
    switch byte {
    case 0x80...:
      token.flags.remove(.isASCII)
      var p = p
      repeat {
        let length = UTF8Scanning.length(bytes, at: p)
        guard length > 0 else { throw failure(general: .invalidEncoding(.utf8), at: p, bytes) }
        p &+= length
      } while bytes.byte(at: p) >= 0x80
      return p
    case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""):
      token.traits.insert(.isRespelled)
      return try escape(bytes, at: p, token.traits.contains(.hasTripleQuotes))
    case 0x09, UInt8(ascii: "\""), UInt8(ascii: "\\"):
      token.flags.remove(.needsNoJSONEscape)
      return p &+ 1
    case 0x00 where p >= end:
      throw failure(general: .unterminatedString, at: start, bytes)
    case 0x0A, 0x0D:
      throw failure(general: .unterminatedLine, at: start, bytes)
    default:
      throw failure(general: .controlCharacter(byte), at: p, bytes)
    }
  }

  private mutating func escape(
    _ bytes: RawSpan, at p: Int, _ isMultiline: Bool
  ) throws(DecantError) -> Int {
    let letter = bytes.byte(at: p &+ 1)
    switch letter {
    case UInt8(ascii: "b"), UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "f"),
      UInt8(ascii: "r"), UInt8(ascii: "\""), UInt8(ascii: "\\"):
      return p + 2
    case UInt8(ascii: "u"):
      return try unicodeEscape(bytes, at: p, digits: 4)
    case UInt8(ascii: "U"):
      return try unicodeEscape(bytes, at: p, digits: 8)
    case UInt8(ascii: "e"), UInt8(ascii: "x"):
      guard version != .v1_0 else { throw failure(.newer(.escape), at: p, bytes) }
      return letter == UInt8(ascii: "e") ? p + 2 : try unicodeEscape(bytes, at: p, digits: 2)
    case _ where isMultiline && [0x20, 0x09, 0x0A, 0x0D].contains(letter):
      return try foldedLine(bytes, at: p)
    default:
      guard letter < 0x80 || UTF8Scanning.length(bytes, at: p + 1) > 0 else {
        throw failure(general: .invalidEncoding(.utf8), at: p + 1, bytes)
      }
      throw failure(general: .invalidEscape(found(bytes, at: p + 1)), at: p, bytes)
    }
  }

  /// Returns the end of the white space after a backslash, which must contain a line break first.
  private mutating func foldedLine(_ bytes: RawSpan, at p: Int) throws(DecantError) -> Int {
    var next = Self.skipBlanks(bytes, from: p + 1)
    guard bytes.byte(at: next) == 0x0A || bytes.byte(at: next) == 0x0D else {
      throw failure(general: .invalidEscape(found(bytes, at: p + 1)), at: p, bytes)
    }
    while bytes.byte(at: next) == 0x0A || bytes.byte(at: next) == 0x0D {
      next = Self.skipBlanks(bytes, from: try lineEnd(bytes, at: next))
    }
    return next
  }

  private mutating func unicodeEscape(
    _ bytes: RawSpan, at p: Int, digits: Int
  ) throws(DecantError) -> Int {
    var value: UInt32 = 0
    for offset in p + 2..<p + 2 + digits {
      guard let digit = HexDigit.value(bytes.byte(at: offset)) else {
        throw failure(
          general: .unexpected(found(bytes, at: offset), expected: .hexDigits(digits)), at: offset,
          bytes)
      }
      value = value << 4 | UInt32(digit)
    }
    guard Unicode.Scalar(value) == nil else { return p + 2 + digits }
    if value < 0x1_0000 {
      throw failure(general: .loneSurrogate(UInt16(value)), at: p, bytes)
    }
    throw failure(general: .invalidEscape(found(bytes, at: p + 1)), at: p, bytes)
  }
}
