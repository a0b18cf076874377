internal import DecantCore
internal import DecantChanges
internal import DecantConversion
internal import DecantSchema
internal import Synchronization

/// A reporter of errors and warnings on standard error, which determines the exit status.
final class Reporter: Sendable {
  private let program: String
  private let form: Form
  private let isQuiet: Bool
  private let fidelity: Fidelity
  private let flags: (@Sendable () -> [Flag])?
  /// Whether `--slurp` cannot be combined with the given options.
  private let excludesSlurp: Bool
  /// Returns the hint of an error in a file of which the name contradicts the content.
  private let contentHint: (@Sendable (DecantError, Format) -> String?)?
  private let writeError: @Sendable (String) -> Void
  private let gravity = Atomic<Int>(0)
  private let errors = Atomic<Int>(0)
  /// The report that receives what is written, besides.
  private let report = Mutex<CheckReport?>(nil)
  private let singleWarnings = Mutex<[String]>([])

  enum Form: Sendable {
    case text(TextStyle)
    case json
    case collected(@Sendable (Diagnostic) -> Void)
  }

  init(
    program: String, _ arguments: Arguments, _ console: Console,
    options flags: (@Sendable () -> [Flag])? = nil,
    contentHint: (@Sendable (DecantError, Format) -> String?)? = nil
  ) {
    self.contentHint = arguments.from == nil ? contentHint : nil
    self.flags = flags
    excludesSlurp = arguments.plan.gathering == .split || arguments.inPlace != nil
    self.program = program
    isQuiet = arguments.quiet
    fidelity = arguments.plan.fidelity
    writeError = console.writeError
    form =
      arguments.errorFormat == .json
      ? .json
      : .text(
        TextStyle(
          isColored: arguments.color.isOn(
            terminal: console.isErrorTerminal, plain: console.isPlain),
          width: console.width))
  }

  init(collecting arguments: Arguments, _ collect: @escaping @Sendable (Diagnostic) -> Void) {
    program = ""
    flags = nil
    contentHint = nil
    excludesSlurp = false
    isQuiet = arguments.quiet
    fidelity = arguments.plan.fidelity
    writeError = { _ in }
    form = .collected(collect)
  }

  var status: ExitStatus {
    ExitStatus(gravity: gravity.load(ordering: .relaxed))
  }

  /// How many errors were reported.
  var errorCount: Int { errors.load(ordering: .relaxed) }

  /// Adds all errors and warnings from now on to a report too.
  func add(to report: CheckReport) { self.report.withLock { $0 = report } }

  /// Reports an error in an input of `format`; `status` replaces that of the error's category.
  func report(
    _ error: DecantError, reading format: Format? = nil, hint: String? = nil,
    endingWith status: ExitStatus? = nil
  ) {
    raiseStatus(to: status ?? ExitStatus(error.category))
    write(diagnostic(of: error, reading: format, hint: hint))
  }

  func diagnostic(
    of error: DecantError, reading format: Format?, hint: String? = nil
  ) -> Diagnostic {
    var diagnostic = Diagnostic(error)
    diagnostic.hint = hint ?? commandHint(for: error)
    // Suggest another format than the one being read, and for an input of records only YAML.
    if let format, let hinted = error.hintedFormat,
      hinted == format.name || format.abilities.contains(.records) && hinted != "yaml"
    {
      diagnostic.hint = nil
    }
    if let format, format.abilities.contains(.rows),
      case .noMatchingDocument? = error.problem.specific(PathProblem.self)
    {
      diagnostic.hint = "the cells of a table are text, unless --csv-types reads numbers"
    }
    if let format, hint == nil, !error.showsMistake, let other = contentHint?(error, format) {
      diagnostic.hint = other
    }
    return diagnostic
  }

  private var supportedOptions: Set<String>? {
    guard let flags = flags?() else { return nil }
    var names = Set(flags.flatMap { [$0.long] + ($0.short.map { [String($0)] } ?? []) })
    if excludesSlurp { names.remove("slurp") }
    return names
  }

  private func commandHint(for error: DecantError) -> String? {
    let supported = supportedOptions
    return error.commandHint(
      isSupported: { supported?.contains($0) ?? true }, isLossy: fidelity == .lossy)
  }

  func reportRecord(_ error: DecantError) {
    raiseStatus(to: ExitStatus(error.category))
    var diagnostic = Diagnostic(error)
    // Of the formats that a hint can suggest, only YAML is plausible for a record.
    let isSuggested = error.hintedFormat == nil || error.hintedFormat == "yaml"
    diagnostic.hint = isSuggested ? commandHint(for: error) : nil
    write(diagnostic)
  }

  func report(_ error: UsageError) {
    raiseStatus(to: .usage)
    write(Diagnostic(.error, error.message))
  }

  func warn(_ message: String) {
    write(Diagnostic(.warning, message))
  }

  /// Warns unless it has done so before in the same words.
  func warnOnce(_ message: String) {
    let isNew = singleWarnings.withLock { warnings in
      guard !warnings.contains(message) else { return false }
      warnings.append(message)
      return true
    }
    if isNew { warn(message) }
  }

