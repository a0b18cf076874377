import Decant
import Foundation
import Testing

@testable import DecantCLI

@Suite struct ManualPageTests {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../man/decant.1").standardizedFileURL.path()

  @Test func isNotStale() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    #expect(page == ManualPage(.standard).text, "decant help man >man/decant.1")
    #expect(decant("help", "man").output == page)
  }

  @Test func leavesNothingToTheLinter() throws {
    try Self.lint(Self.path)
  }

  static func lint(_ path: String) throws {
    let scratch = try Scratch()
    guard try scratch.shell("command -v mandoc").status == 0 else { return }
    let lines = try scratch.shell("mandoc -T lint -W style '\(path)'").output.split(separator: "\n")
    // The pages refer to each other, and need not be installed.
    #expect(lines.filter { !$0.contains("referenced manual not found: Xr decant") } == [])
  }

  @Test func namesEveryExitStatus() throws {
    let page = ManualPage(.standard).text
    for status in ExitStatus.allCases { #expect(page.contains("\n.It \(status.rawValue)\n")) }
  }

  /// The examples as they stand in the page: what is typed, and what appears.
  static func examples(
    of path: String = path
  ) throws -> [(command: String, output: String)] {
    let page = try String(contentsOfFile: path, encoding: .utf8)
    var examples: [(command: String, output: String)] = []
    var isLiteral = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Bd -literal") || line == ".Ed" {
        isLiteral = line != ".Ed"
      } else if isLiteral {
        let text = plain(line)
        if text.hasPrefix("$ ") {
          examples.append((String(text.dropFirst(2)), ""))
        } else if !examples.isEmpty {
          examples[examples.count - 1].output += text + "\n"
        }
      }
    }
    return examples
  }

  /// A line of the page as a reader sees it.
  static func plain(_ line: Substring) -> String {
    var text = String(line)
    for (escape, character) in [
      ("\\&", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~"),
      ("\\(dq", "\""), ("\\e", "\\"),
    ] {
      text = text.replacing(escape, with: character)
    }
    return text
  }

  @Test func hasExamples() throws {
    #expect(try Self.examples().count == Example.all.count)
  }

  @Test(arguments: Example.all.indices)
  func showsWhatReallyHappens(index: Int) throws {
    let example = try Self.examples()[index]
    #expect(example.command == Example.all[index].command)
    let outcome = try Scratch().shell("{ \(example.command); } 2>&1")
    #expect(outcome.output == example.output)
  }
}
