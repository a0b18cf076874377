public import DecantCore
public import DecantConversion
public import DecantCoding

extension Archive {
  /// Decodes a value from the archive in a file.
  ///
  ///     let landmark = try Archive.read(Landmark.self, from: "eiffel.plist")
  ///
  /// The format follows from the file extension, or else from the content. The archive must have a name of the type and
  /// no newer schema version; older documents are migrated. An error after that is at the line of what the document had at
  /// its path, or around it.
  public static func read<T: Archivable>(
    _ type: T.Type, from path: String, options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    let reader = try ArchiveReader(Input(archive: path), options.reading)
    return try reader.decode(type, options)
  }

  /// Decodes a value from an archive in memory; a nil `format` is detected from the content.
  public static func read<T: Archivable>(
    _ type: T.Type, from bytes: some Sequence<UInt8>, as format: Format? = nil,
    options: DecodingOptions = DecodingOptions()
  ) throws -> T {
    let reader = try ArchiveReader(Input(archive: Array(bytes), as: format), options.reading)
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
    of bytes: some Sequence<UInt8>, as format: Format? = nil,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Contents {
    try ArchiveReader(Input(archive: Array(bytes), as: format), options).verified()
  }

  /// Reads the header of the archive in a file, without verifying the digest.
  public static func header(
    of path: String, options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Header {
    try ArchiveReader(Input(archive: path), options).envelope.header
  }

  /// Reads the header of an archive in memory, without verifying the digest.
  public static func header(
    of bytes: some Sequence<UInt8>, as format: Format? = nil,
    options: ReadingOptions = ReadingOptions()
  ) throws(DecantError) -> Header {
    try ArchiveReader(Input(archive: Array(bytes), as: format), options).envelope.header
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

extension ArchiveReader {
  fileprivate func decode<T: Archivable>(_ type: T.Type, _ options: DecodingOptions) throws -> T {
    let root = try verified().root
    try check(isOf: type.archiveNames, upTo: type.schemaVersion)
    return try value(of: type, from: root, options)
  }

  private func value<T: Archivable>(
    of type: T.Type, from root: Document, _ options: DecodingOptions
  ) throws -> T {
    type.checkDeclaration()
    let version = envelope.header.schema
    if type.hasPrevious, version <= type.Previous.schemaVersion {
      return try type.init(migrating: value(of: type.Previous.self, from: root, options))
    }
    guard version < type.schemaVersion else {
      return try decoder(of: root, as: type, options).decode(type, from: root) { located($0) }
    }
    let original = try root.readingInstances(ofVersion1: true)
    var document = original
    for version in version..<type.schemaVersion {
      document = try document.changing { try type.migrate(&$0, from: version) }
    }
    return try decoder(of: document, as: type, options).decode(type, from: document) {
      var error = $0
      error.offset = original.root.node(nearestTo: error.path).offset
      return located(error)
    }
  }

  private func decoder(
    of document: Document, as type: any Archivable.Type, _ options: DecodingOptions
  ) -> EventDecoder {
    EventDecoder(
      abilities: .ofValues, options, classes: document.hasInstances ? .declared(by: type) : nil)
  }
}

extension Document.Node {
  /// Returns the node at the longest part of a path that exists.
  fileprivate func node(nearestTo path: DocumentPath?) -> Document.Node {
    var node = self
    for step in path?.steps ?? [] {
      let next =
        switch step {
        case .key(let key): node[key]
        case .index(let index): node[index]
        }
      guard let next else { break }
      node = next
    }
    return node
  }
}
