import DecantTestSupport
import Testing
import Decant

/// The front matter of Markdown files, through the real executable.
@Suite struct FrontMatterTests {
  private let scratch: Scratch

  private static let yaml =
    "---\ntitle: Hello # mine\ntags: [a, b]\n---\n# Title\n\n---\n\nSome: *text*\n"
  private static let toml = "+++\ntitle = \"Hello\" # mine\ndraft = false\n+++\nSome *text*\n+++\n"

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.yaml, to: "post.md")
    try scratch.write(Self.toml, to: "hugo.markdown")
    try scratch.write("---\r\ntitle: Hello\r\n---\r\ntext\r\n", to: "crlf.md")
    try scratch.write("---\ntitle: Hello\n---", to: "end.md")
    try scratch.write("---\n---\ntext\n", to: "empty.md")
  }

  @Test(arguments: ["post.md", "hugo.markdown", "crlf.md", "end.md"])
  func isRead(file: String) throws {
    #expect(
      try scratch.shell("decant get /title \(file)")
        == Outcome(status: 0, output: "Hello\n", errors: ""))
    #expect(try scratch.shell("decant check \(file)") == Outcome(status: 0, output: "", errors: ""))
    let converted = try scratch.shell("decant -t json -c \(file)")
    #expect(converted.output.hasPrefix(#"{"title":"Hello""#) && converted.status == 0)
    #expect(
      converted.errors
        == "\(file): note: only the front matter is converted; the text after it is left out\n")
  }

  @Test(arguments: [
    ("post.md", "--set /title New", yaml.replacing("Hello", with: "New")),
    ("post.md", "--set /draft true", yaml.replacing("b]\n", with: "b]\ndraft: true\n")),
    ("post.md", "--delete /title", yaml.replacing("title: Hello # mine\n", with: "")),
    ("post.md", "--append /tags c", yaml.replacing("a, b", with: "a, b, c")),
    ("hugo.markdown", "--set /title New", toml.replacing("Hello", with: "New")),
    ("hugo.markdown", "--delete /title", toml.replacing("title = \"Hello\" # mine\n", with: "")),
    ("hugo.markdown", "--set /weight 3", toml.replacing("false\n", with: "false\nweight = 3\n")),
    ("crlf.md", "--set /title New", "---\r\ntitle: New\r\n---\r\ntext\r\n"),
    ("end.md", "--set /title New", "---\ntitle: New\n---"),
  ])
  func anEditKeepsTheRest(file: String, words: String, result: String) throws {
    let output = try scratch.shell("decant edit \(words) \(file)")
    #expect(output == Outcome(status: 0, output: result, errors: ""))
    let inPlace = try scratch.shell("decant edit -i \(words) \(file) && cat \(file)")
    #expect(inPlace == Outcome(status: 0, output: result, errors: ""))
  }

  @Test(arguments: [
    ("text\n", "1:1"), ("", ""), ("---\ntitle: x\n", ""), ("--- x\ntitle: x\n---\n", ""),
    ("----\na\n----\n", ""), ("---\ntitle: x\n----\n", ""), (" ---\na: 1\n---\n", ""),
  ])
  func aFileWithoutOneIsRefused(text: String, place: String) throws {
    try scratch.write(text, to: "bad.md")
    for words in [
      "get /title bad.md", "-t json bad.md", "check bad.md", "edit --set /title x bad.md",
    ] {
      let outcome = try scratch.shell("decant \(words)")
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(words)")
      #expect(outcome.errors.contains("bad.md: error: this file does not begin with front matter"))
    }
  }

  @Test func mistakesHaveTheirPlace() throws {
    try scratch.write("---\na: 1\nb: [\n---\n", to: "bad.md")
    #expect(try scratch.shell("decant check bad.md").errors.hasPrefix("bad.md:3:4: error: "))
    try scratch.write("+++\na = 1\nb = x\n+++\n", to: "bad.md")
    #expect(try scratch.shell("decant check bad.md").errors.hasPrefix("bad.md:3:5: error: "))
    try scratch.write("+++\na = 1\na = 2\n+++\n", to: "bad.md")
    #expect(try scratch.shell("decant get /a bad.md").errors.hasPrefix("bad.md:3:1: error: "))
  }

  @Test func noConversionLosesTheRest() throws {
    for words in ["-i post.md", "-i -S post.md", "--diff -S post.md"] {
      let outcome = try scratch.shell("decant \(words)")
      #expect(
        outcome.status == 64 && outcome.errors.contains("'decant edit -i' keeps it"), "\(words)")
    }
    #expect(try scratch.shell("cat post.md").output == Self.yaml)
  }

  /// Folders contain Markdown without front matter.
  @Test func foldersLeaveItOut() throws {
    _ = try scratch.shell("mkdir docs; echo text >docs/README.md; echo '{}' >docs/a.json")
    #expect(
      try scratch.shell("decant check docs")
        == Outcome(status: 0, output: "", errors: "1 file checked, 0 with errors\n"))
  }

  @Test func aTextAfterItOfAnyLengthIsNotRead() throws {
    let outcome = try scratch.shell(
      "{ printf -- '---\\na: 1\\n---\\n'; yes text | head -c 3000000; } >long.md; decant get /a long.md; decant edit -i --set /a 2 long.md; head -c 14 long.md; wc -c <long.md"
    )
    #expect(outcome.output == "1\n---\na: 2\n---\nt3000013\n", "\(outcome)")
  }
}
