internal import DecantCore

/// The meaning of the program's name: a link named `json2jsonl` converts JSON to JSON Lines.
enum ProgramName {
  /// Returns the two formats in a name of the form `AtoB` or `A2B`; nil for other names.
  static func formats(
    in name: String, among registry: FormatRegistry
  ) -> (source: Format, target: Format)? {
    guard !name.isEmpty else { return nil }
    let bytes = Array(name.utf8)
    for separator in ["2", "to"] {
      // The name of a format can contain the separator, so try each occurrence.
      let separator = Array(separator.utf8)
      for start in bytes.indices where bytes[start...].starts(with: separator) {
        let source = String(decoding: bytes[..<start], as: UTF8.self)
        let target = String(decoding: bytes[(start + separator.count)...], as: UTF8.self)
        if let source = registry.format(called: source), source.isReadable,
          let target = registry.format(called: target), target.isWritable
        {
          return (source, target)
        }
      }
    }
    return nil
  }

  /// Returns the name by which the user can call the tool: its own, unless that has characters special to shells.
  static func command(calledAs name: String) -> String {
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._+-".contains($0))
    }
    return isPlain && name.first?.isLetter == true ? name : Tool.name
  }

  static func last(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }
}
