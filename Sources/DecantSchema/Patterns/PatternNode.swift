internal import DecantCore

/// A part of a parsed regular expression.
///
/// Groups are not distinguished: only whether a text matches is of interest, and not how.
indirect enum PatternNode {
  /// A scalar of a set, by its number.
  case set(Int)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  /// A part that matches at least and at most a number of times.
  case repeated(PatternNode, Int, Int?)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  /// A look-ahead or look-behind, by its number.
  case look(Int, isNegated: Bool)

  static var empty: PatternNode { .sequence([]) }

  /// The number of instructions that match it.
  var size: Int {
    switch self {
    case .set, .start, .end, .wordBoundary, .look: 1
    case .sequence(let parts): parts.reduce(0) { Self.sum($0, $1.size) }
    case .alternatives(let parts): parts.reduce(0) { Self.sum(Self.sum($0, $1.size), 2) }
    case .repeated(let part, let least, let most):
      // An empty part counts too, so that counters of nothing in one another are not emitted endlessly.
      Self.sum(
        Self.product(max(part.size, 1), least),
        most.map { Self.product(Self.sum(part.size, 1), $0 - least) } ?? Self.sum(part.size, 2))
    }
  }

  private static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }

  private static func product(_ first: Int, _ second: Int) -> Int {
    let (product, overflow) = first.multipliedReportingOverflow(by: second)
    return overflow ? .max : product
  }
}

/// A reason why a regular expression cannot be used.
enum PatternProblem: Error, Hashable {
  case syntax(String)
  case backReference
  case inlineFlags
  case unknownProperty(String)
  case tooLarge(limit: Int)
  /// All patterns of the schema are too large together.
  case tooManyStates(limit: Int)
  case tooDeep(limit: Int)

  var words: String {
    switch self {
    case .syntax(let what): what
    case .backReference: "back-references are not supported"
    case .inlineFlags: "groups of this kind, and flags other than 'i', are not supported"
    case .unknownProperty(let name): "the Unicode property \(name.quoted) is not supported"
    case .tooLarge(let limit): "it needs more than \(limit) states"
    case .tooManyStates(let limit): "those of the schema need more than \(limit) states together"
    case .tooDeep(let limit): "more than \(limit) levels of groups"
    }
  }
}
