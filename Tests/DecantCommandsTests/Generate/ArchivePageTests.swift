import Decant
import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// The statements of decant-archive(5), which other implementations rely on.
@Suite struct ArchivePageTests {
  let page = ManualPage(name: "decant-archive.5")

  @Test func namesTheFieldsInTheirOrder() throws {
    let archive = decant("archive", "--type", "T", "-t", "yaml", "-f", "json", input: "1").output
    let names = archive.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
    let section = try page.text.components(separatedBy: ".Sh CHECKS")[0]
    let items = section.split(separator: "\n").filter { $0.hasPrefix(".It Li ") }
    #expect(items.map { String($0.dropFirst(".It Li ".count)) } == names)
  }

  @Test func showsFormsInCanonicalForm() throws {
    let table = try page.table(in: "CANONICAL FORM")
    #expect(table.count == 13)
    let options = ReadingOptions().adapted(to: .tagged)
    for (_, form) in table {
      let json = form.hasPrefix("{") ? form : "{\(form):1}"
      // JSON supports unpaired surrogates, so such a key needs no prefix there.
      let source = json.replacing(#""$text:a\\ud800""#, with: #""a\ud800""#)
      let document = try Document(parsing: source, as: .json, options: options)
      let canonical = try Archive.canonicalForm(of: document)
      #expect(String(decoding: canonical, as: UTF8.self) == json)
    }
  }

  @Test(.enabled(if: Oracle.hashlib.isInstalled)) func showsAProgramThatFindsTheDigest() throws {
    let program = try #require(try page.displays.first { $0.first?.hasPrefix("from ") == true })
    let scratch = try Scratch()
    try scratch.write(program.joined(separator: "\n") + "\n", to: "digest.py")
    let kinds = RandomTaggedDocument.Kind.allCases.filter { $0 != .surrogate }
    var expected = ""
    for seed in 0..<30 {
      let options = ReadingOptions().adapted(to: .tagged)
      let text = RandomTaggedDocument(seed: UInt64(seed), size: 60, of: kinds).text
      let document = try Document(parsing: text, as: .json, options: options)
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
