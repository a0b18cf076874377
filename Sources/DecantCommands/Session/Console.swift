internal import DecantChanges
internal import DecantCore
internal import DecantConversion
internal import DecantSystem

struct Console {
  var input: any ByteSource
  var output: any ByteDestination
  var writeError: @Sendable (String) -> Void

  var isInputTerminal = false
  var isOutputTerminal = false
  var isErrorTerminal = false
  /// The columns of the terminal of standard error.
  var width = 80
  /// Whether the user's settings disable colors by default.
  var isPlain = false

  /// Whether the terminal cannot move its cursor.
  var isDumb = false
  var askWidth: @Sendable () -> Int? = { nil }
  var clock: @Sendable () -> Double = { System.uptime }
  var inputSize: () -> Int? = { nil }
  var noteStopSignals: () -> Void = {}

  /// Waits for input; returns false if a signal asked the process to end.
  var waitForInput: () -> Bool = { true }

  var blockSize: Int?

  /// Whether commands enter the sandbox by default: the process may be that of another program.
  var sandbox = Sandbox.never
  var enterSandbox: () -> Bool = { false }

  /// The inputs of a request by their names, beside which no file is opened and no program started; nil for files.
  var parts: [Part]?
  /// The name of the file that standard input has the content of.
  var inputName: String?

  typealias Part = (name: String, bytes: [UInt8])

  /// Adds a file to those that are removed if a signal ends the process; the result forgets it.
  var removeOnTermination: ((String) -> () -> Void)?

  static var process: Console {
    var console = Console(
      input: .standardInput, output: .standardOutput, writeError: { System.print($0, to: 2) })
    console.isInputTerminal = System.isTerminal(0)
    console.isOutputTerminal = System.isTerminal(1)
    console.isErrorTerminal = System.isTerminal(2)
    if console.isErrorTerminal, let width = System.terminalWidth(2) { console.width = width }
    if console.isOutputTerminal || console.isErrorTerminal {
      console.isPlain =
        System.environment("NO_COLOR")?.isEmpty == false || System.environment("TERM") == "dumb"
    }
    console.isDumb = System.environment("TERM") == "dumb"
    console.inputSize = { System.status(of: 0).regularFile?.version.size }
    console.askWidth = { System.terminalWidth(2) }
    console.noteStopSignals = System.noteStopSignals
    console.waitForInput = { System.waitForInput(0) }
    console.removeOnTermination = System.removeOnTermination
    console.enterSandbox = System.enterSandbox
    return console
  }
}

extension Console {
  /// Opens a file, or standard input for '-'.
  func source(of file: String) throws(DecantError) -> any ByteSource {
    guard let parts else { return file == "-" ? input : try FileSource(file) }
    guard let part = parts.first(where: { $0.name == file }) else {
      throw DecantError(.other("a request opens no files", hint: nil))
    }
    return CheckedSource(MemorySource(part.bytes), Deadline.check)
  }

  /// Returns the name that tells the format of an input.
  func fileName(of file: String) -> String { file == "-" ? inputName ?? file : file }

  /// Returns the name of an input in messages.
  static func name(of file: String) -> String { file == "-" ? "<stdin>" : file }

  /// Returns text for people, in which a terminal interprets no character; other outputs get the text as it is.
  func shown(_ text: String) -> String { isOutputTerminal ? text.visibleLines : text }

  func print(_ text: String) throws(DecantError) {
    let sink = ByteSink(NamedDestination(output, name: "<stdout>"))
    try sink.write(text)
    try sink.flush()
  }
}

extension Arguments.ColorChoice? {
  func isOn(terminal: Bool, plain: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto, nil: terminal && !plain
    }
  }
}

extension Session {
  var palette: Palette? {
    arguments.color.isOn(terminal: console.isOutputTerminal, plain: console.isPlain)
      ? .terminal : nil
  }

  /// Notes that decant reads a terminal, unless '-' asks for it: the user and decant could wait for each other.
  func noteStandardInput(_ remark: String? = nil) {
    guard console.isInputTerminal, !arguments.operands.contains("-") else { return }
    reporter.note(
      "\(command): reading standard input until Control-D; "
        + (remark ?? "'\(command) --help' explains more"))
  }

  func open(_ file: String, as format: Format?) throws(Failure) -> Input {
    let isStandard = file == "-"
    let name = Console.name(of: file)
    if isStandard { noteStandardInput() }
    do {
      var source = try opened.take(file, orOpen: console.source)
      if let progress { source = progress.watch(source) }
      let fileName = console.fileName(of: file)
      if FrontMatter.isExpected(inFileNamed: fileName, as: format) {
        return try FrontMatter(source, named: name).makeInput(named: name, among: registry)
      }
      return try Input(
        source, named: name, as: format ?? registry.format(forFileNamed: fileName), among: registry)
    } catch {
      // Standard input can be an open directory.
      let folderIsOpened = DecantError.Problem.system(.open, code: System.Errno.isDirectory.code)
      guard error.problem != .system(.read, code: System.Errno.isDirectory.code) else {
        throw .error(DecantError(folderIsOpened).about(name))
      }
      let isFolder = error.problem == folderIsOpened
      throw .error(
        error,
        hint: isFolder
          ? "'decant check' checks the files of a folder, 'decant migrate' converts them" : nil)
    }
  }
}
