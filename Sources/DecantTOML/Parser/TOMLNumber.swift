internal import DecantCore

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
