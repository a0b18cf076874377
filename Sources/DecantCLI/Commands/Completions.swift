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
    try session.print(shell.script(for: session.registry, of: session.command))
  }
}

/// A shell that completions can be written for.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  static let names = allCases.map(\.rawValue)

  /// The script that makes the shell complete the command lines of a tool that is called as `command`.
  func script(for registry: FormatRegistry, of command: String = Tool.name) -> String {
    let formats = registry.formats.flatMap { [$0.name] + $0.aliases }
    return switch self {
    case .bash: BashCompletions(formats, of: command).text
    case .zsh: ZshCompletions(formats, of: command).text
    case .fish: FishCompletions(formats, of: command).text
    }
  }
}
