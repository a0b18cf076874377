internal import Decant

/// The files of a schema: the one of `--schema`, those beside it, and those in the folders of `--schema-dir`.
struct SchemaFiles {
  private let folders: [String]
  private let registry: FormatRegistry

  init(in folders: [String], among registry: FormatRegistry) {
    self.folders = folders
    self.registry = registry
  }

  func schema(
    from file: String, reading source: any ByteSource
  ) throws(DecantError) -> JSONSchema {
    let source = try self.source(source, named: Console.name(of: file), as: file)
    var identified: [KeyText: String]?
    return try JSONSchema(source, at: JSONSchema.reference(toFile: file)) {
      (uri) throws(DecantError) in
      if let path = JSONSchema.path(ofReference: uri) {
        return Self.isFile(path) ? try read(path) : nil
      }
      if let path = pathInFolders(of: uri) { return try read(path) }
      let files = identified ?? identifiedFiles()
      identified = files
      return try files[KeyText(uri)].map { (path) throws(DecantError) in try read(path) }
    }
  }

  private func read(_ path: String) throws(DecantError) -> JSONSchema.Source {
    try source(try FileSource(path), named: path, as: path)
  }

  private func source(
    _ source: any ByteSource, named name: String, as file: String
  ) throws(DecantError) -> JSONSchema.Source {
    let bytes: [UInt8]
    do throws(DecantError) {
      bytes = try source.readToEnd()
    } catch {
      throw error.about(name)
    }
    let format = try Input(
      .bytes(bytes), named: name, as: registry.format(forFileNamed: file), among: registry
    ).format
    return try JSONSchema.Source(reading: bytes, named: name, as: format)
  }

  /// Whether it is a file that ends; a schema must not make decant wait for a device.
  private static func isFile(_ path: String) -> Bool {
    System.status(of: path).regularFile != nil
  }

  private func pathInFolders(of uri: String) -> String? {
    guard let path = JSONSchema.path(inURI: uri), !path.isEmpty else { return nil }
    return folders.lazy.map { $0 + path }.first(where: Self.isFile)
  }

  /// Returns the paths of the files with a schema that has an identifier; files that are not documents are passed over.
  private func identifiedFiles() -> [KeyText: String] {
    var paths: [KeyText: String] = [:]
    for folder in folders {
      var open = OpenFolders<String>()
      if case .success(let entries) = System.entries(of: folder) { open.enter(folder, entries) }
      while let (folder, entry) = open.next() {
        guard entry.isText, !entry.name.hasPrefix(".") else { continue }
        let path = TargetNames.joined(folder, entry.name)
        if entry.kind == .directory {
          if case .success(let entries) = System.entries(of: path) { open.enter(path, entries) }
        } else if registry.format(forFileNamed: path) != nil, Self.isFile(path),
          let id = (try? read(path))?.identifier.map({ KeyText($0) }), paths[id] == nil
        {
          paths[id] = path
        }
      }
    }
    return paths
  }
}

extension Session {
  /// Reads the schema of `--schema`.
  func schema() throws(Failure) -> JSONSchema? {
    guard let file = arguments.schemaFile else {
      guard arguments.schemaFolders.isEmpty else {
        throw .usage("'--schema-dir' needs '--schema'")
      }
      return nil
    }
    let operands = arguments.operands
    guard file != "-" || !operands.isEmpty && !operands.contains("-") else {
      throw .usage("standard input cannot be the schema and a document")
    }
    for folder in arguments.schemaFolders {
      if case .failure(let errno) = System.entries(of: folder) {
        throw .error(DecantError(.system(.open, code: errno.code)).about(folder))
      }
    }
    return try failing(
      try SchemaFiles(in: arguments.schemaFolders, among: registry)
        .schema(from: file, reading: try console.source(of: file)))
  }
}
