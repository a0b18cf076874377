import DecantTestSupport
import Testing

import DecantCommands
import Decant

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

  /// What is new in some documents may not have been meant for them.
  @Test(arguments: [
    ("--set /a 2", "a: 2\n---\nb: 1\na: 2\n", true),
    ("--set /c 2", "a: 1\nc: 2\n---\nb: 1\nc: 2\n", false),
    ("--set /a 2 --document 1", "a: 2\n---\nb: 1\n", false),
    ("--set /a 2 --document '[a]'", "a: 2\n---\nb: 1\n", false),
    ("--set /a 2 --if-present", "a: 2\n---\nb: 1\n", false),
  ])
  func notesWhatIsNewInSomeDocuments(options: String, new: String, isNoted: Bool) throws {
    try scratch.write("a: 1\n---\nb: 1\n", to: "two.yaml")
    let run = try scratch.shell("decant edit \(options) two.yaml")
    #expect(run.output == new)
    #expect(
      run.errors
        == (isNoted
          ? "two.yaml: note: '/a' was new in 1 of 2 documents; "
            + "--if-present sets only what is there, --document chooses documents\n" : ""))
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
    #expect(run.errors == "a.json:1:1: error: no value at '/b'\n    1 | {\"a\": 1}\n      | ^\n")
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
      ("--string --set /a x --set /b 6", #"{"a": "x", "b": 6}"#),
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

  // MARK: Text

  private static let texts = #"{"v": "1.0", "n": 42, "l": ["a"], "z": null}"#

  @Test func keepsText() throws {
    let cases: [(words: [String], output: String)] = [
      (["--set", "/v", "1.10"], #""v": "1.10""#), (["--set", "/v", "007"], #""v": "007""#),
      (["--set", "/v", "0755"], #""v": "0755""#), (["--set", "/v", "43"], #""v": "43""#),
      (["--set", "/v", "no"], #""v": "no""#), (["--set", "/v", ""], #""v": """#),
      (["--set", "/v", "- x"], #""v": "- x""#), (["--set", "/v", "*.js"], #""v": "*.js""#),
      (["--set", "/v", "Error: not found"], #""v": "Error: not found""#),
      (["--set", "/v", "a\nb"], #""v": "a\nb""#), (["--set", "/v", "{x: 1}"], #""v": "{x: 1}""#),
      (["--set", "/v", #""2.0""#], #""v": "2.0""#), (["--set", "/v", "'x'"], #""v": "x""#),
      (["--set-string", "/v", "'x'"], #""v": "'x'""#),
      (["--set-string", "/n", "@x"], #""n": "@x""#),
      (["--set-string", "/new", "1"], #""new": "1""#),
      (["--set-json", "/v", "[1, 2]"], #""v": [1, 2]"#),
      (["--set-data", "/v", "aGk="], #""v": "aGk=""#),
      (["--set-date", "/v", "2026-01-01"], #""v": "2026-01-01T00:00:00Z""#),
      (["--insert", "/l/-", "7"], #""l": ["a", "7"]"#),
      (["--test", "/v", "1.0", "--test", "/n", "42.0", "--set", "/n", "1"], #""n": 1"#),
      (["--set", "/*", "5"], #"{"v": "5", "n": 5, "l": 5, "z": 5}"#),
      // A word for the form is before or after the operation, or before its value.
      (["--value", "--set", "/v", "1.10"], #""v": 1.10"#),
      (["--set", "/v", "1.10", "--value"], #""v": 1.10"#),
      (["--set", "/v", "--value", "1.10"], #""v": 1.10"#),
      (["--set", "/n", "1", "--string", "--delete", "/v"], #""n": "1""#),
      (["--set", "/n", "1", "--string", "--set", "/z", "2"], #""n": 1, "l": ["a"], "z": "2""#),
      (["--insert", "/l/-", "--data"], #""l": ["a", "--data"]"#),
    ]
    for (words, output) in cases {
      let run = decant(words: ["edit", "-q", "-f", "json"] + words, input: Self.texts)
      #expect(run.output.contains(output), "\(words): \(run)")
      #expect(run.errors == "" && run.status == 0)
    }
    #expect(
      decant("edit", "-f", "json", "--test", "/v", "1.00", input: Self.texts).errors
        .contains(#"the test expected "1.00" but found "1.0""#))
  }

  @Test func notesAChangeOfType() throws {
    try scratch.write(Self.texts, to: "v.json")
    let text = #"the string "1.0" became the integer 43"#
    for (words, errors) in [
      ("--value --set /v 43", "v.json: note: \(text) (at /v); --string keeps text\n"),
      ("--set /n x", "v.json: note: the integer 42 became the string \"x\" (at /n)\n"),
      ("--set /n 1.5 --set /z x --set /v x", ""), ("-q --value --set /v 43", ""),
      ("--string --set /n x", ""), ("--set-json /v 43", ""),
      (
        "--error-format json --value --set /v 43",
        #"{"severity":"note","source":"v.json","line":null,"column":null,"offset":null,"message":"#
          + #""the string \"1.0\" became the integer 43","path":"/v","hint":"--string keeps text","count":1}"#
          + "\n"
      ),
    ] {
      let run = try scratch.shell("decant edit \(words) v.json")
      #expect(run.errors == errors, "\(words)")
      #expect(run.status == 0)
    }
  }

  @Test func namesTheOptionForText() throws {
    try scratch.write(Self.texts, to: "v.json")
    for (words, status, message, hint) in [
      (
        "--set /n '['", 64, "invalid value '[': '[' is never closed",
        "--set-string takes it as text"
      ),
      ("--value --set /v '['", 64, "invalid value '[': ", "--set-string takes it as text"),
      ("--insert /new '['", 64, "invalid value '[': ", "--string takes it as text"),
      (
        "--set /v @babel/core", 66, "babel/core: error: cannot open",
        "--set-string takes it as text"
      ),
      ("--set-json /v x", 64, "invalid value 'x'", nil),
      ("--set-data /v '%'", 64, "invalid value '%'", nil),
      ("--set-date /v x", 64, "invalid value 'x'", nil),
      ("--string --delete /v", 64, "'--string' needs an operation such as", nil),
      ("--string --date --set /v x", 64, "'--string' needs an operation such as", nil),
      ("--date --set-string /v x", 64, "'--date' needs an operation such as", nil),
    ] as [(String, Int32, String, String?)] {
      let run = try scratch.shell("decant edit \(words) v.json")
      #expect(run.status == status && run.output == "", "\(words)")
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.errors.contains("hint: \(hint ?? "")") == (hint != nil), "\(run.errors)")
    }
  }

  @Test func notesALostOffset() throws {
    let date = "2026-01-01T12:00:00+02:00"
    try scratch.write("d = 2026-01-01\no = \(date)\n", to: "d.toml")
    let note = "decant: note: 1 date was converted to UTC"
    for (words, errors) in [
      ("decant -t yaml d.toml", "\(note) (first at /o)\n"),
      ("decant -t yaml --tagged d.toml", "\(note) (first at /o)\n"),
      ("decant -t yaml -q d.toml", ""), ("decant -t toml d.toml", ""),
      ("decant edit --set /d 2026-02-02 d.toml", ""),
      ("decant edit --date --set /d \(date) d.toml", "\(note)\n"),
    ] {
      let run = try scratch.shell(words)
      #expect(
        run.status == 0 && run.errors.split(separator: "\n").map { $0 + "\n" }.last ?? "" == errors,
        "\(run)")
    }
    let strict = try scratch.shell("decant -t yaml --strict --at /o d.toml")
    #expect(strict.status == 65)
    #expect(
      strict.errors.hasPrefix("d.toml:2:5: error: the date would lose its offset from UTC\n"))
    let check = try scratch.shell("decant check -t yaml d.toml")
    #expect(
      check.errors.contains("d.toml:2:5: warning: the date would lose its offset from UTC at /o\n"))
  }

  @Test func refusesArgumentsThatAreNotText() throws {
    for (word, isText) in [(#"a\377"#, false), (#"\357\277\275"#, true)] {
      let run = try scratch.shell("decant edit --set /a \"$(printf '\(word)')\" a.json")
      #expect(run.status == (isText ? 0 : 64))
      #expect(run.output == (isText ? "{\"a\": \"\u{FFFD}\"}" : ""))
      #expect(run.errors.contains("decant: an argument is not valid UTF-8\n") == !isText)
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
