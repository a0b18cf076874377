import Foundation
import Testing

/// The examples of the README, run as they stand there.
@Suite struct ReadmeTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  struct Example: CustomTestStringConvertible {
    var command: String
    var output = ""

    var testDescription: String { command }
  }

  /// What is typed in the README's consoles, and what appears.
  static func examples() throws -> [Example] {
    let lines = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
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
    let outcome = try scratch.shell("{ \(example.command); } 2>&1")
    #expect(outcome.output == example.output)
  }

  /// The Swift that the README shows stands, compiled and run, among the tests.
  @Test func showsSwiftThatIsTested() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let tests = try String(
      contentsOf: Self.root.appending(path: "Tests/DecantTests/ReadmeExampleTests.swift"),
      encoding: .utf8
    ).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
    #expect(!blocks.isEmpty)
    for block in blocks {
      let code = block.components(separatedBy: "```")[0].split(separator: "\n")
      for line in code.map({ $0.trimmingCharacters(in: .whitespaces) }) {
        #expect(tests.contains(line), "the README shows a line that is not tested")
      }
    }
  }
}
