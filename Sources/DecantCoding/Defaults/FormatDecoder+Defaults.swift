public import DecantCore

/// A value that was decoded beside a default, and what of the document was not.
package struct DefaultedValue<Value> {
  package let value: Value
  /// What does not fit, and what no type asks for, with places.
  package let problems: [DecantError]
  package let undecoded: [UndecodedValue]

  package init(
    _ value: Value, problems: [DecantError] = [], undecoded: [UndecodedValue] = []
  ) {
    self.value = value
    self.problems = problems
    self.undecoded = undecoded
  }
}

/// A value of a document that does not fit.
package struct UndecodedValue: Sendable {
  package let pointer: DocumentPointer
  package let value: Value
  /// Whether nothing was decoded in its place, as in a list.
  package let isLeftOut: Bool
}

extension FormatDecoder {
  /// Decodes a value from bytes that contain one document; what the document lacks is as in `initial`.
  ///
  ///     let settings = try FormatDecoder(.yaml).decode(default: Settings(), from: bytes)
  ///
  /// A default stands in where a type asks for a key. Dictionaries, lists and enumerations come wholly from the document.
  public func decode<T: Codable>(
    default initial: T, from bytes: some Sequence<UInt8>
  ) throws -> T {
    try decode(default: initial, from: Array(bytes), isLenient: false).value
  }

  /// Decodes a value as with `decode(default:from:)`; what does not fit is as in `initial` too, or is left out of its list.
  ///
  /// It is added to `problems`, with line, column and path, and so is a key for which no type asks. After 1,000 problems, what does
  /// not fit is an error.
  public func decode<T: Codable>(
    default initial: T, from bytes: some Sequence<UInt8>, problems: inout [DecantError]
  ) throws -> T {
    let decoded = try decode(default: initial, from: Array(bytes), isLenient: true)
    problems += decoded.problems
    return decoded.value
  }

  private func decode<T: Codable>(
    default initial: T, from bytes: [UInt8], isLenient: Bool
  ) throws -> DefaultedValue<T> {
    // The default is encoded and decoded without strategies, which need not have an inverse.
    var plain = DecodingOptions()
    (plain.maximumDepth, plain.userInfo) = (options.maximumDepth, options.userInfo)
    return try decode(
      T.self, from: .bytes(bytes), named: nil, default: Document(encoding: initial), readBy: plain,
      isLenient: isLenient)
  }

  /// Decodes a value beside a default, which is decoded with options of its own.
  package func decode<T: Decodable>(
    _ type: T.Type, from source: any ByteSource, named name: String?, default initial: Document,
    readBy initialOptions: DecodingOptions, isLenient: Bool
  ) throws -> DefaultedValue<T> {
    try documents(of: type, from: source, named: name).only { decoder, document, locate in
      let defaults = DecodingSession(
        initial.tape, .ofValues, initialOptions, forms: KnownTypes())
      return try decoder.decode(
        type, from: document, beside: defaults, isLenient: isLenient, locate: locate)
    }
  }

  /// Returns the paths of the mappings that are neither dictionaries nor enumerations for a type.
  package func structures<T: Decodable>(
    of type: T.Type, in document: Document
  ) throws -> Set<DocumentPath> {
    let session = DecodingSession(document.tape, .ofValues, options, forms: KnownTypes())
    let decoding = DefaultedDecoding(session, beside: session, isLenient: false)
    _ = try decoding.value(type, at: session.root, default: nil)
    return decoding.pathsOfStructures
  }
}

extension EventDecoder {
  /// Decodes the value of a document beside a default, see ``DefaultedDecoding``.
  func decode<T: Decodable>(
    _ type: T.Type, from document: Document, beside defaults: DecodingSession, isLenient: Bool,
    locate: (DecantError) -> DecantError
  ) throws -> DefaultedValue<T> {
    let session = makeSession(of: document.tape)
    defer { leave(session) }
    let decoding = DefaultedDecoding(session, beside: defaults, isLenient: isLenient)
    return try placingErrors(of: session, locate) {
      let value = try decoding.value(type, at: session.root, default: defaults.root)
      guard isLenient else { return DefaultedValue(value) }
      decoding.reportUnknownKeys()
      let problems = decoding.findings.map { finding in
        locate(
          DecantError(
            .specific(finding.problem), offset: document.tape.offset(at: finding.node),
            path: finding.path))
      }
      return DefaultedValue(value, problems: problems, undecoded: try decoding.undecoded())
    }
  }
}
