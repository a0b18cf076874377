import Decant
import DecantTestSupport
import Foundation
import Testing

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
    ("text\n", missing), ("", missing), ("--- x\ntitle: x\n---\n", missing),
    ("----\na\n----\n", missing), (" ---\na: 1\n---\n", missing), ("\u{FEFF}text\n", missing),
    ("...\na: 1\n...\n", missing), ("---\ntitle: x\n", unclosed), ("---", unclosed),
    ("---\ntitle: x\n----\n", unclosed), ("+++\na = 1\n...\n", unclosed), ("+++\n---\n", unclosed),
  ])
  func aFileWithoutOneIsRefused(text: String, message: String) throws {
    try scratch.write(text, to: "bad.md")
    for words in [
      "get /title bad.md", "-t json bad.md", "check bad.md", "edit --set /title x bad.md",
    ] {
      let outcome = try scratch.shell("decant \(words)")
      #expect(outcome.status == 65 && outcome.output.isEmpty, "\(words)")
      #expect(outcome.errors.contains(message), "\(outcome)")
    }
  }

  private static let missing =
    "bad.md: error: this Markdown does not begin with front matter, which is all that is read of it"
  private static let unclosed = "bad.md:1:1: error: the front matter that begins here has no end"

  /// A search finds Markdown of any kind, and none without front matter is a mistake in it.
  @Test(arguments: [
    "--include '*.md' found", "'found/*.md'", "'found/**/*.md'", "found/b.yaml 'found/*.md'",
  ])
  func aSearchPassesOverMarkdownWithoutOne(words: String) throws {
    _ = try scratch.shell("mkdir found")
    try scratch.write("# Title\n\nSome text\n", to: "found/README.md")
    try scratch.write("---\na: 1\n---\n", to: "found/a.md")
    try scratch.write("a: 1\n", to: "found/b.yaml")
    let good = try scratch.shell("decant check \(words)")
    #expect(good.status == 0 && good.errors.hasSuffix(" files checked, 0 with errors\n"), "\(good)")
    let named = try scratch.shell("decant check \(words) found/README.md")
    #expect(named.status == 65 && named.errors.contains("this Markdown does not begin with"))
    for text in ["---\na: [\n---\n", "---\na: 1\n"] {
      try scratch.write(text, to: "found/a.md")
      let bad = try scratch.shell("decant check \(words)")
      #expect(bad.status == 65 && bad.errors.contains("found/a.md:"), "\(bad)")
    }
  }

  // MARK: Any front matter

  private struct Case: Encodable {
    let file: String
    /// Byte-order mark and fence, what is between the fences, and what follows.
    let head: String
    let front: String
    let tail: String
    let edit: String
    let expected: [String: Int]
  }

  private static func someCase(_ number: Int, _ random: inout SeededGenerator) -> Case {
    let isTOML = Bool.random(using: &random)
    let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
    let fence = isTOML ? "+++" : "---"
    let end = isTOML ? "+++" : ["---", "..."].randomElement(using: &random) ?? ""
    let keys = (0..<Int.random(in: 0...3, using: &random)).map { "k\($0)" }
    var values = [String: Int](uniqueKeysWithValues: keys.map { ($0, 1) })
    var lines = keys.map { $0 + (isTOML ? " = 1" : ": 1") }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let place = Int.random(in: 0...lines.count, using: &random)
      lines.insert(["", "# c", "  # d"].randomElement(using: &random) ?? "", at: place)
    }
    var edit = "--set .new 2"
    switch Int.random(in: 0...3, using: &random) {
    case 0 where !keys.isEmpty:
      edit = keys.map { "--delete .\($0)" }.joined(separator: " ")
      values = [:]
    case 1 where !keys.isEmpty:
      edit = "--delete .k0"
      values["k0"] = nil
    case 2: edit = "--if-present --set .none 2"
    default: values["new"] = 2
    }
    let body = ["", lineEnd, "\(lineEnd)# T\(lineEnd)---\(lineEnd)x: [\(lineEnd)...\n+++"]
    return Case(
      file: "f\(number).md",
      head: (Bool.random(using: &random) ? "\u{FEFF}" : "") + fence
        + (Int.random(in: 0...5, using: &random) == 0 ? " " : "") + lineEnd,
      front: lines.map { $0 + lineEnd }.joined(),
      tail: end + (body.randomElement(using: &random) ?? ""),
      edit: edit, expected: values)
  }

  /// Whatever is around it, an edit changes the front matter as PyYAML and tomllib read it, and no byte beside it.
  @Test(.enabled(if: Oracle.pyYAML.isInstalled)) func anyIsEditedAsOthersReadIt() throws {
    var random = SeededGenerator(seed: 19)
    let cases = (0..<120).map { Self.someCase($0, &random) }
    for file in cases { try scratch.write(file.head + file.front + file.tail, to: file.file) }
    let json = String(decoding: try JSONEncoder().encode(cases), as: UTF8.self)
    try scratch.write(json, to: "cases.json")
    try scratch.write(
      """
      import json, tomllib, yaml
      for case in json.load(open('cases.json', newline='')):
          text = open(case['file'], 'rb').read().decode()
          head, tail = case['head'], case['tail']
          good = text.startswith(head) and text.endswith(tail)
          front = text[len(head):len(text) - len(tail)]
          value = tomllib.loads(front.replace('\\r\\n', '\\n')) if '+' in head else yaml.safe_load(front) or {}
          if not good or value != case['expected'] or front and not front.endswith('\\n'):
              print(case, repr(text))
          if case['edit'].startswith('--if') and front != case['front']:
              print('changed', case, repr(text))
      """, to: "judge.py")
    let edits = cases.map { "decant edit -i \($0.edit) \($0.file) || echo \($0.file)\n" }.joined()
    let outcome = try scratch.shell(edits + "decant check f*.md; python3 judge.py")
    #expect(outcome == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func mayBeLong() throws {
    let long = String(repeating: "x", count: 3_000_000)
    try scratch.write("---\na: 1\nlong: \(long)\n---\ntext\n", to: "long.md")
    let outcome = try scratch.shell(
      "decant get .a long.md && decant edit -i --set .a 2 long.md && wc -c <long.md && head -n 2 long.md"
    )
    #expect(outcome == Outcome(status: 0, output: "1\n3000025\n---\na: 2\n", errors: ""))
  }
}
