public import DecantCore

extension Archive {
  /// Decodes a value from the archive in a file.
  ///
  ///     let landmark = try Archive.read(Landmark.self, from: "eiffel.plist")
  ///
  /// The format follows from the file extension, or else from the content. The archive must have a name of the type and
  /// no newer schema version; older documents are migrated, after which errors have no line and column.
  public static func read<T: Archivable>(
    _ type: T.Type, from path: String, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    let reader = try ArchiveReader(Input(archive: path), options.reading)
    return try reader.decode(type, options)
  }

  /// Decodes a value from an archive in memory; a nil `format` is detected from the content.
  public static func read<T: Archivable>(
    _ type: T.Type, from bytes: [UInt8], as format: Format? = nil,
    options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    let reader = try ArchiveReader(Input(archive: bytes, as: format), options.reading)
    return try reader.decode(type, options)
  }

  /// Reads the archive in a file, of any type, and verifies its digest.
  public static func contents(
    of path: String, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Contents {
    try ArchiveReader(Input(archive: path), options).verified()
  }

  /// Reads an archive in memory, of any type, and verifies its digest.
  public static func contents(
    of bytes: [UInt8], as format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Contents {
    try ArchiveReader(Input(archive: bytes, as: format), options).verified()
  }

  /// Reads the header of the archive in a file, without verifying the digest.
  public static func header(
    of path: String, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Header {
    try ArchiveReader(Input(archive: path), options).envelope.header
  }

  /// Reads the header of an archive in memory, without verifying the digest.
  public static func header(
    of bytes: [UInt8], as format: Format? = nil, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Header {
    try ArchiveReader(Input(archive: bytes, as: format), options).envelope.header
  }
}

extension Pipeline {
  /// Writes the root of an archive once its digest is verified, and `check` accepts it; a non-nil `type` must match.
  package mutating func restore(
    _ input: consuming Input, ofType type: String?,
    _ check: (Document.Node) throws(DecantError) -> Void = { _ in }
  ) throws(DecantError) {
    let reader = try ArchiveReader(input, plan.reading)
    let root = try reader.verifiedRoot()
    if let type { try reader.check(isOf: [type], upTo: .max) }
    do throws(DecantError) {
      try check(root)
      try convert(root)
    } catch {
      throw reader.located(error)
    }
  }
}

extension Input {
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

struct ArchiveReader: ~Copyable {
  private let reader: DocumentReader
  let envelope: ArchiveEnvelope

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

  func located(_ error: DecantError) -> DecantError {
    reader.located(error)
  }

  func verified() throws(DecantError) -> Archive.Contents {
    let root = try verifiedRoot()
    let document = Document(Tape(root.range, sharingTextOf: root.tape))
    return Archive.Contents(header: envelope.header, root: document)
  }

  /// Returns the root, in which repeated values are references, once the digest is verified.
  func verifiedRoot() throws(DecantError) -> Document.Node {
    do throws(DecantError) {
      try envelope.verify()
      return try SharedValues(of: envelope.root).byReference()?.root ?? envelope.root
    } catch {
      throw reader.located(error)
    }
  }

  func check(isOf names: [String], upTo schemaVersion: Int) throws(DecantError) {
    do {
      try envelope.check(isOf: names, upTo: schemaVersion)
    } catch {
      throw reader.located(error)
    }
  }

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
