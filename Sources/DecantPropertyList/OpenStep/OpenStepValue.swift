internal import DecantCore

/// Numbers and dates in GNUstep's syntax, converted to the spelling of events.
enum OpenStepValue {
  static func integer(_ text: [UInt8]) -> [UInt8]? {
    guard let number = DecimalLexeme(text[...]), number.isInteger else { return nil }
    return number.json
  }

  static func real(_ text: [UInt8]) -> [UInt8]? {
    DecimalLexeme(text[...])?.jsonReal
  }

  static func nonFinite(_ text: [UInt8]) -> String? {
    let isSigned = text.count == 4 && DecimalLexeme.isSign(text[0])
    let word = isSigned ? DecimalLexeme.nonFinite(Array(text[1...])) : nil
    return word == "nan" ? word : DecimalLexeme.nonFinite(text)
  }

  /// Converts dates such as `2026-11-21 09:30:00.125 -0500` to RFC 3339 in UTC.
  static func date(_ text: [UInt8]) -> String? {
    let parts = text.split(separator: 0x20, omittingEmptySubsequences: false)
    guard parts.count == 3, let ahead = seconds(ofZone: parts[2]) else { return nil }
    let local = [parts[0], parts[1]].map { String(decoding: $0, as: UTF8.self) }
    guard let time = Timestamp(local.joined(separator: "T") + "Z") else { return nil }
    guard ahead != 0 else { return time.text }
    let (seconds, overflows) = time.secondsSinceEpoch.subtractingReportingOverflow(ahead)
    guard !overflows else { return nil }
    let fraction = parts[1].drop { $0 != UInt8(ascii: ".") }
    return Timestamp(secondsSinceEpoch: seconds).text.dropLast()
      + String(decoding: fraction, as: UTF8.self) + "Z"
  }

  private static func seconds(ofZone zone: ArraySlice<UInt8>) -> Int64? {
    var rest = zone
    let sign = rest.popFirst()
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), rest.count == 4,
      rest.allSatisfy(DecimalLexeme.isDigit),
      let value = Int64(String(decoding: rest, as: UTF8.self)),
      value / 100 < 24, value % 100 < 60
    else { return nil }
    let seconds = (value / 100 * 60 + value % 100) * 60
    return sign == UInt8(ascii: "-") ? -seconds : seconds
  }
}
