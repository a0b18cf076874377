public import DecantCore

/// What is wrong with a document that is decoded beside a default value.
@nonexhaustive
public enum DefaultingProblem: SpecificProblem {
  /// A value is not of its type, as the text of an error says.
  case unfit(String, Substitute)
  /// A text is not a case of an enumeration.
  case unknownCase(String, type: String, cases: [String], Substitute)
  /// No type asks for a key.
  case unknownKey(String, nearest: String?)

  public var message: String {
    switch self {
    case .unfit(let reason, let substitute): "\(reason); \(substitute.words)"
    case .unknownCase(let text, let type, let cases, let substitute):
      "'\(text.visible(limit: 64))' is not a \(type) (\(cases.joined(separator: ", "))); \(substitute.words)"
    case .unknownKey(let key, _): "the key '\(key.visible(limit: 64))' is not known"
    }
  }

  public var hint: String? {
    guard case .unknownKey(_, let nearest?) = self else { return nil }
    return "did you mean '\(nearest.visible(limit: 64))'?"
  }

  /// The path is that of the value.
  public var isAboutValue: Bool { true }
}

extension DefaultingProblem {
  /// What is decoded in place of a value that does not fit.
  @nonexhaustive
  public enum Substitute: Sendable, Hashable {
    /// The value of the default.
    case `default`
    /// Nothing: the element is left out of its list, or of its dictionary.
    case nothing
  }
}

extension DefaultingProblem.Substitute {
  fileprivate var words: String {
    switch self {
    case .default: "the default is used"
    case .nothing: "it is left out"
    }
  }
}
