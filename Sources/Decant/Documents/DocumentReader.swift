/// Reads the documents of an input, one at a time.
///
///     var reader = try DocumentReader(.standardInput, as: .jsonLines)
///     while let document = try reader.next() { … }
///
/// Memory is taken for a document, or a batch of small ones, however many there are.
public struct DocumentReader: ~Copyable {
  private var input: Input
  private var reader: any EventReader & ~Copyable
  private let options: ReadingOptions
  private let stages: StageChain
  private let collector = Collector()
  private var batch = EventBatch()
  private var isFinished = false

  /// The documents that have been read and not given out.
  private final class Collector {
    var documents: [Document] = []
    var next = 0
    var buffer = EventBuffer()

    func take() -> Document? {
      guard next < documents.count else {
        documents.removeAll(keepingCapacity: true)
        next = 0
        return nil
      }
      next += 1
      return documents[next - 1]
    }

    func add(_ batch: borrowing EventBatch) throws(DecantError) {
      for index in 0..<batch.count {
        let event = batch[index]
        switch event.kind {
        case .beginDocument:
          // A new one: the old one's memory belongs to its document.
          buffer = EventBuffer()
        case .endDocument:
          documents.append(Document(buffer))
        default: try buffer.append(event, of: batch)
        }
      }
    }
  }

  /// Makes a reader of an input's documents.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format,
    _ options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    let reader = try format.reader(options)
    input = try Input(source, named: name, as: format)
    self.reader = reader
    self.options = options
    stages = options.makeStages()
    if format.abilities.contains(.anchors) { stages.prepend(options.makeExpansion()) }
  }

  /// Reads the next document; nil when there is none.
  public mutating func next() throws(DecantError) -> Document? {
    while true {
      if let document = collector.take() { return document }
      guard !isFinished else { return nil }
      do throws(DecantError) {
        try readMore()
      } catch {
        let error = located(error)
        guard reader.canContinue, case .skip(let report) = options.badRecords, error.isAboutInput
        else { throw error }
        report(error)
      }
    }
  }

  private mutating func readMore() throws(DecantError) {
    batch.removeAll()
    let collector = collector
    if try reader.read(from: &input.window, into: &batch) {
      try stages.pass(batch) { (batch) throws(DecantError) in try collector.add(batch) }
    } else {
      isFinished = true
      try stages.finish { (batch) throws(DecantError) in try collector.add(batch) }
    }
  }

  /// An error with its place in the input worked out.
  func located(_ error: DecantError) -> DecantError {
    error.located(in: input.window, named: input.name)
  }
}
