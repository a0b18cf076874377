public import DecantCore

extension Format {
  /// The property lists of NeXTSTEP and OpenStep, whose scalars are strings and data.
  ///
  /// Includes Xcode projects (`.pbxproj`). Typed values are written in GNUstep's notation: `<*I5>`.
  public static let openStepPropertyList = Format(
    name: "openstep",
    aliases: ["plist-openstep"],
    extensions: ["pbxproj"],
    summary: "OpenStep property lists",
    abilities: openStepAbilities,
    taggedAbilities: typedOpenStepAbilities,
    readOnlyAbilities: [.uids, .dateOffsets],
    recognition: OpenStepRecognition.openStep,
    reader: { OpenStepReader(OpenStepReadingOptions($0)) },
    writer: { OpenStepWriter(OpenStepWritingOptions($0)) }
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
    abilities: openStepAbilities,
    taggedAbilities: typedOpenStepAbilities,
    readOnlyAbilities: [.uids, .dateOffsets],
    recognition: OpenStepRecognition.stringsTable,
    reader: {
      var options = OpenStepReadingOptions($0)
      options.layout = .table
      return OpenStepReader(options)
    },
    writer: {
      var options = OpenStepWritingOptions($0)
      options.layout = .table
      return OpenStepWriter(options)
    }
  ).edited(by: OpenStepEditing(layout: .table))

  private static let openStepAbilities: Abilities = [
    .data, .indentation, .tabs, .ascii, .comments,
  ]
  private static let typedOpenStepAbilities: Abilities = [
    .booleans, .numbers, .nonFiniteNumbers, .dates,
  ]
}

enum OpenStepLayout: Sendable {
  case braces
  case table
}

struct OpenStepReadingOptions: Sendable {
  /// Whether empty input is an empty table; both layouts are read in either case.
  var layout = OpenStepLayout.braces
  var maximumDepth = 1000
  var duplicateKeys = DuplicateKeys.error
  var invalidText = InvalidText.refused
  var hasTypes = false
  var keepsStyles = false
  var comments = false
  var requiresComments = false
  var marksExtents = false

  init(_ options: ReadingOptions = ReadingOptions()) {
    maximumDepth = options.maximumDepth
    duplicateKeys = options.duplicateKeys
    invalidText = options.invalidText
    hasTypes = options.readsTaggedForms
    keepsStyles = options.collectionStyles
    marksExtents = options.marksExtents
    comments = options.comments
    requiresComments = options.requiresComments
  }
}

struct OpenStepWritingOptions: Sendable {
  var layout = OpenStepLayout.braces
  var indentation = Indentation.spaces(4)
  var ascii = false
  var palette: Palette?

  init(_ options: WritingOptions = WritingOptions()) {
    indentation = options.indentation ?? .spaces(4)
    ascii = options.ascii
    palette = options.palette
  }
}
