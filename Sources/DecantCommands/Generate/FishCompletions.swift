struct FishCompletions {
  let tool: CompletedTool

  var text: String {
    let verbs = Verb.named.map { verb in
      "complete -c \(tool.command) -n __fish_use_subcommand -a \(verb.name.rawValue)"
        + " -d \(Self.quoted(verb.summary))\n"
    }
    let operands = [
      (Verb.git, GitTask.names),
      (Verb.gitFilter, GitCommand.names),
      (Verb.formats, []),
      (Verb.help, Verb.names),
      (Verb.completions, Shell.names),
    ].map { verb, words in
      let offer = words.isEmpty ? "" : " -a \(Self.quoted(words.joined(separator: " ")))"
      return
        "complete -c \(tool.command) -n '__fish_seen_subcommand_from \(verb.name.rawValue)' -f\(offer)\n"
    }
    return "# fish completion for \(tool.command)\n\n" + verbs.joined() + "\n"
      + operands.joined() + "\n" + tool.flags.map(line).joined()
  }

  private func line(_ flag: Flag) -> String {
    var line = "complete -c \(tool.command)\(Self.condition(flag))"
    if let short = flag.short { line += " -s \(short)" }
    line += " -l \(flag.long)"
    switch flag.value {
    case .none, .optional: break
    case .required(_, .file): line += " -r -F"
    case .required(_, let domain): line += tool.values(of: domain).map(Self.offering) ?? " -x"
    case .pair: line += " -x"
    }
    return line + " -d \(Self.quoted(flag.summary))\n"
  }

  private static func offering(_ words: [String]) -> String {
    " -x -a \(quoted(words.joined(separator: " ")))"
  }

  private static func condition(_ flag: Flag) -> String {
    if !flag.verbs.contains(.filter) {
      let names = flag.verbs.list.map(\.rawValue).sorted().joined(separator: " ")
      return " -n '__fish_seen_subcommand_from \(names)'"
    }
    let others = Verb.named.map(\.name).filter { !flag.verbs.contains($0) }
    guard !others.isEmpty else { return "" }
    let names = others.map(\.rawValue).joined(separator: " ")
    return " -n 'not __fish_seen_subcommand_from \(names)'"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
  }
}
