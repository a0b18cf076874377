package import DecantCore
internal import DecantSystem

/// Two folders, of which files of the same name are compared.
package struct FolderPair {
  package struct Entry {
    package let name: String
    /// Nil if only the other folder has the file.
    package let old: String?
    package let new: String?

    /// Whether both are in formats whose files have such names.
    package func isReadable(among registry: FormatRegistry) -> Bool {
      registry.format(forFileNamed: name) != nil
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
  package func entries() throws(DecantError) -> [Entry] {
    let (olds, news) = (try Self.files(below: old), try Self.files(below: new))
    return olds.union(news).sorted().map { name in
      Entry(
        name: name.string, old: olds.contains(name) ? "\(old)/\(name.string)" : nil,
        new: news.contains(name) ? "\(new)/\(name.string)" : nil)
    }
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
