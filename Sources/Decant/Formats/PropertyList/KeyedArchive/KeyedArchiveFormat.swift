extension Format {
  /// Archives by NSKeyedArchiver, read as the data in them.
  ///
  /// An archive is a property list in any notation, and is read whole. Objects of Foundation's
  /// classes become plain data; any other object becomes a mapping of its keys and its class.
  public static let keyedArchive: Format = {
    var format = Format(
      name: "keyedarchive",
      summary: "archives that NSKeyedArchiver wrote",
      abilities: [
        .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .data, .nonStringKeys, .anchors,
      ],
      refining: "plist",
      recognition: KeyedArchiveRecognition.likelihood,
      reader: { KeyedArchiveReader($0, classes: $0.classNames == .keep ? .keys : .none) }
    )
    format.refinement = KeyedArchiveRecognition.isArchive
    return format.offering(
      FormatOption(
        "class-names", "WHAT", ClassNames.self, default: .keep,
        "class names of keyed archives",
        details: """
          An object of a keyed archive that is not plain data becomes a mapping; 'keep' adds the \
          name of its class under the key '$class'.
          """,
        reading: { names, options in options.classNames = names }))
  }()
}

extension KeyedArchiveGraph {
  /// The notations of an archive; the last one is the default.
  static let propertyList = Format(
    name: "plist", summary: "property list", abilities: [],
    members: [.binaryPropertyList, .openStepPropertyList, .xmlPropertyList])
}
