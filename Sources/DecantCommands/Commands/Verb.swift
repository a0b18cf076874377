internal import DecantCore
internal import DecantConversion

/// A command of the tool: `filter`, unless the first word is the name of another.
struct Verb: Sendable {
  let name: Name
  let operands: String
  let summary: String
  let detail: String
  let run: @Sendable (Session) throws(Failure) -> Void

  enum Name: String, CaseIterable, Sendable {
    case filter
    case get, edit, diff, merge
    case git
    case gitFilter = "git-filter"
    case check, types, archive, restore, migrate, serve, formats, help, completions

    static let all = Names(bits: .max)
    /// Those that hold nested values, which are destroyed by recursion.
    static let holdingValues: Names = [.edit, .diff, .merge]
    static let converting: Names = [.filter, .archive, .restore, .migrate]
    static let reading = converting.union([.get, .edit, .diff, .merge, .check, .types])

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
      case .merge: 1 << 12
      case .gitFilter: 1 << 13
      case .types: 1 << 14
      case .git: 1 << 15
      }
    }
  }

  /// A set of verbs in one word: creating a `Set` takes longer than converting a small document.
  struct Names: ExpressibleByArrayLiteral, Sendable {
    private var bits: UInt16 = 0

    fileprivate init(bits: UInt16) { self.bits = bits }

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

    var list: [Name] { Name.allCases.filter(contains) }
  }

  /// All verbs; the first, `filter`, is never typed.
  static let all: [Verb] = [
    .filter, .get, .edit, .diff, .merge, .git, .gitFilter, .check, .types, .archive, .restore,
    .migrate, .serve, .formats, .help, .completions,
  ]

  /// What people type every day, in the order of the help.
  static let everyday: [Verb] = [.get, .edit, .check, .diff, .merge, .migrate, .git]

  static var forPrograms: [Verb] {
    named.filter { verb in
      verb.name != .help && !everyday.contains { $0.name == verb.name }
    }
  }

  static var named: ArraySlice<Verb> { all.dropFirst() }

  static var names: [String] { named.map(\.name.rawValue) }

  static func named(_ word: String) -> Verb? {
    // Most words are none, and all verbs take 18,000 instructions to make.
    guard let name = Name(rawValue: word) else { return nil }
    return named.first { $0.name == name }
  }

  var call: String {
    name == .filter ? "" : " " + name.rawValue
  }

  func flags(among registry: FormatRegistry) -> [Flag] {
    Flag.all(for: registry).filter { $0.verbs.contains(name) }
  }
}

struct Session {
  let shared: Arguments.Shared
  /// The words of the call, after the name of the program.
  let words: ArraySlice<String>
  let program: String
  let registry: FormatRegistry
  let type: DocumentTransform?
  let console: Console
  let reporter: Reporter
  let opened: OpenedFiles
  var progress: ConversionProgress?

  var arguments: Arguments { shared.all }

  var command: String { ProgramName.command(calledAs: program) }

  func print(_ text: String) throws(Failure) {
    try asFailure(try console.print(text))
  }
}

enum Failure: Error {
  case usage(UsageError)
  case error(DecantError, reading: Format? = nil, hint: String? = nil)

  static func usage(_ message: String, suggestion: String? = nil) -> Failure {
    .usage(UsageError(message, suggestion: suggestion))
  }
}

/// Evaluates an expression, and converts its error.
func mappingError<Value: ~Copyable, Cause: Error, Effect: Error>(
  _ convert: (Cause) -> Effect, _ expression: @autoclosure () throws(Cause) -> Value
) throws(Effect) -> Value {
  do {
    return try expression()
  } catch {
    throw convert(error)
  }
}

/// Evaluates an expression; its error is a failure, in the input `source` of `format` if they are known.
func asFailure<Value: ~Copyable>(
  reading format: Format? = nil, about source: String? = nil,
  _ expression: @autoclosure () throws(DecantError) -> Value
) throws(Failure) -> Value {
  do {
    return try expression()
  } catch {
    throw .error(source.map(error.about) ?? error, reading: format)
  }
}
