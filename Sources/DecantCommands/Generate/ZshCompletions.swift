struct ZshCompletions {
  let tool: CompletedTool

  var text: String {
    """
    #compdef \(tool.command)
    # zsh completion for \(tool.command)

    \(tool.function)_verbs() {
      local -a verbs
      verbs=(
    \(verbs)
      )
      _describe -t verbs verb verbs
    }

    \(tool.function)_first() {
      \(tool.function)_verbs
      _files
    }

    \(tool.function)() {
      if ((CURRENT > 2)); then
        case $words[2] in
    \(branches)
        esac
      fi
      _arguments -s -S \\
    \(arguments(of: .filter)) \\
        '1: :\(tool.function)_first' '*:file:_files'
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      \(tool.function) "$@"
    else
      compdef \(tool.function) \(tool.command)
    fi

    """
  }

  private var verbs: String {
    Verb.named.map { "    '\($0.name.rawValue):\(Self.escaped($0.summary))'" }
      .joined(separator: "\n")
  }

  private var branches: String {
    Verb.named.map { verb in
      """
            \(verb.name.rawValue))
              shift words
              ((CURRENT--))
              _arguments -s -S \\
      \(arguments(of: verb)) \\
                '\(operands(of: verb))'
              return
              ;;
      """
    }.joined(separator: "\n")
  }

  private func operands(of verb: Verb) -> String {
    switch verb.name {
    case .filter, .get, .edit, .diff, .merge, .check, .types, .archive, .restore, .migrate:
      "*:file:_files"
    case .formats, .serve: "*: :"
    case .git: "1:command:(\(GitTask.names.joined(separator: " ")))"
    case .gitFilter: "1:command:(\(GitCommand.names.joined(separator: " ")))"
    case .help: "1: :\(tool.function)_verbs"
    case .completions: "1:shell:(\(Shell.names.joined(separator: " ")))"
    }
  }

  private func arguments(of verb: Verb) -> String {
    tool.flags(of: verb).map { "    " + argument(for: $0) }.joined(separator: " \\\n")
  }

  private func argument(for flag: Flag) -> String {
    let summary = "[\(Self.escaped(flag.summary))]"
    let (shortMark, longMark, action) =
      switch flag.value {
      case .none: ("", "", "")
      case .optional(let name): ("-", "=-", "::\(name):")
      case .pair(let first, let second): ("+", "=", ":\(first)::\(second):")
      case .required(let name, let domain): ("+", "=", ":\(name):\(self.action(for: domain))")
      }
    let excluded = (flag.names + flag.excludes.map { "--\($0)" }).joined(separator: " ")
    guard let short = flag.short else {
      return "'(\(excluded))--\(flag.long)\(longMark)\(summary)\(action)'"
    }
    return
      "'(\(excluded))'{-\(short)\(shortMark),--\(flag.long)\(longMark)}'\(summary)\(action)'"
  }

  private func action(for domain: Flag.Domain) -> String {
    if case .file = domain { return "_files" }
    return tool.values(of: domain).map { "(\($0.joined(separator: " ")))" } ?? " "
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "'": result += "'\\''"
      case "[", "]", ":", "\\": result += "\\\(character)"
      default: result.append(character)
      }
    }
  }
}
