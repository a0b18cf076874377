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
    Page(
      path: "Sources/DecantConversion/DecantConversion.docc/Filter.md",
      tests: "ArticleExampleTests.swift"),
    Page(
      path: "Sources/DecantCoding/DecantCoding.docc/CodableTypes.md",
      tests: "ArticleExampleTests.swift"),
    Page(
      path: "Sources/DecantCoding/DecantCoding.docc/StreamsAndLargeArrays.md",
      tests: "StreamArticleTests.swift"),
    Page(
      path: "Sources/DecantCoding/DecantCoding.docc/ComingFromYams.md",
      tests: "YamsArticleTests.swift"),
    Page(
      path: "Sources/DecantCoding/DecantCoding.docc/ClassHierarchies.md",
      tests: "HierarchyArticleTests.swift"),
    Page(path: "Sources/Decant/Decant.docc/ArchivingValues.md", tests: "ArchiveArticleTests.swift"),
    Page(
      path: "Sources/DecantCore/DecantCore.docc/AddingAFormat.md", tests: "FormatArticleTests.swift"
    ),
  ]

  /// In one shell, as readers type the commands one after another: a folder that one enters stays the current one.
  @Test(arguments: pages) func showsWhatReallyHappens(page: Page) throws {
    var all = ConsolePage.Section(page: page.path, heading: "")
    all.steps = try ConsolePage(page.path).sections.flatMap(\.steps)
    #expect(page.path != "README.md" || all.commands.count > 30)
    let scratch = try Scratch(linking: "Samples")
    let printed = try all.run(.plain, by: scratch.shellAfterInstallation)
    for (command, text) in zip(all.commands, printed) {
      #expect(text == command.shown, "\(command.text)")
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
