import Decant
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCLI

@Suite struct ArchivePageTests {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../man/decant-archive.5").standardizedFileURL.path()

  @Test func isNotStale() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let isSame = page == ArchivePage().text
    #expect(isSame, "decant help man-archive >man/decant-archive.5")
    #expect(decant("help", "man-archive").output == ArchivePage().text)
  }

  @Test func leavesNothingToTheLinter() throws {
    try ManualPageTests.lint(Self.path)
  }

  @Test func namesTheFieldsAsTheyAreWritten() {
    let archive = decant("archive", "--type", "T", "-t", "yaml", "-f", "json", input: "1").output
    let names = archive.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    #expect(names == ArchiveField.all.map(\.name))
  }

  /// Each form stands in canonical form already, and is read as the value that it stands for.
  @Test(arguments: ArchiveField.forms.map(\.form))
  func showsFormsAsTheyAreInCanonicalForm(form: String) throws {
    var options = ReadingOptions()
    options.fidelity = .tagged
    // Three spellings stand in one line; a key stands without its mapping.
    for value in form.split(separator: "  ").map(String.init) {
      let json = value.hasPrefix("{") ? value : "{\(value):1}"
      // JSON holds halves of surrogate pairs as they are, so a key of one needs no prefix there.
      let source = json.replacing(#""$text:a\\ud800""#, with: #""a\ud800""#)
      let document = try Document(parsing: source, as: .json, options)
      let form = try Archive.canonicalForm(of: document)
      #expect(String(decoding: form, as: UTF8.self) == json)
    }
  }

  // MARK: Examples

  @Test func hasExamples() throws {
    #expect(try ManualPageTests.examples(of: Self.path).count == Example.ofArchives.count)
  }

  @Test(arguments: Example.ofArchives.indices)
  func showsWhatReallyHappens(index: Int) throws {
    let example = try ManualPageTests.examples(of: Self.path)[index]
    #expect(example.command == Example.ofArchives[index].command)
    let outcome = try Scratch().shell("{ \(example.command); } 2>&1")
    #expect(outcome.output == example.output)
  }

  /// The program of the page, as it stands there, finds the digest of every archive right.
  @Test(.enabled(if: Oracle.hashlib.isAtHand)) func theProgramFindsTheDigest() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix("from decimal") })
    let program = lines[start...].prefix { $0 != ".Ed" }.map(ManualPageTests.plain)
    let scratch = try Scratch()
    try scratch.write(program.joined(separator: "\n") + "\n", to: "digest.py")
    let kinds = RandomTaggedDocument.Kind.allCases.filter { $0 != .surrogate }
    var expected = ""
    for seed in 0..<30 {
      var options = ReadingOptions()
      options.fidelity = .tagged
      let text = RandomTaggedDocument(seed: UInt64(seed), size: 60, of: kinds).text
      let document = try Document(parsing: text, as: .json, options)
      let archive = try Archive.data(of: document, type: "T", as: .json)
      try scratch.write(String(decoding: archive, as: UTF8.self), to: "\(seed + 100).json")
      let digest = try Archive.header(of: archive).digest
      expected += "stated: \(digest)\nactual: \(digest)\n"
    }
    let outcome = try scratch.shell("for file in *.json; do python3 digest.py <$file; done")
    #expect(outcome.output == expected)
    #expect(outcome.errors == "")
  }
}
