internal import DecantCore
internal import DecantFiles
internal import DecantSystem

/// The file that a name leads to, or the entry that it would create; equal for all names of one file.
enum NamedFile: Hashable {
  case existing(System.FileIdentity)
  case entry(SimilarName, folder: System.FileIdentity)

  /// Nil for what is not a regular file, and where there is no folder for it.
  init?(_ path: String) {
    switch System.status(of: path) {
    case .success(let status):
      guard status.kind == .regular else { return nil }
      self = .existing(status.identity)
    case .failure:
      guard let path = try? AtomicFile.followingLinks(path),
        case .success(let folder) = System.status(of: FilePath.directory(of: path))
      else { return nil }
      let name = path.split(separator: "/").last ?? ""
      self = .entry(SimilarName(String(name)), folder: folder.identity)
    }
  }
}

/// A name as a file system compares it that ignores case and normalization, which strings ignore anyway.
struct SimilarName: Hashable {
  private let text: String

  init(_ name: String) {
    text = name.uppercased().lowercased()
  }
}
