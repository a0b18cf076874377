package import DecantCore
internal import DecantSystem

/// Two folders, of which files of the same name are compared, and those of the same name but for the extension.
///
///     OLD/a.yaml  OLD/b.yaml  OLD/c.yaml
///     NEW/a.yaml  NEW/b.json  NEW/c.json  NEW/c.toml     pairs: a.yaml, b.yaml -> b.json
package struct FolderPair {
  package struct Entry {
    /// The name, or both if they differ.
    package let name: String
    /// Nil if only the other folder has the file.
    package let old: String?
    package let new: String?

    /// Whether both are in formats whose files have such names.
    package func isReadable(among registry: FormatRegistry) -> Bool {
      registry.format(forFileNamed: new ?? name) != nil
    }
  }

  private let old: String
  private let new: String

  package init(_ old: String, _ new: String) {
    self.old = old
    self.new = new
  }

  package var areFolders: Bool { Self.isFolder(old) && Self.isFolder(new) }

  private static func isFolder(_ path: String) -> Bool {
    guard case .success(let status) = System.status(of: path) else { return false }
    return status.kind == .directory
  }

  /// The files below the folders, by name; git's own are left out.
  ///
  /// A file of a format that has no file of its name on the other side is paired with the only one that differs from it in the
  /// extension, if it is the only one too.
  package func entries(among registry: FormatRegistry) throws(DecantError) -> [Entry] {
    let (olds, news) = (try Self.files(below: old), try Self.files(below: new))
    let oldNames = Self.onlyNames(in: olds.subtracting(news), among: registry)
    let newNames = Self.onlyNames(in: news.subtracting(olds), among: registry)
    let renamed = Dictionary(
      uniqueKeysWithValues: oldNames.compactMap { path, name in newNames[path].map { (name, $0) } })
    return olds.union(news.subtracting(renamed.values)).sorted().map { name in
      let newName = renamed[name] ?? name
      return Entry(
        name: name == newName ? name.string : "\(name.string) -> \(newName.string)",
        old: olds.contains(name) ? "\(old)/\(name.string)" : nil,
        new: news.contains(newName) ? "\(new)/\(newName.string)" : nil)
    }
  }

  /// Returns the names of files of formats by their paths without extensions, of which only one has the path.
  private static func onlyNames(
    in names: Set<KeyText>, among registry: FormatRegistry
  ) -> [KeyText: KeyText] {
    let known = names.filter { registry.format(forFileNamed: $0.string) != nil }
    return Dictionary(grouping: known) { FilePath.withoutExtension($0.string) }
      .compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  private static func files(below folder: String) throws(DecantError) -> Set<KeyText> {
    var files: Set<KeyText> = []
    var folders = [""]
    while let below = folders.popLast() {
      let path = "\(folder)/\(below)"
      let entries: [System.DirectoryEntry]
      switch System.entries(of: path) {
      case .success(let found): entries = found
      case .failure(let errno): throw DecantError(.system(.open, code: errno.code)).about(path)
      }
      for entry in entries where entry.name != ".git" {
        guard entry.isText else {
          throw DecantError(.specific(FileProblem.nameIsNotUTF8)).about(path + entry.name)
        }
        switch System.statusOfLink("\(path)\(entry.name)") {
        case .success(let status) where status.kind == .directory:
          folders.append("\(below)\(entry.name)/")
        case .success(let status) where status.kind == .regular:
          files.insert(KeyText(below + entry.name))
        default: break
        }
      }
    }
    return files
  }
}
