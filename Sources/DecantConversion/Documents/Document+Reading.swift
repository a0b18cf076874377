public import DecantCore

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
