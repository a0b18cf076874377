import Decant
import Foundation
import Testing

@testable import DecantCLI

@Suite struct FormatsPageTests {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../man/decant-formats.7").standardizedFileURL.path()

  @Test func isNotStale() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let isSame = page == FormatsPage(.standard).text
    #expect(isSame, "decant help man-formats >man/decant-formats.7")
    #expect(decant("help", "man-formats").output == FormatsPage(.standard).text)
  }

  @Test func leavesNothingToTheLinter() throws {
    try ManualPageTests.lint(Self.path)
  }

  @Test(arguments: FormatRegistry.standard.formats.map(\.name))
  func tellsOfEachFormat(name: String) throws {
    let page = FormatsPage(.standard).text
    let format = try FormatRegistry.standard.format(named: name)
    #expect(page.contains("\n.It Cm \(name)"))
    for alias in format.aliases { #expect(page.contains(" , Cm \(alias)")) }
    for suffix in format.extensions { #expect(page.contains(".\(Roff.escaped(suffix))")) }
    #expect(FormatNote.all[name] != nil)
  }

  @Test(arguments: DetectionSample.all.map(\.beginning))
  func tellsTheTruthAboutDetection(beginning: String) throws {
    let sample = try #require(DetectionSample.all.first { $0.beginning == beginning })
    guard FormatRegistry.standard.formats.contains(where: { $0.name == sample.format }) else {
      return
    }
    for source in [beginning, beginning + "\n"] {
      let input = try Input(MemorySource(source), detecting: .standard)
      #expect(input.format.name == sample.format)
    }
  }

  @Test(arguments: TaggedFormNote.all.map(\.form))
  func showsTaggedFormsThatAreSome(form: String) throws {
    // Three spellings stand in one line, each a value of the first's key.
    let value = String(form.split(separator: "}, \"")[0])
    let json = value.hasSuffix("}") ? value : value + "}"
    let yaml = decant("-f", "json", "-t", "yaml", "--tagged", input: json)
    #expect(yaml.errors.isEmpty)
    let back = decant("-f", "yaml", "-t", "openstep", "--tagged", input: yaml.output)
    #expect(back.errors.isEmpty)
    let again = decant("-f", "openstep", "-t", "json", "--tagged", "-c", input: back.output)
    let first = decant("-f", "json", "-t", "json", "--tagged", "-c", input: json)
    #expect(again == first)
  }

  @Test func hasExamples() throws {
    #expect(try examples().count == Example.ofFormats.count)
  }

  @Test(arguments: Example.ofFormats.indices)
  func showsWhatReallyHappens(index: Int) throws {
    let example = try examples()[index]
    #expect(example.command == Example.ofFormats[index].command)
    let outcome = try Scratch().shell("{ \(example.command); } 2>&1")
    #expect(outcome.output == example.output)
  }

  private func examples() throws -> [(command: String, output: String)] {
    try ManualPageTests.examples(of: Self.path)
  }
}
