extension Format {
  /// An archive that NSKeyedArchiver wrote, as the data in it.
  ///
  /// The archive is a property list, binary or XML; it is read whole, for its objects refer to one another in
  /// any order. What Foundation's classes stand for is plain data: a dictionary is a mapping, a URL its
  /// text. An object of any other class is a mapping of its keys, its class among them.
  public static let keyedArchive = Format(
    name: "keyedarchive",
    summary: "archives that NSKeyedArchiver wrote",
    abilities: [
      .null, .booleans, .numbers, .nonFiniteNumbers, .dates, .data, .anyKeys, .anchors,
    ],
    refining: "plist",
    recognition: KeyedArchiveGraph.recognise,
    reader: { KeyedArchiveReader($0, classes: $0.classNames == .keep ? .keys : .none) }
  )
}

extension KeyedArchiveGraph {
  /// What an archive is written in; where its content does not tell, the last.
  static let propertyList = Format(
    name: "plist", summary: "property list", abilities: [],
    members: [.binaryPropertyList, .xmlPropertyList])

  /// Tells an archive by the keys that its property list begins with.
  static func recognise(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    guard sample.bytes.starts(with: "bplist0".utf8) || sample.firstByte == UInt8(ascii: "<"),
      contains("$archiver", sample.bytes), contains("$objects", sample.bytes)
    else { return .no }
    // An archive of decant's may hold all that a keyed archive says of itself, but not the other way round.
    guard !["$digest", "$schema", "decant"].allSatisfy({ contains($0, sample.bytes) }) else {
      return .no
    }
    return .certain
  }

  private static func contains(_ word: String, _ bytes: [UInt8]) -> Bool {
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0] == word[0] && bytes[$0...].starts(with: word) }
  }
}
