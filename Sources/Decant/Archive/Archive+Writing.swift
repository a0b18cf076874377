public import DecantCore
public import DecantConversion
public import DecantCoding
internal import DecantFiles

extension Archive {
  /// Archives a value in a file, atomically.
  ///
  ///     try Archive.write(landmark, to: "eiffel.yaml")
  ///
  /// The default format follows from the file extension, or else from the type, see ``Archivable/archiveFormat``. Archives
  /// represent every value exactly, whatever the fidelity.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - path: The path of the file.
  ///   - format: The format; nil for that of the extension.
  ///   - verified: Whether the archive is read back first; if that value would have another archive, the file stays as it was.
  ///   - options: Options for encoding.
  /// - Throws: An error if the value cannot be encoded, if it is not verified, or if the file cannot be written.
  public static func write<T: Archivable>(
    _ value: T, to path: String, as format: Format? = nil, verified: Bool = false,
    options: EncodingOptions = EncodingOptions()
  ) throws {
    let format =
      if let format { format } else { try Format.ofArchive(named: path, T.archiveFormat) }
    guard !verified else {
      let bytes = try data(of: value, as: format, options: options)
      let again = try data(of: read(T.self, from: bytes, as: format), as: format, options: options)
      guard bytes == again else {
        throw DecantError(.archive(.notRestored(type: T.archiveName)))
      }
      let file = try AtomicFile(path)
      try bytes.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
      return try file.commit()
    }
    try write(
      encode(value, options), type: T.archiveName, schema: T.schemaVersion, to: path, as: format,
      options: options.writing)
  }

  /// Returns the archive of a value as bytes.
  public static func data<T: Archivable>(
    of value: T, as format: Format, options: EncodingOptions = EncodingOptions()
  ) throws -> [UInt8] {
    try data(
      of: encode(value, options), type: T.archiveName, schema: T.schemaVersion, as: format,
      options: options.writing)
  }

  /// Archives a document in a file, with the name and schema version of a type.
  public static func write(
    _ root: Document, type: String, schema: Int = 1, to path: String, as format: Format? = nil,
    options: WritingOptions = WritingOptions()
  ) throws(DecantError) {
    let format = if let format { format } else { try Format.ofArchive(named: path) }
    let archive = try NewArchive(of: root, type: type, schema: schema, for: format)
    let file = try AtomicFile(path)
    try write(archive, to: file, as: format, options)
    try file.commit()
  }

  /// Returns the archive of a document as bytes, with the name and schema version of a type.
  public static func data(
    of root: Document, type: String, schema: Int = 1, as format: Format,
    options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> [UInt8] {
    let bytes = MemoryDestination()
    let archive = try NewArchive(of: root, type: type, schema: schema, for: format)
    try write(archive, to: bytes, as: format, options)
    return bytes.bytes
  }

  private static func encode<T: Archivable>(
    _ value: T, _ options: EncodingOptions
  ) throws -> Document {
    T.checkDeclaration()
    // Encoded independently of the format, as the digest must be.
    var options = options
    options.fidelity = .tagged
    return Document(
      try EventEncoder(for: .values, options, classes: .declared(by: T.self))
        .document(of: value).tape())
  }

  private static func write(
    _ archive: NewArchive, to destination: any ByteDestination, as format: Format,
    _ options: WritingOptions
  ) throws(DecantError) {
    var plan = Plan(to: format)
    plan.fidelity = .tagged
    plan.writing = options
    var pipeline = try Pipeline(plan, to: destination)
    try pipeline.convert(archive)
    try pipeline.finish()
  }
}

extension Format {
  /// A format without restrictions, to encode values before the target format matters.
  fileprivate static let values = Format(
    name: "archive", summary: "values of all kinds", abilities: .ofValues)

  fileprivate static func ofArchive(
    named path: String, _ usual: Format? = nil
  ) throws(DecantError) -> Format {
    guard let format = FormatRegistry.standard.format(forFileNamed: path) ?? usual else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      throw DecantError(.unknownFormat(name, suggestion: nil))
    }
    return format
  }
}
