internal import DecantCore

struct TargetNames {
  let out: String?
  let suffix: String
  let registry: FormatRegistry

  /// Returns the path of the result of `source`; an extension of a known format is replaced, any other is kept.
  func target(for source: String) -> String {
    let path = out.map { Self.joined($0, Self.inside(source)) } ?? source
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    var name = path[start...]
    if registry.format(forFileNamed: String(name)) != nil
      || FrontMatter.isExpected(inFileNamed: String(name), as: nil),
      let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    {
      name = name[..<dot]
    }
    return "\(path[..<start])\(name).\(suffix)"
  }

  /// Returns `path` relative to a folder that it cannot lead out of.
  static func inside(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  /// Returns a path without empty steps and steps to where it is; names of files are bytes, as keys are.
  static func plain(_ path: String) -> KeyText {
    let slash = UInt8(ascii: "/")
    let steps = path.utf8.split(separator: slash).map { Substring($0) }.filter { $0 != "." }
    return KeyText((path.utf8.first == slash ? "/" : "") + steps.joined(separator: "/"))
  }
}
