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

  /// All that make git run a program while it reads a blob of the index.
  static let settings = [
    "core.fsmonitor 'touch ../PWNED; false'", "core.hooksPath hooks",
    "core.pager 'touch ../PWNED; cat'",
    "diff.external 'touch ../PWNED'", "diff.own.textconv 'touch ../PWNED; cat'",
    "filter.own.smudge 'touch ../PWNED; cat'", "core.sshCommand 'touch ../PWNED'",
    "core.alternateRefsCommand 'touch ../PWNED'", "core.gitProxy 'touch ../PWNED'",
  ]

  @Test(arguments: settings, [true, false])
  func aMergeIsSolvedWithoutPrograms(setting: String, hasBase: Bool) throws {
    let outcome = try repository.git(
      """
      git init -q pkg && cd pkg && printf '* diff=own filter=own\\n' >.git/info/attributes
      mkdir hooks && printf '#!/bin/sh\\ntouch ../PWNED\\n' >hooks/post-index-change && chmod +x hooks/*
      printf 'x: 0\\ny: 0\\n' >c.yaml; base=$(git hash-object -w c.yaml)
      printf '<<<<<<< a\\nx: 1\\n=======\\nx: 2\\n>>>>>>> b\\ny: 0\\n' >c.yaml
      \(hasBase ? "printf '100644 %s 1\\tc.yaml\\n' $base | git update-index --index-info" : "git add c.yaml")
      rm -f ../PWNED
      git config \(setting)
      cd .. && decant merge --solve pkg/c.yaml >result 2>errors; echo $?; grep -c '^|||||||' result
      test -e PWNED && echo PWNED
      """)
    #expect(outcome.output == (hasBase ? "1\n0\n" : "65\n0\n"), "\(outcome.errors)")
  }

  /// A blob that is missing in a partial clone would be fetched by a command of its settings.
  @Test func missingBlobsAreNotFetched() throws {
    let outcome = try repository.git(
      """
      git init -q pkg && cd pkg
      printf '<<<<<<< a\\nx: 1\\n=======\\nx: 2\\n>>>>>>> b\\n' >c.yaml
      printf '100644 %040d 1\\tc.yaml\\n' 7 | git update-index --index-info
      git config core.repositoryformatversion 1 && git config extensions.partialClone origin
      git config remote.origin.promisor true && git config remote.origin.url 'ext::sh -c "touch% ../PWNED"'
      git config protocol.ext.allow always && git config remote.origin.uploadpack 'touch ../PWNED;'
      cd .. && decant merge --solve pkg/c.yaml 2>/dev/null; echo $?
      git -C pkg config remote.origin.url "$PWD/pkg"; decant merge --solve pkg/c.yaml 2>/dev/null; echo $?
      ls -d PWNED pkg/PWNED 2>/dev/null
      """)
    #expect(outcome.output == "65\n65\n", "\(outcome.errors)")
  }

  /// What decant offers to other programs ends its options before the names.
  @Test func hooksEndTheirOptions() throws {
    let root = ReadmeTests.root
    let hooks = try String(
      contentsOf: root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
    let entries = hooks.split(separator: "\n").filter { $0.hasPrefix("  entry: ") }
    #expect(entries.count == 2 && entries.allSatisfy { $0.hasSuffix(" --") })
    let tasks = try String(
      contentsOf: root.appending(path: "Samples/Editors/vscode/tasks.json"), encoding: .utf8)
    let calls = tasks.split(separator: "\n").filter { $0.contains("${file}\"") }
    #expect(calls.count == 2 && calls.allSatisfy { $0.contains("\"--\", \"${file}\"") })
    let check = try String(
      contentsOf: root.appending(path: "Samples/Editors/github/check.yml"), encoding: .utf8)
    #expect(check.contains("xargs -0r decant check --color never --\n"))
  }
}
