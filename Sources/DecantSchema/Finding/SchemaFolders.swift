package import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSystem

/// The folders with schemas, those of `--schema-dir` and of `DECANT_SCHEMAS`, in which a URI leads to a file.
///
/// Nothing is fetched. https://example.com/a/b.json is the first of these that exists:
///
///     DIR/a/b.json           by its path
///     DIR/b.json             by its last part, if a catalog lists the URI, or the file has no other `$id`
///     any file below DIR     by its `$id`: all files are searched, once
package final class SchemaFolders {
  package let folders: [String]
  private let registry: FormatRegistry
  private let report: (_ mistake: DecantError, _ isError: Bool) -> Void

  /// Creates the folders; `report` receives the mistakes in their catalogs, which are errors or only to be noted.
  package init(
    _ folders: [String], among registry: FormatRegistry,
    report: @escaping (_ mistake: DecantError, _ isError: Bool) -> Void
  ) {
    self.folders = folders
    self.registry = registry
    self.report = report
  }

  /// Calls `read` with one path after the other, until it returns a schema with the URI.
  package func source(
    of uri: String, reading read: (String) throws(DecantError) -> JSONSchema.Source?
  ) throws(DecantError) -> JSONSchema.Source? {
    for path in pathsByPath(of: uri) {
      if let source = try read(path) { return source }
    }
    for path in pathsByName(of: uri) {
      guard let source = try read(path) else { continue }
      let id = source.identifier.map { KeyText($0) }
      if id == nil || id == KeyText(uri) || catalog.lists(uri) { return source }
    }
    for path in identifiers.paths(of: uri) {
      if let source = try read(path), source.identifier.map({ KeyText($0) }) == KeyText(uri) {
        return source
      }
    }
    return nil
  }

  /// Returns where a schema with a URI may be put, so that it is found.
  package func path(for uri: String) -> String? {
    guard let name = SchemaCatalog.name(in: uri), let path = JSONSchema.path(inURI: uri) else {
      return nil
    }
    let file = catalog.isAmbiguous(name) ? String(path.drop { $0 == "/" }) : name
    return folders.first.map { FilePath.joined($0, file) } ?? file
  }

  private func pathsByPath(of uri: String) -> [String] {
    guard let path = JSONSchema.path(inURI: uri), !path.isEmpty else { return [] }
    return folders.map { $0 + path }
  }

  private func pathsByName(of uri: String) -> [String] {
    guard let name = SchemaCatalog.name(in: uri), !catalog.isAmbiguous(name) else { return [] }
    let names = registry.format(forFileNamed: name) == nil ? [name, name + ".json"] : [name]
    return folders.flatMap { folder in names.map { FilePath.joined(folder, $0) } }
  }

  // MARK: What is read once

  /// The catalogs of all folders together; one that is malformed is reported.
  package private(set) lazy var catalog: SchemaCatalog = {
    var catalog = SchemaCatalog()
    let tree = FileTree(folders)
    guard let json = registry.format(forFileNamed: "catalog.json") else { return catalog }
    for folder in folders {
      let path = FilePath.joined(folder, "catalog.json")
      guard let file = tree.regularFile(at: path) else {
        if case .success = System.statusOfLink(path) {
          report(DecantError(.specific(SchemaCatalogProblem.isElsewhere)).about(path), false)
        }
        continue
      }
      do throws(DecantError) {
        let document = try Document(reading: FileSource(file), named: path, as: json)
        guard catalog.add(document, from: path) else {
          throw DecantError(.specific(SchemaCatalogProblem.hasNoList)).about(path)
        }
      } catch {
        report(error.source == nil ? error.about(path) : error, true)
      }
    }
    return catalog
  }()

  private lazy var identifiers = SchemaIdentifiers(in: folders, among: registry)
}
