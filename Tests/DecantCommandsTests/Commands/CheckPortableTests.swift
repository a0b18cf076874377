import DecantTestSupport
import Foundation
import Testing

import Decant
import DecantChanges
import DecantConversion
import DecantEditing

@testable import DecantCommands

@Suite struct CheckPortableTests {
  /// Plain scalars that `check-portable.md` names, and their values as PyYAML's `repr` shows them.
  static let scalars: [(text: String, python: String)] = [
    ("no", "False"), ("Yes", "True"), ("on", "True"), ("OFF", "False"), ("014", "12"),
    ("08", "'08'"), ("0o14", "'0o14'"), ("1_000", "1000"), ("1:30", "90"), ("0b11", "3"),
    ("1e3", "'1e3'"), ("190:20:30.15", "685230.15"),
    ("2001-01-01", "datetime.date(2001, 1, 1)"),
  ]

  /// PyYAML has the types but for the booleans of one letter, which the specification has.
  @Test(.enabled(if: Oracle.pyYAML.isInstalled))
  func pyYAMLHasTheDefinitions() throws {
    let script = """
      import yaml, sys
      for word in sys.argv[1:]:
          print(yaml.resolver.Resolver().resolve(yaml.ScalarNode, word, (True, False)).split(':')[-1])
      """
    let scratch = try Scratch()
    try scratch.write(script, to: "tags.py")
    let outcome = try scratch.shell("python3 tags.py '<<' = y")
    #expect(outcome.output == "merge\nvalue\nstr\n")
  }

  @Test(.enabled(if: Oracle.pyYAML.isInstalled))
  func pyYAMLConfirmsTheValues() throws {
    let words = Self.scalars.map(\.text).joined(separator: "\n- ")
    let script = "import yaml, sys; [print(repr(v)) for v in yaml.safe_load(sys.stdin)]"
    let scratch = try Scratch()
    try scratch.write("- " + words + "\n", to: "a.yaml")
    let outcome = try scratch.shell("python3 -c '\(script)' < a.yaml")
    #expect(outcome.output.split(separator: "\n").map(String.init) == Self.scalars.map(\.python))
  }

  // MARK: The second opinion

  @Test(arguments: [
    ("a: b\n", true), ("- [?x]\n", false), ("a: \"\\ud83d\\ude00\"\n", false),
    ("a: 'b\u{85}c'\n", false), ("%YAML 1.3\n---\na\n", false), ("- |+\n  a\n   ", true),
  ])
  func confirmsWhatLibYAMLReadsAlike(text: String, isConfirmed: Bool) throws {
    let source = MemorySource(Array(text.utf8))
    let yaml = try FormatRegistry.tool.format(named: "yaml")
    #expect(try SecondOpinion.confirms(source, as: yaml) == isConfirmed)
  }

  @Test func acceptsOtherFormatsWithoutReading() throws {
    #expect(try SecondOpinion.confirms(MemorySource([0xFF]), as: .json))
  }

  /// Of a large document, it is about the parts around the changes: PyYAML finds what was written there, in the same place.
  @Test(.enabled(if: Oracle.pyYAML.isInstalled)) func readsWhatALargeEditHasWritten() throws {
    var random = SeededGenerator(seed: 41)
    let yaml = try FormatRegistry.tool.format(named: "yaml")
    let texts = ["a: b", "no", "1.10", "x # y", "two\nlines", "- z", "'", "é: [", ""]
    var cases: [[String]] = []
    for _ in 0..<(Thoroughness.isFull ? 300 : 40) {
      let count = Int.random(in: 8...40, using: &random)
      let items = (0..<count).map { number in
        let odd = texts[number % texts.count]
        return """
          - id: n\(number)
            tags: [a, "b: c", {d: e}]
            # \(odd.split(separator: "\n").first ?? "")
            spec:
              replicas: \(number)
              text: |
                - id: n\(number)
                  x: 1

          """
      }
      var editor = try DocumentEditor(
        Array(("v: 1\nitems:\n" + items.joined() + "end: 2\n").utf8), as: yaml, among: .tool)
      (editor.smallestThinnedText, editor.shortestOmission) = (0, 1)
      let number = Int.random(in: 0..<count, using: &random)
      let text = texts.randomElement(using: &random) ?? ""
      let path = try PathPattern(
        "/items/\(number)/spec/\(Bool.random(using: &random) ? "text" : "new")")
      try editor.apply(.set(path, .document(Document(.string(text)))))
      // All of a short list may be needed.
      guard let thinned = editor.verifiedThinned else { continue }
      #expect(thinned.count < editor.bytes.count)
      #expect(try SecondOpinion.confirms(thinned.makeSource(), as: yaml))
      cases.append([
        String(decoding: editor.bytes, as: UTF8.self),
        String(decoding: try thinned.makeSource().readToEnd(), as: UTF8.self), "n\(number)", text,
      ])
    }
    #expect(cases.count > 20)
    let scratch = try Scratch()
    try scratch.write(String(decoding: try JSONEncoder().encode(cases), as: UTF8.self), to: "cases")
    try scratch.write(
      """
      import json, yaml
      for whole, thinned, number, text in json.load(open("cases")):
          found = [[i for i in yaml.safe_load(t)["items"] if i["id"] == number] for t in (whole, thinned)]
          assert found[0] == found[1] and len(found[0]) == 1, (found, number)
          assert text in found[0][0]["spec"].values(), (found, text)
      """, to: "compare.py")
    #expect(try scratch.shell("python3 compare.py") == Outcome(status: 0, output: "", errors: ""))
  }
}
