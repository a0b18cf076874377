extension Format {
  /// The property lists of the Apple world, told apart by their content; XML is what is written.
  public static let propertyList = Format(
    name: "plist",
    extensions: [
      "plist", "entitlements", "mobileconfig", "tmLanguage", "tmTheme", "stringsdict", "xcprivacy",
    ],
    summary: "any property list; XML is written",
    abilities: Format.xmlPropertyList.abilities,
    limits: Format.xmlPropertyList.limits,
    members: [.xmlPropertyList, .binaryPropertyList, .stringsTable, .openStepPropertyList],
    writer: Format.xmlPropertyList.makeWriter
  )

  /// The property list format of a kind: `.propertyList(.binary)`.
  public static func propertyList(_ kind: PropertyListKind) -> Format {
    switch kind {
    case .xml: .xmlPropertyList
    case .binary: .binaryPropertyList
    case .openStep: .openStepPropertyList
    }
  }
}

/// The ways in which property lists are written.
public enum PropertyListKind: Sendable, CaseIterable {
  /// As XML, which Apple's tools write by default.
  case xml
  /// As `bplist00`, which is smallest and quickest to look into.
  case binary
  /// As the braces and semicolons of old.
  case openStep
}
