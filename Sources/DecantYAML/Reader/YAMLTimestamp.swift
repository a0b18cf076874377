internal import DecantCore

/// The timestamps of YAML 1.1, such as `2001-12-14 21:59:43.10 -5`, and `!!timestamp` in any version.
enum YAMLTimestamp {
  /// Converts a timestamp to RFC 3339 in UTC, the default zone; the default time is midnight.
  static func text(_ text: RawSpan) -> String? {
    guard text.byteCount >= 10, DecimalLexeme.isDigit(text.byte(at: 0)) else { return nil }
    var rest = [UInt8](text)[...]
    guard let year = number(&rest, 4...4), take(&rest, "-"), let month = number(&rest, 1...2),
      take(&rest, "-"), let day = number(&rest, 1...2)
    else { return nil }
    var time = [0, 0, 0]
    var fraction: ArraySlice<UInt8> = []
    var offset = 0
    if rest.isEmpty, text.byteCount != 10 { return nil }
    if !rest.isEmpty {
      guard take(&rest, "T") || take(&rest, "t") || takeBlanks(&rest),
        let hour = number(&rest, 1...2), take(&rest, ":"), let minute = number(&rest, 2...2),
        take(&rest, ":"), let second = number(&rest, 2...2)
      else { return nil }
      time = [hour, minute, second]
      if take(&rest, ".") {
        fraction = DecimalLexeme.takeDigits(&rest)
        while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
      }
      guard let zone = zone(&rest) else { return nil }
      offset = zone
    }
    let date = [Timestamp.padded(year, to: 4)] + [month, day].map { Timestamp.padded($0, to: 2) }
    let clock = time.map { Timestamp.padded($0, to: 2) }
    let local = date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "Z"
    guard let point = Timestamp(local) else { return nil }
    return Timestamp(
      secondsSinceEpoch: point.secondsSinceEpoch - Int64(offset),
      fraction: String(decoding: fraction, as: UTF8.self)
    ).text
  }

  /// Converts a timestamp with a tag, which may also have a sign and a year of more than four digits: decant writes those.
  static func tagged(_ text: RawSpan) -> String? {
    guard text.byteCount > 0,
      text.byte(at: 0) == UInt8(ascii: "+") || text.byte(at: 0) == UInt8(ascii: "-")
    else { return Self.text(text) }
    return Timestamp(inAnyZone: String(utf8: text))?.text
  }

  private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard !rest.isEmpty else { return 0 }
    _ = takeBlanks(&rest)
    if take(&rest, "Z") { return rest.isEmpty ? 0 : nil }
    guard let sign = DecimalLexeme.takeSign(&rest), let hours = number(&rest, 1...2), hours < 24
    else { return nil }
    var minutes = 0
    if !rest.isEmpty {
      _ = take(&rest, ":")
      guard let value = number(&rest, 2...2), value < 60 else { return nil }
      minutes = value
    }
    return rest.isEmpty ? (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60 : nil
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ width: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(width.upperBound).prefix(while: DecimalLexeme.isDigit)
    guard width ~= digits.count else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func takeBlanks(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
    rest = rest.dropFirst(count)
    return count > 0
  }
}
