/// The order in which plutil lists keys: Unicode collation of ASCII, ignoring case, with runs of digits as numbers.
///
/// Among keys that are then equal, lower case and fewer leading zeros come first, at the first difference. Other
/// characters follow ASCII.
struct PlutilKeyOrder: Comparable {
  private enum Token: Equatable {
    case character(rank: Int, Unicode.Scalar)
    /// The digits of a number without leading zeros, and the count with them.
    case number(digits: String, count: Int)
  }

  private let tokens: [Token]

  init(_ key: String) {
    var tokens: [Token] = []
    var rest = key.unicodeScalars[...]
    while let scalar = rest.first {
      guard Self.isDigit(scalar) else {
        tokens.append(.character(rank: Self.rank(of: scalar), scalar))
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(digits.count)
      tokens.append(.number(digits: String(digits.drop { $0 == "0" }), count: digits.count))
    }
    self.tokens = tokens
  }

  static func < (first: PlutilKeyOrder, second: PlutilKeyOrder) -> Bool {
    for (left, right) in zip(first.tokens, second.tokens) {
      if isBefore(left, right) { return true }
      if isBefore(right, left) { return false }
    }
    guard first.tokens.count == second.tokens.count else {
      return first.tokens.count < second.tokens.count
    }
    guard let (left, right) = zip(first.tokens, second.tokens).first(where: { $0 != $1 }) else {
      return false
    }
    return switch (left, right) {
    case (.character(_, let left), .character(_, let right)): left > right
    case (.number(_, let left), .number(_, let right)): left < right
    default: false
    }
  }

  private static func isBefore(_ first: Token, _ second: Token) -> Bool {
    switch (first, second) {
    case (.number(let first, _), .number(let second, _)):
      first.utf8.count == second.utf8.count ? first < second : first.utf8.count < second.utf8.count
    case (.character(let first, _), .character(let second, _)): first < second
    case (.character(let rank, _), .number): rank < digitRank
    case (.number, .character(let rank, _)): digitRank < rank
    }
  }

  /// The order of ASCII before the digits in Unicode collation.
  private static let marks = Array(" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".unicodeScalars)
  private static let digitRank = 0x100

  /// Control characters are first; marks, digits and letters follow.
  private static func rank(of scalar: Unicode.Scalar) -> Int {
    if let index = marks.firstIndex(of: scalar) { return 0x80 + index }
    if scalar.isASCII, !scalar.properties.isAlphabetic { return Int(scalar.value) }
    return digitRank + 1 + Int(scalar.properties.lowercaseMapping.unicodeScalars.first?.value ?? 0)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { "0"..."9" ~= scalar }
}
