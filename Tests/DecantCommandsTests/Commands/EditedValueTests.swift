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

  /// What is taken otherwise than one might expect is noted; a key or an element among texts is an example.
  @Test(arguments: [
    (
      #"{"n":1}"#, "--set /t '{id}'", #"{"n":1,"t":"{id}"}"#,
      "'{id}' was taken as text; --value reads it as YAML"
    ),
    (
      #"{"n":null}"#, "--set /n '{{ x }}'", #"{"n":"{{ x }}"}"#,
      "'{{ x }}' was taken as text; --value reads it as YAML"
    ),
    (#"{"t":"{id}"}"#, "--set /t '{{ x }}'", #"{"t":"{{ x }}"}"#, nil),
    (
      #"{"a":"x"}"#, "--set /b 5", #"{"a":"x","b":5}"#,
      "'5' is a number beside values that are all text; --set-string takes it as text"
    ),
    (
      #"{"a":"x"}"#, "--insert /b 5", #"{"a":"x","b":5}"#,
      "'5' is a number beside values that are all text; --string takes it as text"
    ),
    (
      #"{"a":"1.0.219","b":"^1","c":">=2, <3","d":"1.2.3-rc.1"}"#,
      "--delete /b --delete /c --delete /d --set /e 2", #"{"a":"1.0.219","e":"2"}"#,
      "'2' became text, as the values beside it are; --value reads it as YAML"
    ),
    (#"{"a":"x","b":"2"}"#, "--set /c true", #"{"a":"x","b":"2","c":true}"#, nil),
    (#"{"a":"x","b":1}"#, "--set /c 5", #"{"a":"x","b":1,"c":5}"#, nil),
    ("{}", "--set /c 5", #"{"c":5}"#, nil),
    (
      #"["x"]"#, "--append '' 5", #"["x","5"]"#,
      "'5' became text, as the values beside it are; --value reads it as YAML"
    ),
    (#"["x"]"#, "--append '' y", #"["x","y"]"#, nil),
    (#"["x"]"#, "--value --append '' 5", #"["x",5]"#, nil),
    (
      #"{"package":{"version":"1"}}"#, "--set .version 2",
      #"{"package":{"version":"1"},"version":2}"#,
      "'version' is new at the top; '/package/version' exists"
    ),
    (
      #"{"editor.tabSize":2}"#, "--set .editor.fontSize 9",
      #"{"editor.tabSize":2,"editor":{"fontSize":9}}"#,
      #"'.editor.fontSize' led to nothing, so that its names became keys; .["editor.fontSize"] is one key"#
    ),
    (#"{"editor.fontSize":2}"#, "--set .editor.fontSize 9", #"{"editor.fontSize":9}"#, nil),
    (#"{"a":{}}"#, "--set .a.b 9", #"{"a":{"b":9}}"#, nil),
    ("{}", "--set /a/b 9", #"{"a":{"b":9}}"#, nil),
  ])
  func notesWhatAValueBecame(old: String, words: String, new: String, note: String?) throws {
    let run = try scratch.shell(
      "printf '%s' '\(old)' | decant edit -f json \(words) | decant -c -f json")
    #expect(run.output == new + "\n")
    #expect(run.errors == (note.map { "<stdin>: note: \($0)\n" } ?? ""))
  }

  @Test func keepsVersionsInDependencies() throws {
    try scratch.write(
      "[dependencies]\nserde = \"1.0.219\"\nrand = \"^1\"\nlog = \">=2\"\n", to: "Cargo.toml")
    let run = try scratch.shell("decant edit --set .dependencies.time 3 Cargo.toml")
    #expect(
      run.output.hasSuffix("log = \">=2\"\ntime = \"3\"\n") && run.errors.contains("became text"))
  }

  /// The words that plutil and defaults have before a value would become the value, and a file would be edited.
  @Test(arguments: [
    ("--set .v -string 42 v.json", "--string --set .v 42 v.json"),
    ("--set .v -integer 42 v.json", "--value --set .v 42 v.json"),
    ("--set .v -bool YES v.json", "--value --set .v true v.json"),
    ("--insert /x -bool 0 v.json", "--value --insert /x false v.json"),
    ("--set=.v -date 2026-01-01 v.json", "--date --set=.v 2026-01-01 v.json"),
    ("--set .v -data aGk= v.json", "--data --set .v aGk= v.json"),
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

  @Test func acceptsValuesWithSigns() throws {
    for (value, json) in [("-1", "-1"), ("--fast", "\"--fast\""), ("-v", "\"-v\""), ("-", "\"-\"")]
    {
      #expect(
        decant("edit", "-f", "json", "-q", "--set", "/n", value, input: #"{"n": 1}"#).output
          == #"{"n": \#(json)}"#)
    }
    #expect(
      try scratch.shell("decant edit --set-string /a -string a.json").output == #"{"a": "-string"}"#
    )
    // A file that is missing is not a path.
    #expect(try scratch.shell("decant edit -i --set /a 2 nowhere.json a.json").status == 66)
    #expect(try scratch.read("a.json") == #"{"a": 2}"#)
  }

  @Test func findsKeysWithDotsInEveryVerb() throws {
    try scratch.write(#"{"com.apple.security":true,"a":{"b.c":[1]},"z":0}"#, to: "k.json")
    try scratch.write(#"{"com.apple.security":false,"a":{"b.c":[1]},"z":0}"#, to: "l.json")
    for (words, output) in [
      ("get .com.apple.security k.json", "true\n"), ("get .a.b.c[0] k.json", "1\n"),
      ("get com.apple.security .a.b.c k.json", "true\n[1]\n"), ("--at .a.b.c -c k.json", "[1]\n"),
      ("get --rows '' .com.apple.security k.json", "true\n"),
      ("get --paths .a.b.c k.json", "/a/b.c/0\t1\n"),
      ("diff --ignore .com.apple.security k.json l.json", ""),
      ("edit --delete .com.apple.security --delete .a.b.c k.json", #"{"a":{},"z":0}"#),
      ("-o '{com.apple.security}.json' k.json && cat true.json | decant get .z -f json", "0\n"),
    ] {
      let run = try scratch.shell("decant \(words)")
      #expect(run.output == output && run.status == 0, "\(words): \(run)")
    }
  }
}
