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
  private let gatherer: DocumentGatherer
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

  /// Creates a reader of documents in which the values at `paths` keep their places, without most of the others.
  package init(
    _ input: consuming Input, _ options: ReadingOptions, keeping paths: [PathPattern]
  ) throws(DecantError) {
    try self.init(input, options, then: Self.stages(keeping: paths), history: .tail)
  }

  /// Creates a reader of the values to which a path leads, or of an aspect of them, each as a document.
  ///
  /// An empty document follows the values of each document of the input. In an archive, a path leads through references.
  /// What is held in memory is one value, the element about which a condition decides, or what a path of several values
  /// needs in a mapping.
  package init(
    _ input: consuming Input, _ options: ReadingOptions, at path: PathPattern,
    _ aspect: NodeAspect
  ) throws(DecantError) {
    var stages = Self.stages(keeping: [path])
    stages.append(PathStage(path, missingValue: .isMarked))
    if aspect != .value { stages.append(AspectStage(aspect)) }
    var options = options
    if try input.beginsArchive() {
      options.needs.insert(.archive)
      options.instancePaths = [NeededPath(path)]
    }
    try self.init(input, options, then: stages, history: .tail)
  }

  /// Creates a reader of the elements of the sequence at `pointer` in the only document, each as a document.
  package init(
    _ input: consuming Input, _ options: ReadingOptions, elementsAt pointer: DocumentPointer
  ) throws(DecantError) {
    try self.init(
      input, options,
      then: [DocumentCountStage(target: "value", allowed: 1...1)]
        + (pointer.tokens.isEmpty ? [] : [PathStage(pointer)]),
      areElements: true, history: .document)
  }

  private static func stages(keeping paths: [PathPattern]) -> [any EventStage] {
    let areWhole = paths.contains { $0.steps.isEmpty || $0.steps.first == .anyDepth }
    return areWhole ? [] : [PathsStage(paths)]
  }

  package enum History {
    case tail
    /// From the start of the last returned document.
    case document
  }

  package init(
    _ input: consuming Input, _ options: ReadingOptions, then stages: [any EventStage] = [],
    areElements: Bool = false, history: History
  ) throws(DecantError) {
    if case .document = history { input.window.keepHistory() }
    var options = options
    options.needs.formUnion([.expandedAliases, .boundedCopies])
    reading = try InputReading(
      of: input, options, stages: options.makeDocumentStages(for: input.format) + stages)
    // Of the values at some paths, the first says nothing about their number.
    let endOfInput = stages.isEmpty ? input.window.end : nil
    collector = DocumentCollector(endOfInput: endOfInput)
    gatherer = DocumentGatherer(elements: areElements, endOfInput: endOfInput)
    self.input = input
  }

  package mutating func nextReady() -> Document? {
    guard let document = collector.take() else { return nil }
    input.window.forgetHistory(before: document.tape.origin)
    return document
  }

  /// Returns the next document, or nil at the end; throws an error after the documents before it, at each call.
  public mutating func next() throws(DecantError) -> Document? {
    let collector = collector
    repeat {
      if let document = nextReady() { return document }
    } while try read { (batch) throws(DecantError) in try collector.add(batch) }
    return nil
  }

  /// Reads on, unless the input has ended or could not be read.
  private mutating func read(
    adding add: (borrowing EventBatch) throws(DecantError) -> Void
  ) throws(DecantError) -> Bool {
    if let failure { throw failure }
    guard !isFinished else { return false }
    do throws(DecantError) {
      isFinished = try !reading.advance(
        &input, to: { (batch) throws(DecantError) in try add(batch) })
    } catch {
      failure = error
    }
    return true
  }

  /// The next of the documents that became whole together and have been read already.
  package mutating func nextReadyGroup() -> DocumentGroup? {
    guard let group = gatherer.take() else { return nil }
    input.window.forgetHistory(before: group.tape.origin)
    return group
  }

  /// Returns the next documents that become whole together, or nil at the end; throws as `next` does.
  package mutating func nextGroup() throws(DecantError) -> DocumentGroup? {
    let gatherer = gatherer
    repeat {
      if let group = nextReadyGroup() { return group }
    } while try read { (batch) throws(DecantError) in try gatherer.add(batch) }
    return nil
  }

  /// Calls `body` with each document as soon as it is whole, also with those of a batch that become many.
  package mutating func forEach(
    _ body: (Document) throws(DecantError) -> Void
  ) throws(DecantError) {
    let collector = collector
    let pass = { (batch: inout EventBatch) throws(DecantError) in
      try collector.add(batch)
      while let document = collector.take() { try body(document) }
    }
    while try reading.advance(&input, to: pass) {}
  }

  /// The number of bytes that have been read.
  package var inputLength: Int { input.window.origin + input.window.count }

  /// Counts the lines of a text up to an offset, from `known` on if that is before it; returns false for other inputs.
  package func countLines(
    to offset: Int, from known: inout (offset: Int, lines: LineCounter)?
  ) -> Bool {
    if input.window.isText { input.window.countLines(to: offset, from: &known) }
    return input.window.isText
  }

  package func located(_ error: DecantError) -> DecantError {
    error.located(in: input.window, named: input.name)
  }
}

extension Document {
  /// Reads a document from bytes that contain one.
  public init(
    parsing bytes: some Sequence<UInt8>, as format: Format,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    try self.init(reading: .bytes(Array(bytes)), as: format, options: options)
  }

  /// Reads a document from text that contains one.
  public init(
    parsing text: String, as format: Format, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    try self.init(reading: .text(text), as: format, options: options)
  }

  /// Reads a document from an input that contains one.
  public init(
    reading source: any ByteSource, named name: String? = nil, as format: Format,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    var reader = try DocumentReader(source, named: name, as: format, options: options)
    guard let document = try reader.next() else {
      throw reader.located(DecantError(.emptyInput, offset: 0))
    }
    if let another = try reader.next() {
      throw reader.located(
        DecantError(.manyDocuments(target: "document"), offset: another.tape.origin))
    }
    self = document
  }
}
