import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct ManualPageTests {
  private static let mandoc = (try? Scratch().shell("command -v mandoc").status) == 0

  @Test func listsAllPages() throws {
    #expect(try ManualPage.names == ManualPage.all.map(\.name).sorted())
  }

  @Test(arguments: ManualPage.all) func isUpToDate(page: ManualPage) throws {
    let text = try page.text
    #expect(
      decant("help", "man", input: text) == Outcome(status: 0, output: text, errors: ""),
      "decant help man <man/\(page.name)")
  }

  @Test(.enabled(if: mandoc), arguments: ManualPage.all)
  func satisfiesTheLinter(page: ManualPage) throws {
    let lines = try Scratch().shell("mandoc -T lint -W style '\(page.path)'").output
      .split(separator: "\n")
    // The pages refer to each other, and need not be installed; examples come first because people look for them.
    let isMeant = ["referenced manual not found: Xr decant", "out of conventional order: Sh "]
    #expect(lines.filter { line in !isMeant.contains { line.contains($0) } } == [])
  }

  @Test(.enabled(if: mandoc), arguments: ManualPage.all)
  func wrapsItsTextAtEightyColumns(page: ManualPage) throws {
    let text = try Scratch().shell("mandoc -T utf8 -O width=78 '\(page.path)' | col -b").output
    // Output is literal, and a single word and a backslash cannot be broken.
    let output = try page.examples.flatMap { $0.output.split(separator: "\n") }
    for line in text.split(separator: "\n") where line.count > 80 {
      let isWord = line.split(whereSeparator: \.isWhitespace).count <= 2
      #expect(isWord || output.contains { line.hasSuffix($0) }, "\(line)")
    }
  }

  @Test(arguments: ManualPage.all) func hasExamples(page: ManualPage) throws {
    #expect(try page.examples.count >= 2)
  }

  @Test(arguments: ManualPage.all) func showsWhatReallyHappens(page: ManualPage) throws {
    for example in try page.examples {
      let outcome = try Scratch().shell("{ \(example.command); } 2>&1")
      // The payload of a reply does not end in a line feed, but the page's line does.
      let output = outcome.output.hasSuffix("\n") ? outcome.output : outcome.output + "\n"
      #expect(output == example.output, "\(example.command)")
    }
  }

  static let mistakes = [
    ("a\n.\\\" @verbs\n", "line 2: unknown part: @verbs"),
    (".\\\" @options nonsense\n.\\\" @end\n", "line 1: unknown part: @options nonsense"),
    (".\\\" @options verb=x\n", "line 1: unknown part: @options verb=x"),
    (".\\\" @format ini\n", "line 1: unknown part: @format ini"),
    (".\\\" @held-by magic\n", "line 1: unknown part: @held-by magic"),
    ("a\n.\\\" @formats\nb\n", "line 2: missing @end"),
    (".\\\" @formats\n.\\\" @fields\n", "line 2: missing @end before"),
    (".\\\" @end\n", "line 1: nothing to end"),
  ]

  @Test(arguments: mistakes) func reportsPartsThatCannotBeFilled(page: String, message: String) {
    let outcome = decant("help", "man", input: page)
    #expect(outcome == Outcome(status: 65, output: "", errors: "<stdin>: error: \(message)\n"))
  }
}
