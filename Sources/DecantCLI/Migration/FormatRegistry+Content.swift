internal import Decant

extension FormatRegistry {
  /// How many bytes of a file say what it is, if they do.
  static let contentSampleSize = 4096

  /// Whether content that begins so says beyond doubt that it is of one of these formats.
  ///
  /// A format of many documents never says so: prose, and scripts, may begin as a document in it does.
  func isCertain(of sample: FormatDetection.Sample) -> Bool {
    formats.contains { format in
      format.isReadable && !format.abilities.contains(.manyDocuments)
        && format.recognition(sample) == .certain
    }
  }
}

extension Format {
  /// The extension that files of this format have, without the dot.
  ///
  /// The members of a family share that of the family.
  func usualExtension(among registry: FormatRegistry) -> String {
    // A table of strings has an extension of its own, for programs look for it by that.
    if registry.formats.contains(where: { $0.name == name && !$0.members.isEmpty }) {
      return extensions.first ?? name
    }
    return registry.family(of: self)?.extensions.first ?? extensions.first ?? name
  }

  /// Whether documents in `source` are in this format already.
  func writesAs(_ source: Format) -> Bool {
    // A family is written as the member of its name, or else as its first.
    source.name == name
      || !members.contains { $0.name == name } && members.first?.name == source.name
  }
}
