import Decant
import Testing

@testable import DecantCommands

@Suite struct FilterTests {
  @Test func showsNoBinaryDataOnATerminal() {
    let refused = decant("-t", "binary1", input: "{}") { $0.isOutputTerminal = true }
    #expect(refused.status == 64)
    #expect(refused.output.isEmpty)
    #expect(
      refused.errors.contains(
        "refusing to write binary1 to a terminal; use '-o FILE' or '-t FORMAT'"))
    let asked = decant("-t", "binary1", "-o", "-", input: "{}") { $0.isOutputTerminal = true }
    #expect(asked.status == 0)
    #expect(decant("-t", "binary1", input: "{}").status == 0)
  }

  @Test func readsYAMLByTheParserThatIsAskedFor() {
    let toJSON = ["-f", "yaml", "-t", "json", "-c"]
    let misread = decant(words: toJSON + ["--yaml-parser", "libyaml"], input: "[?x]")
    #expect(misread.output == "[{\"x\":null}]\n")
    #expect(decant(words: toJSON, input: "[?x]").output == "[\"?x\"]\n")
    let refused = decant(words: toJSON + ["--yaml-parser=libyaml"], input: "a: 1\nb: 2\n c: 3\n")
    #expect(refused.status == 65)
    #expect(
      refused.errors.hasPrefix(
        "<stdin>:3:3: error: libyaml: mapping values are not allowed in this context\n"))
    #expect(decant("--yaml-parser=slow", input: "a").status == 64)
    #expect(decant("--help", "all").output.contains("--yaml-parser"))
  }

  static let names: [(String, String)] = [
    ("json2jsonl", "[1]\n"), ("jsontojsonl", "[1]\n"), ("JSON2JSONL", "[1]\n"),
    ("json2json", "[\n  1\n]\n"), ("jsonc2ndjson", "[1]\n"),
    ("json2", "[\n  1\n]\n"), ("2json", "[\n  1\n]\n"), ("json2json5", "[\n  1\n]\n"),
    ("decant2", "[\n  1\n]\n"),
  ]

  @Test(arguments: names)
  func takesTheFormatsFromItsName(name: String, output: String) {
    #expect(decant(input: "[1]", calledAs: name).output == output)
  }

  @Test func prefersOptionsToItsName() {
    #expect(decant("-t", "json", "-c", input: "[1]", calledAs: "json2json-seq").output == "[1]\n")
    #expect(decant("-f", "json5", input: "[1,]", calledAs: "json2jsonl").output == "[1]\n")
    #expect(decant(input: "[1,]", calledAs: "json2jsonl").status == 65)
  }

  @Test func colorsOnlyWhatIsLaidOutForATerminal() {
    func colors(_ words: String..., adjust: (inout Console) -> Void = { _ in }) -> Bool {
      let memory = MemoryDestination()
      var console = Console(input: MemorySource("{\"a\":1}"), output: memory, writeError: { _ in })
      adjust(&console)
      _ = Tool.run(words[...], calledAs: "decant", .standard, on: console)
      return memory.text.contains("\u{1B}[")
    }
    #expect(!colors())
    #expect(colors { $0.isOutputTerminal = true })
    #expect(colors("--color", "always"))
    #expect(
      !colors {
        $0.isOutputTerminal = true
        $0.isPlain = true
      })
    #expect(!colors("--color=never") { $0.isOutputTerminal = true })
    #expect(!colors("-c") { $0.isOutputTerminal = true })
    #expect(!colors("-t", "jsonl") { $0.isOutputTerminal = true })
    #expect(!colors("-t", "json-seq") { $0.isOutputTerminal = true })
    #expect(decant("-o", "/dev/null", "--color=always", input: "[1]").status == 0)
  }

  // MARK: Values

  static let degradations: [(input: String, words: [String], note: String)] = [
    (
      "Built: !!timestamp 2026-11-21T09:30:00Z\nall: [!!timestamp 2026-11-22, !!binary AAE=]\n",
      ["-f", "yaml", "-t", "json"],
      "1 binary value became a string (first at /all/1), "
        + "2 dates became strings (first at /Built); --tagged keeps them"
    ),
    (
      "when: 2026-11-21\n", ["-f", "yaml", "--yaml-schema", "1.1", "-t", "json"],
      "1 date became a string (first at /when); --tagged keeps it"
    ),
    (
      "7: a\n", ["-f", "yaml", "-t", "json"],
      "1 key became a string (first at /7); --tagged keeps it"
    ),
    (
      "a: [!x 1, !y 2]\n", ["-f", "yaml", "-t", "json"],
      "2 tags were dropped (first at /a/0); --tagged keeps them"
    ),
    (
      #"{"a":true,"b":[1.5,2]}"#, ["-f", "json", "-t", "openstep"],
      "1 boolean became a string (first at /a), "
        + "2 numbers became strings (first at /b/0); --tagged keeps them"
    ),
    (
      "[0.1, 3.14159265358979323846, 1e22, 123456789.123456789]", ["-f", "json", "-t", "binary1"],
      "2 numbers were rounded (first at /1); --tagged keeps them"
    ),
    (
      "!!timestamp 2026-11-21", ["-f", "yaml", "-t", "json"],
      "1 date became a string; --tagged keeps it"
    ),
  ]

  @Test(arguments: degradations)
  func notesEachKindOfDegradation(input: String, words: [String], note: String) throws {
    func errors(_ more: String...) -> String {
      let errors = Transcript()
      let console = Console(
        input: MemorySource(input), output: MemoryDestination(), writeError: { errors.append($0) })
      let status = Tool.run((words + more)[...], calledAs: "decant", .standard, on: console)
      #expect(status == .done)
      return errors.text
    }
    #expect(errors() == "decant: note: \(note)\n")
    for silence in ["-q", "--lossy", "--tagged"] { #expect(errors(silence) == "") }
  }

  @Test func endsALongDocumentThatFailsOnALineOfItsOwn() {
    let broken = "[" + String(repeating: "\"some text\",", count: 10_000) + "x]"
    let outcome = decant("-f", "json", "-c", input: broken)
    #expect(outcome.status == 65)
    #expect(outcome.output.hasPrefix("[\"some text\","))
    #expect(outcome.output.hasSuffix("\n!incomplete\n"))
  }

  @Test(arguments: [
    ([], true), (["-c"], true), (["check"], true), (["-"], false), (["-q"], false),
    (["--help"], false), (["missing.json"], false),
  ])
  func reportsThatItWaitsAtATerminal(words: [String], isNotified: Bool) {
    let outcome = decant(words: words, input: "[1]\n") { $0.isInputTerminal = true }
    let notice =
      "decant: reading standard input until Control-D; 'decant --help' explains more\n"
    #expect((outcome.errors == notice) == isNotified)
    #expect(!decant(words: words, input: "[1]\n").errors.contains("reading"))
  }
}
