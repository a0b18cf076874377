internal import DecantCore

/// The tool as plutil of macOS 14, if it is called by that name; `man/decant-plutil.1` lists the differences.
struct Plutil {
  static let name = "plutil"

  let console: Console

  func run(_ words: ArraySlice<String>) -> ExitStatus {
    do throws(PlutilError) {
      let command = try PlutilCommand(words)
      guard command.action != .help else {
        try print(Self.help)
        return .done
      }
      if command.action == .print, command.options.isSilent {
        console.writeError("-s doesn't make a lot of sense with -p.\n")
      }
      return runForEachFile(command)
    } catch {
      console.writeError(error.message + "\n")
      return .negative
    }
  }

  private func runForEachFile(_ command: PlutilCommand) -> ExitStatus {
    var status = ExitStatus.done
    for path in command.options.paths {
      do throws(PlutilError) {
        try run(command, on: PlutilFile(path: path, console: console))
      } catch {
        console.writeError("\(Console.name(of: path)): \(error.message)\n")
        status = .negative
      }
    }
    return status
  }

  private func run(_ command: PlutilCommand, on file: PlutilFile) throws(PlutilError) {
    let options = command.options
    switch command.action {
    case .help: break
    case .lint:
      _ = try file.readPropertyList()
      if !options.isSilent { try print("\(file.name): OK\n") }
    case .print:
      try print(console.shown(PlutilDescription(try file.read().value).text))
    case .convert(let format):
      let input = try file.read()
      let output = try PlutilOutput(input.value, as: format ?? .of(input.format), options)
      try output.write(to: file, options)
    case .edit(let edit):
      let input = try file.read()
      try PlutilOutput(input, after: edit).write(to: file, options)
    case .extract(let keyPath, let format, let expected):
      let input = try file.read()
      let value = try keyPath.value(in: input.value, expecting: expected)
      let output = try PlutilOutput(value, as: format ?? .of(input.format), options)
      try output.write(to: file, options)
    case .create(let format):
      try PlutilOutput(.mapping([:]), as: format, options).write(to: file, options)
    }
  }

  private func print(_ text: String) throws(PlutilError) {
    try mappingError(PlutilError.init, try console.print(text))
  }
}

/// A failure in plutil's words, where it has any.
struct PlutilError: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  init(_ message: String, _ error: DecantError) {
    self.message = "\(message): \(PlutilError(error).message)"
  }

  /// Creates the error in the form `(unexpected '<' at line 3, column 5)`.
  init(_ error: DecantError) {
    var text = error.message
    if let path = error.path, !path.steps.isEmpty {
      text += " at \(path.description.visible(limit: 240))"
    }
    if let position = error.position {
      text += " at line \(position.line), column \(position.column)"
    }
    message = "(\(text))"
  }
}

extension Plutil {
  static let help = """
    usage: plutil [COMMAND] [OPTION...] FILE...

    Checks, prints, converts and edits property lists. FILE '-' is standard input.
    The commands are those of macOS; 'man decant-plutil' lists the differences.

    Commands:
      -lint                         check each FILE (default)
      -p                            print each FILE for people
      -convert FORMAT               rewrite each FILE as xml1, binary1 or json
      -insert KEYPATH TYPE VALUE    add a key or an element
      -replace KEYPATH TYPE VALUE   the same, or replace what is there
      -remove KEYPATH               remove a value
      -extract KEYPATH FORMAT       write a value; FORMAT may also be raw
      -type KEYPATH                 print the type of a value
      -create FORMAT                write an empty property list
      -help                         print this help

    TYPE is -bool, -integer, -float, -string, -date, -data, -xml or -json, or
    -array or -dictionary, which have no VALUE. '-append' after VALUE appends it to
    the array at KEYPATH. '-expect TYPE' after -extract and -type refuses a value of
    another type: bool, integer, float, string, date, data, array or dictionary.

    Options:
      -o FILE       write FILE; '-' is standard output
      -e EXTENSION  write a file with another extension
      -s            print no 'OK'
      -r            indent JSON and sort its keys
      -n            print no line end after raw values and types
      --            end the options

    """
}
