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
}

extension SpecificProblem {
  public var hint: String? { nil }
  public var category: DecantError.Category { .input }
  public var isAboutValue: Bool { false }
  /// Whether a character is at fault; false by default.
  public var isAboutCharacter: Bool { false }
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

  /// Returns the specific problem if its type is `P`.
  public func specific<P: SpecificProblem>(_ type: P.Type = P.self) -> P? {
    guard case .ofPart(let problem) = self else { return nil }
    return problem.base as? P
  }
}
