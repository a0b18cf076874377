internal import DecantCore

extension Verb {
  static let completions = Verb(
    name: .completions, operands: "SHELL", summary: "print completions for bash, zsh or fish",
    detail: """
      Save the output where the shell looks for completions, or load it at start: \
      'eval "$(decant completions bash)"'.
      """
  ) { session throws(Failure) in
    try session.refuseOperands(after: 1)
    guard let name = session.arguments.operands.first else {
      throw .usage("'completions' needs the name of a shell: \(Shell.names.listed)")
    }
    guard let shell = Shell(rawValue: name) else {
      throw .usage(
        "'completions' supports \(Shell.names.listed), not '\(name.visible(limit: 64))'",
        suggestion: NearestWord.to(name, in: Shell.names))
    }
    try session.print(shell.script(for: CompletedTool(session.registry, calledAs: session.command)))
  }
}

enum Shell: String, CaseIterable {
  case bash, zsh, fish

  static let names = allCases.map(\.rawValue)

  func script(for tool: CompletedTool) -> String {
    switch self {
    case .bash: BashCompletions(tool: tool).text
    case .zsh: ZshCompletions(tool: tool).text
    case .fish: FishCompletions(tool: tool).text
    }
  }
}

struct CompletedTool {
  let command: String
  private let inputFormats: [String]
  private let outputFormats: [String]

  let flags: [Flag]

  init(_ registry: FormatRegistry, calledAs command: String = Tool.name) {
    self.command = command
    flags = Flag.all(for: registry)
    inputFormats = registry.formats.filter(\.isReadable).flatMap { [$0.name] + $0.aliases }
    outputFormats = registry.formats.filter(\.isWritable).flatMap { [$0.name] + $0.aliases }
  }

  func flags(of verb: Verb) -> [Flag] {
    flags.filter { $0.verbs.contains(verb.name) }
  }

  /// Returns the listed values of an option; nil if any other is allowed.
  func values(of domain: Flag.Domain) -> [String]? {
    switch domain {
    case .inputFormat: inputFormats
    case .outputFormat: outputFormats
    case .choice(let choices, _): choices
    case .file, .path, .other: nil
    }
  }

  var function: String {
    "_" + command.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
  }
}
