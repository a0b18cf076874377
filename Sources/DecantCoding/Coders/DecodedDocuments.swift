public import DecantCore
internal import DecantConversion

/// A sequence of the documents of an input, or of the elements of a sequence in it, decoded one at a time.
///
///     for try await user in try Format.jsonLines.documents(of: User.self, from: .standardInput) { … }
///
///     var users = try Format.json.elements(of: User.self, at: "/users", from: .standardInput)
///     while let user = try users.next() { … }
///
/// The input is opened by the first call of `next()`. Holds one document, or a batch of small ones, in memory. Copies share
/// their position in the input and the memory of their decoder, so a sequence is not `Sendable`: create it where its values
/// are used, and send these or the source.
public struct DecodedDocuments<Value: Decodable> {
  /// The type of the values, which may be a subclass of `Value`.
  private let type: Value.Type
  private let source: DocumentSource
  private let onError: DecodingFailures

  /// Creates a sequence of the documents in `source`.
  public init(
    _ source: any ByteSource, named name: String? = nil, as format: Format,
    options: DecodingOptions = DecodingOptions()
  ) {
    self.init(Value.self, source, named: name, as: format, options)
  }

  package init(
    _ type: Value.Type, _ source: any ByteSource, named name: String?, as format: Format,
    _ options: DecodingOptions, elementsAt sequence: DocumentPointer? = nil,
    onError: DecodingFailures = .throw, classes: KeyedArchive.Classes? = nil
  ) {
    self.type = type
    self.onError = onError
    self.source = DocumentSource(
      source, named: name, as: format, options, elementsAt: sequence, classes)
  }

  /// Reads and decodes the next document, or returns nil at the end.
  ///
  /// A document that cannot be read ends the sequence, after those before it have been returned.
  /// After a document that can be read but not decoded, the next call continues with the next one.
  public mutating func next() throws -> Value? {
    // Without an optional in between, whose type was 4 % of the instructions for a small document.
    while try source.advance() {
      do { return try source.decode(type) } catch { try onError.handle(error) }
    }
    return nil
  }

  /// Decodes the only document.
  package func only() throws -> Value {
    try only { try $0.decode(type, from: $1, locate: $2) }
  }

  /// Decodes the only document, by `decode`.
  func only<R>(
    _ decode: (EventDecoder, Document, (DecantError) -> DecantError) throws -> R
  ) throws -> R {
    guard try source.advance() else { return try decodeNothing(by: decode) }
    let value = try decode(source.decoder, source.document) { source.located($0) }
    guard try source.advance() else { return value }
    throw source.unreadable(
      DecantError(.manyDocuments(target: "value"), offset: source.offset))
  }

  /// Decodes an input without a document.
  private func decodeNothing<R>(
    by decode: (EventDecoder, Document, (DecantError) -> DecantError) throws -> R
  ) throws -> R {
    let error = source.unreadable(DecantError(.emptyInput, offset: 0))
    guard let document = try source.emptyDocument() else { throw error }
    do {
      let isOptional = Value.self is any ExpressibleByNilLiteral.Type
      return try decode(source.decoder, isOptional ? Document(.null) : document) {
        source.located($0)
      }
    } catch DecodingError.typeMismatch {
      throw error
    }
  }
}

#if Foundation
  extension DecodedDocuments: AsyncSequence {
    /// An iterator that continues at the sequence's position and waits for input on its own thread.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private let documents: DecodedDocuments
      private var advance: BackgroundRead<Bool>

      fileprivate init(_ documents: DecodedDocuments) {
        self.documents = documents
        let source = documents.source
        advance = BackgroundRead(from: source.source) { Result { try source.advance() } }
      }

      /// Reads and decodes the next document, or returns nil at the end.
      ///
      /// What has been read is decoded where the caller is, without a change of threads.
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async throws -> Value? {
        while true {
          if !documents.source.advanceIfReady() {
            guard try await advance() else { return nil }
          }
          do {
            return try documents.source.decode(documents.type)
          } catch {
            try documents.onError.handle(error)
          }
        }
      }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
  }
#endif

/// What happens to an element of a sequence that cannot be decoded; what cannot be read is an error in any case.
public struct DecodingFailures {
  private let skip: ((any Error) -> Void)?

  /// The error is thrown, and the next call continues with the next element.
  public static var `throw`: DecodingFailures { DecodingFailures(skip: nil) }

  /// The element is left out.
  public static var skip: DecodingFailures { skip { _ in } }

  /// The element is left out, and the error passed to `report`.
  public static func skip(_ report: @escaping (any Error) -> Void) -> DecodingFailures {
    DecodingFailures(skip: report)
  }

  func handle(_ error: any Error) throws {
    guard let skip else { throw error }
    skip(error)
  }
}
