/// Reads the documents of an input, one at a time.
///
///     var reader = try DocumentReader(.standardInput, as: .jsonLines)
///     while let document = try reader.next() { … }
///
/// Memory is taken for a document, or a batch of small ones, however many there are.
public struct DocumentReader: ~Copyable {
  private var input: Input
  private var reading: InputReading
  private let collector: DocumentCollector
  private var isFinished = false
  /// What ended the reading; the documents before it are given out first.
  private var failure: DecantError?

  /// Makes a reader of an input's documents.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    try self.init(try Input(source, named: name, as: format), options, history: .tail)
  }

  /// Creates a reader of an open input's documents.
  public init(_ input: consuming Input, _ options: ReadingOptions) throws(DecantError) {
    try self.init(input, options, history: .tail)
  }

  /// How much of the input is kept for the places of errors, beside what is being read.
  enum History {
    /// The end of what was read.
    case tail
    /// All from the beginning of the document that was given out last.
    case document
  }

  /// Makes a reader of an open input's documents.
  init(
    _ input: consuming Input, _ options: ReadingOptions, history: History
  ) throws(DecantError) {
    if case .document = history { input.window.keepHistory() }
    var options = options
    options.aliases = .expanded
    reading = try InputReading(
      of: input, options,
      expanding: input.format.abilities.contains(.anchors) ? options.makeExpansion() : [])
    collector = DocumentCollector(endOfInput: input.window.end)
    self.input = input
  }

  /// The next document, if it has been read already.
  mutating func nextReady() -> Document? {
    guard let document = collector.take() else { return nil }
    input.window.forgetHistory(before: document.tape.origin)
    return document
  }

  /// Reads the next document; nil when there is none.
  ///
  /// The documents before a mistake are given out before it is thrown; after that it is thrown again.
  public mutating func next() throws(DecantError) -> Document? {
    while true {
      if let document = nextReady() { return document }
      if let failure { throw failure }
      guard !isFinished else { return nil }
      let collector = collector
      do throws(DecantError) {
        isFinished = try !reading.advance(
          &input, to: { (batch) throws(DecantError) in try collector.add(batch) })
      } catch {
        failure = error
      }
    }
  }

  /// An error with its place in the input worked out.
  func located(_ error: DecantError) -> DecantError {
    error.located(in: input.window, named: input.name)
  }
}
