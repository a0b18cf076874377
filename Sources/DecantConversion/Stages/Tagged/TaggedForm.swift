internal import DecantCore

/// A mapping with a single key that represents a value that a format does not support.
///
/// A date is `{"$date": "2026-11-21T09:30:00Z"}`. A mapping that only looks like a tagged form is wrapped in `literal`.
enum TaggedForm: String, CaseIterable {
  case null = "$null"
  case date = "$date"
  case localDateTime = "$localDateTime"
  case localDate = "$localDate"
  case localTime = "$localTime"
  case data = "$data"
  case uid = "CF$UID"
  case real = "$real"
  case number = "$number"
  case text = "$text"
  case map = "$map"
  case tag = "$tag"
  case literal = "$literal"

  init(_ kind: LocalTime.Kind) {
    self =
      switch kind {
      case .dateTime: .localDateTime
      case .date: .localDate
      case .time: .localTime
      }
  }

  var localKind: LocalTime.Kind? { LocalTime.Kind(rawValue: String(rawValue.dropFirst())) }

  static func mustBeWrapped(onlyKey key: String) -> Bool {
    key.hasPrefix(ofBytes: "$") || key == uid.rawValue
  }
}
extension EventBatch {
  func possibleForm(_ event: Event) -> String? {
    guard event.kind == .string, event.isKey, !event.flags.contains(.isEscaped) else { return nil }
    return withText(of: event) { text in
      guard text.byteCount > 0,
        text.byte(at: 0) == UInt8(ascii: "$") || text.byte(at: 0) == UInt8(ascii: "C")
      else { return nil }
      return String(utf8: text)
    }
  }
}
