import Decant
import DecantTestSupport
import Foundation
import Testing

/// The front matter of Markdown files, through the real executable.
@Suite struct FrontMatterTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

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
}
