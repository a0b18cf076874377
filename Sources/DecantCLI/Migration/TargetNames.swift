internal import Decant

/// Where the result of each file goes.
struct TargetNames {
  /// The folder for all results; nil where each is beside its source.
  let out: String?
  /// The extension of all results.
  let suffix: String
  let registry: FormatRegistry

  /// Where the result of `source` goes.
  ///
  /// An extension that tells a format gives way to the new one; any other stays before it.
  func target(for source: String) -> String {
    let path = out.map { Self.joined($0, Self.inside(source)) } ?? source
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    var name = path[start...]
    if registry.format(forFileNamed: String(name)) != nil,
      let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    {
      name = name[..<dot]
    }
    return "\(path[..<start])\(name).\(suffix)"
  }

  /// A path as it is inside another folder, which it cannot lead out of.
  static func inside(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// The path of a name in a folder.
  static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// The path without what does not change where it leads, to tell whether two are one.
  static func plain(_ path: String) -> String {
    (path.hasPrefix("/") ? "/" : "")
      + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
  }
}
