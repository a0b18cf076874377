package import DecantCore

/// The names of files and folders in paths.
package enum FilePath {
  /// Returns `path` relative to a folder that it cannot lead out of.
  package static func inside(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.utf8.split(separator: UInt8(ascii: "/")).map({ Substring($0) })
    where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.reduce(into: "") { $0 += $0.isEmpty ? $1 : "/" + $1 }
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
    let slash = UInt8(ascii: "/")
    var plain = path.utf8.first == slash ? [slash] : []
    let root = plain.count
    // Not joined, which would be a fifth of the start of 'check': the runtime looks for the types of a generic method.
    for step in path.utf8.split(separator: slash) where !step.elementsEqual(".".utf8) {
      if plain.count > root { plain.append(slash) }
      plain += step
    }
    return KeyText(String(decoding: plain, as: UTF8.self))
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
