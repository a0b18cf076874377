internal import DecantCore
internal import DecantConversion
internal import DecantSchema

/// The files of a schema: the one of `--schema`, those in its folder, and those in the folders of `--schema-dir`.
///
/// A schema can come from elsewhere and refer to any path, so no other file is read, not even through a link, and no text of
/// a file that a reference leads to is quoted.
struct SchemaFiles {
  private let folders: [String]
  private let draft: JSONSchema.Draft?
  private let formats: JSONSchema.Formats
  private let registry: FormatRegistry

  init(_ arguments: Arguments, among registry: FormatRegistry) {
    folders = arguments.schemaFolders
    draft = arguments.schemaDraft
    formats = arguments.formats
    self.registry = registry
  }

  func schema(
    from file: String, reading source: any ByteSource
  ) throws(DecantError) -> JSONSchema {
    let source = try self.source(source, named: Console.name(of: file), as: file)
    let tree = FileTree([AtomicFile.directory(of: file)] + folders)
    var identified: [KeyText: String]?
    var refused: String?
    func read(_ path: String) throws(DecantError) -> JSONSchema.Source? {
      if let source = try self.read(path, in: tree) { return source }
      if !tree.mayContain(path) { refused = path }
      return nil
    }
    do throws(DecantError) {
      return try JSONSchema(
        source, at: JSONSchema.reference(toFile: file), draft: draft, formats: formats
      ) {
        (uri) throws(DecantError) in
        refused = nil
        if let path = JSONSchema.path(ofReference: uri) { return try read(path) }
        for path in pathsInFolders(of: uri) {
          if let source = try read(path) { return source }
        }
        let files = identified ?? identifiedFiles(in: tree)
        identified = files
        return try files[KeyText(uri)].flatMap { (path) throws(DecantError) in try read(path) }
      }
    } catch {
      guard let uri = error.problem.specific(SchemaProblem.self)?.reference, let refused else {
        throw error
      }
      var error = error
      // Another folder is only of use for a file that can be a schema.
      let folder =
        registry.format(forFileNamed: refused) == nil ? nil : AtomicFile.directory(of: refused)
      error.problem = .specific(SchemaFileProblem.outside(uri, folder: folder))
      throw error
    }
  }

  /// Reads a file that a reference leads to; nil if it is not a file of the tree.
  private func read(
    _ path: String, in tree: FileTree
  ) throws(DecantError) -> JSONSchema.Source? {
    // A schema must not make decant wait for a device.
    guard let real = tree.realPath(of: path), System.status(of: real).regularFile != nil
    else { return nil }
    do throws(DecantError) {
      return try source(try FileSource(real), named: path, as: path).withoutExcerpts
    } catch {
      guard error.category == .input else { throw error.about(path) }
      var error = error
      error.problem = .specific(SchemaFileProblem.notADocument(path))
      error.excerpt = nil
      error.path = nil
      throw error
    }
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

  private func pathsInFolders(of uri: String) -> [String] {
    guard let path = JSONSchema.path(inURI: uri), !path.isEmpty else { return [] }
    return folders.map { $0 + path }
  }

  /// Returns the paths of the files with a schema that has an identifier; files that are not documents are passed over.
  private func identifiedFiles(in tree: FileTree) -> [KeyText: String] {
    var paths: [KeyText: String] = [:]
    for folder in folders {
      var open = OpenFolders<String>()
      if case .success(let entries) = System.entries(of: folder) { open.enter(folder, entries) }
      while let (folder, entry) = open.next() {
        guard entry.isText, !entry.name.hasPrefix(".") else { continue }
        let path = TargetNames.joined(folder, entry.name)
        if entry.kind == .directory {
          if case .success(let entries) = System.entries(of: path) { open.enter(path, entries) }
        } else if registry.format(forFileNamed: path) != nil,
          let id = (try? read(path, in: tree))?.identifier.map({ KeyText($0) }), paths[id] == nil
        {
          paths[id] = path
        }
      }
    }
    return paths
  }
}

extension SchemaProblem {
  /// The reference that leads to no schema.
  fileprivate var reference: String? {
    switch self {
    case .unresolvedReference(let uri), .otherDialect(let uri): uri
    default: nil
    }
  }
}

extension Session {
  /// Reads the schema of `--schema`.
  func schema() throws(Failure) -> JSONSchema? {
    guard let file = arguments.schemaFile else {
      guard arguments.schemaFolders.isEmpty else {
        throw .usage("'--schema-dir' needs '--schema'")
      }
      guard arguments.schemaDraft == nil else {
        throw .usage("'--schema-draft' needs '--schema'")
      }
      guard arguments.formats == .annotated else {
        throw .usage("'--assert-format' needs '--schema'")
      }
      return nil
    }
    let operands = arguments.operands
    guard file != "-" || !operands.isEmpty && !operands.contains("-") else {
      throw .usage("standard input cannot be the schema and a document")
    }
    return try schema(in: file)
  }

  /// Reads the schema in a file, with the options for schemas.
  func schema(in file: String) throws(Failure) -> JSONSchema {
    for folder in arguments.schemaFolders {
      if case .failure(let errno) = System.entries(of: folder) {
        throw .error(DecantError(.system(.open, code: errno.code)).about(folder))
      }
    }
    let files = SchemaFiles(arguments, among: registry)
    let schema = try asFailure(
      try files.schema(from: file, reading: try console.source(of: file)))
    for error in schema.unresolvedReferences { reporter.note(error) }
    return schema
  }
}
