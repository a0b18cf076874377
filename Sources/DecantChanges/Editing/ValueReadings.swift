internal import DecantCore
internal import DecantConversion

/// The readings of a value of an edit, each converted to the format when the first place needs it.
final class ValueReadings {
  private enum Reading {
    case text, date, general
  }

  private let value: EditValue
  private let format: Format
  private let registry: FormatRegistry
  private let held: (Document) throws(DecantError) -> Document
  private var known: [Reading: Document] = [:]
  /// The date or local time that the text of the value is.
  private lazy var dateOfText = value.text.flatMap(date)

  /// Creates the readings of a value in `format`; `held` converts a document to it.
  init(
    of value: EditValue, in format: Format, among registry: FormatRegistry,
    held: @escaping (Document) throws(DecantError) -> Document
  ) {
    self.value = value
    self.format = format
    self.registry = registry
    self.held = held
  }

  /// Returns the value in place of a node of a kind; `.string` if it joins strings, and nil for another new place.
  func document(inPlaceOf kind: Event.Kind?) throws(DecantError) -> Document {
    let reading = reading(inPlaceOf: kind)
    if let document = known[reading] { return document }
    let document = try held(read(as: reading))
    known[reading] = document
    return document
  }

  private func reading(inPlaceOf kind: Event.Kind?) -> Reading {
    switch (value, kind) {
    case (.document, _): .general
    case (.date, _): .date
    case (.entered, .string?): .text
    case (.entered, .date?), (.entered, .localTime?): dateOfText == nil ? .general : .date
    case (.entered, _): .general
    }
  }

  private func read(as reading: Reading) throws(DecantError) -> Document {
    switch (value, reading) {
    case (.document(let document), _): return document
    case (.entered(let text), .text) where !text.isOneQuotedScalar:
      return try Document(.string(text))
    case (.entered(let text), .date), (.date(let text), _):
      if let dateOfText { return dateOfText }
      return try parse(Self.timestamp(text), entered: text)
    case (.entered(let text), _): return try parse(text, entered: text)
    }
  }

  private func parse(
    _ yaml: String, entered text: String
  ) throws(DecantError) -> Document {
    do throws(DecantError) {
      return try Document(
        parsing: yaml, as: registry.format(named: "yaml"), options: .keepingNumbers(of: format))
    } catch {
      throw DecantError(.unreadableValue(text, reason: error.message))
    }
  }

  // MARK: Dates

  private func date(_ text: String) -> Document? {
    if format.abilities.contains(.localTimes), let time = localTime(text) { return time }
    return try? parse(Self.timestamp(text), entered: text)
  }

  /// Returns the date or local time that all of a text is in TOML, the notation of local times.
  private func localTime(_ text: String) -> Document? {
    guard text.utf8.allSatisfy({ "0123456789-:.+ TtZz".utf8.contains($0) }),
      let toml = try? registry.format(named: "toml"),
      let table = try? Document(parsing: "value = \(text)", as: toml),
      let node = table.root["value"], node.kind == .date || node.kind == .localTime
    else { return nil }
    return try? Document(copying: node)
  }

  private static func timestamp(_ text: String) -> String {
    let parts = text.split(separator: "'", omittingEmptySubsequences: false)
    return "!!timestamp '\(parts.joined(separator: "''"))'"
  }
}

extension EditValue {
  fileprivate var text: String? {
    switch self {
    case .document: nil
    case .entered(let text), .date(let text): text
    }
  }
}

extension String {
  /// Whether a quote at the end closes the one at the beginning.
  fileprivate var isOneQuotedScalar: Bool {
    let bytes = Array(utf8)
    guard let quote = bytes.first, bytes.count > 1 else { return false }
    let escape: UInt8
    switch quote {
    case UInt8(ascii: "\""): escape = UInt8(ascii: "\\")
    case UInt8(ascii: "'"): escape = quote
    default: return false
    }
    var place = 1
    while place < bytes.count {
      let byte = bytes[place]
      let isEscape = byte == escape && (byte != quote || bytes.dropFirst(place + 1).first == quote)
      if !isEscape, byte == quote { return place == bytes.count - 1 }
      place += isEscape ? 2 : 1
    }
    return false
  }
}
