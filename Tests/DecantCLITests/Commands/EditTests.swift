import DecantTestSupport
import Testing

@testable import DecantCLI

@Suite struct EditTests {
  let scratch: Scratch
  static let yaml = "# head\nspec:\n  replicas: 1 # low\n  args: [a]\n"

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.yaml, to: "a.yaml")
    try scratch.write(#"{"a": 1}"#, to: "a.json")
    try scratch.write("hello", to: "text")
  }

  @Test func writesToStandardOutput() throws {
    let run = decant(
      "edit", "-f", "yaml", "--set", "/spec/replicas", "3", "--insert=/spec/args/-", "--fast",
      "--delete", "/spec/args/0", input: Self.yaml)
    #expect(run.output == "# head\nspec:\n  replicas: 3 # low\n  args: [--fast]\n")
    #expect(run.errors == "" && run.status == 0)
    #expect(try scratch.shell("decant edit --set /a 2 a.json").output == #"{"a": 2}"#)
    #expect(try scratch.read("a.json") == #"{"a": 1}"#)
  }

  @Test func rewritesFilesInPlace() throws {
    let run = try scratch.shell(
      "decant edit -i.old --set /b 2 a.json a.yaml && cat a.json a.json.old a.yaml")
    #expect(run.output == #"{"a": 1, "b": 2}{"a": 1}"# + Self.yaml + "b: 2\n")
    #expect(run.status == 0)
  }

  @Test func editsProjectFiles() throws {
    try scratch.write("[project] # new\nversion = '1.0' # c\n\n[tool.x]\n", to: "pyproject.toml")
    let run = try scratch.shell(
      """
      decant edit -i --string --set /project/version 1.2.0 --set /tool/x/lines '[80, 88]' pyproject.toml
      cat pyproject.toml
      """)
    #expect(
      run.output
        == "[project] # new\nversion = '1.2.0' # c\n\n[tool.x]\nlines = [80, 88]\n")
    #expect(run.status == 0 && run.errors == "")
  }

  @Test func writesIntoTheFileThatItReads() throws {
    let run = try scratch.shell(
      """
      awk 'BEGIN { printf "["; for (i = 0; i < 6000; i++) printf "\"%0900d\", ", i; print "0]" }' > big.json
      { printf '[true, '; tail -c +2 big.json; } > expected.json
      touch -d 2020-01-01 big.json
      decant edit --insert /0 true big.json 1<> big.json && cmp big.json expected.json
      """)
    #expect(run.status == 0, "\(run)")
  }

  @Test func leavesTheFileWhereAnOperationFails() throws {
    let run = try scratch.shell("decant edit -i --set /a 2 --delete /b a.json")
    #expect(run.status == 65)
    #expect(run.errors == "a.json:1:1: error: no value at '/b'\n    1 | {\"a\": 2}\n      | ^\n")
    #expect(try scratch.read("a.json") == #"{"a": 1}"#)
    #expect(try scratch.names == ["a.json", "a.yaml", "text"])
  }

  @Test func readsValuesInTheFormThatIsNamed() throws {
    let cases: [(String, String)] = [
      ("--set /a '[1, {b: c}]'", #"{"a": [1, {"b": "c"}]}"#),
      ("--string --set /a 5", #"{"a": "5"}"#),
      ("--set /a @a.yaml --delete /a/spec/args", #"{"a": {"spec": {"replicas": 1}}}"#),
      ("--string --set /a @text", #"{"a": "hello"}"#),
      ("--data --set /a @text", #"{"a": "aGVsbG8="}"#),
      ("--date --set /a 2001-12-14", #"{"a": "2001-12-14T00:00:00Z"}"#),
      ("--string --set /a 5 --set /b 6", #"{"a": "5", "b": 6}"#),
      ("--rename /a b --copy /b /c --move /b /d --test /d 1", #"{"c": 1, "d": 1}"#),
    ]
    for (arguments, output) in cases {
      let run = try scratch.shell("decant edit -q \(arguments) a.json")
      #expect(run.output == output, "\(arguments): \(run.errors)")
    }
  }

  @Test func refusesValuesThatAreNotWhatTheyAreNamed() throws {
    _ = try scratch.shell(#"printf 'a\377' > latin"#)
    let cases: [(String, Int32, String)] = [
      ("--string --set /a @latin", 65, "latin: error: the input is not valid UTF-8"),
      ("--date --set /a \"2001'-12-14\"", 64, "invalid value '2001'-12-14'"),
      ("--data --set /a \"aGVs'bG8=\"", 64, "invalid value 'aGVs'bG8='"),
    ]
    for (arguments, status, message) in cases {
      let run = try scratch.shell("decant edit \(arguments) a.json")
      #expect(run.status == status && run.output == "", "\(arguments)")
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test func mergesAndPatches() throws {
    try scratch.write("b: {c: 1}\na: ~\n", to: "merge.yaml")
    try scratch.write(#"{"b": {"c": 1}}"#, to: "b.json")
    #expect(
      try scratch.shell("decant edit --merge merge.yaml a.json").output == #"{"b": {"c": 1}}"#)
    #expect(
      try scratch.shell(
        "decant diff --format patch a.json b.json >p; decant edit --patch p a.json | decant diff - b.json"
      )
        == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func bringsTheCommentsOfAMergedFile() throws {
    try scratch.write("# about b\nb = 1 # b\n", to: "merge.toml")
    #expect(
      try scratch.shell("decant edit --merge merge.toml a.yaml").output
        == Self.yaml + "# about b\nb: 1  # b\n")
    #expect(
      try scratch.shell("decant edit --merge merge.toml a.json").output == #"{"a": 1, "b": 1}"#)
  }

  @Test func asksBeforeItChangesSeveralPlaces() throws {
    try scratch.write("d: &d {m: 1}\nu:\n  <<: *d\n", to: "d.yaml")
    let run = try scratch.shell("decant edit --set /d/m 2 d.yaml")
    #expect(run.status == 65 && run.output == "")
    #expect(
      run.errors.contains("an alias refers to the anchor 'd' of this value, at '/u/<<'")
        && run.errors.contains(
          "hint: --unshare changes only this value; --shared changes it for all aliases")
    )
    #expect(
      try scratch.shell("decant edit --unshare --set /d/m 2 d.yaml").output
        == "d: {m: 2}\nu:\n  <<: &d {m: 1}\n")
    #expect(
      try scratch.shell("decant edit --shared --set /d/m 2 d.yaml").output
        == "d: &d {m: 2}\nu:\n  <<: *d\n")
    #expect(try scratch.shell("decant edit --delete /d d.yaml").errors.contains("hint: --unshare"))
  }

  @Test func refusesWhatMakesNoSense() throws {
    for arguments in [
      "", "--set /a", "--set a 1", "--set /a '[' a.json", "--set /a 1 a.json a.yaml",
      "--document 0 --delete /a",
      "--delete a",
    ] {
      #expect(try scratch.shell("decant edit \(arguments)").status == 64, "\(arguments)")
    }
    #expect(try scratch.shell("decant edit --set /a 1 nowhere.json").status == 66)
    #expect(try scratch.shell("decant edit -i --set /a @nowhere a.json").status == 66)
    #expect(try scratch.shell("decant edit --document 2 --set /a 1 a.json").status == 65)
  }

  @Test func notesAValueThatLosesItsType() throws {
    let run = try scratch.shell("decant edit --date --set /a 2001-12-14 a.json")
    #expect(
      run.errors == "a.json: note: 1 date became a string; --tagged keeps it\n"
        || run.errors.contains("note: 1 date became a string"))
    #expect(
      try scratch.shell("decant -t xml1 a.json | decant edit -f xml1 --set /a null").status == 65)
  }
}
