import Foundation
import Testing

@testable import DecantCommands

@Suite struct ReadmeTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  struct Page: CustomTestStringConvertible {
    let path: String
    let tests: String

    var testDescription: String { path }
    var text: String {
      get throws { try String(contentsOf: root.appending(path: path), encoding: .utf8) }
    }
  }

  static let pages = [
    Page(path: "README.md", tests: "ReadmeExampleTests.swift"),
    Page(path: ".github/LIBRARY.md", tests: "ReadmeExampleTests.swift"),
    Page(path: "Sources/Decant/Decant.docc/Filter.md", tests: "ArticleExampleTests.swift"),
    Page(path: "Sources/Decant/Decant.docc/CodableTypes.md", tests: "ArticleExampleTests.swift"),
    Page(path: "Sources/Decant/Decant.docc/ArchivingValues.md", tests: "ArchiveArticleTests.swift"),
    Page(path: "Sources/Decant/Decant.docc/AddingAFormat.md", tests: "FormatArticleTests.swift"),
  ]

  struct Example: CustomTestStringConvertible {
    var command: String
    var output = ""

    var testDescription: String { command }
  }

  static func examples() throws -> [Example] {
    let lines = try pages.map { try $0.text }.joined()
      .split(separator: "\n", omittingEmptySubsequences: false)
    var examples: [Example] = []
    var isConsole = false
    for line in lines {
      if line.hasPrefix("```") {
        isConsole = line == "```console"
      } else if isConsole, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2))))
      } else if isConsole, !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
    return examples
  }

  @Test func hasExamples() throws {
    #expect(try Self.examples().count > 10)
  }

  @Test(arguments: try Self.examples())
  func showsWhatReallyHappens(example: Example) throws {
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Samples",
      withDestinationPath: Self.root.appending(path: "Samples").path())
    let outcome = try scratch.shellAfterInstallation("{ \(example.command); } 2>&1")
    #expect(outcome.output == example.output)
  }

  @Test(arguments: pages) func showsSwiftThatIsTested(page: Page) throws {
    let tests = try String(
      contentsOf: Self.root.appending(path: "Tests/DecantTests/\(page.tests)"), encoding: .utf8
    ).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let blocks = try page.text.components(separatedBy: "```swift\n").dropFirst()
    #expect(!blocks.isEmpty)
    var depth = 0
    for block in blocks {
      for character in block.components(separatedBy: "```")[0] {
        depth += character == "{" ? 1 : character == "}" ? -1 : 0
      }
      let code = block.components(separatedBy: "```")[0].split(separator: "\n")
      for line in code.map({ $0.trimmingCharacters(in: .whitespaces) }) {
        #expect(tests.contains(line), "\(page.path) shows a line that is not tested")
      }
    }
    #expect(depth == 0, "\(page.path) lacks a brace")
  }
}
