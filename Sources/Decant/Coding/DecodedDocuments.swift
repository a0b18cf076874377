/// Decodes the documents of an input, one at a time.
///
///     for try await user in try Format.jsonLines.documents(of: User.self, from: .standardInput) { … }
///
///     var users = try Format.jsonLines.documents(of: User.self, from: .standardInput)
///     while let user = try users.next() { … }
///
/// Memory is taken for a document, or a batch of small ones, however many there are. Copies share their
/// place in the input.
public struct DecodedDocuments<Value: Decodable> {
  private let source: Source
  private let decoder: EventDecoder

  private final class Source {
    var reader: DocumentReader

    init(_ reader: consuming DocumentReader) {
      self.reader = reader
    }
  }

  /// Makes a sequence of the documents that are read from `source`.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format,
    options: DecodingOptions = DecodingOptions()
  ) throws(DecantError) {
    try self.init(try Input(source, named: name, as: format), options)
  }

  /// Makes a sequence of the documents of an input that is open.
  package init(
    _ input: consuming Input, _ options: DecodingOptions,
    classes: KeyedArchive.Classes? = nil
  ) throws(DecantError) {
    let format = input.format
    let reader = try DocumentReader(input, options.reading, history: .document)
    source = Source(reader)
    decoder = EventDecoder(from: format, options, classes: classes)
  }

  /// Reads the next document and decodes it; nil when there is none.
  ///
  /// The documents before one that cannot be read are given out before the error is thrown. After a document
  /// that could be read, but not decoded as such a value, the next one can be had.
  public mutating func next() throws -> Value? {
    let document: Document?
    do throws(DecantError) {
      document = try source.reader.next()
    } catch {
      guard error.isAboutInput else { throw error }
      throw DecodingError.unreadable(error)
    }
    guard let document else { return nil }
    return try decoder.decode(Value.self, from: document) { source.reader.located($0) }
  }

  /// Reads the only document and decodes it.
  mutating func only() throws -> Value {
    guard let value = try next() else {
      throw DecodingError.unreadable(source.reader.located(DecantError(.emptyInput, offset: 0)))
    }
    let another: Document?
    do throws(DecantError) {
      another = try source.reader.next()
    } catch {
      guard error.isAboutInput else { throw error }
      throw DecodingError.unreadable(error)
    }
    guard let another else { return value }
    throw DecodingError.unreadable(
      source.reader.located(
        DecantError(.manyDocuments(target: "value"), offset: another.tape.origin)))
  }
}

extension DecodedDocuments: AsyncSequence, AsyncIteratorProtocol {
  /// The sequence itself, which goes on from where it is.
  public func makeAsyncIterator() -> Self { self }
}
