struct BashCompletions {
  let tool: CompletedTool

  var text: String {
    """
    # bash completion for \(tool.command)

    \(tool.function)() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
      # An option and its value with '=' between them arrive as three words.
      if [[ $word == = ]]; then
        word=
      elif [[ $previous == = ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      case $previous in
    \(values)
      esac
      if [[ $word == -* ]]; then
        case ${COMP_WORDS[1]} in
    \(options)
        esac
        return
      fi
      if ((COMP_CWORD == 1)); then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -W '\(verbs)' -- "$word")
        return
      fi
      case ${COMP_WORDS[1]} in
        git) mapfile -t COMPREPLY < <(compgen -W '\(gitTasks)' -- "$word") ;;
        git-filter) mapfile -t COMPREPLY < <(compgen -W '\(gitCommands)' -- "$word") ;;
        help) mapfile -t COMPREPLY < <(compgen -W '\(verbs)' -- "$word") ;;
        completions) mapfile -t COMPREPLY < <(compgen -W '\(shells)' -- "$word") ;;
      esac
    }

    # Where nothing is offered, file names are.
    complete -o bashdefault -o default -F \(tool.function) \(tool.command)

    """
  }

  private var verbs: String { Verb.names.joined(separator: " ") }

  private var gitTasks: String { GitTask.names.joined(separator: " ") }

  private var gitCommands: String { GitCommand.names.joined(separator: " ") }

  private var shells: String { Shell.names.joined(separator: " ") }

  private var values: String {
    tool.flags.compactMap { flag -> String? in
      guard case .required(_, let domain) = flag.value else { return nil }
      let action = tool.values(of: domain).map(Self.offering) ?? "return ;;"
      return "    \(flag.names.joined(separator: " | "))) \(action)"
    }.joined(separator: "\n")
  }

  private var options: String {
    (Verb.named + [.filter]).map { verb in
      let list = tool.flags(of: verb).flatMap(\.names).joined(separator: " ")
      let pattern = verb.name == .filter ? "*" : verb.name.rawValue
      return "      \(pattern)) mapfile -t COMPREPLY < <(compgen -W '\(list)' -- \"$word\") ;;"
    }.joined(separator: "\n")
  }

  private static func offering(_ words: [String]) -> String {
    """
    mapfile -t COMPREPLY < <(compgen -W '\(words.joined(separator: " "))' -- "$word"); return ;;
    """
  }
}
