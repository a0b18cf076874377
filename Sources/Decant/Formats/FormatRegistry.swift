/// The formats that a tool knows, in the order in which they are shown and tried.
public struct FormatRegistry: Sendable {
  /// All formats of this registry.
  public let formats: [Format]

  /// Creates a registry of `formats`.
  public init(_ formats: [Format]) {
    self.formats = formats
  }

  /// The formats that decant brings along, of which a new one is one line more.
  public static let standard = FormatRegistry([
    .json,
    .json5,
    .jsonLines,
    .jsonSequence,
    .yaml,
    .propertyList,
    .xmlPropertyList,
    .binaryPropertyList,
    .strings,
    .openStepPropertyList,
    .keyedArchive,
  ])

  /// This registry and one format more, which comes before the others.
  public func adding(_ format: Format) -> FormatRegistry {
    FormatRegistry([format] + formats)
  }

  /// The format of that name, in whatever case.
  public func format(named name: String) throws(DecantError) -> Format {
    let wanted = name.lowercased()
    if let format = formats.first(where: { $0.answers(to: wanted) }) { return format }
    let names = formats.flatMap { [$0.name] + $0.aliases }
    throw DecantError(
      .unknownFormat(name, suggestion: Spelling.nearest(to: wanted, in: names)))
  }

  /// The format that a file's name tells, if it tells one.
  ///
  /// A name that tells a member of a family leaves it to the content which member the file is in: a
  /// `.pbxproj` file may be XML. It is the member that is named where the content does not tell.
  public func format(forFileNamed name: String) -> Format? {
    let last = name.split(separator: "/").last ?? ""
    if let format = formats.first(where: { $0.fileNames.contains(String(last)) }) { return format }
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return nil }
    let suffix = last[last.index(after: dot)...].lowercased()
    guard var format = formats.first(where: { $0.hasExtension(suffix) }) else { return nil }
    if format.members.isEmpty, let family = family(of: format) {
      format.members = family.members.filter { $0.name != format.name } + [format]
    }
    return format
  }
}

extension FormatRegistry {
  /// The family that a format is a member of.
  package func family(of format: Format) -> Format? {
    formats.first { $0.name != format.name && $0.holds(format) }
  }
}

extension Format {
  /// Whether a format is a member of this family.
  package func holds(_ format: Format) -> Bool {
    members.contains { $0.name == format.name }
  }

  fileprivate func answers(to name: String) -> Bool {
    self.name == name || aliases.contains(name)
  }

  fileprivate func hasExtension(_ suffix: String) -> Bool {
    extensions.contains { $0.lowercased() == suffix }
  }
}
