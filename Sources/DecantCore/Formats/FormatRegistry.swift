/// The formats that a tool supports, in the order in which they are listed and tried.
public struct FormatRegistry: Sendable {
  /// A format that is made when it is wanted: most runs name two, and to make all takes longer than to convert a small document.
  package struct Entry: Sendable {
    package let names: FormatNames
    package let make: @Sendable () -> Format

    package init(_ names: FormatNames, _ make: @escaping @Sendable () -> Format) {
      (self.names, self.make) = (names, make)
    }

    init(_ format: Format) {
      self.init(format.names) { format }
    }
  }

  package let entries: [Entry]

  /// The formats, in order.
  public var formats: [Format] { entries.map { $0.make() } }

  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// Creates a registry of `formats`.
  public init(_ formats: [Format]) {
    self.init(entries: formats.map { Entry($0) })
  }

  /// Returns this registry with `format` before the others.
  public func adding(_ format: Format) -> FormatRegistry {
    FormatRegistry(entries: [Entry(format)] + entries)
  }

  /// Returns the format with a name or alias, in any case.
  public func format(named name: String) throws(DecantError) -> Format {
    if let format = format(called: name) { return format }
    let names = formats.flatMap { [$0.name] + $0.aliases }
    throw DecantError(
      .unknownFormat(name, suggestion: NearestWord.to(name.lowercased(), in: names)))
  }

  /// Returns the format with a name or alias, in any case, or nil: the error of an unknown one, with the nearest name, takes as
  /// long as a start.
  package func format(called name: String) -> Format? {
    let wanted = name.lowercased()
    return first { $0.isNamed(wanted) }
  }

  /// Returns the format that the name of a file suggests.
  ///
  /// In a family, it is only the default: a `.pbxproj` file may be XML.
  public func format(forFileNamed name: String) -> Format? {
    if let format = first(where: { $0.hasFileName(of: name) }) { return format }
    let bytes = name.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) }
    let last = bytes[(start ?? bytes.startIndex)...]
    guard let dot = last.lastIndex(of: UInt8(ascii: ".")), dot != last.startIndex else {
      return nil
    }
    let suffix = String(Substring(last[last.index(after: dot)...]))
    guard let format = first(where: { $0.hasExtension(suffix) }) else { return nil }
    guard format.members.isEmpty, let family = family(of: format) else { return format }
    return format.changing {
      $0.members = family.members.filter { $0.name != format.name } + [format]
    }
  }
}

extension FormatRegistry {
  /// Returns the first format whose names `isWanted` accepts, and makes no other one.
  private func first(where isWanted: (FormatNames) -> Bool) -> Format? {
    entries.first { isWanted($0.names) }?.make()
  }

  /// Returns the formats that refine the family of a format, but for a target in the same family.
  package func refinements(of format: Format, for target: Format?) -> [Format] {
    entries.filter { entry in
      guard let refines = entry.names.refines,
        let family = entries.first(where: { $0.names.isNamed(refines) })?.names
      else { return false }
      return family.includes(format.name) && target.map { !family.includes($0.name) } ?? true
    }.map { $0.make() }
  }

  package func family(of format: Format) -> Format? {
    first { $0.name != format.name && $0.includes(format.name) }
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
  package func hasMember(_ format: Format) -> Bool {
    members.contains { $0.name == format.name }
  }
}
