/// Writes one mapping from strings to strings as the pairs of a `.strings` file.
///
///     "key" = "value";
///
/// Every text is in quotes, as translators and their tools expect it.
struct StringsTableWriter: EventWriter {
  private let options: OpenStepWritingOptions
  private var isOpen = false
  /// The key whose value comes next.
  private var key: String?

  init(_ options: OpenStepWritingOptions) {
    self.options = options
  }

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    var cursor = sink.cursor()
    for index in 0..<batch.count {
      let event = batch[index]
      switch event.kind {
      case .beginDocument:
        isOpen = false
      case .endDocument:
        isOpen = false
        cursor.completeDocument()
      case .beginMapping where !isOpen:
        isOpen = true
      case .endMapping where isOpen:
        break
      case .string where isOpen && !event.flags.contains(.isEscaped):
        try batch.withText(of: event) { (text) throws(DecantError) in
          try OpenStepScalar.writeQuoted(text, ascii: options.ascii, &cursor)
        }
        try cursor.reserve(64)
        OpenStepScalar.put(event.isKey ? " = " : ";\n", &cursor)
        key = event.isKey ? batch.string(of: event) : nil
      default:
        throw DecantError(
          .openStep(.notAStringsTable(key: key)), offset: batch.offset(of: event))
      }
    }
  }

  /// No reader of such files accepts a `!` outside of quotes.
  mutating func invalidate(to sink: ByteSink) throws(DecantError) {
    try sink.write("\n!incomplete\n")
  }
}
