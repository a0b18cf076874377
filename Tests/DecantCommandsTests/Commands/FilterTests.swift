import Decant
import Testing

@testable import DecantCommands

@Suite struct FilterTests {
  @Test func writesTheFormatThatItReads() {
    #expect(decant(input: "[1, 2]").output == "[\n  1,\n  2\n]\n")
    #expect(decant(input: "[1, 2]\n{}\n").output == "[1,2]\n{}\n")
  }

  @Test func writesJSONForItsReadableKin() {
    #expect(decant("-f", "json5", "-c", input: "{a:1,}").output == "{\"a\":1}\n")
  }

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

  @Test func keepsAPropertyListInItsOwnForm() {
    #expect(decant("-f", "plist", input: "{a=b;}").output == "{\n    a = b;\n}\n")
    let xml = decant("-t", "plist", input: "{a=b;}").output
    #expect(xml.hasPrefix("<?xml"))
    #expect(decant("-f", "plist", input: xml).output == xml)
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

  /// Most programs read text in quotes that is indented too little.
  @Test func warnsOfShallowLinesOncePerDocument() {
    let text = "message: '0/3 nodes\nare\navailable'\n---\n- [a,\nb]\n"
    let words = ["-f", "yaml", "-t", "jsonl"]
    let read = decant(words: words, input: text)
    #expect(read.output == "{\"message\":\"0/3 nodes are available\"}\n[[\"a\",\"b\"]]\n")
    #expect(read.status == 0)
    let places = read.errors.split(separator: "\n").filter { $0.contains("warning:") }
    #expect(
      places == [
        "<stdin>:2:1: warning: expected more indentation",
        "<stdin>:6:1: warning: expected more indentation",
      ])
    let strict = decant(words: words + ["--strict"], input: text)
    #expect(strict.status == 65)
    #expect(strict.errors.hasPrefix("<stdin>:2:1: error: expected more indentation\n"))
    #expect(decant("check", "-f", "yaml", "--strict", input: text).status == 65)
    #expect(decant("check", "-f", "yaml", input: text).status == 0)
  }

  static let layouts: [([String], String)] = [
    (["-c"], "{\"a\":[1]}\n"),
    (["--indent", "0"], "{\"a\":[1]}\n"),
    (["--indent", "1"], "{\n \"a\": [\n  1\n ]\n}\n"),
    (["--indent", "tab"], "{\n\t\"a\": [\n\t\t1\n\t]\n}\n"),
    ([], "{\n  \"a\": [\n    1\n  ]\n}\n"),
  ]

  @Test(arguments: layouts)
  func laysOutAsItIsTold(words: [String], output: String) throws {
    let memory = MemoryDestination()
    let console = Console(
      input: MemorySource("{\"a\":[1]}"), output: memory, writeError: { _ in })
    #expect(Tool.run(words[...], calledAs: "decant", .standard, on: console) == .done)
    #expect(memory.text == output)
  }

