public import DecantCore

extension Format {
  /// Any property list, detected by its content; XML is written.
  public static let propertyList = Format(
    .propertyList,
    summary: "any property list; XML is written",
    abilities: Format.xmlPropertyList.abilities,
    limits: Format.xmlPropertyList.limits,
    members: [.xmlPropertyList, .binaryPropertyList, .stringsTable, .openStepPropertyList],
    writer: Format.xmlPropertyList.makeWriter
  ).refusing(OlderArchives.problem)

  /// Returns the property list format of a kind: `.propertyList(.binary)`.
  public static func propertyList(_ kind: PropertyListKind) -> Format {
    switch kind {
    case .xml: .xmlPropertyList
    case .binary: .binaryPropertyList
    case .openStep: .openStepPropertyList
    }
  }
}

/// The notations of property lists.
public enum PropertyListKind: Sendable, CaseIterable {
  /// XML, the default of Apple's tools.
  case xml
  /// `bplist00`, the smallest and fastest.
  case binary
  /// The original syntax, with braces and semicolons.
  case openStep
}

extension Format {
  /// Binary property lists, `bplist00`.
  public static let binaryPropertyList = Format(
    .binaryPropertyList,
    summary: "binary property list",
    abilities: [.booleans, .numbers, .nonFiniteNumbers, .dates, .data, .uids, .binary],
    // The format has a marker for null, which Apple's tools refuse.
    readOnlyAbilities: [.null],
    limits: Limits(integers: .bits128, reals: .double, dates: .double),
    recognition: BinaryPropertyListLayout.recognize,
    reader: { BinaryPropertyListReader($0) },
    writer: { _ in BinaryPropertyListWriter() }
  )
}

extension FormatNames {
  package static let propertyList = FormatNames(
    "plist", extensions: "plist|entitlements|mobileconfig|tmLanguage|tmTheme|stringsdict|xcprivacy",
    members: "xml1|binary1|strings|openstep")
  package static let binaryPropertyList = FormatNames(
    "binary1", aliases: "bplist|plist-binary", extensions: "bplist")
}
