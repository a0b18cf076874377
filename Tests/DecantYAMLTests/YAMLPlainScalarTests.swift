import DecantTestSupport
import Foundation
import Testing
import Decant

/// Plain scalars from YAML to YAML, which keep their meanings in 1.1 and 1.2.
@Suite struct YAMLPlainScalarTests {
  private static let kept = [
    "0400", "017", "+017", "08", "0o755", "0x1F", "-0x1F", "0b11", "1_000", "+1", "+1.5", "-.5",
    "+.5", ".5", "5.", "010.50", "1e3", "1E5", "-1e-5", "+1e3", "1.e3", ".5e3", "1.5e3", "1.5e+3",
    "12:30:45", "1:30", "190:20:30.15", "2001-01-01", "2001-12-14 21:59:43.10 -5", "yes", "No",
    "ON", "off", "y", "N", "1.2.3",
  ]

  @Test(arguments: kept)
  func aPlainScalarStaysAsItIsWritten(text: String) throws {
    #expect(try yaml("- \(text)\n") == "- \(text)\n")
    #expect(try yaml("\(text): [\(text)]\n") == "\(text): [\(text)]\n")
    #expect(try yaml("{\(text): \(text)}\n") == "{\(text): \(text)}\n")
    #expect(try yaml("&a \(text)\n") == "&a \(text)\n")
    #expect(try yaml("!x \(text)\n") == "!x \(text)\n")
    #expect(try yaml("a: \(text)\n") { $0.writing.indentation = .compact } == "{a: \(text)}\n")
  }

  @Test(arguments: [
    Plan.test(.yaml) { $0.keyOrder = .byBytes }, .test(.yaml) { $0.pointer = DocumentPointer("") },
    .test(.yaml) { $0.reading.duplicateKeys = .last },
    .test(.yaml) { $0.reading.duplicateKeys = .first }, .test(.yaml) { $0.gathering = .split },
    .test(.yaml) { $0.fidelity = .tagged }, .test(.yaml) { $0.fidelity = .strict },
  ])
  func stagesLeavePlainScalarsAlone(plan: Plan) throws {
    for text in Self.kept {
      let source = plan.gathering == .split ? "- {\(text): \(text)}\n" : "{\(text): \(text)}\n"
      #expect(try converted(source, from: .yaml, by: plan) == "{\(text): \(text)}\n")
      #expect(try yaml("k: \(text)\n") { $0.keyStyle = .snake } == "k: \(text)\n")
    }
  }

  @Test func slurpedScalarsStayAsTheyAreWritten() throws {
    #expect(try yaml("0400\n--- yes\n") { $0.gathering = .slurp } == "- 0400\n- yes\n")
  }

  /// A comma ends a plain scalar in brackets; most readers treat `1,000` as text anyway.
  @Test func quotesInBracketsWhatMustBeQuotedThere() throws {
    #expect(try yaml("- 1,000\n") == "- 1,000\n")
    #expect(try yaml("- 1,000\n") { $0.writing.indentation = .compact } == "['1,000']\n")
  }

  /// Standard tags are removed, and scalars written so that they do not need them.
  @Test(arguments: [
    ("!!str yes", "'yes'"), ("!!str 0400", "'0400'"), ("! 12", "'12'"), ("!!int 1_000", "1000"),
    ("!!int -0x1F", "-31"), ("!!int 0o17", "15"), ("!!int 0400", "0400"), ("!!int 08", "8"),
    ("!!float 1e3", "1.0e+3"), ("!!float 0x10", "16.0"), ("!!float 3", "3.0"),
    ("!!float 010.5", "010.5"), ("!!bool yes", "true"), ("!!null ''", "null"),
    ("!!int \"0x1F\"", "0x1F"), ("!!int \"0o17\"", "15"), ("!!int '0400'", "400"),
  ])
  func aTaggedScalarIsWrittenForBothVersions(text: String, written: String) throws {
    #expect(try yaml("- \(text)\n") == "- \(written)\n")
  }

  @Test(arguments: [
    ("yes", "true"), ("0400", "256"), ("12:30:45", "45045"), ("1_000", "1000"), ("0o17", "'0o17'"),
    ("1e3", "'1e3'"), ("1.5e+3", "1.5e+3"), ("0x1F", "0x1F"), ("y", "'y'"),
    ("2001-01-01", "!!timestamp 2001-01-01T00:00:00Z"),
  ])
  func whatTheSchemaOf11MadeOfAScalarIsWrittenForBothVersions(text: String, written: String) throws
  {
    #expect(try yaml("- \(text)\n") { $0.reading.yamlSchema = .yaml11 } == "- \(written)\n")
  }

