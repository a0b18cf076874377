internal import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSystem

/// The files in folders that may have a schema with an identifier.
///
/// A file is not parsed for that, but searched for what follows a key `$id` or `id` anywhere in it. Whether it is the identifier
/// of the whole schema is seen when the file is read.
package struct SchemaIdentifiers {
  private var pathsOfText: [KeyText: [String]] = [:]
  /// The files of formats in which such a text can be written in another way.
  private var otherPaths: [String] = []

  /// The formats in which a key is followed by its value on the same line.
  private static let plainFormats = ["json", "json5", "yaml", "toml"]

  init(in folders: [String], among registry: FormatRegistry) {
    let tree = FileTree(folders)
    for folder in folders {
      var open = OpenFolders<String>()
      if case .success(let entries) = System.entries(of: folder) { open.enter(folder, entries) }
      while let (folder, entry) = open.next() {
        guard entry.isText, !entry.name.hasPrefix(".") else { continue }
        let path = FilePath.joined(folder, entry.name)
        if entry.kind == .directory {
          if case .success(let entries) = System.entries(of: path) { open.enter(path, entries) }
        } else if let format = registry.format(forFileNamed: path) {
          add(path, format, in: tree)
        }
      }
    }
  }

  private mutating func add(_ path: String, _ format: Format, in tree: FileTree) {
    guard let real = tree.regularFile(at: path) else { return }
    guard Self.plainFormats.contains(format.name) else { return otherPaths.append(path) }
    guard let bytes = try? FileSource(real).readToEnd() else { return }
    for text in Self.identifiers(in: bytes) where pathsOfText[text]?.last != path {
      pathsOfText[text, default: []].append(path)
    }
  }

  /// Returns the files that may have the identifier, in the order in which they are found.
  func paths(of identifier: String) -> [String] {
    (pathsOfText[KeyText(identifier)] ?? []) + otherPaths
  }

  /// Returns the texts that follow a key `$id` or `id`, without their fragments.
  static func identifiers(in bytes: [UInt8]) -> [KeyText] {
    var texts: [KeyText] = []
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "i")) {
      let previous = start > 0 ? bytes[start - 1] : UInt8(ascii: "\n")
      rest = rest[(start + 1)...]
      guard rest.first == UInt8(ascii: "d"), previous == UInt8(ascii: "$") || !previous.isNamePart
      else { continue }
      rest = rest.dropFirst()
      let gap = rest.prefix { $0 <= 0x20 || "\"':=".utf8.contains($0) }
      let value = rest[gap.endIndex...]
      guard gap.contains(where: { ":=".utf8.contains($0) }), value.first != UInt8(ascii: "{") else {
        continue
      }
      let text = value.prefix { $0 > 0x20 && !"\"'#,}".utf8.contains($0) }
      // JSON may escape a slash.
      texts.append(
        KeyText(String(decoding: text.filter { $0 != UInt8(ascii: "\\") }, as: UTF8.self)))
    }
    return texts
  }
}

extension UInt8 {
  fileprivate var isNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: self >= 0x80
    }
  }
}
