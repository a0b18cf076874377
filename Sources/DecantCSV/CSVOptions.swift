public import DecantCore

/// The options of a CSV reader or writer.
public struct CSVOptions: FormatOptions {
  /// The ASCII character between cells; nil for a comma or, of an input, what its header shows.
  public var separator: UInt8?

  /// The columns; nil for those in the first row, or for the keys of the first document.
  public var header: [String]?

  /// Whether cells without quotes can be numbers, booleans and null.
  public var hasTypes = false

  /// Whether a row may lack cells at its end, and a document keys.
  public var acceptsShortRows = false

  /// Whether lines end with a carriage return and a line feed, as those of the file that is rewritten.
  var endsLinesWithReturn = false

  /// Creates the default options.
  public init() {}
}

extension CSVOptions {
  static func header(of text: String) -> [String]? {
    let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    return Set(names.map { KeyText($0) }).count == names.count ? names : nil
  }

  /// Stores the separator and the line ends of a file that begins with `bytes`; returns true, since no option names another layout.
  mutating func keepLayout(of bytes: [UInt8]) -> Bool {
    CSVScan.withPadding(bytes) { text in
      let view = CSVScan(separator: 0, end: bytes.count, isComplete: true, origin: 0)
      separator = separator ?? view.usualSeparator(text, at: 0)
      let line = CSVScan.endOfLine(text, in: 0..<bytes.count) ?? bytes.count
      endsLinesWithReturn = text.halfWord(at: line) & 0xFFFF == 0x0A0D
    }
    return true
  }
}
