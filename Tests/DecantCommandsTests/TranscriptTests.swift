import DecantTestSupport
import Foundation
import Testing

/// The pages in `Tests/Transcripts`: each command prints what its page shows.
@Suite struct TranscriptTests {
  private static let folder = "Tests/Transcripts"
  /// 1, or the name of the page to write.
  private static let written = ProcessInfo.processInfo.environment["DECANT_WRITE_TRANSCRIPTS"]

  static let pages: [String] = {
    let path = "/\(Corpora.package)/\(folder)"
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    return (names ?? []).filter { $0.hasSuffix(".md") && $0 != "README.md" }.sorted()
  }()

  private static func page(_ name: String) throws -> ConsolePage {
    try ConsolePage("\(folder)/\(name)")
  }

  private static func run(_ section: ConsolePage.Section) throws -> [String] {
    let isSample = section.commands.contains { $0.text.contains("Samples/") }
    let scratch = try isSample ? Scratch(linking: "Samples") : Scratch()
    let environment = """
      unset XDG_CONFIG_HOME DECANT_SCHEMAS
      export HOME="$PWD" GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL="$PWD/.gitconfig"
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b

      """
    return try section.run(.exact) { try scratch.shell(environment + $0) }
  }

  static let sections: [ConsolePage.Section] = {
    written == nil ? pages.flatMap { (try? page($0).sections) ?? [] } : []
  }()

  @Test(arguments: sections) func showsWhatReallyHappens(section: ConsolePage.Section) throws {
    for (command, printed) in zip(section.commands, try Self.run(section)) {
      // Texts that are equal by the rules of Unicode can differ in their bytes.
      let isSame = printed.utf8.elementsEqual(command.shown.utf8)
      #expect(isSame, "$ \(command.text)\nexpected:\n\(command.shown)\nfound:\n\(printed)")
    }
  }

  @Test(arguments: pages) func isPlain(name: String) throws {
    let page = try Self.page(name)
    #expect(!page.sections.isEmpty && page.sections.allSatisfy { $0.heading != "" })
    let text = try String(contentsOfFile: "/\(Corpora.package)/\(page)", encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 401)
  }

  @Test(.enabled(if: written != nil), arguments: pages.filter { ["1", $0].contains(written) })
  func writesThePageAnew(name: String) throws {
    let page = try Self.page(name)
    try page.text(showing: page.sections.map(Self.run))
      .write(toFile: "/\(Corpora.package)/\(page)", atomically: true, encoding: .utf8)
  }
}
