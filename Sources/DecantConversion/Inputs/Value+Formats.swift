public import DecantCore

extension Value {
  /// Reads a value from bytes that contain one document.
  public init(
    parsing bytes: some Sequence<UInt8>, as format: Format,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    self = try Document(parsing: bytes, as: format, options: options).value
  }

  /// Reads a value from text that contains one document.
  public init(
    parsing text: String, as format: Format, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    self = try Document(parsing: text, as: format, options: options).value
  }

  /// Returns the value as a document in `format`.
  public func encoded(
    as format: Format, options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> [UInt8] {
    try encoded(by: Plan(to: format, options))
  }

  /// Returns the value as a document, converted by `plan`.
  public func encoded(by plan: Plan) throws(DecantError) -> [UInt8] {
    try plan.bytes { (pipeline) throws(DecantError) in try pipeline.convert(self) }
  }

  /// Returns the value as a document's text; throws if the format is binary.
  public func text(
    as format: Format, options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> String {
    try format.requireText()
    return String(decoding: try encoded(as: format, options: options), as: UTF8.self)
  }
}

extension Document {
  /// Returns the document in `format`.
  public func encoded(
    as format: Format, options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> [UInt8] {
    try encoded(by: Plan(to: format, options))
  }

  /// Returns the document, converted by `plan`.
  public func encoded(by plan: Plan) throws(DecantError) -> [UInt8] {
    try plan.bytes { (pipeline) throws(DecantError) in try pipeline.convert(self) }
  }

  /// Returns the document as text; throws if the format is binary.
  public func text(
    as format: Format, options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> String {
    try format.requireText()
    return String(decoding: try encoded(as: format, options: options), as: UTF8.self)
  }
}

extension Plan {
  fileprivate init(to format: Format, _ options: WritingOptions) {
    self.init(to: format)
    writing = options
  }

  fileprivate func bytes(
    _ convert: (inout Pipeline) throws(DecantError) -> Void
  ) throws(DecantError) -> [UInt8] {
    let destination = MemoryDestination()
    var pipeline = try Pipeline(self, to: destination)
    try convert(&pipeline)
    try pipeline.finish()
    return destination.bytes
  }
}

extension Format {
  package func requireText() throws(DecantError) {
    guard !abilities.contains(.binary) else { throw DecantError(.notText(format: name)) }
  }
}
