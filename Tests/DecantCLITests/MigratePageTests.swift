import Foundation
import Testing

@testable import DecantCLI

@Suite struct MigratePageTests {
  static let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../man/decant-migrate.1").standardizedFileURL.path()

  @Test func isNotStale() throws {
    let page = try String(contentsOfFile: Self.path, encoding: .utf8)
    let isSame = page == MigratePage().text
    #expect(isSame, "decant help man-migrate >man/decant-migrate.1")
    #expect(decant("help", "man-migrate").output == MigratePage().text)
  }

  @Test func leavesNothingToTheLinter() throws {
    try ManualPageTests.lint(Self.path)
  }

  @Test func tellsOfEachOption() {
    for flag in Verb.migrate.flags { #expect(MigratePage().text.contains("Fl -\(flag.long)")) }
  }

  @Test func hasExamples() throws {
    #expect(try ManualPageTests.examples(of: Self.path).count == Example.ofMigration.count)
  }

  @Test(arguments: Example.ofMigration.indices)
  func showsWhatReallyHappens(index: Int) throws {
    let example = try ManualPageTests.examples(of: Self.path)[index]
    #expect(example.command == Example.ofMigration[index].command)
    let outcome = try Scratch().shell("{ \(example.command); } 2>&1")
    #expect(outcome.output == example.output)
  }
}
