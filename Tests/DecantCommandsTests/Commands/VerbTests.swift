import Decant
import DecantCore
import Foundation
import Testing

@testable import DecantCommands

@Suite struct VerbTests {
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

  @Test func listsEveryFormatForPrograms() throws {
    let json = Data(decant("formats", "-t", "json").output.utf8)
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
    let outcome = decant("help", "licenses")
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
}

struct Shouting: EventWriter {
  mutating func write(_ batch: borrowing EventBatch, to sink: ByteSink) throws(DecantError) {
    try sink.write(String(repeating: "!", count: 4) + "\n")
  }
}
