internal import Decant
internal import Synchronization

/// Tells of errors and warnings on standard error, and remembers what the exit status must be.
final class Reporter: Sendable {
  private let program: String
  private let form: Form
  private let isQuiet: Bool
  private let isLossy: Bool
  private let complain: @Sendable (String) -> Void
  private let gravity = Atomic<Int>(0)

  /// How a diagnostic is written.
  enum Form: Sendable {
    case text(TextStyle)
    case json
  }

  init(program: String, _ arguments: Arguments, _ console: Console) {
    self.program = program
    isQuiet = arguments.quiet
    isLossy = arguments.fidelity == .lossy
    complain = console.complain
    form =
      arguments.errorFormat == .json
      ? .json
      : .text(
        TextStyle(
          isColored: arguments.color.isOn(
            terminal: console.isErrorTerminal, plain: console.isPlain),
          width: console.width))
  }

  /// The exit status after all that was reported: the gravest, where several things went wrong.
  var status: ExitStatus {
    ExitStatus(gravity: gravity.load(ordering: .relaxed))
  }

  /// Reports an error; `format` is that of the input that it came up in.
  ///
  /// The exit status is that of the error's kind, unless the verb has one for whatever goes wrong.
  func report(
    _ error: DecantError, reading format: Format? = nil, hint: String? = nil,
    endingWith status: ExitStatus? = nil
  ) {
    fail(status ?? ExitStatus(error.category))
    var diagnostic = Diagnostic(error)
    diagnostic.hint = hint ?? (isLossy ? error.hintWhereLossy : error.hint)
    // To read the input as what it is read as already is no advice, nor is it to give up its records.
    if let format, error.hintedFormat == format.name || format.abilities.contains(.records),
      error.hintedFormat != nil
    {
      diagnostic.hint = nil
    }
    write(diagnostic)
  }

  /// Reports a record that is left out.
  func reportRecord(_ error: DecantError) {
    fail(ExitStatus(error.category))
    var diagnostic = Diagnostic(error)
    // Records are read one after another already, and the formats that might be hinted at have none.
    if error.hintedFormat != nil { diagnostic.hint = nil }
    write(diagnostic)
  }

  /// Reports that the command line makes no sense.
  func report(_ error: UsageError) {
    fail(.usage)
    write(Diagnostic(.error, error.message))
  }

  /// Reports what is no error, unless nobody wants to know.
  func warn(_ message: String) {
    guard !isQuiet else { return }
    write(Diagnostic(.warning, message))
  }

  /// Says how many values of which kind were lost, if any.
  func warn(of losses: [DecantError.ValueClass: Int]) {
    guard !losses.isEmpty else { return }
    let kinds = losses.map { $0.key.counted($0.value) }.sorted()
    warn("values were changed or dropped: " + kinds.joined(separator: ", "))
  }

  /// Says something at the end of a run, unless nobody wants to know.
  func note(_ message: String) {
    guard !isQuiet else { return }
    switch form {
    case .text: complain(message + "\n")
    case .json: complain(Diagnostic(.note, message).json)
    }
  }

  private func fail(_ status: ExitStatus) {
    gravity.max(status.gravity, ordering: .relaxed)
  }

  private func write(_ diagnostic: Diagnostic) {
    switch form {
    case .text(let style): complain(style.text(of: diagnostic, program: program))
    case .json: complain(diagnostic.json)
    }
  }
}

/// An error or a warning, taken apart for whoever writes it.
struct Diagnostic {
  enum Severity: String {
    case error, warning, note
  }

  var severity: Severity
  var message: String
  /// The message with the value at fault.
  var statement: String
  var source: String?
  var offset: Int?
  var position: DecantError.Position?
  var path: DocumentPath?
  var excerpt: DecantError.Excerpt?
  var hint: String?

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
    hint = error.hint
  }
}
