extension Format {
  /// The property lists of NeXTSTEP and OpenStep, whose scalars are strings and data.
  ///
  /// Files of strings for translators (`.strings`) and of Xcode's projects (`.pbxproj`) are of this format
  /// too. Where types are written beside values, GNUstep's notation for them is used: `<*I5>`.
  public static let openStepPropertyList = Format(
    name: "openstep",
    aliases: ["plist-openstep", "strings"],
    extensions: ["strings", "pbxproj"],
    summary: "OpenStep property lists, .strings files",
    abilities: [.data, .indentation, .tabs, .ascii, .stringsTables],
    typedAbilities: [.booleans, .numbers, .nonFiniteNumbers, .dates],
    recognition: OpenStepRecognition.openStep,
    reader: { OpenStepReader(OpenStepReadingOptions($0)) },
    writer: { options in
      switch options.openStepLayout {
      case .braces: OpenStepWriter(OpenStepWritingOptions(options))
      case .stringsTable: StringsTableWriter(OpenStepWritingOptions(options))
      }
    }
  )
}

/// How an OpenStep property list is read.
struct OpenStepReadingOptions: Sendable {
  var maximumDepth = 1000
  var duplicateKeys = DuplicateKeys.error
  var loneSurrogates = LoneSurrogates.refuse

  init(_ options: ReadingOptions = ReadingOptions()) {
    maximumDepth = options.maximumDepth
    duplicateKeys = options.duplicateKeys
    loneSurrogates = LoneSurrogates(options)
  }
}

/// How an OpenStep property list is written.
struct OpenStepWritingOptions: Sendable {
  var indentation = Indentation.spaces(4)
  /// Whether everything that is not ASCII is escaped.
  var ascii = false
  /// Colours for a terminal, if there are to be any.
  var palette: Palette?

  init(_ options: WritingOptions = WritingOptions()) {
    indentation = options.indentation ?? .spaces(4)
    ascii = options.ascii
    palette = options.palette
  }
}