  /// Reports lost values, and lost types unless an option chose what happens to them.
  func report(_ losses: Losses) {
    guard !isQuiet else { return }
    // Tagged forms keep everything but the offsets of dates, so '--tagged' does not show that their loss is known.
    if fidelity == .standard { report(losses, .note) { !$0.isLossOfValue && $0.isKeptByTags } }
    if fidelity == .standard || fidelity == .tagged {
      report(losses, .note) { $0.kind == .dateOffset }
    }
    report(losses, .warning, \.isLossOfValue)
    report(losses, .note) { $0.kind == .olderValue }
    report(losses, .note) { $0.kind == .comment }
  }

  private func report(
    _ losses: Losses, _ severity: Diagnostic.Severity, _ isIncluded: (Losses.Entry) -> Bool
  ) {
    let entries = losses.entries.filter(isIncluded).sorted {
      $0.kind.fate(of: $0.count) < $1.kind.fate(of: $1.count)
    }
    guard !entries.isEmpty else { return }
    switch form {
    case .text:
      let kinds = entries.map { $0.description(naming: losses.inputCount > 1 ? $0.source : nil) }
      let pronoun = entries.reduce(0) { $0 + $1.count } == 1 ? "it" : "them"
      let remedy = entries.lazy.compactMap { $0.remedy(pronoun) }.first
      write(
        Diagnostic(severity, kinds.joined(separator: ", ") + (remedy.map { "; \($0)" } ?? "")))
    case .json, .collected:
      for entry in entries { write(Diagnostic(severity, entry)) }
    }
  }

  /// Reports values of a file that got another type.
  func report(_ changes: [TypeChange], in source: String) {
    guard !isQuiet else { return }
    for change in changes {
      var diagnostic = Diagnostic(change, in: source)
      if case .text = form {
        let location = change.path.steps.isEmpty ? "" : change.path.description.visible(limit: 240)
        if !location.isEmpty {
          diagnostic.statement +=
            change.count == 1 ? " (at \(location))" : " (first at \(location))"
        }
        if let hint = diagnostic.hint { diagnostic.statement += "; \(hint)" }
        diagnostic.hint = nil
      }
      write(diagnostic)
    }
  }

  func note(_ message: String) {
    guard !isQuiet else { return }
    switch form {
    case .text: writeError(message + "\n")
    case .json, .collected: write(Diagnostic(.note, message))
    }
  }

  func note(_ error: DecantError) {
    guard !isQuiet else { return }
    var diagnostic = Diagnostic(error)
    diagnostic.severity = .note
    write(diagnostic)
  }

  func warn(_ error: DecantError, hint: String?) {
    var diagnostic = Diagnostic(error)
    diagnostic.severity = .warning
    diagnostic.hint = hint
    write(diagnostic)
  }

  func raiseStatus(to status: ExitStatus) {
    gravity.max(status.gravity, ordering: .relaxed)
  }

  private func write(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error { errors.add(1, ordering: .relaxed) }
    if diagnostic.severity != .note { report.withLock { $0 }?.add(diagnostic) }
    guard diagnostic.severity == .error || !isQuiet else { return }
    switch form {
    case .text(let style): writeError(style.text(of: diagnostic, program: program))
    case .json: writeError(diagnostic.json)
    case .collected(let collect): collect(diagnostic)
    }
  }
}

struct Diagnostic {
  enum Severity: String {
    case error, warning, note
  }

  var severity: Severity
  var message: String
  var statement: String
  var source: String?
  var offset: Int?
  var position: DecantError.Position?
  var path: DocumentPath?
  var excerpt: DecantError.Excerpt?
  /// The place in the schema that a value does not match.
  var schemaPlace: String?
  /// The step that failed, with its place.
  var step: String?
  var hint: String?
  var count: Int?

  init(_ severity: Severity, _ message: String) {
    self.severity = severity
    self.message = message
    statement = message
  }

  init(_ error: DecantError) {
    severity = .error
    message = error.message
    statement = error.statement
    source = error.source
    offset = error.offset
    position = error.position
    path = error.path
    excerpt = error.excerpt
    step = error.step
    schemaPlace = error.problem.specific(SchemaProblem.self)?.schemaPlace
  }

  init(_ severity: Severity, _ loss: Losses.Entry) {
    self.init(severity, loss.kind.fate(of: loss.count))
    source = loss.source
    path = loss.path
    hint = loss.remedy(loss.count == 1 ? "it" : "them")
    count = loss.count
  }
}

extension Diagnostic {
  fileprivate init(_ change: TypeChange, in source: String) {
    self.init(.note, change.message)
    self.source = source
    path = change.path
    hint = change.isOfText ? "--set-string keeps text" : nil
    count = change.count
  }
}

extension Losses.Entry {
  fileprivate var isKeptByTags: Bool { ![.dateOffset, .olderValue, .comment].contains(kind) }

  fileprivate func remedy(_ pronoun: String) -> String? {
    if kind == .olderValue { return "--yaml-schema 1.1 reads \(pronoun) so" }
    return isKeptByTags ? "--tagged keeps \(pronoun)" : nil
  }

  func description(naming source: String?) -> String {
    let input = source.map { " in \($0.visible())" } ?? ""
    let location = path.steps.isEmpty ? "" : " at \(path.description.visible(limit: 240))"
    let first = input + location
    return kind.fate(of: count) + (first.isEmpty ? "" : " (first\(first))")
  }
}
