internal import DecantCore
internal import DecantFiles
internal import DecantSystem

/// Some folders with all that is below them, where links do not lead out of them.
package struct FileTree {
  /// Without links, and with a final slash.
  private let roots: [String]

  package init(_ folders: [String]) {
    roots = folders.compactMap { System.realPath(of: $0) }.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
  }

  /// Returns the path of an existing file without links; nil if it is not below one of the folders.
  package func realPath(of path: String) -> String? {
    System.realPath(of: path).flatMap { contains($0) ? $0 : nil }
  }

  /// Returns the path of a regular file without links: decant must not wait for a device that another file names.
  package func regularFile(at path: String) -> String? {
    realPath(of: path).flatMap { System.status(of: $0).regularFile == nil ? nil : $0 }
  }

  /// Whether a file at `path` would be below one of the folders, if there was one.
  package func mayContain(_ path: String) -> Bool {
    var folder = path
    var depth = 0
    // The nearest folder that exists determines it.
    while depth < 1000, folder != "/", folder != "." {
      if let real = System.realPath(of: folder) { return contains(real) }
      // Whether the target of a link exists is not to be seen.
      if System.target(ofLink: folder) != nil { return false }
      folder = FilePath.directory(of: folder)
      depth += 1
    }
    return System.realPath(of: folder).map { contains($0 + "/") } ?? false
  }

  private func contains(_ real: String) -> Bool {
    roots.contains { real.utf8.starts(with: $0.utf8) || real + "/" == $0 }
  }
}
