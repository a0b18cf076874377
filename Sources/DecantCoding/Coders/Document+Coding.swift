internal import DecantConversion
public import DecantCore

extension Document {
  /// Encodes a value as a document in memory, without a format: with all dates, data and NaN as such.
  ///
  ///     let document = try Document(encoding: landmark)
  ///     let latitude = document.root["location"]?["latitude"]
  ///
  /// Keys, strategies and the order of keys are those of a ``FormatEncoder`` with the same options.
  public init(
    encoding value: some Encodable, options: EncodingOptions = EncodingOptions()
  ) throws {
    let documents = DocumentCollector()
    var plan = Plan(to: .memory)
    plan.keyOrder = options.keyOrder
    var pipeline = Pipeline(
      plan, to: MemoryDestination(), through: DocumentCollection(documents: documents))
    try EventEncoder(for: .memory, options).encode(value, into: &pipeline)
    try pipeline.finish()
    guard let document = documents.take() else {
      throw DecantError(.malformedEvents("no document of a value"))
    }
    self = document
  }
}

extension Value {
  /// Encodes a value of another type as a tree, without a format: with all dates, data and NaN as such.
  ///
  ///     var value = try Value(encoding: landmark)
  ///     value["revised"] = .bool(true)
  ///     let text = try Format.yaml.encodeText(value)
  ///
  /// Keys, strategies and the order of keys are those of a ``FormatEncoder`` with the same options.
  public init(
    encoding value: some Encodable, options: EncodingOptions = EncodingOptions()
  ) throws {
    self = try Document(encoding: value, options: options).value
  }
}

/// A writer of documents that stay in memory.
private struct DocumentCollection: EventWriter {
  let documents: DocumentCollector

  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try documents.add(batch)
  }
}

extension Format {
  /// What a document in memory supports.
  fileprivate static let memory = Format(
    name: "document", summary: "a document in memory", abilities: .ofValues)
}

extension Document {
  /// Decodes a value from the document.
  ///
  ///     let document = try Document(parsing: text, as: .yaml)
  ///     let landmark = try document.decode(Landmark.self)
  ///
  /// Errors contain a coding path but no line, because the input is no longer available.
  public func decode<T: Decodable>(
    _ type: T.Type, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try EventDecoder(abilities: .ofValues, options).decode(type, from: self) { $0 }
  }
}

extension Value {
  /// Decodes a value of another type from this value.
  public func decode<T: Decodable>(
    _ type: T.Type, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    try Document(self).decode(type, options: options)
  }
}
