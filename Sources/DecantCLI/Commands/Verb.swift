internal import Decant

/// What the tool does: convert, unless its first word says otherwise.
struct Verb: Sendable {
  let name: Name
  /// How its operands are shown in the help.
  let operands: String
  /// One line, for the help.
  let summary: String
  /// What there is to say beyond that, for the manual page.
  let detail: String
  let run: @Sendable (Session) throws(Failure) -> Void

  enum Name: String, CaseIterable, Sendable {
    /// Without a verb.
    case filter
    case get, edit, diff, check, archive, restore, migrate, serve, formats, help, completions

    static let all = Names(allCases)
    /// Those that read documents and write them.
    static let converting: Names = [.filter, .archive, .restore]
    /// Those that read documents.
    static let reading: Names = [
      .filter, .archive, .restore, .get, .edit, .diff, .check,
    ]

    fileprivate var bit: UInt16 {
      switch self {
      case .filter: 1
      case .check: 1 << 1
      case .archive: 1 << 2
      case .restore: 1 << 3
      case .migrate: 1 << 4
      case .serve: 1 << 5
      case .formats: 1 << 6
      case .help: 1 << 7
      case .completions: 1 << 8
      case .get: 1 << 9
      case .edit: 1 << 10
      case .diff: 1 << 11
      }
    }
  }

  /// A set of verbs, in a word: a hashed set takes longer to create than a small document to convert.
  struct Names: ExpressibleByArrayLiteral, Sendable {
    private var bits: UInt16 = 0

    init(_ names: some Sequence<Name>) {
      for name in names { bits |= name.bit }
    }

    init(arrayLiteral names: Name...) {
      self.init(names)
    }

    func contains(_ name: Name) -> Bool { bits & name.bit != 0 }

    func union(_ others: Names) -> Names {
      var names = self
      names.bits |= others.bits
      return names
    }

    /// The verbs, in the order of their declaration.
    var list: [Name] { Name.allCases.filter(contains) }
  }

  /// All verbs, in the order in which the help lists them; the first has no name on the command line.
  static let all: [Verb] = [
    .filter, .get, .edit, .diff, .check, .archive, .restore, .migrate, .serve, .formats, .help,
    .completions,
  ]

  /// The verbs that are typed.
  static var named: ArraySlice<Verb> { all.dropFirst() }

  /// The verb that a word is, if it is exactly one.
  static func named(_ word: String) -> Verb? {
    named.first { $0.name.rawValue == word }
  }

  /// What is typed to call it.
  var call: String {
    name == .filter ? "" : " " + name.rawValue
  }

  /// The options of the verb in a tool with these formats.
  func flags(among registry: FormatRegistry = .standard) -> [Flag] {
    Flag.all(for: registry).filter { $0.verbs.contains(name) }
  }
}

/// All that a verb needs: what was typed, and the world around it.
struct Session {
  let arguments: Arguments
  /// The first word after the name of the program.
  let firstWord: String?
  /// The name that the tool was called by.
  let program: String
  let registry: FormatRegistry
  /// The type that documents must be of; nil for any.
  let type: DocumentType?
  let console: Console
  let reporter: Reporter
  /// What shows how far a run is; nil where it is not shown.
  var progress: ConversionProgress?

  /// What the tool calls itself in texts that are to be typed or run.
  var command: String { ProgramName.command(calledAs: program) }

  /// Writes a text to standard output.
  func print(_ text: String) throws(Failure) {
    do {
      let sink = ByteSink(console.output)
      try sink.write(text)
      try sink.flush()
    } catch {
      throw .error(error)
    }
  }
}

/// Why a verb did not do what it was to do.
enum Failure: Error {
  case usage(UsageError)
  /// An error, the format of the input that it came up in, and what can be done if that is known here.
  case error(DecantError, reading: Format? = nil, hint: String? = nil)
}
