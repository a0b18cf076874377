internal import DecantCore

extension RawSpan {
  /// Whether the text is the word that stands for null in property lists.
  var isNullSentinel: Bool {
    byteCount == 5 && byte(at: 0) == UInt8(ascii: "$")
      && "$null".withBytes { isEqual(to: $0) }
  }

  /// Whether a real has at most 15 digits and no exponent, so that a double has its value.
  @inline(__always)
  var isShortReal: Bool {
    guard byteCount <= 16 else { return false }
    for index in 0..<byteCount where byte(at: index) > UInt8(ascii: "9") { return false }
    return true
  }

  /// Whether a real that is not long has an exponent of at most two characters, so that it is in the range of `Decimal`.
  var isInDecimalRange: Bool {
    guard byteCount <= 24 else { return false }
    for index in 0..<byteCount where byte(at: index) | 0x20 == UInt8(ascii: "e") {
      return byteCount - index <= 3
    }
    return true
  }
}

extension DecimalValue {
  /// Whether `Decimal` has the value: 38 digits, and powers of ten from -128 to 127.
  var fitsDecimal: Bool {
    guard case .near(let exponent) = exponent else { return false }
    return digits.count <= 38 && -128...127 ~= exponent - digits.count
  }
}

/// The syntax of URLs that no parser changes (RFC 3986).
enum URLSyntax {
  /// Whether a text is an absolute URL with a scheme of two letters or more, written without a character to escape.
  static func isURL(_ text: RawSpan) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: 0..<text.byteCount), colon > 1,
      colon + 1 < text.byteCount, isLetter(text.byte(at: 0))
    else { return false }
    for index in 1..<colon {
      let byte = text.byte(at: index)
      guard isLetter(byte) || isDigit(byte) || isOne(byte, of: "+-.") else { return false }
    }
    var index = colon + 1
    if hasAuthority(text, at: index) {
      guard let end = endOfAuthority(text, from: index + 2) else { return false }
      index = end
    } else if text.byte(at: index) != UInt8(ascii: "/") {
      // Without slashes, only these are URLs and not words with a colon.
      guard
        ["mailto", "tel", "urn", "data", "news", "sms"].contains(where: { scheme in
          scheme.withBytes { text.extracting(0..<colon).isEqual(to: $0) }
        })
      else { return false }
    }
    return isRest(text, from: index)
  }

  private static func hasAuthority(_ text: RawSpan, at index: Int) -> Bool {
    index + 1 < text.byteCount && text.byte(at: index) == UInt8(ascii: "/")
      && text.byte(at: index + 1) == UInt8(ascii: "/")
  }

  /// Returns the end of a host and a port; nil if there is a user, an address in brackets, or anything unusual.
  private static func endOfAuthority(_ text: RawSpan, from start: Int) -> Int? {
    var index = start
    while index < text.byteCount, !isOne(text.byte(at: index), of: "/?#:") {
      let byte = text.byte(at: index)
      guard isLetter(byte) || isDigit(byte) || isOne(byte, of: "-._") else { return nil }
      index += 1
    }
    if index < text.byteCount, text.byte(at: index) == UInt8(ascii: ":") {
      let first = index + 1
      index = first
      while index < text.byteCount, isDigit(text.byte(at: index)) { index += 1 }
      guard index > first, index - first <= 5 else { return nil }
    }
    return index == text.byteCount || isOne(text.byte(at: index), of: "/?#") ? index : nil
  }

  private static func isRest(_ text: RawSpan, from start: Int) -> Bool {
    var index = start
    var hasFragment = false
    while index < text.byteCount {
      let byte = text.byte(at: index)
      if byte == UInt8(ascii: "%") {
        guard index + 2 < text.byteCount, isHex(text.byte(at: index + 1)),
          isHex(text.byte(at: index + 2))
        else { return false }
        index += 3
        continue
      }
      if byte == UInt8(ascii: "#") {
        guard !hasFragment else { return false }
        hasFragment = true
      } else {
        guard isLetter(byte) || isDigit(byte) || isOne(byte, of: "-._~!$&'()*+,;=:@/?") else {
          return false
        }
      }
      index += 1
    }
    return true
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
  }

  private static func isOne(_ byte: UInt8, of characters: String) -> Bool {
    characters.utf8.contains(byte)
  }
}
