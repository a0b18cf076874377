public import DecantCore
package import DecantConversion

/// A sequence of the documents of an input, decoded one at a time.
///
///     for try await user in try Format.jsonLines.documents(of: User.self, from: .standardInput) { … }
///
///     var users = try Format.jsonLines.documents(of: User.self, from: .standardInput)
///     while let user = try users.next() { … }
///
/// Holds one document, or a batch of small ones, in memory. Copies share their position in the
/// input and the memory of their decoder, so a sequence is not `Sendable`: create it where its values
/// are used, and send these or the source.
public struct DecodedDocuments<Value: Decodable> {
  /// The type of the values, which may be a subclass of `Value`.
  private let type: Value.Type
  private let source: DocumentSource
  let decoder: EventDecoder

  /// Creates a sequence of the documents in `source`.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format,
    options: DecodingOptions = DecodingOptions()
  ) throws(DecantError) {
    try self.init(Value.self, source, named: name, as: format, options)
  }

  init(
    _ type: Value.Type, _ source: any ByteSource, named name: String?, as format: Format,
    _ options: DecodingOptions
  ) throws(DecantError) {
    try self.init(type, try Input(source, named: name, as: format), options)
  }

  package init(
    _ type: Value.Type, _ input: consuming Input, _ options: DecodingOptions,
    classes: KeyedArchive.Classes? = nil
  ) throws(DecantError) {
    self.type = type
    let format = input.format
    let reader = try DocumentReader(input, options.reading, history: .document)
    source = DocumentSource(reader)
    decoder = EventDecoder(abilities: format.abilities, options, classes: classes)
  }

  /// Reads and decodes the next document, or returns nil at the end.
  ///
  /// A document that cannot be read ends the sequence, after those before it have been returned.
  /// After a document that can be read but not decoded, the next call continues with the next one.
  public mutating func next() throws -> Value? {
    try decode(source.next())
  }

  private func decode(_ outcome: Outcome) throws -> Value? {
    guard let document = try Self.document(outcome) else { return nil }
    return try decoder.decode(type, from: document) { source.reader.located($0) }
  }

  private static func document(_ outcome: Outcome) throws -> Document? {
    switch outcome {
    case .success(let document): return document
    case .failure(let error): throw decodingError(error)
    }
  }

  private static func decodingError(_ error: DecantError) -> any Error {
    error.isAboutInput ? DecodingError.unreadable(error) : error
  }

  /// Decodes the only document of the sequence that `open` returns.
  package static func only(_ open: () throws(DecantError) -> Self) throws -> Value {
    try only(open) { try $0.decoder.decode($0.type, from: $1, locate: $2) }
  }

  /// Decodes the only document of the sequence that `open` returns, by `decode`.
  static func only<R>(
    _ open: () throws(DecantError) -> Self,
    decoding decode: (Self, Document, (DecantError) -> DecantError) throws -> R
  ) throws -> R {
    let documents: Self
    do throws(DecantError) {
      documents = try open()
    } catch {
      throw decodingError(error)
    }
    let source = documents.source
    guard let first = try document(source.next()) else {
      throw DecodingError.unreadable(source.reader.located(DecantError(.emptyInput, offset: 0)))
    }
    let value = try decode(documents, first) { source.reader.located($0) }
    guard let another = try document(source.next()) else { return value }
    throw DecodingError.unreadable(
      source.reader.located(
        DecantError(.manyDocuments(target: "value"), offset: another.tape.origin)))
  }
}

#if Foundation
  extension DecodedDocuments: AsyncSequence {
    /// An iterator that continues at the sequence's position and waits for input on its own thread.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let documents: DecodedDocuments
      private var read: BackgroundCalls<Outcome>?

      fileprivate init(_ documents: DecodedDocuments) {
        self.documents = documents
      }

      /// Reads and decodes the next document, or returns nil at the end.
      public mutating func next() async throws -> Value? {
        let source = documents.source
        if let document = source.reader.nextReady() {
          return try documents.decode(.success(document))
        }
        let read = try self.read ?? BackgroundCalls { source.next() }
        self.read = read
        return try documents.decode(await read())
      }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
  }
#endif

private typealias Outcome = Result<Document?, DecantError>

// SAFETY: one thread at a time uses it: the iterator's, or the background one that it awaits.
private final class DocumentSource: @unchecked Sendable {
  var reader: DocumentReader

  init(_ reader: consuming DocumentReader) {
    self.reader = reader
  }

  func next() -> Outcome {
    do throws(DecantError) {
      return .success(try reader.next())
    } catch {
      return .failure(error)
    }
  }
}
