internal import DecantCore

/// Dates as tags 0 and 1 have them.
enum CBORDate {
  /// Converts a date and time of RFC 3339, in any zone, to UTC; nil if it is invalid.
  static func text(_ text: String) -> String? { Timestamp(inAnyZone: text)?.text }

  static func text(secondsSinceEpoch value: Double) -> String? {
    ReferenceDate.text(value, since: 0)
  }
}
