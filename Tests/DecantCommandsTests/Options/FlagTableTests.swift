import Decant
import Foundation
import Testing

@testable import DecantCommands

@Suite struct FlagTableTests {
  @Test func givesEachNameOnce() {
    for verb in Verb.Name.allCases {
      let long = Flag.all.filter { $0.verbs.contains(verb) }.map(\.long)
      #expect(Set(long).count == long.count)
    }
    let short = Flag.all.compactMap(\.short)
    #expect(Set(short).count == short.count)
  }

  @Test func holdsEveryOptionOfTheContract() {
    let long = [
      "from", "to", "output", "in-place", "compact", "indent", "width", "sort-keys",
      "first",
      "ascii",
      "at", "raw",
      "slurp", "by-name", "split", "keys", "key-style", "schema-version", "strict", "lossy",
      "tagged", "duplicate-keys",
      "yaml-schema",
      "yaml-parser", "json-layout", "portable", "toml-version", "cbor", "msgpack",
      "csv-separator", "csv-header", "csv-types", "csv-short-rows",
      "keyedarchive-encoding",
      "class-names", "type", "schema", "schema-dir", "schema-draft", "assert-format",
      "require-schema", "max-depth",
      "max-alias-nodes", "sandbox",
      "on-error",
      "color",
      "error-format", "quiet",
      "help",
      "version",
      "replace", "dry-run", "diff", "jobs", "include", "exclude", "report", "force",
      "hidden", "rejects", "max-record", "max-payload",
      "timeout", "verbose", "default", "rows", "paths", "null", "length", "format",
      "order",
      "set", "set-string", "set-date", "set-data", "set-json", "insert", "append", "comment",
      "delete-comments",
      "delete",
      "rename", "move",
      "copy", "sort", "lists", "make-front-matter", "known", "test", "merge",
      "add-missing", "sync", "remove-unknown", "patch", "if-present",
      "value", "aliases", "steps", "print-steps", "check",
      "with-filename", "files-with-matches",
      "document",
      "marker-size", "file-name", "key", "union", "ours", "theirs", "labels", "ignore",
      "tolerance", "comments", "checkout", "global", "filter", "undo",
      "name", "archivable", "enums", "json-schema",
    ]
    #expect(Set(Flag.all.map(\.long)) == Set(long))
    #expect(String(Flag.all.compactMap(\.short).sorted()) == "0HScfhilnoqrt")
  }

