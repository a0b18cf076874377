public import DecantCore

/// The options of a CSV reader or writer.
public struct CSVOptions: FormatOptions {
  /// The ASCII character between cells; nil for a comma or, of an input, what its first rows show.
  public var separator: UInt8?

  /// The columns; nil for those in the first row, or for the keys of the first document.
  public var header: [String]?

  /// Whether cells without quotes can be numbers, booleans and null.
  public var hasTypes = false

  /// Whether a row may lack cells at its end, and a document keys.
  public var acceptsShortRows = false

  /// What the file that is rewritten has beside its values.
  var layout = Layout()

  /// Creates the default options.
  public init() {}
}

extension CSVOptions {
  static func separator(of text: String) -> UInt8? {
    text.utf8.count > 1
      ? nil : text.utf8.first { $0 == 9 || 0x20..<0x7F ~= $0 && $0 != CSVScan.quote }
  }

  static func header(of text: String) -> [String]? {
    let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    return Set(names.map { KeyText($0) }).count == names.count ? names : nil
  }

  /// Changes the options of a writer to those of a reader of its output, which begins with a header.
  mutating func beOfOutput() {
    separator = separator ?? UInt8(ascii: ",")
    header = nil
  }

  struct Layout: Sendable {
    var keepsQuotes = false
    /// The empty lines before the header.
    var emptyLines: [UInt8] = []
    /// The names of columns that are in quotes.
    var quotedNames: Set<KeyText> = []
    /// The end of the header's line, the first byte in the lowest one.
    var lineEnd: (word: UInt64, count: Int) = (0x0A, 1)
  }

  /// Stores the separator and the layout of a file that begins with `bytes`; returns true, since no option names another one.
  mutating func keepLayout(of bytes: [UInt8]) -> Bool {
    var layout = Layout(keepsQuotes: true)
    CSVScan.withPadding(bytes) { text in
      let view = CSVScan(separator: 0, end: bytes.count, isComplete: true, origin: 0)
      let beginning = view.beginning(text, at: 0)
      let start = beginning.header
      layout.emptyLines = Array(bytes[..<start])
      let usual = try? view.usualSeparator(text, at: start)
      separator = separator ?? beginning.separator ?? usual ?? nil
      let scan = view.with(separator: separator ?? UInt8(ascii: ","))
      let header = try? scan.row(text, at: start) { cell in
        if cell.isQuoted { layout.quotedNames.insert(KeyText(cell.text(in: text))) }
        return true
      }
      guard let end = header?.end, end < bytes.count else { return }
      layout.lineEnd = (text.word(at: end), CSVScan.skipLineEnd(text, at: end) - end)
    }
    self.layout = layout
    return true
  }
}
