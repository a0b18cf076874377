/// How a JSON writer lays out its output.
protocol JSONLayout {
  static var isPretty: Bool { get }
  static var isColored: Bool { get }
  /// What ends a key, from its closing quote on, as the lowest bytes of a word.
  static var keyEnd: UInt64 { get }
  static var keyEndLength: Int { get }
}

extension JSONLayout {
  // `": ` and `":`, the first byte lowest.
  static var keyEnd: UInt64 { isPretty ? 0x20_3A22 : 0x3A22 }
  static var keyEndLength: Int { isPretty ? 3 : 2 }
}

/// No white space at all.
enum CompactLayout: JSONLayout {
  static var isPretty: Bool { false }
  static var isColored: Bool { false }
}

/// A line for each key and each element.
enum PrettyLayout: JSONLayout {
  static var isPretty: Bool { true }
  static var isColored: Bool { false }
}

/// A line for each key and each element, in colors for a terminal.
enum ColoredLayout: JSONLayout {
  static var isPretty: Bool { true }
  static var isColored: Bool { true }
}

/// How a JSON writer writes.
struct JSONWritingOptions: Sendable {
  var indentation = Indentation.compact
  /// Whether everything that is not ASCII is escaped.
  var ascii = false
  /// Whether a record separator is before each document (RFC 7464).
  var startsRecords = false
  /// Colors for a terminal, if there are to be any.
  var palette: Palette?
}

extension JSONWriter {
  /// Begins the color of a scalar.
  @inline(never)
  func color(_ event: Event, _ cursor: inout ByteCursor) throws(DecantError) {
    guard let palette = options.palette else { return }
    let code =
      switch event.kind {
      case .string: event.isKey ? palette.key : palette.string
      case .integer, .real: palette.number
      default: palette.word
      }
    for byte in code.utf8 { cursor.put(byte) }
  }

  /// Ends the color of a scalar.
  @inline(never)
  func endColor(_ cursor: inout ByteCursor) throws(DecantError) {
    guard let palette = options.palette else { return }
    try cursor.reserve(64)
    for byte in palette.end.utf8 { cursor.put(byte) }
    try cursor.reserve(64)
  }
}
