import Foundation
import Decant
import Testing

@testable import DecantCLI

@Suite struct FlagTableTests {
  @Test func givesEachNameOnce() {
    let long = Flag.all.map(\.long)
    let short = Flag.all.compactMap(\.short)
    #expect(Set(long).count == long.count)
    #expect(Set(short).count == short.count)
  }

  @Test func holdsEveryOptionOfTheContract() {
    let long = [
      "from", "to", "output", "in-place", "compact", "indent", "sort-keys", "ascii",
      "at", "raw",
      "slurp", "split", "keys", "strict", "lossy", "tagged", "duplicate-keys", "yaml-schema",
      "class-names", "type", "schema", "max-depth", "max-alias-nodes", "on-error", "color",
      "error-format", "quiet",
      "help",
      "version",
      "out", "replace", "dry-run", "jobs", "include", "exclude", "report", "force", "fail-fast",
      "hidden", "rejects", "max-errors", "max-record", "max-request-bytes", "max-reply-bytes",
      "timeout", "verbose", "json",
    ]
    #expect(Set(Flag.all.map(\.long)) == Set(long))
    #expect(String(Flag.all.compactMap(\.short).sorted()) == "Scfhioqrt")
  }

  @Test func excludesBothWays() {
    for flag in Flag.all {
      for other in flag.excludes {
        let excluded = Flag.all.first { $0.long == other }
        #expect(excluded?.excludes.contains(flag.long) == true, "\(flag.long) and \(other)")
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
  func isDescribedEverywhere(name: String) throws {
    let flag = try #require(Flag.all.first { $0.long == name })
    #expect(flag.summary.first?.isUppercase == false)
    #expect(flag.summary.last != ".")
    for verb in Verb.all where flag.verbs.contains(verb.name) {
      #expect(HelpText(verb).text.contains("--\(name)"))
    }
    // What only one verb knows is told where that verb is.
    let page =
      switch flag.section {
      case .migration: MigratePage().text
      case .service: try String(contentsOfFile: ServePageTests.path, encoding: .utf8)
      default: ManualPage(.standard).text
      }
    #expect(page.contains("Fl -\(name)\n") || flag.value.name != nil)
    #expect(page.contains("Fl -\(name)"))
    for shell in Shell.allCases {
      let script = shell.script(for: CompletedTool(.standard))
      #expect(script.contains(shell == .fish ? "-l \(name)" : "--\(name)"), "\(shell)")
    }
  }

  @Test(arguments: Verb.Name.allCases)
  func fitsTheHelpIntoEightyColumns(name: Verb.Name) throws {
    let verb = try #require(Verb.all.first { $0.name == name })
    let text = HelpText(verb).text
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(text.hasPrefix("usage: decant"))
  }

  @Test func showsTheSameHelpEitherWay() {
    for verb in Verb.named {
      let name = verb.name.rawValue
      let help = decant("help", name)
      #expect(help == decant(name, "--help"))
      #expect(help.status == 0 && help.errors.isEmpty)
    }
    #expect(decant("help") == decant("--help"))
  }

  /// A tool that has another name, as one with other formats has, shows calls that can be typed.
  @Test(arguments: [
    ("towns", "towns"), ("decant-x", "decant-x"), ("a b", "decant"), ("", "decant"),
  ])
  func speaksOfItselfByItsName(program: String, name: String) throws {
    for verb in Verb.all {
      let words = verb.name == .filter ? "" : " \(verb.name.rawValue)"
      let help = HelpText(verb, of: ProgramName.command(calledAs: program)).text
      #expect(help.hasPrefix("usage: \(name)\(words)"))
    }
    #expect(decant("help", calledAs: program).output.contains("\n\(name) pours structured data"))
    let detail = decant("completions", "--help", calledAs: program).output
    #expect(detail.contains("$(\(name) completions bash)"))
  }
}
