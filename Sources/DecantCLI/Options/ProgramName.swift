internal import Decant

/// What the name of the program says: a link named `json2jsonl` converts from one to the other.
enum ProgramName {
  /// The two formats in a name of the form `AtoB` or `A2B`; nil if it is not one.
  static func formats(
    in name: String, among registry: FormatRegistry
  ) -> (source: Format, target: Format)? {
    let bytes = Array(name.utf8)
    for separator in ["2", "to"] {
      // Formats may have the separator in their own names, so every place of it is tried.
      let separator = Array(separator.utf8)
      for start in bytes.indices where bytes[start...].starts(with: separator) {
        let source = String(decoding: bytes[..<start], as: UTF8.self)
        let target = String(decoding: bytes[(start + separator.count)...], as: UTF8.self)
        if let source = try? registry.format(named: source), source.isReadable,
          let target = try? registry.format(named: target), target.isWritable
        {
          return (source, target)
        }
      }
    }
    return nil
  }

  /// What a tool that is called by `name` calls itself in texts that are to be typed or run: that name, if it is
  /// one that no shell takes for anything else.
  static func command(calledAs name: String) -> String {
    let isPlain = name.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "._+-".contains($0))
    }
    return isPlain && name.first?.isLetter == true ? name : Tool.name
  }

  /// The last part of the path that the program was called by.
  static func last(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
