/// A problem of one format, or of another part outside the core, with its wording.
///
/// A format declares its problems as a type of its own, and throws them as
/// `DecantError(.specific(problem), offset: offset)`.
public protocol SpecificProblem: Sendable, Hashable {
  /// What is wrong, on one line.
  var message: String { get }

  /// The remedy, on one line; nil if there is none to suggest.
  var hint: String? { get }

  /// What is at fault.
  var category: DecantError.Category { get }

  /// Whether the fault is a value, so that its path is a better place than its line and column.
  var isAboutValue: Bool { get }

  /// Whether the fault is a character that cannot be at its place, so that the hint may say what it was taken for.
  var isAboutCharacter: Bool { get }
}

extension SpecificProblem {
  public var hint: String? { nil }
  public var category: DecantError.Category { .input }
  public var isAboutValue: Bool { false }
  /// Whether the fault is a character that cannot be at its place.
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
  /// A problem of one format, or of another part outside the core.
  public static func specific(_ problem: any SpecificProblem) -> Self {
    .ofPart(DecantError.AnySpecificProblem(base: problem))
  }

  /// Returns the specific problem if it has the type `P`.
  public func specific<P: SpecificProblem>(_ type: P.Type = P.self) -> P? {
    guard case .ofPart(let problem) = self else { return nil }
    return problem.base as? P
  }
}
