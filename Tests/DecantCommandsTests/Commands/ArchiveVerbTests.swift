import Decant
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

@Suite struct ArchiveVerbTests {
  static let date = #"{"at":{"$date":"2026-11-21T09:30:00Z"}}"#

  @Test(arguments: ["json", "jsonl", "yaml", "xml1", "binary1", "openstep"])
  func isAnArchiveInEveryFormat(format: String) throws {
    let scratch = try Scratch()
    let outcome = try scratch.shell(
      """
      echo '\(Self.date)' | decant archive --type T --schema-version 4 --tagged -t \(format) -o archive &&
      decant check archive && decant restore --type T -t jsonl --tagged archive &&
      for other in json yaml xml1 binary1 openstep; do
        decant -t $other -o other archive && decant check other &&
        decant restore -t jsonl --tagged other && cat other | decant restore -t jsonl --tagged
      done
      """)
    #expect(outcome.errors == "")
    #expect(outcome.output == String(repeating: Self.date + "\n", count: 11))
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

  @Test func aBinaryArchiveIsNothingForATerminal() {
    let outcome = decant("archive", "--type", "T", "-t", "binary1", input: "1") {
      $0.isOutputTerminal = true
    }
    #expect(outcome.status == 64 && outcome.output == "")
  }
}
