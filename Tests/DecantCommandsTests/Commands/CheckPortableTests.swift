import DecantTestSupport
import Foundation
import Testing

import Decant
import DecantConversion

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
}
