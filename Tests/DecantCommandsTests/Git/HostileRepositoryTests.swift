import DecantTestSupport
import Foundation
import Testing

/// Repositories that have come from elsewhere: neither their names nor their settings make decant, or git in its name, write
/// another file or run a program.
@Suite(.enabled(if: Repository.isGitInstalled)) struct HostileRepositoryTests {
  let repository: Repository

  init() throws {
    repository = try Repository()
  }

  static let names = [
    "--rejects=PRECIOUS", "-o PRECIOUS", "-oPRECIOUS", "--output=PRECIOUS", "-i.plist",
    "--help.plist", "-",
    "--.plist", "-- -i.plist", "$(touch PRECIOUS).plist", "`touch PRECIOUS`.plist",
    "';touch PRECIOUS;'.plist",
  ]

  /// Git passes names of the working tree as they are.
  @Test(arguments: names) func namesOfFilesAreNoOptions(name: String) throws {
    let precious = "\(repository.scratch.path)/precious.plist"
    try repository.scratch.write("precious", to: "precious.plist")
    let path = name.replacing("PRECIOUS", with: precious)
    let file = URL(filePath: "\(repository.scratch.path)/work/./\(path)")
    let outcome = try repository.git(
      "git init -q work && cd work && decant git setup -q && git add . && git commit -qm 0")
    #expect(outcome.errors == "")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    for text in ["{ a = 1; }", "{ a = 2; }", "{ a = 3; }"] {
      try text.write(to: file, atomically: false, encoding: .utf8)
      let outcome = try repository.git(
        "cd work && git add -A && git commit -qm 1 && git status --short")
      #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    }
    try "{ a = 4; }".write(to: file, atomically: false, encoding: .utf8)
    let shown = try repository.git(
      """
      cd work; printf '* diff=decant\\n' >.git/info/attributes
      git diff HEAD~1; git diff; git blame -- "$(git ls-files -z | tr '\\0' '\\n' | grep -v gitattributes)"
      """)
    // By convention, this name is standard input.
    if name != "-" {
      #expect(shown.output.contains("-a: '2'\n+a: '4'\n"), "\(shown.errors)")
    }
    #expect(try repository.scratch.read("precious.plist") == "precious")
  }

  /// What decant offers to other programs ends its options before the names.
  @Test func hooksEndTheirOptions() throws {
    let root = ReadmeTests.root
    let hooks = try String(
      contentsOf: root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
    let entries = hooks.split(separator: "\n").filter { $0.hasPrefix("  entry: ") }
    #expect(entries.count == 3 && entries.allSatisfy { $0.hasSuffix(" --") })
    let tasks = try String(
      contentsOf: root.appending(path: "Samples/Editors/vscode/tasks.json"), encoding: .utf8)
    let calls = tasks.split(separator: "\n").filter { $0.contains("${file}\"") }
    #expect(calls.count == 2 && calls.allSatisfy { $0.contains("\"--\", \"${file}\"") })
    let check = try String(
      contentsOf: root.appending(path: "Samples/Editors/github/check.yml"), encoding: .utf8)
    #expect(check.contains("xargs -0r decant check --color never --\n"))
  }
}
