extension Archive {
  /// Restores a value from the archive in a file.
  ///
  ///     let landmark = try Archive.read(Landmark.self, from: "eiffel.plist")
  ///
  /// The format is that which the name's extension tells, else the one that the content does. The archive
  /// must be of the type's name, or a former one, and of no newer version; an older one is lifted to
  /// the type's version first.
  ///
  /// An error of decoding has the line and the column in its description, if the archive was not lifted.
  public static func read<T: Archivable>(
    _ type: T.Type, from path: String, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    let reader = try ArchiveReader(Input(archive: path), options.reading)
    return try reader.decode(type, options)
  }

  /// Restores a value from an archive in memory, whose format is told by its content unless it is named.
  public static func read<T: Archivable>(
    _ type: T.Type, from bytes: [UInt8], as format: Format? = nil,
    options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    let reader = try ArchiveReader(Input(archive: bytes, as: format), options.reading)
    return try reader.decode(type, options)
  }

  /// Reads the archive in a file, of whatever type, and checks that it is whole.
  public static func contents(
    of path: String, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Contents {
    try ArchiveReader(Input(archive: path), options).verified()
  }

  /// Reads an archive in memory, of whatever type, and checks that it is whole.
  public static func contents(
    of bytes: [UInt8], as format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Contents {
    try ArchiveReader(Input(archive: bytes, as: format), options).verified()
  }

  /// Reads what the archive in a file says of itself, which is not checked against its content.
  public static func header(
    of path: String, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Header {
    try ArchiveReader(Input(archive: path), options).envelope.header
  }

  /// Reads what an archive in memory says of itself, which is not checked against its content.
  public static func header(
    of bytes: [UInt8], as format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Header {
    try ArchiveReader(Input(archive: bytes, as: format), options).envelope.header
  }
}

extension Pipeline {
  /// Converts what the archive in an input holds, once all of that has been read and found right.
  ///
  /// An archive of another type than `type` is refused, if one is named.
  package mutating func restore(
    _ input: consuming Input, ofType type: String?
  ) throws(DecantError) {
    let reader = try ArchiveReader(input, plan.reading)
    let contents = try reader.verified()
    if let type { try reader.check(isOf: [type], upTo: .max) }
    do {
      try pour(contents.root)
    } catch {
      throw reader.located(error)
    }
  }
}

extension Input {
  /// Opens the file of an archive.
  fileprivate init(archive path: String) throws(DecantError) {
    let source = try FileSource(path)
    if let format = FormatRegistry.standard.format(forFileNamed: path), format.isReadable {
      try self.init(source, named: path, as: format)
    } else {
      try self.init(source, named: path, detecting: .standard)
    }
  }

  fileprivate init(archive bytes: [UInt8], as format: Format?) throws(DecantError) {
    if let format {
      try self.init(.bytes(bytes), as: format)
    } else {
      try self.init(.bytes(bytes), detecting: .standard)
    }
  }
}

/// Reads an archive, and tells of each mistake where in the input it is.
struct ArchiveReader: ~Copyable {
  private let reader: DocumentReader
  let envelope: ArchiveEnvelope

  /// Reads the only document of an input, which must have the envelope of an archive.
  init(_ input: consuming Input, _ options: ReadingOptions) throws(DecantError) {
    var options = options.ofArchives
    options.badRecords = .stop
    var reader = try DocumentReader(input, options, history: .document)
    let envelope: ArchiveEnvelope
    do {
      envelope = try Self.readEnvelope(&reader)
    } catch {
      throw reader.located(error)
    }
    self.envelope = envelope
    self.reader = reader
  }

  private static func readEnvelope(
    _ reader: inout DocumentReader
  ) throws(DecantError) -> ArchiveEnvelope {
    guard let document = try reader.next() else { throw DecantError(.emptyInput, offset: 0) }
    let envelope = try ArchiveEnvelope(of: document)
    if let another = try reader.next() {
      throw DecantError(.archive(.severalDocuments), offset: another.root.offset)
    }
    return envelope
  }

  /// An error with its place in the input worked out.
  func located(_ error: DecantError) -> DecantError {
    reader.located(error)
  }

  /// What was archived, once its digest has been found right.
  func verified() throws(DecantError) -> Archive.Contents {
    do throws(DecantError) {
      let root = try envelope.verifiedRoot()
      return try Archive.Contents(
        header: envelope.header, root: SharedValues(of: root).byReference() ?? root)
    } catch {
      throw reader.located(error)
    }
  }

  /// Throws if the archive is of none of the types of these names, or of a newer version.
  func check(isOf names: [String], upTo schemaVersion: Int) throws(DecantError) {
    do {
      try envelope.check(isOf: names, upTo: schemaVersion)
    } catch {
      throw reader.located(error)
    }
  }

  /// Checks all that there is to check, and decodes a value.
  func decode<T: Archivable>(_ type: T.Type, _ options: DecodingOptions) throws -> T {
    let root = try verified().root
    try check(isOf: [type.archiveName] + type.formerArchiveNames, upTo: type.schemaVersion)
    let decoder = EventDecoder(abilities: .ofValues, options)
    guard envelope.header.schema < type.schemaVersion else {
      return try decoder.decode(type, from: root) { reader.located($0) }
    }
    var value = try root.value
    for version in envelope.header.schema..<type.schemaVersion {
      try type.migrate(&value, from: version)
    }
    return try decoder.decode(type, from: Document(value)) { $0 }
  }
}
