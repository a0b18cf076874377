import Testing

import Decant

@testable import DecantCommands

@Suite struct CompletionTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func has(_ program: String) throws -> Bool {
    try scratch.shell("command -v \(program)").status == 0
  }

  @Test(arguments: Shell.allCases)
  func isUnderstood(shell: Shell) throws {
    guard try has(shell.rawValue) else { return }
    let outcome = try scratch.shell("decant completions \(shell) >x && \(shell) -n x")
    #expect(outcome == Outcome(status: 0, output: "", errors: ""))
  }

  static let bash: [(String, String)] = [
    ("decant --co", "--comments --compact --color"),
    ("decant --to js", "json json5 jsonc jsonl json-seq"),
    ("decant --from js", "json json5 jsonc jsonl json-seq"), ("decant -t ndj", "ndjson"),
    ("decant --color = al", "always"),
    ("decant --color =", "auto always never"),
    ("decant chec", "check"), ("decant check --st", "--strict"), ("decant check --f", "--from"),
    ("decant completions z", "zsh"),
    (
      "decant help ",
      "get edit diff merge git git-filter check types archive restore migrate serve formats help completions"
    ),
    ("decant git s", "setup"), ("decant git --u", "--undo"),
    ("decant git-filter sm", "smudge"), ("decant git-filter --che", "--checkout"),
    ("decant git-filter --checkout b", "binary1"),
    ("decant --key-style s", "snake"),
  ]

  @Test(arguments: bash)
  func offersInBash(line: String, expected: String) throws {
    guard try has("bash") else { return }
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let list = words.map { "'\($0)'" }.joined(separator: " ")
    let script = """
      compopt() { :; }
      eval "$(decant completions bash)"
      COMP_WORDS=(\(list)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _decant; echo "${COMPREPLY[*]}"
      """
    let outcome = try scratch.shell(script, with: "/bin/bash")
    #expect(outcome.errors == "")
    #expect(
      Set(outcome.output.split(whereSeparator: \.isWhitespace))
        == Set(expected.split(separator: " ")))
  }

  @Test(arguments: Shell.allCases)
  func completesToolsOfOtherNames(shell: Shell) throws {
    let outcome = decant("completions", shell.rawValue, calledAs: "my-towns.v2")
    #expect(!outcome.output.contains("decant"))
    #expect(outcome.output.contains("my-towns.v2"))
    guard try has(shell.rawValue) else { return }
    try scratch.write(outcome.output, to: "x")
    #expect(try scratch.shell("\(shell) -n x").errors == "")
    guard shell == .bash else { return }
    let script = "source ./x; complete -p my-towns.v2; declare -F"
    let defined = try scratch.shell(script, with: "/bin/bash").output
    #expect(defined.contains("-F _my_towns_v2 my-towns.v2\n"))
    #expect(defined.hasSuffix("declare -f _my_towns_v2\n"))
  }

  static let fish: [(String, String)] = [
    ("decant --comp", "--compact"), ("decant --to jsonl", "jsonl"), ("decant chec", "check"),
    ("decant --from json5", "json5"),
    ("decant --to keyeda", ""),
    ("decant check --comp", ""), ("decant check --fro", "--from"), ("decant completions zs", "zsh"),
    ("decant --key-style sn", "snake"),
  ]

  @Test(arguments: fish)
  func offersInFish(line: String, expected: String) throws {
    guard try has("fish") else { return }
    let outcome = try scratch.shell(
      "export HOME=$PWD; decant completions fish >x; fish -c 'source x; complete -C \"\(line)\"'")
    let words = outcome.output.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
    #expect(words.joined(separator: " ") == expected)
  }

  @Test func loadsInZsh() throws {
    guard try has("zsh") else { return }
    let outcome = try scratch.shell(
      "zsh -fc 'autoload -U compinit; compinit -D; eval \"$(decant completions zsh)\"; "
        + "print $_comps[decant]'")
    #expect(outcome == Outcome(status: 0, output: "_decant\n", errors: ""))
  }
}