  @Test func excludesBothWays() {
    for flag in Flag.all {
      for other in flag.excludes {
        // Different verbs can have different options of the same name.
        let excluded = Flag.all.filter {
          $0.long == other && $0.verbs.list.contains(where: flag.verbs.contains)
        }
        #expect(
          excluded.contains { $0.excludes.contains(flag.long) }, "\(flag.long) and \(other)")
      }
    }
  }

  @Test(arguments: Flag.all.map(\.long))
  func takesEachOfItsChoices(name: String) throws {
    let flag = try #require(Flag.all.first { $0.long == name })
    for choice in flag.value.choices {
      var arguments = Arguments()
      #expect(flag.effect(&arguments, choice))
      #expect(!flag.effect(&arguments, choice + "x"))
    }
  }

  @Test(arguments: Flag.all.map(\.long))
  func isInTheHelpOfItsVerbs(name: String) throws {
    let flag = try #require(Flag.all.first { $0.long == name })
    #expect(flag.summary.first?.isUppercase == false)
    #expect(flag.summary.last != ".")
    let short = flag.short.map { "-\($0), " } ?? "    "
    if flag.section == .formatSpecific {
      let format = try #require(
        FormatRegistry.tool.formats.first { $0.options.contains { $0.name == name } })
      #expect(
        HelpText.text(of: format, calledAs: "decant").contains("\n      \(flag.longForm)"))
      for verb in Verb.all {
        let text = HelpText(verb, .tool, isWhole: true).text
        #expect(text.contains("--\(name)") == flag.verbs.contains(verb.name), "\(verb.name)")
      }
      return
    }
    for verb in Verb.all {
      // The schema of a type is an option of typed filters.
      let text = HelpText(verb, .tool, isTyped: name == "json-schema", isWhole: true).text
      let lines = text.split(separator: "\n")
      let isListed = lines.contains { ($0 + " ").hasPrefix("  \(short)\(flag.longForm) ") }
      #expect(isListed == flag.verbs.contains(verb.name), "\(verb.name)")
    }
  }

  @Test func theFilterWithoutATypeHasNoSchema() {
    #expect(!HelpText(.filter, .tool, isWhole: true).text.contains("--json-schema"))
  }

  @Test(arguments: Flag.all.map(\.long))
  func isInTheManual(name: String) throws {
    let flag = try #require(Flag.all.first { $0.long == name })
    let page =
      switch flag.section {
      case .files, .migration: "decant-migrate.1"
      case .service: "decant-serve.1"
      case .editing where flag.verbs.contains(.edit): "decant-edit.1"
      case .editing, .git: "decant-merge.1"
      case .types: "decant-schemas.7"
      case .formatSpecific: "decant-formats.7"
      default: "decant.1"
      }
    var item = "It" + (flag.short.map { " Fl \($0) ," } ?? "") + " Fl -\(name)"
    if case .required(let value, _) = flag.value { item += " Ar \(value)" }
    if case .pair(let first, let second) = flag.value { item += " Ar \(first) Ar \(second)" }
    if case .optional(let value) = flag.value { item += " Ns Op = Ns Ar \(value)" }
    #expect(try ManualPage(name: page).text.contains("\n.\(item)\n"))
  }

  @Test(arguments: Flag.all.map(\.long), Shell.allCases)
  func isCompleted(name: String, shell: Shell) throws {
    let flag = try #require(Flag.all.first { $0.long == name })
    let script = shell.script(for: CompletedTool(.tool))
    let words = script.split { !$0.isLetter && !$0.isNumber && $0 != "-" }
    switch shell {
    case .bash, .zsh:
      #expect(words.contains("--\(name)"))
    case .fish:
      let line = try #require(script.split(separator: "\n").first { $0.contains(" -l \(name) ") })
      #expect(flag.short.map { line.contains(" -s \($0) ") } != false)
    }
  }

  @Test(arguments: Verb.Name.allCases)
  func fitsTheHelpIntoEightyColumns(name: Verb.Name) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    for isWhole in [false, true] {
      let text = HelpText(verb, .tool, isWhole: isWhole).text
      for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
      #expect(text.hasPrefix("usage: decant"))
    }
  }

  @Test func showsTheSameHelpEitherWay() {
    for verb in Verb.named {
      let name = verb.name.rawValue
      let help = decant("help", name)
      #expect(help == decant(name, "--help"))
      #expect(help.status == 0 && help.errors.isEmpty)
    }
    #expect(decant("help") == decant("--help"))
    #expect(decant("help", "all") == decant("--help", "all"))
    #expect(decant("help", "get", "all") == decant("get", "--help", "all"))
    #expect(decant("help", "get", "edit").status == 64)
  }

  /// The options of a verb alone come first, with what they do, and the names of the others after them.
  @Test(arguments: Verb.names)
  func aVerbBeginsWithItsOwnOptions(name: String) throws {
    let verb = try #require(Verb.named(name))
    let parts = decant("help", name).output.split(separator: "\nAlso: ", maxSplits: 1)
    let isSingle = verb.flags(among: .tool).allSatisfy { $0.verbs.contains(.filter) }
    #expect(parts.count == (isSingle ? 1 : 2))
    for flag in verb.flags(among: .tool) {
      let isOwn = !flag.verbs.contains(.filter)
      #expect(
        parts[0].contains("\n  \(flag.short.map { "-\($0), " } ?? "    ")--\(flag.long)") == isOwn)
      #expect(
        isOwn
          || parts.last?.split { $0 == " " || $0 == "," || $0 == "\n" || $0 == "." }
            .contains("--\(flag.long)") == true
      )
    }
  }

  @Test func showsWhatIsNeededEveryDayOnAScreenAndAHalf() throws {
    let screen = decant("help").output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(screen.count <= 44)
    #expect(decant("help", "all").output.split(separator: "\n").count > 85)
    for example in HelpText.examples {
      #expect(screen.contains { $0.hasPrefix("  decant \(example.words) ") })
    }
    let words = Set(screen.joined(separator: " ").split { " ,;".contains($0) })
    for format in FormatRegistry.standard.formats {
      #expect(words.contains(Substring(format.name)))
    }
    for verb in Verb.everyday {
      #expect(screen.contains { $0.hasPrefix("  \(verb.name.rawValue) ") })
    }
    for verb in Verb.forPrograms { #expect(words.contains(Substring(verb.name.rawValue))) }
  }

  @Test(arguments: [
    ("towns", "towns"), ("decant-x", "decant-x"), ("a b", "decant"), ("", "decant"),
  ])
  func helpUsesTheProgramName(program: String, name: String) throws {
    for verb in Verb.all {
      let words = verb.name == .filter ? "" : " \(verb.name.rawValue)"
      let help = HelpText(verb, of: ProgramName.command(calledAs: program), .tool).text
      #expect(help.hasPrefix("usage: \(name)\(words)"))
    }
    #expect(decant("help", calledAs: program).output.contains("\n  \(name) -t yaml "))
    let detail = decant("completions", "--help", calledAs: program).output
      .replacing("\n", with: " ")
    #expect(detail.contains("$(\(name) completions bash)"))
  }
}