  @Test(arguments: ["yes", "0400", "12:30:45", "1_000", "1e3", "null", "2001-01-01", "y"])
  func whatTheFailsafeSchemaTakesForTextIsQuoted(text: String) throws {
    let written = try yaml("\(text): \(text)\n") { $0.reading.yamlSchema = .failsafe }
    #expect(written == "'\(text)': '\(text)'\n")
  }

  @Test func aKeyThatWasChangedIsQuoted() throws {
    #expect(try yaml("oN: 1\nNO: 2\n") { $0.keyStyle = .snake } == "o_n: 1\n'no': 2\n")
  }

  @Test func aKeyIsFoundByItsValueInWhateverNotation() throws {
    #expect(try yaml("+1: 0x1F\n") { $0.pointer = DocumentPointer("/1") } == "0x1F\n")
    let last = try yaml("a: 1\n0x1: b\n+1: c\n1.0: d\n1.00: e\n") {
      $0.reading.duplicateKeys = .last
    }
    #expect(last == "a: 1\n0x1: c\n1.0: e\n")
  }

  @Test(arguments: [
    ("+1", "1"), ("0x1F", "31"), ("0o17", "15"), ("0400", "400"), ("yes", "yes"), (".5e3", "0.5e3"),
  ])
  func aBareScalarIsInJSONsNotation(text: String, written: String) throws {
    #expect(try yaml("\(text)\n") { $0.scalars = .raw } == "\(written)\n")
  }

