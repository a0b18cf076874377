import Foundation
import Testing

@testable import DecantCLI

@Suite struct ServePageTests {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../man/decant-serve.1").standardizedFileURL.path()

  @Test func listsTheOptionsOfTheTable() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let filled = decant("help", "man-serve", input: page).output
    #expect(page == filled, "decant help man-serve <man/decant-serve.1")
    for flag in Verb.serve.flags { #expect(filled.contains("Fl -\(flag.long)")) }
    for name in RequestOptions.names { #expect(filled.contains("\n.Li \(name) ")) }
  }

  @Test func leavesNothingToTheLinter() throws {
    try ManualPageTests.lint(Self.path)
  }

  @Test func namesEveryKindOfError() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    for kind in Reply.Kind.allCases { #expect(page.contains("\n.It Li \(kind.rawValue)\n")) }
  }

  @Test func namesEveryRequest() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    for word in ServiceAnswer.words { #expect(page.contains("\n.It Li \(word)\n")) }
  }

  @Test func showsWhatReallyHappens() throws {
    let examples = try ManualPageTests.examples(of: Self.path)
    #expect(examples.count == 2)
    for example in examples {
      let outcome = try Scratch().shell("{ \(example.command); } 2>&1")
      // The payload of an error has no end of line, and the page must have one.
      let output = outcome.output.hasSuffix("\n") ? outcome.output : outcome.output + "\n"
      #expect(output == example.output)
    }
  }
}
