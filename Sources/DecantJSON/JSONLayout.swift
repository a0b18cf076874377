internal import DecantCore

/// A layout that the writer is specialized for, such as `PrettyLayout`, so that compact output pays for no other one.
protocol JSONLayout {
  /// Whether each child is on a line of its own.
  static var isPretty: Bool { get }
  /// The bytes from the quote after a key to its value, the first lowest, which are stored as one word.
  static var keyEnd: UInt64 { get }
  static var keyEndLength: Int { get }
}

extension JSONLayout {
  // `": ` and `":`.
  static var keyEnd: UInt64 { isPretty ? 0x20_3A22 : 0x3A22 }
  static var keyEndLength: Int { isPretty ? 3 : 2 }
}

enum CompactLayout: JSONLayout {
  static var isPretty: Bool { false }
}

enum PrettyLayout: JSONLayout {
  static var isPretty: Bool { true }
}

struct JSONWritingOptions: Sendable {
  var indentation = Indentation.compact
  var ascii = false
  var startsRecords = false
  var palette: Palette?
}

extension JSONLayoutWriter {
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

  @inline(never)
  func endColor(_ cursor: inout ByteCursor) throws(DecantError) {
    guard let palette = options.palette else { return }
    try cursor.reserve(64)
    for byte in palette.end.utf8 { cursor.put(byte) }
    try cursor.reserve(64)
  }
}
