import Decant
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

@Suite struct ArchiveVerbTests {
  static let date = #"{"at":{"$date":"2026-11-21T09:30:00Z"}}"#

  @Test func givesBackWhatWasArchived() {
    let archive = decant("archive", "--type", "T", "-c", input: #"{"b":1.10,"a":[]}"#)
    #expect(archive.errors == "")
    #expect(
      archive.output.hasPrefix(#"{"$archiver":"decant","$version":1,"$type":"T","$schema":1,"#))
    #expect(decant("restore", "-c", input: archive.output).output == #"{"b":1.10,"a":[]}"# + "\n")
    #expect(decant("check", input: archive.output) == Outcome(status: 0, output: "", errors: ""))
  }

  @Test(arguments: ["json", "jsonl", "yaml", "xml1", "binary1", "openstep"])
  func isAnArchiveInEveryFormat(format: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.shell(
      """
      echo '\(Self.date)' | decant archive --type T --schema 4 --tagged -t \(format) -o archive &&
      decant check archive && decant restore --type T -t jsonl --tagged archive &&
      for other in json yaml xml1 binary1 openstep; do
        decant -t $other -o other archive && decant check other &&
        decant restore -t jsonl --tagged other && cat other | decant restore -t jsonl --tagged
      done
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output == String(repeating: Self.date + "\n", count: 11))
  }

  @Test(arguments: [
    (["archive"], "decant: 'archive' needs the name of a type, '--type NAME'\n"),
    (["archive", "--type", ""], "decant: '--type' must be the name of a type, not ''\n"),
    (
      ["archive", "--type", "T", "--schema", "0"],
      "decant: '--schema' must be a number of 1 or more, not '0'\n"
    ),
    (["archive", "--type", "T", "--lossy"], "decant: 'archive' has no option '--lossy'\n"),
    (["migrate", "--schema", "1"], "decant: 'migrate' has no option '--schema'\n"),
    (["restore", "-i"], "decant: '--in-place' needs the names of files\n"),
  ])
  func refusesWhatMakesNoSense(words: [String], errors: String) throws {
    let outcome = try Scratch().shell(
      "decant " + words.map { "'\($0)'" }.joined(separator: " ") + " </dev/null")
    #expect(outcome == Outcome(status: 64, output: "", errors: errors))
  }

  @Test func refusesMoreThanOneDocumentUnlessTheyAreGathered() {
    let two = "{\"n\":1}\n{\"n\":2}\n"
    let refused = decant("archive", "--type", "T", input: two)
    #expect(refused.status == 65 && refused.output == "")
    #expect(refused.errors.hasPrefix("<stdin>:2:1: error: archive supports only one document\n"))
    #expect(refused.errors.hasSuffix("hint: --slurp gathers them in one sequence\n"))
    let slurped = decant("archive", "--type", "T", "--slurp", input: two)
    #expect(
      decant("restore", "-t", "json", "-c", input: slurped.output).output
        == #"[{"n":1},{"n":2}]"# + "\n")
  }

  @Test func theOptionsOfTheFilterApply() {
    let source = #"{"outer":{"userName":"x","a":1}}"#
    let archive = decant(
      "archive", "--type", "T", "--at", "/outer", "--keys", "snake", "-S", input: source)
    let restored = decant("restore", "-c", input: archive.output)
    #expect(restored.output == #"{"a":1,"user_name":"x"}"# + "\n")
    let part = decant("restore", "--at", "/user_name", "-r", input: archive.output)
    #expect(part.output == "x\n")
  }

  @Test func keysOfAnArchiveAreLeftAloneUnlessItIsOpened() {
    let archive = decant("archive", "--type", "T", "-c", input: #"{"userName":1}"#).output
    for outcome in [
      decant("-c", "--keys", "snake", input: archive),
      decant("archive", "--type", "U", "--keys", "snake", input: archive),
    ] {
      #expect(outcome.status == 65 && outcome.output == "")
      let lines = outcome.errors.split(separator: "\n")
      #expect(
        lines.first
          == "<stdin>:1:1: error: another key style would invalidate the archive's digest"
      )
      #expect(
        lines.last
          == "hint: 'restore --keys' writes the document with other keys; 'archive' archives that again"
      )
    }
    let restored = decant("restore", "-c", "--keys", "snake", input: archive)
    #expect(restored.output == "{\"user_name\":1}\n")
  }

  @Test func fidelityIsAskedForAsInTheFilter() {
    let archive = decant("archive", "--type", "T", input: #"{"a":null,"b":1}"#).output
    let refused = decant("restore", "-t", "xml1", input: archive)
    #expect(refused.status == 65)
    #expect(refused.errors.hasPrefix("<stdin>:8:10: error: xml1 cannot represent null at /a\n"))
    let lossy = decant("restore", "-t", "openstep", "--lossy", input: archive)
    #expect(lossy.status == 0 && lossy.errors.contains("1 null was dropped (first at /a)"))
    let date = decant("archive", "--type", "T", "--tagged", input: Self.date).output
    #expect(decant("restore", "-c", input: date).output == #"{"at":"2026-11-21T09:30:00Z"}"# + "\n")
    #expect(decant("restore", "--strict", input: date).status == 65)
  }

  @Test func givesNothingOutOfWhatIsDamaged() {
    let long = "[" + (0..<50_000).map(String.init).joined(separator: ",") + "]"
    let archive = decant("archive", "--type", "T", "-c", input: long).output
    let damaged = archive.replacing("49999", with: "49998")
    for verb in ["restore", "check"] {
      let outcome = decant(verb, input: damaged)
      #expect(outcome.status == 65 && outcome.output == "")
      #expect(outcome.errors.contains("error: digest mismatch: expected sha256:"))
    }
    let other = decant("restore", "--type", "U", input: archive)
    #expect(other.status == 65 && other.output == "")
    #expect(other.errors.contains("error: the archive is of type 'T', not 'U'\n"))
    let none = decant("restore", input: "{}")
    #expect(none.status == 65 && none.errors.contains("error: not an archive"))
    let cut = decant("restore", input: String(archive.dropLast(3)))
    #expect(cut.status == 65 && cut.output == "")
  }

  @Test func rewritesFilesInPlace() throws {
    let scratch = try Scratch()
    try scratch.write("{\"a\":1}\n", to: "a.json")
    try scratch.write("a: [\n", to: "bad.yaml")
    try scratch.write("a: 1\n", to: "b.yaml")
    let archived = try scratch.shell("decant archive --type T -i.old a.json bad.yaml b.yaml")
    #expect(archived.status == 65 && archived.errors.hasPrefix("bad.yaml:"))
    #expect(try scratch.names == ["a.json", "a.json.old", "b.yaml", "b.yaml.old", "bad.yaml"])
    #expect(try scratch.read("a.json.old") == "{\"a\":1}\n")
    #expect(try scratch.shell("decant check a.json b.yaml").status == 0)
    let restored = try scratch.shell("decant restore -c -i a.json b.yaml.old b.yaml")
    #expect(restored.status == 65)
    #expect(restored.errors.hasPrefix("b.yaml.old:1:1: error: not an archive"))
    #expect(try scratch.read("a.json") == "{\"a\":1}\n" && scratch.read("b.yaml") == "{a: 1}\n")
  }

  @Test func leavesTheOldFileWhenAnArchiveIsBad() throws {
    let scratch = try Scratch()
    try scratch.write("old\n", to: "out.json")
    let archive = decant("archive", "--type", "T", input: "[1]").output
    try scratch.write(archive.replacing("1\n  ]", with: "2\n  ]"), to: "bad.json")
    let outcome = try scratch.shell("decant restore -o out.json bad.json")
    #expect(outcome.status == 65)
    #expect(try scratch.read("out.json") == "old\n")
    #expect(try scratch.names == ["bad.json", "out.json"])
  }

  @Test func aBinaryArchiveIsNothingForATerminal() {
    let outcome = decant("archive", "--type", "T", "-t", "binary1", input: "1") {
      $0.isOutputTerminal = true
    }
    #expect(outcome.status == 64 && outcome.output == "")
  }
}
