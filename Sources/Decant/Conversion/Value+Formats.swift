extension Value {
  /// Reads the only document of an input that is in memory.
  public init(
    parsing bytes: [UInt8], as format: Format, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    self = try Document(parsing: bytes, as: format, options: options).value
  }

  /// Reads the only document of a text.
  public init(
    parsing text: String, as format: Format, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) {
    self = try Document(parsing: text, as: format, options: options).value
  }

  /// The value written as a document of `format`.
  public func encoded(
    as format: Format, options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> [UInt8] {
    try encoded(by: Plan(to: format, options))
  }

  /// The value written as a document, as `plan` says.
  public func encoded(by plan: Plan) throws(DecantError) -> [UInt8] {
    try plan.bytes { (pipeline) throws(DecantError) in try pipeline.pour(self) }
  }

  /// The value written as the text of a document; a binary format has none, which is an error.
  public func text(
    as format: Format, options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> String {
    try format.requireText()
    return String(decoding: try encoded(as: format, options: options), as: UTF8.self)
  }
}

extension Document {
  /// The document written in `format`.
  public func encoded(
    as format: Format, options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> [UInt8] {
    try encoded(by: Plan(to: format, options))
  }

  /// The document written as `plan` says.
  public func encoded(by plan: Plan) throws(DecantError) -> [UInt8] {
    try plan.bytes { (pipeline) throws(DecantError) in try pipeline.pour(self) }
  }

  /// The document written as text; a binary format has none, which is an error.
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

  /// What is written of that which `pour` pours into a pipeline.
  fileprivate func bytes(
    _ pour: (inout Pipeline) throws(DecantError) -> Void
  ) throws(DecantError) -> [UInt8] {
    let destination = MemoryDestination()
    var pipeline = try Pipeline(self, to: destination)
    try pour(&pipeline)
    try pipeline.finish()
    return destination.bytes
  }
}

extension Format {
  /// Throws an error for a binary format, whose documents are not text.
  func requireText() throws(DecantError) {
    guard !abilities.contains(.binary) else { throw DecantError(.notText(format: name)) }
  }
}
