internal import DecantConversion
internal import DecantCore
internal import DecantFiles
internal import DecantSchema
internal import DecantSystem

/// The schemas of documents, where `--schema` does not name one for all: by what a document says itself, by a catalog and the name
/// of the file, or by the kind of each document; or by the fields in `--schema`.
///
///     conf.yaml ──▶ "# yaml-language-server: $schema=conf.json" ──▶ conf.json beside it
///     package.json ──▶ catalog.json: https://www.schemastore.org/package.json ──▶ DIR/package.json
///     {apiVersion: apps/v1, kind: Deployment} ──▶ DIR/deployment-apps-v1.json or DIR/apps/deployment_v1.json
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

  /// Where a schema is: its URI, or the path of its file, and the part that is meant; or the kind that it is for.
  private enum Reference: Hashable {
    case part(of: KeyText, KeyText)
    case kind(KeyText)
  }

  /// The schemas of the documents in a file.
  enum Choice {
    case forAll(JSONSchema?)
    case forEach((Document.Node) throws(DecantError) -> JSONSchema?)
  }

  private let files: SchemaFiles
  private let reporter: Reporter
  private let isRequired: Bool
  /// The name in `--schema`, if each document fills its fields.
  private let name: FieldedName?
  private var findings: [Reference: Finding] = [:]
  private var noted: Set<SchemaSearchProblem> = []
  private lazy var currentFolder = System.realPath(of: ".") ?? "/"

  init(
    _ files: SchemaFiles, named name: FieldedName?, requiring isRequired: Bool,
    reportingTo reporter: Reporter
  ) {
    self.files = files
    self.name = name
    self.isRequired = isRequired
    self.reporter = reporter
  }

  /// Returns the schemas of the documents in a file.
  ///
  /// Throws if there is none, but one is required; so does the choice for a document.
  func schemas(for file: String, reading input: inout Input) throws(DecantError) -> Choice {
    func forEach(_ find: @escaping (Document.Node) -> Finding?) -> Choice {
      .forEach { (document) throws(DecantError) in
        // A stream of manifests often has documents of comments only.
        guard document.kind != .null else { return nil }
        return try self.schema(find(document), file, document.offset)
      }
    }
    if let name {
      var count = 0
      return forEach { document in
        count += 1
        return self.byFields(of: name, count, in: document)
      }
    }
    let finding = try finding(for: file, reading: &input)
    guard finding == nil, !files.folders.folders.isEmpty,
      try DocumentSchemaName.mayHaveKinds(&input)
    else { return .forAll(try schema(finding, file)) }
    return forEach(byKind)
  }

  private func schema(
    _ finding: Finding?, _ file: String, _ offset: Int? = nil
  ) throws(DecantError) -> JSONSchema? {
    let problem: SchemaSearchProblem
    switch finding {
    case .schema(let schema): return schema
    case .invalid: return nil
    case .absent(let absent): problem = absent
    case nil: problem = .noSchema
    }
    let error = DecantError(.specific(problem), offset: isRequired ? offset : nil)
      .about(Console.name(of: file))
    guard !isRequired else { throw error }
    if problem != .noSchema, noted.insert(problem).inserted { reporter.note(error) }
    return nil
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
    return path.isEmpty
      ? nil : byPath(path, named: name, URIReference(name).fragment ?? "", in: file)
  }

  private func byURI(_ name: String) -> Finding {
    let uri = URIReference(name).document
    let fragment = URIReference(name).fragment ?? ""
    return finding(.part(of: KeyText(uri), KeyText(fragment))) { () throws(DecantError) in
      try files.source(of: uri)
    } orIfAbsent: {
      .absent(
        uri, path: files.folders.path(for: uri) ?? uri,
        hasFolders: !files.folders.folders.isEmpty)
    }
  }

  /// A document or a catalog names only files below its own folder, or below one with schemas.
  private func byPath(
    _ path: String, named name: String, _ fragment: String = "", in file: String
  ) -> Finding {
    let folder = FilePath.directory(of: file)
    let path = path.hasPrefix("/") || folder == "." ? path : FilePath.joined(folder, path)
    let tree = files.tree(of: file)
    guard tree.mayContain(path) else {
      return .absent(.outside(name, folder: files.folderThatWouldDo(for: path)))
    }
    let absent = SchemaSearchProblem.absent(name, path: path, hasFolders: true)
    guard tree.realPath(of: path) != nil else { return .absent(absent) }
    return finding(.part(of: FilePath.plain(path), KeyText(fragment))) { () throws(DecantError) in
      try files.read(path, in: tree)
    } orIfAbsent: {
      absent
    }
  }

  /// The schema of a document with texts `apiVersion` and `kind`, in the layouts of kubernetes-json-schema and CRDs-catalog.
  private func byKind(_ document: Document.Node) -> Finding? {
    guard let node = document["kind"], node.kind == .string, let kind = node.text,
      let other = document["apiVersion"], other.kind == .string, let version = other.text
    else { return nil }
    let title = "\(version) \(kind)"
    let folders = files.folders.folders
    return finding(.kind(KeyText(title))) { () throws(DecantError) in
      let names = Self.names(ofKind: kind, in: version)
      for path in folders.flatMap({ folder in names.map { FilePath.joined(folder, $0) } }) {
        if let source = try files.read(path, in: FileTree(folders)) { return source }
      }
      return nil
    } orIfAbsent: {
      let path = FilePath.joined(folders[0], Self.names(ofKind: kind, in: version)[0])
      return FileTree(folders).mayContain(path)
        ? .absent(title, path: path, hasFolders: true) : .outside(title, folder: nil)
    }
  }

  /// Returns the names of the file with the schema of a kind, first that of the collection which is likely to have it.
  private static func names(ofKind kind: String, in apiVersion: String) -> [String] {
    let parts = apiVersion.split(separator: "/", omittingEmptySubsequences: false)
    let (group, version) = (parts.dropLast().joined(separator: "/"), parts.last ?? "")
    let short = group.isEmpty ? "" : group.prefix { $0 != "." } + "-"
    let names = [
      "\(kind.lowercased())-\(short)\(version).json",
      "\(group)/\(kind.lowercased())_\(version).json",
    ]
    // The groups of Kubernetes itself have no dot, or end in k8s.io.
    return !group.contains(".") || group.hasSuffix(".k8s.io") ? names : names.reversed()
  }

  /// The schema in the file that a document names by the fields in `--schema`, which lead out of no folder.
  private func byFields(of name: FieldedName, _ number: Int, in document: Document.Node) -> Finding
  {
    do throws(DecantError) {
      let name = try name.filled(by: document, number: number)
      let fixed = name.text.utf8.prefix(name.fixedCount)
      return byPath(
        String(name.text[fixed.endIndex...]), named: name.text, in: String(Substring(fixed)))
    } catch {
      return .absent(.field(error.message))
    }
  }

  private func finding(
    _ reference: Reference, _ find: () throws(DecantError) -> JSONSchema.Source?,
    orIfAbsent problem: () -> SchemaSearchProblem
  ) -> Finding {
    if let known = findings[reference] { return known }
    var fragment = ""
    if case .part(_, let part) = reference { fragment = part.string }
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
    let name = arguments.schemaFields
    guard name != nil || arguments.schemaFile == nil && type == nil else { return nil }
    return SchemaFinder(
      try schemaFiles(), named: name, requiring: arguments.requiresSchema, reportingTo: reporter)
  }
}

/// A reason why a document is not checked by a schema.
enum SchemaSearchProblem: SpecificProblem {
  /// The schema is not at hand; `path` is where it may be put, in a folder with schemas unless there are none.
  case absent(String, path: String, hasFolders: Bool)
  /// A document or catalog names a file that is not below its folder; `folder` would allow it.
  case outside(String, folder: String?)
  /// The fields in the name of the schema are not filled, for a reason.
  case field(String)
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
    case .field(let reason): "no schema: \(reason)"
    case .noSchema: "neither the document nor a catalog names a schema"
    }
  }

  var hint: String? {
    self == .noSchema
      ? "--schema FILE names one, and --schema-dir DIR a folder with a catalog.json" : nil
  }
}
