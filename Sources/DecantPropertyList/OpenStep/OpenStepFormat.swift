public import DecantCore
internal import DecantEditing

extension Format {
  /// The property lists of NeXTSTEP and OpenStep, whose scalars are strings and data.
  ///
  /// Includes Xcode projects (`.pbxproj`). Typed values are written in GNUstep's syntax: `<*I5>`.
  public static let openStepPropertyList = Format(
    .openStepPropertyList,
    summary: "OpenStep property lists",
    abilities: openStepAbilities,
    taggedAbilities: typedOpenStepAbilities,
    readOnlyAbilities: [.uids, .dateOffsets],
    recognition: OpenStepRecognition.openStep,
    reader: { OpenStepReader($0) },
    writer: { OpenStepWriter($0) }
  ).edited(byThinning: OpenStepEditing(layout: .braces))

  /// Tables of strings for translators: property lists without braces, `"key" = "value";`.
  ///
  /// In application bundles they are binary or XML property lists, which their content shows.
  public static let strings = stringsTable.changing {
    $0.members = [.xmlPropertyList, .binaryPropertyList, stringsTable]
  }

  static let stringsTable = Format(
    .strings,
    summary: "tables of strings for translators",
    abilities: openStepAbilities.union(.mappingRoots),
    taggedAbilities: typedOpenStepAbilities,
    readOnlyAbilities: [.uids, .dateOffsets],
    recognition: OpenStepRecognition.stringsTable,
    reader: { OpenStepReader($0, layout: .table) },
    writer: { OpenStepWriter($0, layout: .table) }
  ).edited(byThinning: OpenStepEditing(layout: .table))

  private static let openStepAbilities: Abilities = [
    .data, .indentation, .tabs, .ascii, .comments, .lineEnds,
  ]
  private static let typedOpenStepAbilities: Abilities = [
    .booleans, .numbers, .nonFiniteNumbers, .dates,
  ]
}

enum OpenStepLayout: Sendable {
  case braces
  case table
}

extension FormatNames {
  package static let openStepPropertyList = FormatNames(
    "openstep", aliases: "plist-openstep", extensions: "pbxproj")
  package static let strings = FormatNames(
    "strings", extensions: "strings", members: "xml1|binary1|strings")
}