  @Test func writesATableOfStrings() {
    let input = "{\"a b\": \"c\", \"n\": 1.50}"
    #expect(
      decant("-t", "strings", input: input).output == "\"a b\" = \"c\";\n\"n\" = \"1.50\";\n")
    let list = decant("-t", "strings", input: "[1]")
    #expect(list.status == 65)
    #expect(
      list.errors == """
        <stdin>:1:1: error: a table of strings must be a mapping
            1 | [1]
              | ^
        hint: -t openstep writes any property list

        """)
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

  static let operations: [([String], String, String)] = [
    (["-S"], #"{"b":1,"a":{"d":1,"c":2}}"#, #"{"a":{"c":2,"d":1},"b":1}"# + "\n"),
    (["--at", "/a/0"], #"{"a":[{"x":1}]}"#, #"{"x":1}"# + "\n"),
    (["--at", "/a", "-r"], #"{"a":"x\ny"}"#, "x\ny\n"),
    (["--slurp"], "[1] [2]", "[[1],[2]]\n"),
    (["--split"], "[1,[2]]", "1\n[2]\n"),
    (["--keys", "snake"], #"{"userName":1}"#, #"{"user_name":1}"# + "\n"),
    (["--ascii"], #"["é🌍"]"#, #"["\u00e9\ud83c\udf0d"]"# + "\n"),
    (["--duplicate-keys", "first"], #"{"a":1,"a":2}"#, #"{"a":1}"# + "\n"),
    (["--duplicate-keys", "last"], #"{"a":1,"a":2}"#, #"{"a":2}"# + "\n"),
    (["--duplicate-keys", "keep"], #"{"a":1,"a":2}"#, #"{"a":1,"a":2}"# + "\n"),
    (["--lossy", "-q"], #"["\ud800"]"#, "[\"\u{FFFD}\"]\n"),
    (["--tagged"], #"["\ud800"]"#, #"["\ud800"]"# + "\n"),
  ]

  @Test(arguments: operations)
  func doesAsItIsTold(words: [String], input: String, output: String) {
    let memory = MemoryDestination()
    let errors = Transcript()
    let console = Console(
      input: MemorySource(input), output: memory, writeError: { errors.append($0) })
    let all = ["-f", "jsonl", "-t", "json", "-c"] + words
    #expect(Tool.run(all[...], calledAs: "decant", .standard, on: console) == .done)
    #expect(memory.text == output)
    #expect(errors.text == "")
  }

  @Test func countsWhatWasLost() {
    let outcome = decant(
      "-f", "json5", "-t", "json", "-c", "--lossy", input: #"[NaN, "\ud800", -Infinity]"#)
    #expect(outcome.output == "[null,\"\u{FFFD}\",null]\n")
    #expect(
      outcome.errors
        == "decant: warning: 1 lone surrogate became U+FFFD (first at /1), "
        + "2 non-finite numbers became null (first at /0); --tagged keeps them\n")
    #expect(outcome.status == 0)
  }

  /// A processor should warn of a later version (YAML 1.2.2, 6.8.1).
  @Test func warnsOnceOfEachNewerVersionOfYAML() {
    let outcome = decant(
      "-f", "yaml", "-t", "jsonl",
      input: "%YAML 1.3\n--- no\n...\n%YAML 1.3\n--- {a:\r b}\n...\n%YAML 1.10\n--- c\n")
    #expect(outcome.output == "\"no\"\n{\"a\":\"b\"}\n\"c\"\n")
    #expect(
      outcome.errors
        == "decant: warning: YAML 1.3 is read as YAML 1.2\n"
        + "decant: warning: YAML 1.10 is read as YAML 1.2\n"
        + "decant: note: 1 value differs in YAML 1.1; --yaml-schema 1.1 reads it so\n")
    #expect(outcome.status == 0)
  }

  @Test func warnsOfTheVersionThatTheSchemaReplaces() {
    let outcome = decant(
      "-f", "yaml", "-t", "json", "--yaml-schema", "1.1", input: "%YAML 1.3\n--- no\n")
    #expect(outcome.output == "false\n")
    #expect(outcome.errors == "decant: warning: YAML 1.3 is read as YAML 1.1\n")
  }

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

  @Test func notesDegradationsAsJSON() {
    let outcome = decant(
      "-f", "yaml", "-t", "json", "-c", "--error-format", "json",
      input: "a: [!!binary AAE=, !!timestamp 2026-11-21, !!timestamp 2026-11-22]\n")
    #expect(
      outcome.errors == """
        {"severity":"note","source":"<stdin>","line":null,"column":null,"offset":null,\
        "message":"1 binary value became a string","path":"/a/0","hint":"--tagged keeps it","count":1}
        {"severity":"note","source":"<stdin>","line":null,"column":null,"offset":null,\
        "message":"2 dates became strings","path":"/a/1","hint":"--tagged keeps them","count":2}

        """)
  }

  @Test func reportsWhichValueCannotBe() {
    let outcome = decant("-f", "json5", "-t", "json", input: "{a: [1, NaN]}")
    #expect(outcome.status == 65)
    #expect(
      outcome.errors.hasPrefix(
        "<stdin>:1:9: error: json cannot represent a number that is not finite at /a/1\n"))
    #expect(outcome.errors.hasSuffix("hint: --lossy writes null; --tagged keeps it\n"))
  }

  @Test func skipsBadRecords() {
    let outcome = decant("-f", "jsonl", "--on-error", "skip", input: "[1]\n[2\n[3]\nx\n[4]\n")
    #expect(outcome.status == 65)
    #expect(outcome.output == "[1]\n[3]\n[4]\n")
    let places = outcome.errors.split(separator: "\n").filter { $0.contains("error:") }
    #expect(places.map { $0.prefix(11) } == ["<stdin>:2:3", "<stdin>:4:1"])
  }

  @Test func suggestsNoFormatWithoutRecordsForRecords() {
    for words in [["--on-error=skip"], ["--on-error=stop"]] {
      let outcome = decant("-f", "jsonl", words[0], input: "{a:1}\n")
      #expect(outcome.errors.hasPrefix("<stdin>:1:2: error: expected a key or '}' but found 'a'"))
      #expect(!outcome.errors.contains("hint"))
    }
  }

  /// The filter accepts values separated by any white space, so `check` must too.
  @Test(arguments: [#"{"n":1}{"n":\n2}"#, "1 2 3", "[\n1\n]\n[\n2\n]\n", "\n\n", "1\n\n\n2"])
  func checksWhatTheFilterReads(input: String) {
    let input = input.replacing("\\n", with: "\n")
    #expect(decant("-f", "jsonl", input: input).status == 0)
    #expect(
      decant("check", "-f", "jsonl", input: input) == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func checksEveryRecord() {
    let outcome = decant("check", "-f", "jsonl", input: "[1]\n[2\n[3]\nx\n[4]\n")
    #expect(outcome.status == 65)
    #expect(outcome.errors.split(separator: "\n").filter { $0.contains("error:") }.count == 2)
  }

  @Test func passesOnWhatWasRightBeforeAMistake() {
    let outcome = decant("-f", "jsonl", input: "[1]\n[2]\n[3\n")
    #expect(outcome.status == 65)
    #expect(outcome.output.hasPrefix("[1]\n[2]\n"))
  }

  @Test func writesNothingOfAShortDocumentThatFails() {
    #expect(decant("-c", input: #"{"a":1,"b":x}"#).output == "")
    #expect(decant("-c", input: "1 2").output == "")
  }

  @Test func endsALongDocumentThatFailsOnALineOfItsOwn() {
    let broken = "[" + String(repeating: "\"some text\",", count: 10_000) + "x]"
    let outcome = decant("-f", "json", "-c", input: broken)
    #expect(outcome.status == 65)
    #expect(outcome.output.hasPrefix("[\"some text\","))
    #expect(outcome.output.hasSuffix("\n!incomplete\n"))
  }

  @Test func callsAFolderOnStandardInputByItsName() throws {
    let scratch = try Scratch()
    #expect(
      try scratch.shell("decant <.").errors
        == "<stdin>: error: cannot open: is a directory\n")
    #expect(
      try scratch.shell("decant check <.").errors
        == "<stdin>: error: cannot open: is a directory\n")
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
