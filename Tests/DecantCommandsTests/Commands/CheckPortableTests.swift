import DecantTestSupport
import Foundation
import Testing

import Decant

@testable import DecantCommands

@Suite struct CheckPortableTests {
  private func warnings(_ text: String, _ words: String...) -> (status: Int32, lines: [String]) {
    let outcome = decant(words: ["check", "--portable", "-f", "yaml"] + words, input: text)
    let lines = outcome.errors.split(separator: "\n").filter { $0.contains(": warning: ") }
    let words = lines.map {
      String($0).replacing("<stdin>:", with: "").replacing(" warning:", with: "")
    }
    return (outcome.status, words)
  }

  /// A plain scalar, its value as PyYAML's `repr` shows it and as YAML 1.2 defines it.
  static let scalars: [(text: String, python: String, old: String, new: String)] = [
    ("no", "False", "the boolean false", "a string"),
    ("Yes", "True", "the boolean true", "a string"),
    ("on", "True", "the boolean true", "a string"),
    ("OFF", "False", "the boolean false", "a string"),
    ("014", "12", "the number 12", "the number 14"), ("08", "'08'", "a string", "the number 8"),
    ("0o14", "'0o14'", "a string", "the number 12"),
    ("1_000", "1000", "the number 1000", "a string"),
    ("1:30", "90", "the number 90", "a string"), ("0b11", "3", "the number 3", "a string"),
    ("1e3", "'1e3'", "a string", "the number 1e3"),
    ("190:20:30.15", "685230.15", "the number 685230.15", "a string"),
    ("2001-01-01", "datetime.date(2001, 1, 1)", "a date", "a string"),
  ]

  @Test(arguments: scalars)
  func reportsValuesThatDependOnTheVersion(
    row: (text: String, python: String, old: String, new: String)
  ) {
    let message = "'\(row.text)' is \(row.old) in YAML 1.1 and \(row.new) in YAML 1.2"
    for (text, place) in [
      ("- \(row.text)\n", "1:3"), ("\(row.text): x\n", "1:1"),
      ("a:\n  b: {c: \(row.text)}\n", "2:10"),
    ] {
      let (status, lines) = warnings(text)
      #expect(lines == ["\(place): \(message)"])
      #expect(status == 65)
    }
    for text in [
      "- '\(row.text)'\n", "- \"\(row.text)\"\n", "- |\n  \(row.text)\n", "- !!str \(row.text)\n",
    ] {
      let (status, lines) = warnings(text)
      #expect(lines.isEmpty)
      #expect(status == 0)
    }
  }

  /// What the types of YAML 1.1 define, and decant reads alike in both versions: `https://yaml.org/type`.
  static let definitions: [(text: String, tag: String, old: String)] = [
    ("<<", "merge", "a merge key"), ("=", "value", "a default value"),
    ("y", "bool", "the boolean true"), ("Y", "bool", "the boolean true"),
    ("n", "bool", "the boolean false"), ("N", "bool", "the boolean false"),
  ]

  @Test(arguments: definitions)
  func reportsWhatOnlyTheTypesOfOneVersionDefine(row: (text: String, tag: String, old: String)) {
    let message = "'\(row.text)' is \(row.old) in YAML 1.1 and a string in YAML 1.2"
    let value = row.tag == "merge" ? "{x: 1}" : "x"
    for (text, place) in [
      ("- \(row.text)\n", "1:3"), ("\(row.text): \(value)\n", "1:1"),
      ("a:\n  b: {c: \(row.text)}\n", "2:10"),
    ] {
      let (status, lines) = warnings(text)
      #expect(lines == ["\(place): \(message)"] && status == 65)
    }
    for text in ["- '\(row.text)'\n", "- !!str \(row.text)\n", "- \(row.text)z\n"] {
      #expect(warnings(text) == (0, []))
    }
  }

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
}
