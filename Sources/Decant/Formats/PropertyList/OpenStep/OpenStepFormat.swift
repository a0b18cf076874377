extension Format {
  /// The property lists of NeXTSTEP and OpenStep, whose scalars are strings and data.
  ///
  /// Xcode's projects (`.pbxproj`) are of this format too. Where types are written beside values, GNUstep's
  /// notation for them is used: `<*I5>`.
  public static let openStepPropertyList = Format(
    name: "openstep",
    aliases: ["plist-openstep"],
    extensions: ["pbxproj"],
    summary: "OpenStep property lists",
    abilities: openStepAbilities,
    typedAbilities: typedOpenStepAbilities,
    strayAbilities: .uids,
    recognition: OpenStepRecognition.openStep,
    reader: { OpenStepReader(OpenStepReadingOptions($0)) },
    writer: { OpenStepWriter(OpenStepWritingOptions($0)) }
  ).edited(by: OpenStepEditing(layout: .braces))

  /// Tables of strings for translators: property lists without braces, `"key" = "value";`.
  ///
  /// In the bundle of a program they are binary or XML property lists, which their content tells.
  public static let strings: Format = {
    var format = stringsTable
    format.members = [.xmlPropertyList, .binaryPropertyList, stringsTable]
    return format
  }()

  /// A table of strings as translators see it.
  static let stringsTable = Format(
    name: "strings",
    extensions: ["strings"],
    summary: "tables of strings for translators",
    abilities: openStepAbilities,
    typedAbilities: typedOpenStepAbilities,
    strayAbilities: .uids,
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

  private static let openStepAbilities: Abilities = [.data, .indentation, .tabs, .ascii]
  private static let typedOpenStepAbilities: Abilities = [
    .booleans, .numbers, .nonFiniteNumbers, .dates,
  ]
}

/// How a property list in OpenStep's notation is laid out.
enum OpenStepLayout: Sendable {
  /// Any document, in braces and parentheses.
  case braces
  /// A mapping without its braces, which may have nothing in it.
  case table
}

/// How an OpenStep property list is read.
struct OpenStepReadingOptions: Sendable {
  /// Whether an input without a value is an empty table; both layouts are read either way.
  var layout = OpenStepLayout.braces
  var maximumDepth = 1000
  var duplicateKeys = DuplicateKeys.error
  var invalidText = InvalidText.refused
  /// Whether types are written beside values.
  var hasTypes = false

  init(_ options: ReadingOptions = ReadingOptions()) {
    maximumDepth = options.maximumDepth
    duplicateKeys = options.duplicateKeys
    invalidText = options.invalidText
    hasTypes = options.readsTaggedForms
  }
}

/// How an OpenStep property list is written.
struct OpenStepWritingOptions: Sendable {
  var layout = OpenStepLayout.braces
  var indentation = Indentation.spaces(4)
  /// Whether everything that is not ASCII is escaped.
  var ascii = false
  /// Colors for a terminal, if there are to be any.
  var palette: Palette?

  init(_ options: WritingOptions = WritingOptions()) {
    indentation = options.indentation ?? .spaces(4)
    ascii = options.ascii
    palette = options.palette
  }
}
