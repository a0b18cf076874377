public import DecantCore

extension Format {
  /// Archives by NSKeyedArchiver, read as the data in them.
  ///
  /// An archive is a property list in any syntax, and is read whole. Objects of Foundation's
  /// classes become plain data; any other object becomes a mapping of its keys and its class.
  /// Plain data is written as objects of Foundation's classes; tags and the key `$class` name others.
  public static let keyedArchive: Format = {
    let format = Format(
      .keyedArchive,
      summary: "archives that NSKeyedArchiver wrote",
      abilities: [
        .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .data, .nonStringKeys, .anchors,
        .tags, .indentation, .tabs, .ascii, .binary,
      ],
      limits: Limits(integers: .bits64, reals: .double, dates: .double, tags: .classes),
      recognition: KeyedArchiveRecognition.likelihood,
      reader: { KeyedArchiveReader($0, classes: .init($0)) },
      writer: { KeyedArchiveWriter($0) }
    ).accepting { KeyedArchiveLabel($0) != nil }
      .rewritten(by: KeyedArchiveEditing())
      .refined(if: KeyedArchiveRecognition.isArchive)
    return format.offering([
      FormatOption(
        "class-names", "WHAT", ClassNames.self, default: .keep,
        "class names of keyed archives",
        details: """
          An object of a keyed archive that is not plain data becomes a mapping; 'keep' adds the \
          name of its class under the key '$class'. 'tags' adds tags from which the same archive can be written, \
          as --tagged does.
          """,
        reading: { names, options in options.classNames = names }),
      FormatOption(
        "keyedarchive-encoding", "KIND", KeyedArchiveEncoding.self, default: .binary,
        "kind of property list in which a keyed archive is written",
        writing: { encoding, options in options.keyedArchiveEncoding = encoding }),
    ])
  }()
}

extension Format {
  /// Keyed archives as events: classes are tags, numbers are anchors, and references are aliases.
  package static let keyedArchiveObjects = Format(
    name: keyedArchive.name,
    summary: keyedArchive.summary,
    abilities: keyedArchive.abilities.subtracting(.anchors),
    reader: {
      var options = $0
      options.needs.remove(.expandedAliases)
      return KeyedArchiveReader(options, classes: .tags)
    }
  )
}

extension KeyedArchiveEmitter.Classes {
  init(_ options: ReadingOptions) {
    self =
      switch options.classNames {
      case .keep: options.needs.contains(.restorableEvents) ? .all : .keys
      case .drop: .none
      case .tags: .all
      }
  }
}

extension KeyedArchiveGraph {
  /// The notations of an archive; the last one is the default.
  static let propertyList = Format(
    name: "plist", summary: "property list", abilities: [],
    members: [.binaryPropertyList, .openStepPropertyList, .xmlPropertyList]
  ).refusing(OlderArchives.problem)
}

extension FormatNames {
  package static let keyedArchive = FormatNames("keyedarchive", refines: "plist")
}
