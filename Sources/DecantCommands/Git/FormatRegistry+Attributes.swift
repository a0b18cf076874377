internal import DecantCore
internal import DecantPropertyList

/// How git stores binary property lists.
enum PropertyListStorage {
  case asIs
  /// As XML, by the filter.
  case xml
}

extension FormatRegistry {
  /// Git must not change the line ends of a file that is binary in the working tree.
  static let filterAttributes = "filter=decant -text"

  /// Returns the lines of an attributes file that assign decant's drivers to the files of all formats.
  ///
  /// Differences of text stay those of its lines, except for property lists, which may be binary.
  func gitAttributes(_ storage: PropertyListStorage) -> [String] {
    let formats = formats.filter(\.isReadable)
    let endings = formats.flatMap(\.extensions).map { ".\($0)" }
    var patterns: Set<KeyText> = []
    return formats.flatMap { format -> [String] in
      // The pattern of an extension includes a complete name such as tsconfig.json.
      let names = format.fileNames.filter { !endings.contains(where: $0.hasSuffix) }
      return (format.extensions.map { "*.\($0)" } + names).compactMap { pattern in
        let attributes = format.gitAttributes(of: pattern, storage)
        guard !attributes.isEmpty, patterns.insert(KeyText(pattern)).inserted else { return nil }
        return ([pattern] + attributes).joined(separator: " ")
      }
    }
  }
}

extension Format {
  fileprivate func gitAttributes(of pattern: String, _ storage: PropertyListStorage) -> [String] {
    // Of the other files of the family, hardly any is binary.
    let mayBeBinaryPropertyList =
      name == Format.binaryPropertyList.name
      || name == Format.propertyList.name && pattern == "*.plist"
    // Records, one per line, are merged best by lines.
    let merges = isWritable && !abilities.contains(.records)
    return (merges ? ["merge=decant"] : [])
      + (mayBeBinaryPropertyList || abilities.contains(.binary) ? ["diff=decant"] : [])
      + (mayBeBinaryPropertyList && storage == .xml ? [FormatRegistry.filterAttributes] : [])
  }
}
