import DecantTestSupport
import Foundation
import Testing

/// The installation script, in empty folders, with a built executable.
@Suite struct InstallTests {
  let run: SampleRun

  init() throws {
    run = try SampleRun()
  }

  private static let files = [
    "bin/decant",
    "share/bash-completion/completions/decant",
    "share/decant/installed",
    "share/fish/vendor_completions.d/decant.fish",
    "share/man/man1/decant-edit.1",
    "share/man/man1/decant-merge.1",
    "share/man/man1/decant-migrate.1",
    "share/man/man1/decant-plutil.1",
    "share/man/man1/decant-serve.1",
    "share/man/man1/decant.1",
    "share/man/man5/decant-archive.5",
    "share/man/man7/decant-formats.7",
    "share/man/man7/decant-schemas.7",
    "share/zsh/site-functions/_decant",
  ]

  /// The executable would take seconds to copy.
  private static let substitute = """
    cat >tool <<'END'
    #!/bin/sh
    case $1 in --version) echo "decant 0" ;; completions) echo "# $2" ;; esac
    END
    """

  private func install(_ words: String, before: String = "", destination: String = "") throws
    -> Outcome
  {
    try run.shell("\(before)\nDESTDIR=\(destination) sh Samples/install.sh \(words)")
  }

  private func files(under folder: String) throws -> [String] {
    try run.shell("cd \(folder) && find . ! -type d | LC_ALL=C sort").output.split(separator: "\n")
      .map { String($0.dropFirst(2)) }
  }

  @Test func installsTheExecutableThePagesAndTheCompletions() throws {
    let outcome = try install(#"--prefix "$PWD/a b" --executable "$(command -v decant)""#)
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(try files(under: "'a b'") == Self.files)
    for file in Self.files where file != "share/decant/installed" {
      #expect(outcome.output.contains("/a b/\(file)\n"))
    }
    let checks = """
      cd 'a b'; for shell in bash zsh fish; do bin/decant completions $shell >$shell; done
      cmp bash share/bash-completion/completions/decant
      cmp zsh share/zsh/site-functions/_decant
      cmp fish share/fish/vendor_completions.d/decant.fish
      cmp share/man/man1/decant.1 "$(dirname "$(readlink -f ../Samples)")/man/decant.1"
      echo '[1, 2]' | bin/decant -c
      """
    #expect(try run.shell(checks) == Outcome(status: 0, output: "[1,2]\n", errors: ""))
  }

  @Test func removesAllThatItInstalled() throws {
    try #require(try install("--prefix p/q --executable tool", before: Self.substitute).status == 0)
    let outcome = try install("--prefix p/q --uninstall")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.split(separator: "\n").count == Self.files.count - 1)
    #expect(try run.shell("ls -d p").status != 0)
  }

  @Test func leavesWhatOthersInstalled() throws {
    let others =
      "mkdir -p p/bin p/share/man/man1; echo >p/bin/other; echo >p/share/man/man1/other.1"
    let before = Self.substitute + "\n" + others
    try #require(try install("--prefix p --executable tool", before: before).status == 0)
    #expect(try install("--prefix p --uninstall", before: "echo >p/share/zsh/kept").status == 0)
    #expect(try files(under: "p") == ["bin/other", "share/man/man1/other.1", "share/zsh/kept"])
    #expect(try run.shell("ls p/share").output == "man\nzsh\n")
  }

  @Test func putsTheDestinationBeforeThePrefix() throws {
    let words = "--prefix=/usr --executable=tool"
    let outcome = try install(words, before: Self.substitute, destination: "$PWD/root")
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("PATH"))
    #expect(try files(under: "root") == Self.files.map { "usr/" + $0 })
    #expect(try install("--prefix /usr --uninstall", destination: "$PWD/root").status == 0)
    #expect(try run.shell("find root").output == "root\n")
  }

  @Test func removesFilesThatAnOlderVersionHad() throws {
    try #require(try install("--prefix p --executable tool", before: Self.substitute).status == 0)
    let older = """
      mkdir p/share/old; echo >p/share/old/file
      printf 'file %s\\nfolder %s\\n' "$PWD/p/share/old/file" "$PWD/p/share/old" >>p/share/decant/installed
      """
    #expect(try install("--prefix p --executable tool", before: older).status == 0)
    #expect(try files(under: "p") == Self.files)
    #expect(try install("--prefix p --uninstall").status == 0)
    #expect(try run.shell("ls -d p").status != 0)
  }

  static let mistakes: [(words: String, status: Int32, message: String)] = [
    ("--nonsense", 64, "install.sh: unknown option '--nonsense'"),
    ("--prefix", 64, "install.sh: '--prefix' needs a value"),
    ("--prefix ''", 64, "install.sh: '--prefix' must not be empty"),
    ("--prefix p --uninstall", 1, "install.sh: decant is not installed under "),
    ("--prefix p --executable missing", 1, "install.sh: no executable at missing"),
  ]

  @Test(arguments: mistakes)
  func refusesMistakes(words: String, status: Int32, message: String) throws {
    let outcome = try install(words)
    #expect(outcome.status == status)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix(message))
    #expect(try run.shell("ls").output == "Data\nSamples\n")
  }
}
