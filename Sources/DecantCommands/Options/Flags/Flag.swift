internal import DecantCore
internal import DecantConversion

/// An option: its names, its value, its effect and its description.
///
/// The parser, the help, the manual pages and the completions derive from these declarations.
struct Flag: Sendable {
  let long: String
  let short: Character?
  let value: Value
  let section: Section
  let verbs: Verb.Names
  let excludes: [String]
  /// One line for the help, without a capital letter and a full stop.
  let summary: String
  let detail: String?
  let effect: @Sendable (inout Arguments, String) -> Bool

  init(
    _ long: String, _ short: Character?, _ value: Value, in section: Section,
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

  /// Creates an option without a value.
  init(
    _ long: String, _ short: Character?, in section: Section, of verbs: Verb.Names = [.filter],
    excludes: [String] = [], _ summary: String, detail: String? = nil,
    set: @escaping @Sendable (inout Arguments) -> Void
  ) {
    self.init(
      long, short, .none, in: section, of: verbs, excludes: excludes, summary, detail: detail
    ) { arguments, _ in
      set(&arguments)
      return true
    }
  }

  /// Creates an option whose value `parse` converts from text, or returns nil for an invalid one.
  init<Parsed>(
    _ long: String, _ short: Character?, _ value: Value, in section: Section,
    of verbs: Verb.Names = [.filter], excludes: [String] = [], _ summary: String,
    detail: String? = nil, parsing parse: @escaping @Sendable (String) -> Parsed?,
    set: @escaping @Sendable (inout Arguments, Parsed) -> Void
  ) {
    self.init(
      long, short, value, in: section, of: verbs, excludes: excludes, summary, detail: detail
    ) { arguments, text in
      guard let parsed = parse(text) else { return false }
      set(&arguments, parsed)
      return true
    }
  }

  /// Creates an option whose value is the name of a choice.
  init<Choice: CaseIterable & RawRepresentable<String> & SendableMetatype>(
    _ long: String, _ valueName: String, from _: Choice.Type, default: Choice? = nil,
    in section: Section, of verbs: Verb.Names = [.filter], _ summary: String,
    detail: String? = nil, set: @escaping @Sendable (inout Arguments, Choice) -> Void
  ) {
    let names = Choice.allCases.map(\.rawValue)
    self.init(
      long, nil, .required(valueName, .choice(names, default: `default`?.rawValue)), in: section,
      of: verbs, summary, detail: detail, parsing: { Choice(rawValue: $0) }, set: set)
  }

  /// Creates an option whose value is a number in `range`, which `words` describes.
  init(
    _ long: String, _ valueName: String, from range: ClosedRange<Int>, _ words: String,
    in section: Section, of verbs: Verb.Names = [.filter], excludes: [String] = [],
    _ summary: String, detail: String? = nil,
    set: @escaping @Sendable (inout Arguments, Int) -> Void
  ) {
    self.init(
      long, nil, .required(valueName, .other(words)), in: section, of: verbs, excludes: excludes,
      summary, detail: detail,
      parsing: { Int($0).flatMap { range.contains($0) ? $0 : nil } }, set: set)
  }

  /// A text that is not empty, for `parsing`.
  static func nonEmpty(_ text: String) -> String? { text.isEmpty ? nil : text }

  /// A finite number from 0, for `parsing`.
  static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
  }

  var isRepeatable: Bool {
    switch long {
    case "include", "exclude", "steps", "set", "set-string", "set-date", "set-data", "set-json",
      "insert",
      "append", "comment", "delete", "delete-comments", "rename", "move", "copy", "sort",
      "test", "merge",
      "patch", "add-missing", "sync", "key", "union", "ignore", "schema-dir":
      true
    default:
      false
    }
  }

  /// The options of which one must be given, as this one has no effect in a verb without them, whatever the input.
  func needs(in verb: Verb.Name) -> [String] {
    switch (verb, long) {
    case (.get, "indent"), (.get, "width"): ["to", "slurp"]
    case (.edit, "remove-unknown"): ["add-missing", "sync"]
    case (.edit, "lists"): ["merge", "add-missing"]
    case (.edit, "force"): ["output"]
    case (_, "force") where verb != .migrate: ["output", "in-place", "dry-run", "check", "diff"]
    case (.edit, "include"), (.edit, "exclude"), (.edit, "hidden"), (.edit, "report"):
      ["in-place", "dry-run", "check", "diff"]
    case (.archive, "comments"): ["in-place", "dry-run", "check", "diff"]
    case (_, "first"): ["sort-keys"]
    case (.types, "to"): ["json-schema"]
    case (.types, "schema-dir"), (.types, "schema-draft"): ["schema"]
    default: []
    }
  }

  enum Value: Sendable {
    case none
    case required(String, Domain)
    case optional(String)
    /// Two values; the effect receives them separated by a NUL, which an argument cannot contain.
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

    var listedChoices: String {
      guard case .required(_, .choice(let choices, let standard)) = self else { return "" }
      return choices.map { $0 == standard ? "\($0) (default)" : $0 }.listed
    }
  }

  enum Domain: Sendable {
    case file, path, inputFormat, outputFormat
    case choice([String], default: String?)
    case other(String)

    var words: String {
      switch self {
      case .file: "a file name"
      case .path: "a path such as /users/0/name"
      case .inputFormat, .outputFormat: "the name of a format"
      case .choice(let choices, _): choices.listed
      case .other(let words): words
      }
    }
  }

  enum Section: String, CaseIterable, Sendable {
    case formats = "Formats and files"
    case layout = "Layout"
    case content = "Content"
    case query = "Looking at values"
    case editing = "Editing"
    case types = "Types"
    case fidelity = "Fidelity and limits"
    case formatSpecific = "Single formats"
    case records = "Records"
    case files = "Many files"
    case migration = "Migration"
    case git = "Git"
    case service = "Service"
    case messages = "Messages"
  }
}
