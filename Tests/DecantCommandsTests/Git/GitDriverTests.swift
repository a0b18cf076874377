import Decant
import Testing

@testable import DecantCommands

@Suite struct GitDriverTests {
  static let paths = ["/a/decant", "/it's here/decant", "/100%A/$HOME/`x`/decant", "/é\"\\/decant"]

  @Test(arguments: paths) func quotesPathsForTheShell(path: String) throws {
    let word = ShellWord(quoting: path)
    let outcome = try Scratch().shell("printf '%s|' \(word.text) end")
    #expect(outcome.output == "\(path)|end|")
  }

  @Test(arguments: paths) func recognizesItsCommands(path: String) {
    for driver in [GitDriver.merge, .textDifference, .filter] {
      let settings = driver.settings(running: ShellWord(quoting: path))
      #expect(settings.first.map { driver.command.isRun(by: $0.value) } == true)
    }
  }

  static let others = [
    "", "decant", "decant merge",
    "nice decant merge -i --marker-size %L --labels %X %Y --file-name %P %O %A %B",
    "other merge -i --marker-size %L --labels %X %Y --file-name %P %O %A %B",
    " merge -i --marker-size %L --labels %X %Y --file-name %P %O %A %B",
    "decant merge -i --marker-size %L --labels %X %Y --file-name %P %O %A %B # mine",
  ]

  @Test(arguments: others) func leavesOtherCommands(command: String) {
    #expect(!GitDriver.merge.command.isRun(by: command))
  }

  /// What the manual told users to set by hand.
  @Test func recognizesTheUsualCommand() {
    #expect(
      GitDriver.merge.command.isRun(
        by: "decant merge -i --marker-size %L --labels %X %Y --file-name %P %O %A %B"))
  }

  @Test func namesTheFilesOfTheFormats() {
    let lines = FormatRegistry.standard.gitAttributes(.asIs)
    for suffix in [
      "json", "jsonc", "json5", "yaml", "yml", "toml", "pbxproj", "strings", "entitlements",
      "xcstrings",
    ] {
      #expect(lines.contains("*.\(suffix) merge=decant"))
    }
    for suffix in ["plist", "bplist", "cbor", "msgpack"] {
      #expect(lines.contains("*.\(suffix) merge=decant diff=decant"))
    }
    #expect(lines.contains("Cargo.lock merge=decant"))
    // Records merge by lines, and the pattern of .json includes complete names.
    #expect(!lines.contains { $0.hasPrefix("*.jsonl ") || $0.contains("tsconfig") })
    #expect(Set(lines.map { $0.prefix { $0 != " " } }).count == lines.count)
  }

  @Test func filtersBinaryPropertyLists() {
    let lines = FormatRegistry.standard.gitAttributes(.xml)
    #expect(
      lines.filter { $0.contains("filter") } == [
        "*.plist merge=decant diff=decant filter=decant -text",
        "*.bplist merge=decant diff=decant filter=decant -text",
      ])
  }
}
