/// An option: what it is called, what it takes, what it does, and what is said of it.
///
/// From these declarations come the parser, the help, the manual page and the completions.
struct Flag: Sendable {
  /// The long name, without its dashes.
  let long: String
  let short: Character?
  let value: Value
  let section: Section
  /// The verbs that know the option.
  let verbs: Set<Verb.Name>
  /// Options that make no sense beside this one.
  let excludes: [String]
  /// One line, for the help.
  let summary: String
  /// What there is to say beyond that, for the manual page.
  let detail: String?
  /// Enters the option; false if the value is none that it takes.
  let effect: @Sendable (inout Arguments, String) -> Bool

  init(
    _ long: String, _ short: Character? = nil, _ value: Value = .none, in section: Section,
    of verbs: Set<Verb.Name> = [.filter], excludes: [String] = [], _ summary: String,
    detail: String? = nil, effect: @escaping @Sendable (inout Arguments, String) -> Bool
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.section = section
    self.verbs = verbs
    self.excludes = excludes
    self.summary = summary
    self.detail = detail
    self.effect = effect
  }

  /// Whether it may be given several times with different values, which then add up.
  var isRepeatable: Bool { Self.repeatable.contains(long) }

  private static let repeatable: Set<String> = ["include", "exclude"]

  /// The value that an option takes.
  enum Value: Sendable {
    case none
    case required(String, Domain)
    /// A value that can be left out, and so must stand in the same word.
    case optional(String)

    var name: String? {
      switch self {
      case .none: nil
      case .required(let name, _), .optional(let name): name
      }
    }

    var choices: [String] {
      guard case .required(_, .choice(let choices)) = self else { return [] }
      return choices
    }
  }

  /// What the value of an option can be.
  enum Domain: Sendable {
    case file, format
    case choice([String])
    /// Something else, in words: `a number from 1 on`.
    case other(String)

    var words: String {
      switch self {
      case .file: "a file name"
      case .format: "the name of a format"
      case .choice(let choices): choices.listed
      case .other(let words): words
      }
    }
  }

  /// Options that belong together, under the heading that they share.
  enum Section: String, CaseIterable, Sendable {
    case formats = "Formats and files"
    case layout = "Layout"
    case content = "Content"
    case fidelity = "Fidelity and limits"
    case records = "Records"
    case migration = "Migration"
    case service = "Service"
    case messages = "Messages"
  }
}

extension [String] {
  /// `a, b or c`.
  var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " or " + last
  }
}
