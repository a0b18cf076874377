internal import Decant

extension Verb {
  /// Writes what a shell needs to complete a command line.
  static let completions = Verb(
    name: .completions, operands: "SHELL", summary: "write completions for bash, zsh or fish",
    detail: """
      Put the output where the shell looks for it, or have it read at start: \
      'eval "$(decant completions bash)"'.
      """
  ) { session throws(Failure) in
    try session.refuseOperands(after: 1)
    guard let name = session.arguments.operands.first else {
      throw .usage(UsageError("'completions' needs the name of a shell: \(Shell.names.listed)"))
    }
    guard let shell = Shell(rawValue: name) else {
      throw .usage(
        UsageError(
          "'completions' knows \(Shell.names.listed), not '\(name.visible(limit: 64))'",
          suggestion: Spelling.nearest(to: name, in: Shell.names)))
    }
    try session.print(shell.script(for: CompletedTool(session.registry, calledAs: session.command)))
  }
}

/// A shell that completions can be written for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  static let names = allCases.map(\.rawValue)

  /// What makes the shell complete the tool's command lines.
  func script(for tool: CompletedTool) -> String {
    switch self {
    case .bash: BashCompletions(tool: tool).text
    case .zsh: ZshCompletions(tool: tool).text
    case .fish: FishCompletions(tool: tool).text
    }
  }
}

/// A tool as shells know it.
struct CompletedTool {
  /// What is typed to call it.
  let command: String
  /// The names of the formats that it knows.
  let formats: [String]

  init(_ registry: FormatRegistry, calledAs command: String = Tool.name) {
    self.command = command
    formats = registry.formats.flatMap { [$0.name] + $0.aliases }
  }

  /// The shell's function that completes its command lines.
  var function: String {
    "_" + command.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }
}
