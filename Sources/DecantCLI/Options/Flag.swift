/// An option: its names, its value, its effect and its description.
///
/// The parser, the help, the lists of options in the manual pages and the completions derive from these declarations.
struct Flag: Sendable {
  /// The long name, without its dashes.
  let long: String
  let short: Character?
  let value: Value
  let section: Section
  /// The verbs that know the option.
  let verbs: Verb.Names
  /// Options that this one cannot be combined with.
  let excludes: [String]
  /// One line for the help, without a capital letter and a full stop.
  let summary: String
  /// Further sentences for the manual pages.
  let detail: String?
  /// Stores the option in the arguments; returns false for an invalid value.
  let effect: @Sendable (inout Arguments, String) -> Bool

  init(
    _ long: String, _ short: Character? = nil, _ value: Value = .none, in section: Section,
    of verbs: Verb.Names = [.filter], excludes: [String] = [], _ summary: String,
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

  /// Whether it can be repeated with different values, which are then combined.
  var isRepeatable: Bool {
    switch long {
    case "include", "exclude", "set", "insert", "delete", "rename", "move", "copy", "test", "merge",
      "patch":
      true
    default:
      false
    }
  }

  /// Whether an option has a value.
  enum Value: Sendable {
    case none
    case required(String, Domain)
    /// A value that can be left out, and so must be in the same word.
    case optional(String)
    /// Two values; the effect receives them with a NUL between them, which no argument contains.
    case pair(String, String)

    var name: String? {
      switch self {
      case .none: nil
      case .required(let name, _), .optional(let name): name
      case .pair(let first, let second): "\(first) \(second)"
      }
    }

    var choices: [String] {
      guard case .required(_, .choice(let choices, _)) = self else { return [] }
      return choices
    }

    /// The choices in words, the default marked as such; empty if there are none.
    var listedChoices: String {
      guard case .required(_, .choice(let choices, let standard)) = self else { return "" }
      return choices.map { $0 == standard ? "\($0) (default)" : $0 }.listed
    }
  }

  /// The values that an option accepts.
  enum Domain: Sendable {
    case file, inputFormat, outputFormat
    /// One of several words, and the word that is the default, if there is one.
    case choice([String], default: String?)
    /// Something else, in words: `a number of 1 or more`.
    case other(String)

    var words: String {
      switch self {
      case .file: "a file name"
      case .inputFormat, .outputFormat: "the name of a format"
      case .choice(let choices, _): choices.listed
      case .other(let words): words
      }
    }
  }

  /// A group of options, with its heading.
  enum Section: String, CaseIterable, Sendable {
    case formats = "Formats and files"
    case layout = "Layout"
    case content = "Content"
    case looking = "Looking at values"
    case editing = "Editing"
    case fidelity = "Fidelity and limits"
    case ofFormats = "Single formats"
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
