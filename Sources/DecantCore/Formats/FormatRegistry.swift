/// The formats that a tool supports, in the order in which they are listed and tried.
public struct FormatRegistry: Sendable {
  // Most runs name two formats; to create all takes longer than to convert a small document.
  private let entries: [@Sendable () -> Format]

  /// The formats, in order.
  public var formats: [Format] { entries.map { $0() } }

  /// Creates a registry that makes a format when it is wanted.
  package init(entries: [@Sendable () -> Format]) {
    self.entries = entries
  }

  /// Creates a registry of `formats`.
  public init(_ formats: [Format]) {
    self.init(entries: formats.map { format in { format } })
  }

  /// Returns this registry with `format` before the others.
  public func adding(_ format: Format) -> FormatRegistry {
    FormatRegistry(entries: [{ format }] + entries)
  }

  /// Returns the format with a name or alias, in any case.
  public func format(named name: String) throws(DecantError) -> Format {
    let wanted = name.lowercased()
    if let format = first(where: { $0.isNamed(wanted) }) { return format }
    let names = formats.flatMap { [$0.name] + $0.aliases }
    throw DecantError(
      .unknownFormat(name, suggestion: NearestWord.to(wanted, in: names)))
  }

  /// Returns the format that the name of a file suggests.
  ///
  /// In a family, it is only the default: a `.pbxproj` file may be XML.
  public func format(forFileNamed name: String) -> Format? {
    let last = name.split(separator: "/").last ?? ""
    if let format = first(where: { $0.hasFileName(last, in: name) }) { return format }
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return nil }
    let suffix = last[last.index(after: dot)...].lowercased()
    guard var format = first(where: { $0.hasExtension(suffix) }) else { return nil }
    if format.members.isEmpty, let family = family(of: format) {
      format.members = family.members.filter { $0.name != format.name } + [format]
    }
    return format
  }
}

extension FormatRegistry {
  /// Returns the first format that `isWanted` accepts; creates no later ones.
  package func first(where isWanted: (Format) -> Bool) -> Format? {
    for entry in entries {
      let format = entry()
      if isWanted(format) { return format }
    }
    return nil
  }

  package func family(of format: Format) -> Format? {
    first { $0.name != format.name && $0.hasMember(format) }
  }

  /// Whether a file that is named as one of `format` can contain the other format: a dialect, or one of the same family.
  package func isNamedAlike(_ format: Format, _ other: Format) -> Bool {
    nameOfFamily(of: format) == nameOfFamily(of: other)
  }

  private func nameOfFamily(of format: Format) -> String {
    format.standard ?? format.refines ?? family(of: format)?.name ?? format.name
  }
}

extension Format {
  /// Whether a file has one of the names of the format, of which some are patterns: `tsconfig.*.json`, `.vscode/*.json`.
  fileprivate func hasFileName(_ last: Substring, in path: String) -> Bool {
    fileNames.contains { name in
      guard let star = name.firstIndex(of: "*") else { return name == last }
      let (start, end) = (name[..<star], name[name.index(after: star)...])
      guard last.hasSuffix(end) else { return false }
      // A folder is before the last slash.
      guard let slash = start.lastIndex(of: "/") else {
        return last.hasPrefix(start) && last.utf8.count > start.utf8.count + end.utf8.count
      }
      let folder = start[..<slash]
      let above = path.dropLast(last.count)
      return above == folder + "/" || above.hasSuffix("/" + folder + "/")
    }
  }

  package func hasMember(_ format: Format) -> Bool {
    members.contains { $0.name == format.name }
  }

  fileprivate func isNamed(_ name: String) -> Bool {
    self.name == name || aliases.contains(name)
  }

  fileprivate func hasExtension(_ suffix: String) -> Bool {
    extensions.contains { $0.lowercased() == suffix }
  }
}