  @Test func taggedFormsMayHaveNumbersInAnyNotation() throws {
    let uids = try converted(
      "a: {CF$UID: 0x1F}\n", from: .yaml,
      by: .test(.jsonLines) {
        $0.fidelity = .tagged
      })
    #expect(uids == "{\"a\":{\"CF$UID\":31}}\n")
    #expect(
      try yaml("a: {CF$UID: 0x1F}\n") { $0.fidelity = .tagged } == "a:\n  CF$UID: 31\n")
  }

  @Test(arguments: [
    ("1e-5", "1.0e-5"), ("1E5", "1.0E+5"), ("1.5e3", "1.5e+3"), ("-0e0", "-0.0e+0"),
    ("-12.50E-7", "-12.50E-7"), ("1e+400", "1.0e+400"), ("1.5", "1.5"), ("10", "10"),
    ("1e0000000000000003", "1.0e+0000000000000003"),
    ("0.1234567890123456789e5", "0.1234567890123456789e+5"),
  ])
  func aRealOfAnotherFormatIsANumberToBothVersions(json: String, written: String) throws {
    let plan = Plan(to: .yaml)
    #expect(try converted("[\(json)]", from: .json, by: plan) == "- \(written)\n")
    #expect(try converted("[\(json)]", from: .json5, by: plan) == "- \(written)\n")
    #expect(
      try converted(
        "{\"$map\":[[\(json),1]]}", from: .json,
        by: .test(.yaml) {
          $0.fidelity = .tagged
        }) == "\(written): 1\n")
    let list = "<plist><array><real>\(json)</real></array></plist>"
    let fromList = json == "10" ? "10.0" : written
    #expect(try converted(list, from: .xmlPropertyList, by: plan) == "- \(fromList)\n")
  }

  private static func reader(_ name: String, _ load: String) -> Oracle {
    Oracle(
      description: name,
      command: [
        "python3", "-c",
        """
        import json, sys
        def show(value):
            if isinstance(value, dict):
                pairs = sorted((show(key), show(element)) for key, element in value.items())
                return '{' + ', '.join(key + ': ' + element for key, element in pairs) + '}'
            if isinstance(value, list):
                return '[' + ', '.join(show(element) for element in value) + ']'
            return type(value).__name__ + ' ' + repr(value)
        \(load)
        for line in sys.stdin:
            try: print(json.dumps(show(load(json.loads(line)))))
            except Exception as error: print(json.dumps('refused: ' + type(error).__name__))
        """,
      ])
  }

  static let readers = [
    reader(
      "PyYAML",
      """
      import yaml
      class Loader(yaml.SafeLoader): pass
      Loader.add_constructor('!local', lambda loader, node: 'local ' + loader.construct_scalar(node))
      load = lambda text: yaml.load(text, Loader=Loader)
      """),
    reader(
      "ruamel.yaml",
      """
      import ruamel.yaml
      def load(text):
          reader = ruamel.yaml.YAML(typ='safe', pure=True)
          reader.constructor.add_constructor(
              '!local', lambda loader, node: 'local ' + loader.construct_scalar(node))
          return reader.load(text)
      """),
  ]

  static let readersOfBothVersions =
    readers + [
      reader(
        "ruamel.yaml for 1.1",
        """
        import ruamel.yaml
        def load(text):
            reader = ruamel.yaml.YAML(typ='safe', pure=True)
            reader.version = (1, 1)
            return reader.load(text)
        """)
    ]

  @Test(.enabled(if: readers.allSatisfy { $0.answersInJSON }), arguments: readers)
  func otherReadersFindInTheOutputWhatTheyFoundInTheInput(reader: Oracle) throws {
    let changes: [(inout Plan) -> Void] = [
      { _ in }, { $0.writing.indentation = .compact }, { $0.keyOrder = .byBytes },
      { $0.fidelity = .tagged }, { $0.reading.duplicateKeys = .last },
      { $0.pointer = DocumentPointer("") }, { $0.writing.ascii = true },
    ]
    let sources =
      Self.kept.flatMap { ["- \($0)\n", "\($0): \($0)\n", "[\($0)]\n"] }
      + RandomYAML.scalars.map { "k: \($0)\n" } + (0..<400).map { RandomYAML(seed: $0).text }
    let before = try reader.values(in: sources)
    #expect(before.count { $0.hasPrefix("refused") } < sources.count / 20)
    for change in changes {
      let written = try sources.map { try yaml($0, change) }
      for (index, value) in try reader.values(in: written).enumerated() {
        guard !before[index].hasPrefix("refused") else { continue }
        #expect(value == before[index], "\(sources[index]) became \(written[index])")
      }
    }
  }

  @Test(arguments: [
    ("1.2.3", true), ("10.0.0.1", true), ("1.0.0-2", true), ("1.0-2.0", true), ("555-1234", true),
    ("2026-11", true), ("1-2-3", true), ("~1.0", true), ("~/.config", true), ("01.02.03", true),
    ("1.2", false), ("1.", false), ("1.2.", false), ("1..2", false), ("12:30", false),
    ("2026-11-27", false), ("2026-1-2", false), ("2026-11-27-1", false), ("~", false),
    ("1.2.3e4", false), ("1_0.2.3", false), ("1,2.3.4", false), ("-1.2.3", false), ("n", false),
  ])
  func aTextIsPlainIfNoReaderTakesItForMore(text: String, isPlain: Bool) throws {
    let written = try converted("[\"\(text)\"]", from: .json, by: Plan(to: .yaml))
    #expect(written == (isPlain ? "- \(text)\n" : "- '\(text)'\n"))
    #expect(try converted(written, from: .yaml, by: Plan(to: .jsonLines)) == "[\"\(text)\"]\n")
  }

  @Test(
    .enabled(if: readersOfBothVersions.allSatisfy { $0.answersInJSON }),
    arguments: readersOfBothVersions)
  func otherReadersFindTextsOfDigitsAsText(reader: Oracle) throws {
    var generator = SeededGenerator(seed: 26)
    let letters = Array("0123456789..--~:_e+")
    let texts = (0..<4000).map { _ in
      String(
        (0..<Int.random(in: 1...11, using: &generator)).map { _ in
          letters.randomElement(using: &generator) ?? "0"
        })
    }
    let written = try texts.map { try converted("[\"\($0)\"]", from: .json, by: Plan(to: .yaml)) }
    #expect(written.count { $0.contains("'") } < texts.count)
    for (index, value) in try reader.values(in: written).enumerated() {
      #expect(value == "[str '\(texts[index])']", "\(written[index])")
    }
  }

  private func yaml(_ source: String, _ change: (inout Plan) -> Void = { _ in }) throws -> String {
    try converted(source, from: .yaml, by: .test(.yaml, change))
  }
}

extension Oracle {
  fileprivate var answersInJSON: Bool {
    let isInstalled = (try? values(in: ["0"])) == ["int 0"]
    if !isInstalled { print("not at hand: \(self)") }
    return isInstalled
  }

  fileprivate func values(in documents: [String]) throws -> [String] {
    let lines = try documents.map { try Value.string($0).text(as: .jsonLines) }.joined()
    let output = try #require(try run(Array(lines.utf8)))
    return try String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      try #require(try Value(parsing: String($0), as: .json).string)
    }
  }
}
