import DecantCommands
import DecantTestSupport
import Testing

import Decant

/// Values and paths as people type them.
@Suite struct EditedValueTests {
  let scratch: Scratch
  private static let texts = #"{"v": "1.0", "n": 42, "l": ["a"], "z": null}"#

  init() throws {
    scratch = try Scratch()
    try scratch.write(#"{"a": 1}"#, to: "a.json")
  }

  /// The words that plutil and defaults have before a value would become the value, and a file would be edited.
  @Test(arguments: [
    ("--set .v -string 42 v.json", "--set-string .v 42 v.json"),
    ("--set .v -integer 42 v.json", "--value --set .v 42 v.json"),
    ("--set .v -bool YES v.json", "--value --set .v true v.json"),
    ("--insert /x -bool 0 v.json", "--value --insert /x false v.json"),
    ("--set=.v -date 2026-01-01 v.json", "--set-date=.v 2026-01-01 v.json"),
    ("--set .v -data aGk= v.json", "--set-data .v aGk= v.json"),
    ("--insert /x -string 0 v.json", "--value --insert /x '!!str 0' v.json"),
    ("--append .l -data aGk= v.json", "--value --append .l '!!binary aGk=' v.json"),
    ("--set .v -float", "--value --set .v VALUE"),
    ("--append .l -dict v.json", "--value --append .l '[a, {b: c}]'"),
    ("--set .v 5 .n 6 v.json", "--set .v 5 --set .n 6 v.json"),
    ("--delete .v .n v.json", "--delete .v --delete .n v.json"),
    ("--set /v 5 /n 6 v.json", "--set /v 5 --set /n 6 v.json"),
    ("--rename .v w .n m v.json", "--rename .v w --rename .n m v.json"),
  ])
  func refusesTheWordsOfOthers(words: String, command: String) throws {
    try scratch.write(Self.texts, to: "v.json")
    let run = try scratch.shell("decant edit -i \(words)")
    #expect(run.status == 64)
    #expect(run.errors.hasSuffix("; write: decant edit -i \(command)\n"), "\(run.errors)")
    #expect(try scratch.read("v.json") == Self.texts)
  }
}
