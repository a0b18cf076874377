internal import DecantCore

/// The range of a cell in the window.
struct CSVCell: BitwiseCopyable {
  /// The content, without quotes.
  let start: Int
  let end: Int
  /// The offset of the separator, the line end or the end of the input after it.
  let next: Int
  var isQuoted = false
  var hasDoubledQuotes = false
  /// Whether it has a control character, a backslash, a quote or a byte that is not ASCII.
  var isOdd = false

  /// Calls `body` with the pieces of the text, each up to the first one of two quotes.
  func forEachPiece(of bytes: RawSpan, _ body: (RawSpan) -> Void) {
    var start = start
    while hasDoubledQuotes, let quote = bytes.firstIndex(of: CSVScan.quote, in: start..<end) {
      body(bytes.extracting(start..<quote + 1))
      start = quote + 2
    }
    body(bytes.extracting(start..<end))
  }

  func text(in bytes: RawSpan) -> String {
    var text: [UInt8] = []
    forEachPiece(of: bytes) { text.append(copying: $0) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the kind of the value that text without quotes is, if cells have types; nil for text.
  static func kind(of text: RawSpan) -> Event.Kind? {
    guard text.byteCount > 0 else { return .null }
    switch text.byte(at: 0) {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return NumberScan(whole: text).map { $0.isReal ? .real : .integer }
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return [.true, .false, .null].first { $0.word?.withBytes { $0.isEqual(to: text) } == true }
    default:
      return nil
    }
  }

  /// Whether text begins like a sequence, a mapping or a string of JSON.
  static func isNested(_ text: RawSpan) -> Bool {
    text.byteCount > 0 && "{[\"".utf8.contains(text.byte(at: 0))
  }
}
