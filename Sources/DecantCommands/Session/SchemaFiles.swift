internal import DecantConversion
internal import DecantCore
internal import DecantFiles
internal import DecantSchema
internal import DecantSystem

/// The files of a schema: the one of `--schema`, those in its folder, and those in the folders of `--schema-dir`.
///
/// A schema can come from elsewhere and refer to any path, so no other file is read, not even through a link, and no text of
/// a file that a reference leads to is quoted.
struct SchemaFiles {
  let folders: SchemaFolders
  private let draft: JSONSchema.Draft?
  private let formats: JSONSchema.Formats
  private let registry: FormatRegistry

  init(
    in folders: [String], by arguments: Arguments, among registry: FormatRegistry,
    reportingTo reporter: Reporter
  ) {
    self.folders = SchemaFolders(folders, among: registry) { mistake, isError in
      if isError { reporter.report(mistake) } else { reporter.note(mistake) }
    }
    draft = arguments.schemaDraft
    formats = arguments.formats
    self.registry = registry
  }

  /// The files that may be read for a file: those below its folder, and below the folders with schemas.
  func tree(of file: String) -> FileTree {
    FileTree([FilePath.directory(of: file)] + folders.folders)
  }

  /// Reads the schema in a file that the user names.
  func schema(
    from file: String, reading source: any ByteSource
  ) throws(DecantError) -> JSONSchema {
    try schema(try self.source(source, named: Console.name(of: file), as: file), at: file)
  }

  /// Returns the schema of a document that was read from a file, or the part that `fragment` names, with what it refers to.
  func schema(
    _ source: JSONSchema.Source, at file: String, _ fragment: String = ""
  ) throws(DecantError) -> JSONSchema {
    let tree = tree(of: file)
    var refused: String?
    func read(_ path: String) throws(DecantError) -> JSONSchema.Source? {
      if let source = try self.read(path, in: tree) { return source }
      if !tree.mayContain(path) { refused = path }
      return nil
    }
    do throws(DecantError) {
      return try JSONSchema(
        source, at: JSONSchema.reference(toFile: file) + "#" + fragment, draft: draft,
        formats: formats
      ) { (uri) throws(DecantError) in
        refused = nil
        if let path = JSONSchema.path(ofReference: uri) { return try read(path) }
        return try folders.source(of: uri, reading: read)
      }
    } catch {
      guard let uri = error.problem.specific(SchemaProblem.self)?.reference, let refused else {
        throw error
      }
      var error = error
      error.problem = .specific(
        SchemaFileProblem.outside(uri, folder: folderThatWouldDo(for: refused)))
      throw error
    }
  }

  /// Returns the folder that `--schema-dir` must name for a file, or for what a link leads to; nil if it can be no schema.
  func folderThatWouldDo(for path: String) -> String? {
    guard registry.format(forFileNamed: path) != nil else { return nil }
    let folder = FilePath.directory(of: path)
    guard let target = System.target(ofLink: path) else { return folder }
    return FilePath.directory(of: target.hasPrefix("/") ? target : "\(folder)/\(target)")
  }

  /// Returns the schema with a URI from the folders with schemas; nil if it is not there.
  func source(of uri: String) throws(DecantError) -> JSONSchema.Source? {
    let tree = FileTree(folders.folders)
    return try folders.source(of: uri) { (path) throws(DecantError) in try read(path, in: tree) }
  }

  /// Reads a file that a reference leads to; nil if it is not a file of the tree.
  func read(_ path: String, in tree: FileTree) throws(DecantError) -> JSONSchema.Source? {
    guard let real = tree.regularFile(at: path) else { return nil }
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
  /// Returns the files of schemas.
  ///
  /// Folders of `DECANT_SCHEMAS` that do not exist are passed over, as in `PATH`.
  func schemaFiles() throws(Failure) -> SchemaFiles {
    for folder in arguments.schemaFolders {
      if case .failure(let errno) = System.entries(of: folder) {
        throw .error(DecantError(.system(.open, code: errno.code)).about(folder))
      }
    }
    let usual = (System.environment("DECANT_SCHEMAS") ?? "").split(separator: ":").map(String.init)
    return SchemaFiles(
      in: arguments.schemaFolders + usual, by: arguments, among: registry, reportingTo: reporter)
  }

  /// Reads the schema of `--schema`.
  func schema() throws(Failure) -> JSONSchema? {
    guard let file = arguments.schemaFile else {
      if let option = arguments.optionOfSchemas {
        throw .usage("'\(option)' needs '--schema'")
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
    let files = try schemaFiles()
    let schema = try asFailure(try files.schema(from: file, reading: try console.source(of: file)))
    for error in schema.notes { reporter.note(error) }
    return schema
  }
}

extension Arguments {
  /// An option that is about schemas, beside `--schema`.
  fileprivate var optionOfSchemas: String? {
    if !schemaFolders.isEmpty { return "--schema-dir" }
    if schemaDraft != nil { return "--schema-draft" }
    if formats != .annotated { return "--assert-format" }
    return requiresSchema ? "--require-schema" : nil
  }
}

/// A problem with a file that a schema refers to.
enum SchemaFileProblem: SpecificProblem {
  /// A reference leads out of the folders of the schema; `folder` would allow it.
  case outside(String, folder: String?)
  /// The file at a path is not a document.
  case notADocument(String)

  var message: String {
    switch self {
    case .outside(let uri, _):
      "the reference '\(uri.visible(limit: 64))' leads out of the folder of the schema"
    case .notADocument: "a schema refers to this file, which is not a valid document"
    }
  }

  var hint: String? {
    switch self {
    case .outside(_, let folder?): "--schema-dir \(ShellWord(folder).text) allows it"
    case .outside: "only schemas in that folder, or in one of --schema-dir DIR, are read"
    case .notADocument(let path): "to see why, run: decant check \(ShellWord(path).text)"
    }
  }

  var isAboutValue: Bool {
    if case .outside = self { true } else { false }
  }
}
