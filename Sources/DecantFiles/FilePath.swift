package import DecantCore

/// The names of files and folders in paths.
package enum FilePath {
  /// Returns `path` relative to a folder that it cannot lead out of.
  package static func inside(_ path: String) -> String {
    var parts: [String] = []
    for part in steps(of: path) {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.concatenated(by: "/")
  }

  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  package static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns a path without empty steps and steps to where it is; names of files are bytes, as keys are.
  package static func plain(_ path: String) -> KeyText {
    let root = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    return KeyText(root + steps(of: path).concatenated(by: "/"))
  }

  /// The names in a path, which slashes part, whatever follows them.
  private static func steps(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.filter { $0 != "." }
  }

  /// Returns a plain path without the extension of its last part; a dot at the beginning of a name is part of it.
  package static func withoutExtension(_ path: String) -> KeyText {
    let path = plain(path)
    let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:))
    let dot = path.utf8[(start ?? path.utf8.startIndex)...].dropFirst().lastIndex(
      of: UInt8(ascii: "."))
    return dot.map { KeyText(String(path.string[..<$0])) } ?? path
  }
}
