public import DecantCore

/// A reader of the documents of an input, one at a time.
///
///     var reader = try DocumentReader(.standardInput, as: .jsonLines)
///     while let document = try reader.next() { … }
///
/// Holds one document, or a batch of small ones, in memory.
public struct DocumentReader: ~Copyable {
  private var input: Input
  private var reading: InputReading
  private let collector: DocumentCollector
  private var isFinished = false
  private var failure: DecantError?

  /// Creates a reader of the documents in `source`.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    try self.init(try Input(source, named: name, as: format), options, history: .tail)
  }

  /// Creates a reader of the documents of an open input.
  public init(_ input: consuming Input, _ options: ReadingOptions) throws(DecantError) {
    try self.init(input, options, history: .tail)
  }

  /// Creates a reader of the values at `pointers`, which keep their places in documents without the others; nil reads all.
  ///
  /// `*` stands for each child, and `-1` for the last element.
  package init(
    _ input: consuming Input, _ options: ReadingOptions, at pointers: [DocumentPointer]?
  ) throws(DecantError) {
    let isWhole = pointers?.contains { $0.tokens.isEmpty } ?? true
    let paths = isWhole ? [] : pointers.map { [PathsStage($0)] } ?? []
    try self.init(input, options, then: paths, history: .tail)
  }

  package enum History {
    case tail
    /// From the start of the last returned document.
    case document
  }

  package init(
    _ input: consuming Input, _ options: ReadingOptions, then stages: [any EventStage] = [],
    history: History
  ) throws(DecantError) {
    if case .document = history { input.window.keepHistory() }
    var options = options
    options.aliases = .expanded
    options.copies = .held
    reading = try InputReading(
      of: input, options, stages: options.makeDocumentStages(for: input.format) + stages)
    // Of the values at some paths, the first says nothing about their number.
    collector = DocumentCollector(endOfInput: stages.isEmpty ? input.window.end : nil)
    self.input = input
  }

  package mutating func nextReady() -> Document? {
    guard let document = collector.take() else { return nil }
    input.window.forgetHistory(before: document.tape.origin)
    return document
  }

  /// Returns the next document, or nil at the end; throws an error after the documents before it, at each call.
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

  package func located(_ error: DecantError) -> DecantError {
    error.located(in: input.window, named: input.name)
  }
}
