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

  struct Example {
    var command: String
    var output = ""
  }

  static func examples(of page: Page) throws -> [Example] {
    var examples: [Example] = []
    var isConsole = false
    for line in try page.text.split(separator: "\n", omittingEmptySubsequences: false) {
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

  /// In one shell, as readers type the commands one after another: a folder that one enters stays the current one.
  @Test(arguments: pages) func showsWhatReallyHappens(page: Page) throws {
    let examples = try Self.examples(of: page)
    #expect(page.path != "README.md" || examples.count > 30)
    let scratch = try Scratch()
    try FileManager.default.createSymbolicLink(
      atPath: "\(scratch.path)/Samples",
      withDestinationPath: Self.root.appending(path: "Samples").path())
    let script = examples.enumerated().map { "{ \($1.command)\n} >\"$outputs/\($0).txt\" 2>&1" }
    let outputs = try Scratch()
    _ = try scratch.shellAfterInstallation(
      "outputs='\(outputs.path)'\n" + script.joined(separator: "\n"))
    for (index, example) in examples.enumerated() {
      #expect(try outputs.read("\(index).txt") == example.output, "\(example.command)")
    }
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
