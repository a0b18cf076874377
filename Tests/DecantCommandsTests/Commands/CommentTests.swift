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
