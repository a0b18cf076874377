internal import Decant

/// The streams around the tool, and what is known of the terminals behind them.
struct Console {
  var input: any ByteSource
  var output: any ByteDestination
  /// Writes to standard error, as far as that is possible.
  var complain: @Sendable (String) -> Void

  var isInputTerminal = false
  var isOutputTerminal = false
  var isErrorTerminal = false
  /// The columns of the terminal that diagnostics go to.
  var width = 80
  /// Whether the user's settings forbid colors that were not asked for.
  var isPlain = false

  /// Whether the terminal has no cursor that could be moved.
  var isDumb = false
  /// Asks for the columns of the terminal that diagnostics go to, which may have changed.
  var askWidth: @Sendable () -> Int? = { nil }
  /// Seconds on a clock that is never set back.
  var clock: @Sendable () -> Double = { System.uptime }
  /// Asks for the size of standard input, if it is a regular file.
  var inputSize: () -> Int? = { nil }
  /// Has signals noted that ask the process to end.
  var noteStopSignals: () -> Void = {}

  /// Waits until there is input; false where the process was asked to end.
  var waitForInput: () -> Bool = { true }

  /// The size of the blocks that are converted side by side; nil for the usual one.
  var blockSize: Int?

  /// Called with the name of a file that a signal must not leave behind; nil for none.
  var removeOnTermination: ((String?) -> Void)?

  /// The streams of this process.
  static var process: Console {
    var console = Console(
      input: .standardInput, output: .standardOutput, complain: { System.print($0, to: 2) })
    console.isInputTerminal = System.isTerminal(0)
    console.isOutputTerminal = System.isTerminal(1)
    console.isErrorTerminal = System.isTerminal(2)
    if console.isErrorTerminal, let width = System.terminalWidth(2) { console.width = width }
    if console.isOutputTerminal || console.isErrorTerminal {
      console.isPlain =
        System.environment("NO_COLOR")?.isEmpty == false || System.environment("TERM") == "dumb"
    }
    console.isDumb = System.environment("TERM") == "dumb"
    console.inputSize = { System.size(ofFile: 0) }
    console.askWidth = { System.terminalWidth(2) }
    console.noteStopSignals = System.noteStopSignals
    console.waitForInput = { System.waitForInput(0) }
    console.removeOnTermination = System.removeOnTermination
    return console
  }
}

extension Arguments.ColorChoice? {
  /// Whether colors go to a stream.
  func isOn(terminal: Bool, plain: Bool) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto, nil: terminal && !plain
    }
  }
}

extension Session {
  /// The colors for standard output; nil for none.
  var palette: Palette? {
    arguments.color.isOn(terminal: console.isOutputTerminal, plain: console.isPlain)
      ? .terminal : nil
  }

  /// Opens a file, or standard input as `-`.
  func open(_ file: String, as format: Format?) throws(Failure) -> Input {
    let isStandard = file == "-"
    let name = isStandard ? "<stdin>" : file
    // Without a file that was named, a person at a terminal would wait for decant while it waits for them.
    if isStandard, console.isInputTerminal, arguments.operands.isEmpty {
      reporter.note(
        "\(command): reading standard input until Control-D; '\(command) --help' explains more"
      )
    }
    do {
      var source: any ByteSource = isStandard ? console.input : try FileSource(file)
      if let progress { source = progress.watch(source) }
      if let format = format ?? (isStandard ? nil : registry.format(forFileNamed: file)),
        format.isReadable
      {
        return try Input(source, named: name, as: format)
      }
      return try Input(source, named: name, detecting: registry)
    } catch {
      // Standard input may be a directory, which is opened by others.
      guard error.problem != .system(.read, code: System.Errno.isDirectory.code) else {
        throw .error(DecantError(.system(.open, code: System.Errno.isDirectory.code)).about(name))
      }
      throw .error(error)
    }
  }
}
