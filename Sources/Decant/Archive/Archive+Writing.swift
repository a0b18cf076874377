extension Archive {
  /// Archives a value in a file, which is written whole or not at all.
  ///
  ///     try Archive.write(landmark, to: "eiffel.yaml")
  ///
  /// The format is that which the name's extension tells, unless one is named. What the options say of
  /// fidelity has no effect: an archive holds every value as it is.
  public static func write<T: Archivable>(
    _ value: T, to path: String, as format: Format? = nil,
    options: EncodingOptions = EncodingOptions()
  ) throws {
    let format = if let format { format } else { try Format.ofArchive(named: path) }
    try write(document(of: value, for: format, options), to: path, as: format, options.writing)
  }

  /// The archive of a value, as the bytes of a file.
  public static func data<T: Archivable>(
    of value: T, as format: Format, options: EncodingOptions = EncodingOptions()
  ) throws -> [UInt8] {
    let bytes = MemoryDestination()
    try write(document(of: value, for: format, options), to: bytes, as: format, options.writing)
    return bytes.bytes
  }

  /// Archives a document under the name and the version of a type.
  public static func write(
    _ root: Document, type: String, schema: Int = 1, to path: String, as format: Format? = nil,
    options: WritingOptions = WritingOptions()
  ) throws(DecantError) {
    let format = if let format { format } else { try Format.ofArchive(named: path) }
    let archive = try ArchiveEnvelope.archive(of: root, type: type, schema: schema, for: format)
    try write(archive, to: path, as: format, options)
  }

  /// The archive of a document under the name and the version of a type, as the bytes of a file.
  public static func data(
    of root: Document, type: String, schema: Int = 1, as format: Format,
    options: WritingOptions = WritingOptions()
  ) throws(DecantError) -> [UInt8] {
    let bytes = MemoryDestination()
    let archive = try ArchiveEnvelope.archive(of: root, type: type, schema: schema, for: format)
    try write(archive, to: bytes, as: format, options)
    return bytes.bytes
  }

  /// The archive of a value, as a document that any pipeline takes.
  private static func document<T: Archivable>(
    of value: T, for format: Format, _ options: EncodingOptions
  ) throws -> Document {
    precondition(!T.archiveName.isEmpty && T.schemaVersion > 0, "a type without name or version")
    // The same for every format, so that the digest is.
    var options = options
    options.fidelity = .tagged
    let root = Document(try EventEncoder(for: .values, options).document(of: value).tape())
    return try ArchiveEnvelope.archive(
      of: root, type: T.archiveName, schema: T.schemaVersion, for: format)
  }

  /// The archive of a document, as a document that any pipeline takes.
  package static func document(
    of root: Document, type: String, schema: Int, for format: Format
  ) throws(DecantError) -> Document {
    try ArchiveEnvelope.archive(of: root, type: type, schema: schema, for: format)
  }

  private static func write(
    _ archive: Document, to path: String, as format: Format, _ options: WritingOptions
  ) throws(DecantError) {
    let file = try AtomicFile(path)
    try write(archive, to: file, as: format, options)
    try file.commit()
  }

  private static func write(
    _ archive: Document, to destination: any ByteDestination, as format: Format,
    _ options: WritingOptions
  ) throws(DecantError) {
    var plan = Plan(to: format)
    plan.fidelity = .tagged
    plan.writing = options
    var pipeline = try Pipeline(plan, to: destination)
    try pipeline.pour(archive)
    try pipeline.finish()
  }
}

extension Format {
  /// A format that holds every value, for values that are encoded before their format is known.
  fileprivate static let values = Format(
    name: "archive", summary: "values of all kinds", abilities: .ofValues)

  /// The format of an archive that is written to a file of that name.
  fileprivate static func ofArchive(named path: String) throws(DecantError) -> Format {
    guard let format = FormatRegistry.standard.format(forFileNamed: path) else {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      throw DecantError(.unknownFormat(name, suggestion: nil))
    }
    return format
  }
}
