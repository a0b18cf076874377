/// The letters that are the same where case is ignored, as by Unicode's simple case folding.
///
///     k ──▶ k, K, U+212A (Kelvin)        s ──▶ s, S, ſ        ǆ ──▶ ǆ, ǅ, Ǆ
enum LetterCase {
  /// For each letter that is the same as others, all of these and itself.
  static let groups: [UInt32: [UInt32]] = {
    let letters = blocks.flatMap { $0 }.compactMap(Unicode.Scalar.init)
      .filter(\.properties.changesWhenCaseMapped)
    var groups: [UInt32: [UInt32]] = [:]
    for group in Dictionary(grouping: letters, by: capitals).values where group.count > 1 {
      for letter in group { groups[letter.value] = group.map(\.value) }
    }
    return groups
  }()

  /// The blocks of the scripts with two cases.
  private static let blocks: [Range<UInt32>] = [0..<0x3000, 0xA600..<0xAC00, 0xFB00..<0x1F000]

  /// Returns the capital letters of a letter, which can be several.
  private static func capitals(of letter: Unicode.Scalar) -> [UInt8] {
    // That of the dotless i is not its own.
    guard letter.value != 0x131 else { return [] }
    return letter.properties.lowercaseMapping.unicodeScalars.flatMap {
      $0.properties.uppercaseMapping.utf8
    }
  }
}
