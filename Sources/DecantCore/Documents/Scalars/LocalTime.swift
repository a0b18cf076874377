/// A date, a time of day or both, without a zone: `2026-11-21`, `09:30:00.5` or `2026-11-21T09:30:00.5`.
///
/// It has no instant, so it is not a `Timestamp`. Equality ignores trailing zeros of the fraction.
public struct LocalTime: Sendable {
  /// What a local time consists of.
  public enum Kind: String, Sendable, CaseIterable {
    /// A date and a time of day.
    case dateTime = "localDateTime"
    /// A date.
    case date = "localDate"
    /// A time of day.
    case time = "localTime"

    /// Returns the kind of a valid local time.
    @usableFromInline package init(of text: some Collection<UInt8>) {
      self =
        text.dropFirst(2).first == UInt8(ascii: ":")
        ? .time : text.count > LocalTime.lengthOfDate ? .dateTime : .date
    }

    /// Returns the kind that a tag of YAML such as `!localDate` marks.
    package init?(tag: String) {
      guard tag.first == "!" else { return nil }
      self.init(rawValue: String(tag.dropFirst()))
    }
  }

  /// The local time as RFC 3339 text.
  public let text: String

  /// What it consists of.
  @inlinable public var kind: Kind { Kind(of: text.utf8) }

  fileprivate static let lengthOfDate = 10

  /// Parses a local time; nil if `text` is invalid.
  public init?(_ text: String) {
    guard let first = text.utf8.first, 0x30...0x39 ~= first else { return nil }
    let whole =
      switch Kind(of: text.utf8) {
      case .dateTime: text + "Z"
      case .date: text + "T00:00:00Z"
      case .time: "2000-01-01T" + text + "Z"
      }
    guard Timestamp(whole) != nil else { return nil }
    self.text = text
  }

  /// The text without trailing zeros of the fraction.
  package var normalText: String {
    guard text.utf8.contains(UInt8(ascii: ".")) else { return text }
    var digits = text[...]
    while digits.last == "0" { digits.removeLast() }
    if digits.last == "." { digits.removeLast() }
    return String(digits)
  }
}

extension LocalTime: Hashable {
  /// Whether both are the same date and time.
  public static func == (first: LocalTime, second: LocalTime) -> Bool {
    first.normalText == second.normalText
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(normalText)
  }
}

extension LocalTime: CustomStringConvertible {
  /// The local time as text.
  @inlinable public var description: String { text }
}
