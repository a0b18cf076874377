public import DecantCore
internal import DecantEditing

extension Format {
  /// The property lists of NeXTSTEP and OpenStep, whose scalars are strings and data.
  ///
  /// Includes Xcode projects (`.pbxproj`). Typed values are written in GNUstep's syntax: `<*I5>`.
  public static let openStepPropertyList = Format(
    name: "openstep",
    aliases: ["plist-openstep"],
    extensions: ["pbxproj"],
    summary: "OpenStep property lists",
    abilities: openStepAbilities,
    taggedAbilities: typedOpenStepAbilities,
    readOnlyAbilities: [.uids, .dateOffsets],
    recognition: OpenStepRecognition.openStep,
    reader: { OpenStepReader($0) },
    writer: { OpenStepWriter($0) }
  ).edited(by: OpenStepEditing(layout: .braces))

  /// Tables of strings for translators: property lists without braces, `"key" = "value";`.
  ///
  /// In application bundles they are binary or XML property lists, which their content shows.
  public static let strings: Format = {
    var format = stringsTable
    format.members = [.xmlPropertyList, .binaryPropertyList, stringsTable]
    return format
  }()

  static let stringsTable = Format(
    name: "strings",
    extensions: ["strings"],
    summary: "tables of strings for translators",
    abilities: openStepAbilities.union(.mappingRoots),
    taggedAbilities: typedOpenStepAbilities,
    readOnlyAbilities: [.uids, .dateOffsets],
    recognition: OpenStepRecognition.stringsTable,
    reader: { OpenStepReader($0, layout: .table) },
    writer: { OpenStepWriter($0, layout: .table) }
  ).edited(by: OpenStepEditing(layout: .table))

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
