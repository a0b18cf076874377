import Decant
import Foundation
import Testing

@testable import DecantCommands

@Suite struct VerbTests {
  @Test func isOnlyAVerbAsTheFirstWord() {
    #expect(decant("formats").output.hasPrefix("NAME"))
    #expect(
      decant("-q", "formats").errors
        == "decant: 'formats' is a verb only as the first word; write: decant formats -q\n")
    #expect(decant("./formats").errors.contains("cannot open"))
    #expect(decant("Formats").errors.contains("neither a verb nor a file"))
    #expect(decant("./archive").errors.contains("cannot open"))
  }

  @Test func listsEveryFormat() throws {
    let tables = decant("formats").output.components(separatedBy: "\n\n")
      .map { $0.split(separator: "\n").map(String.init) }
    try #require(tables.count == 3)
    let names = FormatRegistry.standard.formats.map(\.name)
    // A line that begins with a space continues the previous one.
    let rows = tables[0].dropFirst().filter { $0.first != " " }
    #expect(rows.map { String($0.prefix { $0 != " " }) } == names)
    let json5 = try #require(rows.first { $0.hasPrefix("json5 ") })
    #expect(json5.split(separator: " ").prefix(4) == ["json5", "jsonc", "yes", "yes"])
    #expect(
      tables[1].contains { $0.split(separator: " ").prefix(3) == ["json5", ".json5", ".jsonc"] })
    let row = try #require(tables[2].firstIndex { $0.hasPrefix("NaN and infinities  ") })
    let rest = tables[2][(row + 1)...].prefix { $0.first == " " }
    let infinities = ([tables[2][row]] + rest).joined(separator: " ")
    let holders = FormatRegistry.standard.formats.filter {
      $0.abilities.contains(.nonFiniteNumbers)
    }
    #expect(infinities.split(separator: " ").dropFirst(3).map(String.init) == holders.map(\.name))
  }

  @Test func listsFormatsInEightyColumns() {
    for line in decant("formats").output.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
      #expect(line.last != " ")
    }
  }

  @Test func listsEveryFormatForPrograms() throws {
    let json = Data(decant("formats", "--json").output.utf8)
    let list = try JSONSerialization.jsonObject(with: json) as? [[String: Any]]
    let names = list?.compactMap { $0["name"] as? String }
    #expect(names == FormatRegistry.standard.formats.map(\.name))
  }

  @Test func heedsItsNameInVerbs() throws {
    let archive = decant("archive", "--type", "T", input: "[1]", calledAs: "json2yaml").output
    #expect(archive.hasPrefix("$archiver: decant\n"))
    #expect(
      decant("restore", "-c", input: archive, calledAs: "yaml2json")
        == Outcome(status: 0, output: "[1]\n", errors: ""))
    #expect(decant("check", input: "a: 1", calledAs: "yaml2json").status == 0)
    #expect(decant("check", input: "a: 1", calledAs: "json2yaml").status == 65)
    #expect(decant("check", input: "a: 1", calledAs: "plist2json").status == 65)
  }

  @Test func takesAFormatFromElsewhere() {
    let mine = Format(
      name: "mine", extensions: ["mine"], summary: "a format of another package", abilities: [],
      writer: { _ in Shouting() })
    let registry = FormatRegistry.standard.adding(mine)
    #expect(decant("formats", registry: registry).output.contains("a format of another package"))
    #expect(decant("-t", "mine", input: "[1]", registry: registry).output.hasPrefix("!!!!\n"))
    #expect(
      decant("-t", "mine", "--ascii", registry: registry).errors
        == "decant: mine does not support '--ascii'\n")
    #expect(
      decant("-t", "mine", "--indent", "2", registry: registry).errors
        == "decant: mine does not support '--indent'\n")
    #expect(
      decant("-t", "mine", "--duplicate-keys=keep", registry: registry).errors
        == "decant: mine does not support '--duplicate-keys keep'\n")
  }

  @Test func reportsTheVersion() {
    #expect(decant("--version") == Outcome(status: 0, output: "decant 0.1.0\n", errors: ""))
  }

  @Test func printsTheLicensesOfWhatIsLinked() {
    let outcome = decant("--licenses")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    for words in [
      "Copyright (c) 2006-2016 Kirill Simonov",
      "Apache License v2.0 with Runtime Library Exception",
      "GNU LESSER GENERAL PUBLIC LICENSE\n                       Version 2.1, February 1999",
    ] {
      #expect(outcome.output.contains(words))
    }
  }

  @Test func namesTheCommitInTwelveDigits() {
    #expect(Tool.commitName(0x00ab_cdef_0123, "") == "00abcdef0123")
    #expect(Tool.commitName(0x52e6_fda1_2345, "-modified") == "52e6fda12345-modified")
    #expect(Tool.commitName(0, "") == nil)
  }

  static let mistakes: [([String], String)] = [
    (["formats", "x"], "unexpected operand 'x'"),
    (["help", "formts"], "unknown verb 'formts'; did you mean 'formats'?"),
    (["help", "a", "b"], "unexpected operand 'b'"),
    (["completions"], "'completions' needs the name of a shell: bash, zsh or fish"),
    (
      ["completions", "bsh"],
      "'completions' supports bash, zsh or fish, not 'bsh'; did you mean 'bash'?"
    ),
    (["check", "--slurp"], "'check' has no option '--slurp'"),
    (["-i"], "'--in-place' needs the names of files"),
    (["-i", "-"], "'--in-place' cannot rewrite standard input"),
    (["-f", "jsn"], "unknown format 'jsn'; did you mean 'json'?"),
    (["-t", "jsonl", "--indent", "2"], "jsonl does not support '--indent'"),
    (
      ["-f", "json", "--on-error", "skip"],
      "'--on-error skip' needs a format with records, and json has none"
    ),
  ]

  @Test(arguments: mistakes)
  func refusesWhatMakesNoSense(words: [String], message: String) {
    let errors = Transcript()
    let console = Console(
      input: MemorySource("[]"), output: MemoryDestination(), writeError: { errors.append($0) })
    let status = Tool.run(words[...], calledAs: "decant", .standard, on: console)
    #expect(status == .usage)
    #expect(errors.text == "decant: \(message)\n")
  }
}

struct Shouting: EventWriter {
  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try sink.write(String(repeating: "!", count: 4) + "\n")
  }
}
