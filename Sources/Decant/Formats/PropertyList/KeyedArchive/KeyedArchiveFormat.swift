extension Format {
  /// An archive that NSKeyedArchiver wrote, as the data in it.
  ///
  /// The archive is a property list of any kind; it is read whole, for its objects refer to one another in
  /// any order. What Foundation's classes represent is plain data: a dictionary is a mapping, a URL its
  /// text. An object of any other class is a mapping of its keys, its class among them.
  public static let keyedArchive: Format = {
    var format = Format(
      name: "keyedarchive",
      summary: "archives that NSKeyedArchiver wrote",
      abilities: [
        .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .data, .anyKeys, .anchors,
      ],
      refining: "plist",
      recognition: KeyedArchiveRecognition.likelihood,
      reader: { KeyedArchiveReader($0, classes: $0.classNames == .keep ? .keys : .none) }
    )
    format.refinement = KeyedArchiveRecognition.isArchive
    return format.offering(
      FormatOption(
        reading: "class-names", "WHAT", ClassNames.self, default: .keep,
        "class names of keyed archives",
        details: """
          An object of a keyed archive that is not plain data becomes a mapping; 'keep' adds the \
          name of its class under the key '$class'.
          """
      ) { names, options in options.classNames = names })
  }()
}

extension KeyedArchiveGraph {
  /// What an archive is written in; where its content does not tell, the last.
  static let propertyList = Format(
    name: "plist", summary: "property list", abilities: [],
    members: [.binaryPropertyList, .openStepPropertyList, .xmlPropertyList])
}
