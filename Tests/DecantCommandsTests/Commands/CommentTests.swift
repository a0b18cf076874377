import Testing

import DecantCommands
import Decant

/// Files never lose their comments silently.
@Suite struct CommentTests {
  let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.yaml, to: "a.yaml")
    try scratch.write(Self.tsconfig, to: "tsconfig.json")
  }

  static let yaml = "# header\n\na: 1  # trailing\n"

  static let tsconfig = """
    {
      // modern
      "target": "es2022", // of browsers

      /* checks */
      "strict": true
    }

    """

  private func run(_ script: String) throws -> Outcome {
    try scratch.shell(script)
  }

  private func expectRefused(
    _ command: String, _ text: String, in name: String, location: SourceLocation = #_sourceLocation
  ) throws {
    try scratch.write(text, to: name)
    let before = try scratch.names
    let outcome = try run(command)
    #expect(outcome.status == 65, "\(outcome)", sourceLocation: location)
    #expect(outcome.output.isEmpty, sourceLocation: location)
    #expect(
      outcome.errors.contains("error: the comment would be lost"), "\(outcome)",
      sourceLocation: location)
    #expect(outcome.errors.contains("--comments drop"), "\(outcome)", sourceLocation: location)
    #expect(try scratch.read(name) == text, sourceLocation: location)
    #expect(try scratch.names == before, sourceLocation: location)
  }

  @Test(arguments: ["json", "jsonl", "binary1"])
  func refusesToLoseCommentsInPlace(format: String) throws {
    try expectRefused("decant -i --force -t \(format) a.yaml", Self.yaml, in: "a.yaml")
    try expectRefused("decant -i.bak --force -t \(format) a.yaml", Self.yaml, in: "a.yaml")
  }

  @Test func showsWhereTheCommentIs() throws {
    let outcome = try run("printf 'a: 1  # x\\n' >b.yaml; decant -i --force -t json b.yaml")
    #expect(
      outcome.errors == """
        b.yaml:1:7: error: the comment would be lost
            1 | a: 1  # x
              |       ^
        hint: --comments drop converts without comments

        """)
  }

  @Test func dropsCommentsInPlaceOnRequest() throws {
    let outcome = try run("decant -ci --force -t json --comments drop a.yaml; cat a.yaml")
    #expect(outcome == Outcome(status: 0, output: "{\"a\":1}\n", errors: ""))
  }

  @Test func blankLinesAloneAreNoLoss() throws {
    try scratch.write("a: 1\n\nb: 2\n", to: "b.yaml")
    let outcome = try run("decant -ci --force -t json b.yaml; cat b.yaml")
    #expect(outcome == Outcome(status: 0, output: "{\"a\":1,\"b\":2}\n", errors: ""))
  }

  @Test func goesOnWithFilesWithoutComments() throws {
    let outcome = try run(
      "echo 'b: 2' >b.yaml; decant -ci --force -t json a.yaml b.yaml; echo $?; cat a.yaml b.yaml")
    #expect(outcome.output == "65\n" + Self.yaml + "{\"b\":2}\n")
  }

  @Test func refusesToReplaceFilesWithComments() throws {
    _ = try run("mkdir in; cp a.yaml in; echo 'b: 2' >in/b.yaml")
    let outcome = try run("decant migrate -t json --replace in; echo $?; ls in")
    #expect(outcome.output == "65\na.yaml\nb.json\n")
    #expect(outcome.errors.contains("in/a.yaml:1:1: error: the comment would be lost\n"))
    #expect(outcome.errors.contains("hint: --comments drop"), "\(outcome.errors)")
    #expect(try scratch.read("in/a.yaml") == Self.yaml)
    let again = try run("decant migrate -t json --replace --comments drop in; echo $?; ls in")
    #expect(again.output == "0\na.json\nb.json\n", "\(again)")
  }

  @Test func migrationBesideTheSourcesDropsComments() throws {
    let outcome = try run("decant migrate -t json --out out a.yaml; decant -c out/a.json")
    #expect(outcome.output == "{\"a\":1}\n")
    #expect(
      outcome.errors
        == "decant: note: 2 comments were dropped\n1 file converted, 0 skipped, 0 failed\n")
    #expect(try scratch.read("a.yaml") == Self.yaml)
  }

  @Test func migrationToAFormatWithCommentsKeepsThem() throws {
    let outcome = try run("decant migrate -t json5 --replace a.yaml; cat a.json5")
    #expect(outcome.output == "// header\n\n{\n  \"a\": 1 // trailing\n}\n")
    #expect(try scratch.names == ["a.json5", "tsconfig.json"])
  }

  @Test func dropsCommentsInAPipe() throws {
    let expected = Outcome(status: 0, output: "{\"a\":1}\n", errors: "")
    #expect(try run("decant -c -t json a.yaml") == expected)
    #expect(try run("decant -c -t json <a.yaml | cat") == expected)
    // A file may take the place of the input, so that a note counts them.
    let file = try run("decant -c -t json -o a.json a.yaml; cat a.json")
    #expect(file.output == expected.output)
    #expect(file.errors == "decant: note: 2 comments were dropped\n")
  }

  @Test func dropsCommentsFromYAMLToYAMLOnRequest() throws {
    let expected = Outcome(status: 0, output: "a: 1\n", errors: "")
    #expect(try run("decant --comments drop a.yaml") == expected)
    #expect(try run("decant -i --comments=drop a.yaml; cat a.yaml") == expected)
  }

  @Test func keepsCommentsByDefault() throws {
    for option in ["", "--comments keep", "--yaml-parser libyaml"] {
      let kept = Outcome(status: 0, output: Self.yaml, errors: "")
      #expect(try run("decant \(option) a.yaml") == kept)
      #expect(try run("decant -i \(option) a.yaml; cat a.yaml") == kept)
    }
    #expect(try run("decant --comments lose a.yaml").status == 64)
  }

  @Test(arguments: ["# only\n", "# one\n\n# two\n", "#"])
  func neverEmptiesAFileOfComments(text: String) throws {
    try scratch.write(text, to: "c.yaml")
    let outcome = try run("decant -i --duplicate-keys last c.yaml")
    #expect(outcome.status == 0 || outcome.status == 65)
    #expect(try scratch.read("c.yaml") == text)
    #expect(try run("decant -i --force -t json5 c.yaml").status == 65)
    #expect(try scratch.read("c.yaml") == text)
  }

  @Test func keepsOrRefusesCommentsAfterTheLastDocument() throws {
    let text = "a: 1\n...\n# after\n"
    try scratch.write(text, to: "c.yaml")
    let outcome = try run("decant -i --duplicate-keys last c.yaml")
    #expect(outcome.status == 0 || outcome.errors.contains("--comments drop"))
    #expect(try scratch.read("c.yaml").contains("# after\n"))
  }

  @Test func keepsTheCommentsOfJSONFilesInPlace() throws {
    let outcome = try run("decant -i --duplicate-keys last tsconfig.json; cat tsconfig.json")
    #expect(outcome == Outcome(status: 0, output: Self.tsconfig, errors: ""))
    let header = "// a header\n" + Self.tsconfig
    try scratch.write(header, to: "tsconfig.json")
    #expect(
      try run("decant -i --duplicate-keys last tsconfig.json; cat tsconfig.json")
        == Outcome(status: 0, output: header, errors: ""))
    #expect(
      try run("decant -i --duplicate-keys last -f json5 tsconfig.json; cat tsconfig.json")
        == Outcome(status: 0, output: header, errors: ""))
  }

  @Test func sortsTheCommentsOfAFileInPlace() throws {
    try scratch.write("c: 3\n# b\nb: 2  # two\n# a\na: 1  # one\n", to: "c.yaml")
    #expect(
      try run("decant -S -i c.yaml; cat c.yaml").output
        == "# a\na: 1  # one\n# b\nb: 2  # two\nc: 3\n")
  }

  /// These commands keep every value, so each comment must be kept or refused.
  @Test(arguments: [
    ("--split -t yaml", "[\n  1,\n  2\n  // word\n]\n", "c.json5"),
    ("--split -t yaml", "[ // word\n  1\n]\n// word\n", "c.json5"),
    ("--tagged -t json5", "a: 1  # word\n", "c.yaml"),
    ("-t json5", "b: &b {x: 1}\nc:\n  <<: *b  # word\n", "c.yaml"),
    ("-t json5", "b: &b {x: 1}\nc:\n  # word\n  <<: *b\n  # word\n  y: 2\n", "c.yaml"),
    ("-t json5", "b: &b 1\nc:\n  - *b  # word\n", "c.yaml"),
    ("--lossy -t json5", "a: .nan  # word\n", "c.yaml"),
    ("--keys snake", "aB: 1  # word\n", "c.yaml"),
    ("", "%YAML 1.2  # word\n---\na: 1\n", "c.yaml"),
    ("", "--- # word\na: 1\n... # word\n# word\n", "c.yaml"),
  ])
  func keepsOrRefusesEveryCommentInPlace(options: String, text: String, name: String) throws {
    try scratch.write(text, to: name)
    let outcome = try run("decant -i --force \(options) \(name)")
    let result = try scratch.read(name)
    #expect(outcome.status == 0 || outcome.errors.contains("--comments drop"), "\(outcome)")
    #expect(outcome.status == 0 || result == text, "\(outcome)")
    #expect(
      result.split(separator: "word").count == text.split(separator: "word").count, "\(result)")
  }
}
