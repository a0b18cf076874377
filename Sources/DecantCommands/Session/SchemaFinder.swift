internal import DecantConversion
internal import DecantCore
internal import DecantFiles
internal import DecantSchema
internal import DecantSystem

/// The schemas of documents, where `--schema` names none: by what a document says itself, or by a catalog and the name of the file.
///
///     conf.yaml ──▶ "# yaml-language-server: $schema=conf.json" ──▶ conf.json beside it
///     package.json ──▶ catalog.json: https://www.schemastore.org/package.json ──▶ DIR/package.json
///
/// Each schema is compiled once. One that is not at hand is noted once, as is one that is invalid.
final class SchemaFinder {
  /// What became of a schema.
  private enum Finding {
    case schema(JSONSchema)
    /// It is at hand and cannot be used, which was reported.
    case invalid
    case absent(SchemaSearchProblem)
  }

  /// Where a schema is: its URI, or the path of its file, and the part that is meant.
  private struct Reference: Hashable {
    let document: KeyText
    let fragment: KeyText
  }

  private let files: SchemaFiles
  private let reporter: Reporter
  private let isRequired: Bool
  private var findings: [Reference: Finding] = [:]
  private var noted: Set<SchemaSearchProblem> = []
  private lazy var currentFolder = System.realPath(of: ".") ?? "/"

  init(_ files: SchemaFiles, requiring isRequired: Bool, reportingTo reporter: Reporter) {
    self.files = files
    self.isRequired = isRequired
    self.reporter = reporter
  }

  /// Returns the schema of the documents in a file; nil if there is none.
  ///
  /// Throws if there is none, but one is required.
  func schema(for file: String, reading input: inout Input) throws(DecantError) -> JSONSchema? {
    guard let finding = try finding(for: file, reading: &input) else {
      guard isRequired else { return nil }
      throw DecantError(.specific(SchemaSearchProblem.noSchema)).about(Console.name(of: file))
    }
    switch finding {
    case .schema(let schema): return schema
    case .invalid: return nil
    case .absent(let problem):
      let error = DecantError(.specific(problem)).about(Console.name(of: file))
      guard !isRequired else { throw error }
      if noted.insert(problem).inserted { reporter.note(error) }
      return nil
    }
  }

  private func finding(
    for file: String, reading input: inout Input
  ) throws(DecantError) -> Finding? {
    if let name = try DocumentSchemaName.find(in: &input), let found = find(name, for: file) {
      return found
    }
    guard file != "-" else { return nil }
    let path = file.hasPrefix("/") ? file : FilePath.joined(currentFolder, file)
    let entry = files.folders.catalog.entry(forFileAt: FilePath.inside(path))
    return entry.flatMap { find($0.url, for: $0.catalog) }
  }

  /// Returns nil for a metaschema, and for an empty reference, which names the document itself.
  private func find(_ name: String, for file: String) -> Finding? {
    guard !JSONSchema.isMetaschema(name) else { return nil }
    guard let path = JSONSchema.path(ofReference: name) else { return byURI(name) }
    return path.isEmpty ? nil : byPath(path, named: name, in: file)
  }

  private func byURI(_ name: String) -> Finding {
    let uri = URIReference(name).document
    return finding(KeyText(uri), partOf: name) { () throws(DecantError) in
      try files.source(of: uri)
    } orIfAbsent: {
      .absent(
        uri, path: files.folders.path(for: uri) ?? uri,
        hasFolders: !files.folders.folders.isEmpty)
    }
  }

  /// A document or a catalog names only files below its own folder, or below one with schemas.
  private func byPath(_ path: String, named name: String, in file: String) -> Finding {
    let folder = FilePath.directory(of: file)
    let path = path.hasPrefix("/") || folder == "." ? path : FilePath.joined(folder, path)
    let tree = files.tree(of: file)
    guard tree.mayContain(path) else {
      return .absent(.outside(name, folder: files.folderThatWouldDo(for: path)))
    }
    let absent = SchemaSearchProblem.absent(name, path: path, hasFolders: true)
    guard tree.realPath(of: path) != nil else { return .absent(absent) }
    return finding(FilePath.plain(path), partOf: name) { () throws(DecantError) in
      try files.read(path, in: tree)
    } orIfAbsent: {
      absent
    }
  }

  private func finding(
    _ document: KeyText, partOf name: String,
    _ find: () throws(DecantError) -> JSONSchema.Source?,
    orIfAbsent problem: () -> SchemaSearchProblem
  ) -> Finding {
    let fragment = URIReference(name).fragment ?? ""
    let reference = Reference(document: document, fragment: KeyText(fragment))
    if let known = findings[reference] { return known }
    let finding = result(find, fragment, orIfAbsent: problem)
    findings[reference] = finding
    return finding
  }

  private func result(
    _ find: () throws(DecantError) -> JSONSchema.Source?, _ fragment: String,
    orIfAbsent problem: () -> SchemaSearchProblem
  ) -> Finding {
    do throws(DecantError) {
      guard let source = try find() else { return .absent(problem()) }
      let schema = try files.schema(source, at: source.name ?? "", fragment)
      for error in schema.notes { reporter.note(error) }
      return .schema(schema)
    } catch {
      reporter.report(error)
      return .invalid
    }
  }
}

extension Session {
  /// Returns what finds the schemas of documents; nil if `--schema` names one, or the check is about something else.
  func schemaFinder() throws(Failure) -> SchemaFinder? {
    guard arguments.schemaFile == nil, arguments.to == nil, type == nil else { return nil }
    return SchemaFinder(
      try schemaFiles(), requiring: arguments.requiresSchema, reportingTo: reporter)
  }
}

/// A reason why a document is not checked by a schema.
enum SchemaSearchProblem: SpecificProblem {
  /// The schema is not at hand; `path` is where it may be put, in a folder with schemas unless there are none.
  case absent(String, path: String, hasFolders: Bool)
  /// A document or catalog names a file that is not below its folder; `folder` would allow it.
  case outside(String, folder: String?)
  /// A schema is required, but neither the document nor a catalog names one.
  case noSchema

  var message: String {
    switch self {
    case .absent(let name, let path, hasFolders: true):
      "the schema '\(name.visible(limit: 240))' is not at hand; it can be put at \(path.visible(limit: 240))"
    case .absent(let name, let path, hasFolders: false):
      "the schema '\(name.visible(limit: 240))' is not at hand; it can be put as "
        + "\(path.visible(limit: 64)) into a folder that --schema-dir or DECANT_SCHEMAS names"
    case .outside(let name, let folder):
      "the schema '\(name.visible(limit: 240))' is not below the folder of the document or catalog"
        + (folder.map { "; --schema-dir \(ShellWord($0).text) allows it" } ?? "")
    case .noSchema: "neither the document nor a catalog names a schema"
    }
  }

  var hint: String? {
    self == .noSchema
      ? "--schema FILE names one, and --schema-dir DIR a folder with a catalog.json" : nil
  }
}
