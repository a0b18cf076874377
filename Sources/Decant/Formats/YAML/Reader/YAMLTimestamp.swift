/// The timestamps of YAML 1.1, such as `2001-12-14 21:59:43.10 -5`, and `!!timestamp` in any version.
enum YAMLTimestamp {
  /// Converts a timestamp to RFC 3339 in UTC, the default zone; the default time is midnight.
  static func text(_ text: RawSpan) -> String? {
    guard text.byteCount >= 10, isDigit(text.byte(at: 0)) else { return nil }
    return Self.text([UInt8](text))
  }

  private static func text(_ bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    guard let year = number(&rest, 4...4), take(&rest, "-"), let month = number(&rest, 1...2),
      take(&rest, "-"), let day = number(&rest, 1...2)
    else { return nil }
    guard !rest.isEmpty else {
      guard bytes.count == 10 else { return nil }
      return point(year, month, day, [0, 0, 0])?.text
    }
    guard take(&rest, "T") || take(&rest, "t") || takeBlanks(&rest) > 0,
      let hour = number(&rest, 1...2), take(&rest, ":"), let minute = number(&rest, 2...2),
      take(&rest, ":"), let second = number(&rest, 2...2)
    else { return nil }
    var fraction: ArraySlice<UInt8> = []
    if take(&rest, ".") {
      fraction = rest.prefix(while: isDigit)
      rest = rest.dropFirst(fraction.count)
      while fraction.last == UInt8(ascii: "0") { fraction = fraction.dropLast() }
    }
    guard let offset = zone(&rest), let point = point(year, month, day, [hour, minute, second])
    else { return nil }
    let inUTC = Timestamp(secondsSinceEpoch: point.secondsSinceEpoch - Int64(offset)).text
    guard !fraction.isEmpty else { return inUTC }
    return inUTC.dropLast() + "." + String(decoding: fraction, as: UTF8.self) + "Z"
  }

  private static func point(_ year: Int, _ month: Int, _ day: Int, _ time: [Int]) -> Timestamp? {
    let date = padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2)
    return Timestamp(date + "T" + time.map { padded($0, 2) }.joined(separator: ":") + "Z")
  }

  private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard !rest.isEmpty else { return 0 }
    _ = takeBlanks(&rest)
    if take(&rest, "Z") { return rest.isEmpty ? 0 : nil }
    let isWest = take(&rest, "-")
    guard isWest || take(&rest, "+"), let hours = number(&rest, 1...2), hours < 24 else {
      return nil
    }
    var minutes = 0
    if !rest.isEmpty {
      _ = take(&rest, ":")
      guard let value = number(&rest, 2...2), value < 60 else { return nil }
      minutes = value
    }
    return rest.isEmpty ? (isWest ? -1 : 1) * (hours * 60 + minutes) * 60 : nil
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ width: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(width.upperBound).prefix(while: isDigit)
    guard width ~= digits.count else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 & 0x0F) }
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func takeBlanks(_ rest: inout ArraySlice<UInt8>) -> Int {
    let count = rest.prefix { $0 == 0x20 || $0 == 0x09 }.count
    rest = rest.dropFirst(count)
    return count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
