/// A problem of one format, or of another part outside the core, with its wording.
///
/// Declare the problems of a format as a type, and throw them as `DecantError(.specific(problem), offset: offset)`.
public protocol SpecificProblem: Sendable, Hashable {
  /// What is wrong, on one line, in lower case and without a period; the remedy is in `hint`.
  var message: String { get }

  /// The remedy, on one line; nil if there is none to suggest.
  var hint: String? { get }

  /// What is at fault.
  var category: DecantError.Category { get }

  /// Whether a value is at fault, so that its path is more useful than its line and column.
  var isAboutValue: Bool { get }

  /// Whether a character is at fault, so that the hint may name the one that it was confused with.
  var isAboutCharacter: Bool { get }

  /// What to do about it on the command line, a clause for each way: `--duplicate-keys keep accepts it`.
  ///
  /// A tool shows the clauses whose options it has, in place of `hint`.
  func commandHints(in excerpt: DecantError.Excerpt?) -> [String]

  /// What a target must hold to show a mistake that is tolerated; in any other, the mistake is dropped, or an error follows.
  var concernedAbilities: Format.Abilities { get }
}

extension SpecificProblem {
  public var hint: String? { nil }
  public var category: DecantError.Category { .input }
  public var isAboutValue: Bool { false }
  /// Whether a character is at fault; false by default.
  public var isAboutCharacter: Bool { false }
  /// What to do about it on the command line; nothing by default.
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] { [] }
  /// What a target must hold to show it; nothing by default.
  public var concernedAbilities: Format.Abilities { [] }
}

extension DecantError {
  /// A specific problem of any type.
  public struct AnySpecificProblem: Sendable, Hashable {
    /// The problem.
    public let base: any SpecificProblem

    public static func == (first: Self, second: Self) -> Bool {
      AnyHashable(first.base) == AnyHashable(second.base)
    }

    public func hash(into hasher: inout Hasher) {
      base.hash(into: &hasher)
    }
  }
}

extension DecantError.Problem {
  /// Wraps a problem of one format, or of another part outside the core.
  public static func specific(_ problem: any SpecificProblem) -> Self {
    .ofPart(DecantError.AnySpecificProblem(base: problem))
  }

  /// What a target must hold to show a mistake that is tolerated.
  package var concernedAbilities: Format.Abilities {
    guard case .ofPart(let problem) = self else { return [] }
    return problem.base.concernedAbilities
  }

  /// Returns the specific problem if its type is `P`.
  public func specific<P: SpecificProblem>(_ type: P.Type = P.self) -> P? {
    guard case .ofPart(let problem) = self else { return nil }
    return problem.base as? P
  }
}
