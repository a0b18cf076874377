internal import DecantCore

/// A set of Unicode scalars: a class of a regular expression.
struct ScalarSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// Sorted and apart.
  private let ranges: [ClosedRange<UInt32>]
  private let properties: [(property: ScalarProperty, isNegated: Bool)]
  private let isNegated: Bool
  private let ignoresCase: Bool

  /// What a class contains.
  enum Item: Sendable {
    case range(ClosedRange<UInt32>)
    case property(ScalarProperty, isNegated: Bool)
  }

  init(_ items: [Item], isNegated: Bool = false, ignoringCase ignoresCase: Bool = false) {
    var ranges: [ClosedRange<UInt32>] = []
    var properties: [(ScalarProperty, Bool)] = []
    for item in items {
      switch item {
      case .range(let range): ranges.append(range)
      case .property(let property, let isNegated): properties.append((property, isNegated))
      }
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    self.ranges = ranges.reduce(into: []) { merged, range in
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] =
          last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.properties = properties
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    for value in 0..<UInt32(64) where find(value) { low |= 1 << UInt64(value) }
    for value in 64..<UInt32(128) where find(value) { high |= 1 << UInt64(value - 64) }
  }

  @inline(__always)
  func contains(_ value: UInt32) -> Bool {
    if value < 64 { return low &>> UInt64(value) & 1 != 0 }
    if value < 128 { return high &>> UInt64(value &- 64) & 1 != 0 }
    return find(value)
  }

  private func find(_ value: UInt32) -> Bool {
    guard ignoresCase, let letters = LetterCase.groups[value] else {
      return lists(value) != isNegated
    }
    return letters.contains(where: lists) != isNegated
  }

  /// Whether an item contains a scalar in its own case.
  private func lists(_ value: UInt32) -> Bool {
    let first = (0..<ranges.count).binarySearch { ranges[$0].upperBound >= value }
    if first < ranges.count, ranges[first].contains(value) { return true }
    guard !properties.isEmpty, let scalar = Unicode.Scalar(value) else { return false }
    return properties.contains { $0.property.contains(scalar) != $0.isNegated }
  }
}

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
