internal import DecantChanges
internal import DecantCore
internal import DecantFiles

struct TargetNames {
  let out: String?
  let suffix: String
  let registry: FormatRegistry

  /// Returns the path of the result of `source`; an extension of a known format is replaced, any other is kept.
  func target(for source: String) -> String {
    let path = out.map { FilePath.joined($0, FilePath.inside(source)) } ?? source
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
}
