import DecantTestSupport
import Foundation
import Testing
import Decant

/// Text that a person enters in place of text, or among texts, stays that text, byte for byte, in every format with edits.
@Suite struct EnteredTextTests {
  /// A format, documents in it that all have the text `old` at `/a` and texts in `/l`, and an independent reader.
  struct Notation: Sendable, CustomTestStringConvertible {
    let format: Format
    let documents: [String]
    let reader: Oracle?

    var testDescription: String { format.name }
  }

  static let notations = [
    Notation(
      format: .json,
      documents: [
        #"{"a": "old", "l": ["x", "y"]}"#, "{\n  \"a\":\"old\",\n  \"l\":[\n    \"x\"\n  ]\n}\n",
      ],
      reader: .jsonValues),
    Notation(
      format: .jsonLines, documents: [#"{"a":"old","l":["x","y"]}"# + "\n"], reader: .jsonValues),
    Notation(
      format: .json5,
      documents: [
        "{a: 'old', l: ['x', 'y',]} // c\n", "{\n  a: \"old\", /* c */\n  l: [\"x\"],\n}\n",
      ],
      reader: .ecmaScriptValues),
    Notation(
      format: .yaml,
      documents: [
        "a: old # c\nl:\n- x\n- y\n", "a: 'old'\nl: [x, \"y\"]\n", "{a: \"old\", l: ['x']}\n",
        "a: |\n  old\n  text\nl:\n  - >-\n    x\n  - y\n", "a: 2026-01-01x\nl: [x y, 1.2.3]\n",
        "a: !!str 1\nl:\n- &x x\n- *x\n", "l: [&x x]\na: *x\n",
      ], reader: .pyYAMLValues),
    Notation(
      format: .toml,
      documents: [
        "a = \"old\" # c\nl = ['x', \"y\"]\n", "a = 'old'\nl = [\n  'x', # c\n]\n",
        "a = \"\"\"\nold\n\"\"\"\nl = ['''x''']\n", "l = [\"x\"]\na = '''old'''\r\n",
      ], reader: .tomllibValues),
    Notation(
      format: .xmlPropertyList,
      documents: [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>a</key><string>42</string>
          <key>l</key>
          <array>
            <string>x</string>
          </array>
        </dict></plist>
        """
      ], reader: .plistlibValues),
    Notation(
      format: .openStepPropertyList,
      documents: ["{ a = old; l = (x, \"y z\"); }", "{\n\ta = \"o\";\n\tl = (\n\t\tx,\n\t);\n}\n"],
      reader: nil),
    Notation(format: .binaryPropertyList, documents: [], reader: .plistlibValues),
    Notation(format: .cbor, documents: [], reader: .cbor2Values),
    Notation(format: .messagePack, documents: [], reader: .msgpackValues),
  ]

  static let texts = [
    "1.10", "007", "0644", "0755", "43", "1e3", "0x1F", ".inf", "no", "yes", "on", "null", "~",
    "true", "- x", "a: b",
    "*.js", "&a", "!t x", "@babel/core", "%", "`", "|", ">-", "?", ": ", "# c", "x # c",
    "Error: not found", "", " ",
    " x ", "{{ .Values.x }}", "{a: 1}", "[1, 2]", "[", "a\nb", "a\r\nb", "\n", "x\n", "\tx", "'",
    "\"", "\"a\" b \"c\"",
    "'a' and 'b'", "it's", "\\", "C:\\new", "\"\\", "é", "e\u{301}", "\u{85}", "\u{2028}",
    "\u{FEFF}x", "😀", "<b>&amp;",
    "]]>", "2026-01-01", "12:30:00", "<<", "=", "---", "...", "YES", "'''", "\"\"\"", "a'''b",
    "--fast",
    "Fix bug #12", "decant: a converter", "&amp;", "eslint . # all", "+4912345", "01234", "0x10",
    "1_000", "1:30", "1.2.3", ">=2", "NaN", "Infinity", "1.", ".5", "-", "+", "$x", "a, b", "<1>",
  ]

  /// Whether a text may be something else than text in a new place.
  private static func mayBeTyped(_ text: String) -> Bool {
    let typed = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?|true|false|null/
    let first = text.unicodeScalars.first
    return text.wholeMatch(of: typed) != nil
      || first.map { "\"'[{".unicodeScalars.contains($0) } ?? false
  }

  private static func randomText(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 1...3, using: &random)).map { _ in
      texts.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// Whether the rule for scripts applies to a text, so that its quotes are not part of it.
  private static func mightBeQuoted(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return false
    }
    return text.unicodeScalars.count > 1 && first == last && (first == "'" || first == "\"")
  }

  private static func documents(of notation: Notation) throws -> [[UInt8]] {
    guard notation.documents.isEmpty else { return notation.documents.map { Array($0.utf8) } }
    let value: Value = ["a": "old", "l": ["x", "y"]]
    return [try value.encoded(as: notation.format)]
  }

  @Test(arguments: notations)
  func staysText(notation: Notation) throws {
    var random = SeededGenerator(seed: 19)
    var texts = Self.texts
    for _ in 0..<100 { texts.append(Self.randomText(&random)) }
    let (a, list) = (DocumentPointer(tokens: ["a"]), DocumentPointer(tokens: ["l"]))
    var jobs: [(bytes: [UInt8], value: Value, story: String)] = []
    for document in try Self.documents(of: notation) {
      let old = try Value(parsing: document, as: notation.format)
      for text in texts where !Self.mightBeQuoted(text) {
        let story = "\(String(decoding: document, as: UTF8.self))\n=== \(text.debugDescription)"
        var editor = try DocumentEditor(document, as: notation.format)
        #expect(try editor.apply(.set(a, .entered(text))) == [], "\(story)")
        try editor.apply(.test(a, .entered(text)))
        try editor.apply(.insert(list.appending("-"), .entered(text)))
        try editor.apply(.insert(list.appending("0"), .entered(text)))
        try editor.apply(.test(list.appending("-1"), .entered(text)))
        var expected = old
        expected["a"] = .string(text)
        if !Self.mayBeTyped(text) {
          try editor.apply(.set(DocumentPointer(tokens: ["n"]), .entered(text)))
          try editor.apply(.insert(DocumentPointer(tokens: ["m"]), .entered(text)))
          (expected["n"], expected["m"]) = (.string(text), .string(text))
        }
        expected["l"] = .sequence([.string(text)] + (old["l"]?.array ?? []) + [.string(text)])
        #expect(try Value(parsing: editor.bytes, as: notation.format) == expected, "\(story)")
        jobs.append((editor.bytes, expected, story))
      }
    }
    try Self.compare(jobs, notation)
  }

  private static func compare(
    _ jobs: [(bytes: [UInt8], value: Value, story: String)], _ notation: Notation
  ) throws {
    guard let reader = notation.reader else {
      // Foundation reads OpenStep property lists.
      for job in jobs {
        let found = try unsafe PropertyListSerialization.propertyList(
          from: Data(job.bytes), format: nil)
        let object = try #require(found as? [String: Any])
        let (text, texts) = (object["a"] as? String, object["l"] as? [String])
        let expected = job.value["l"]?.array?.compactMap(\.string)
        #expect(
          text.map { Array($0.utf8) } == job.value["a"]?.string.map { Array($0.utf8) },
          "\(job.story)")
        #expect(texts?.map { Array($0.utf8) } == expected?.map { Array($0.utf8) }, "\(job.story)")
      }
      return
    }
    guard reader.isInstalled else { return }
    let lines = try jobs.map { job in
      let hex = job.bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      return try Value.sequence([.string(hex), job.value]).text(
        as: .jsonLines)
    }
    let output = try reader.run(Array(lines.joined().utf8)) ?? []
    let answers = String(decoding: output, as: UTF8.self).split(separator: "\n")
    try #require(answers.count == jobs.count)
    for (job, answer) in zip(jobs, answers) {
      #expect(answer == "\"\"", "\(job.story)\n=== \(answer)")
    }
  }

  // MARK: The rule

  private func edited(_ text: String, as format: Format, _ edits: DocumentEdit...) throws -> String
  {
    var editor = try DocumentEditor(Array(text.utf8), as: format)
    for edit in edits { try editor.apply(edit) }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  @Test func readsOneScalarInQuotes() throws {
    let a = DocumentPointer(tokens: ["a"])
    for (entered, expected) in [
      (#""2.0""#, "2.0"), ("'x'", "x"), ("'it''s'", "it's"), (#""a\tb""#, "a\tb"), ("''", ""),
      (#""""#, ""),
      (#""a\"b""#, "a\"b"), (#""\\""#, "\\"), ("\"a\nb\"", "a b"),
      // Not one scalar.
      (#""a" "b""#, #""a" "b""#), ("'a' 'b'", "'a' 'b'"), (#""a"#, #""a"#), (#""a\""#, #""a\""#),
      ("'a'' ", "'a'' "),
      ("'", "'"), ("'''", "'''"), (#""a": "b""#, #""a": "b""#), (#" "a""#, #" "a""#),
      ("'a' # c", "'a' # c"),
    ] {
      let text = try edited(#"{"a": "old"}"#, as: .json, .set(a, .entered(entered)))
      #expect(try Value(parsing: text, as: .json) == ["a": .string(expected)], "\(entered)")
    }
    var editor = try DocumentEditor(Array(#"{"a": "old"}"#.utf8), as: .json)
    #expect {
      try editor.apply(.set(a, .entered(#""\q""#)))
    } throws: { error in
      (error as? DecantError)?.problem.specific(EditProblem.self)?.message.hasPrefix(
        "invalid value") == true
    }
  }

  /// What is a number of JSON, a word, a scalar in quotes or a collection in brackets is that in each format.
  @Test(arguments: notations) func readsValuesInNewPlaces(notation: Notation) throws {
    guard let document = try Self.documents(of: notation).first else { return }
    let isText = notation.format.name == "openstep"
    for (text, value) in [
      ("5", 5), ("-1.50", -1.5), ("1e3", 1e3), ("true", true), ("'x # y'", "x # y"),
      ("[1, 'a, b']", [1, "a, b"]), ("{k: [x], l: {}}", ["k": ["x"], "l": [:]]), ("[]", []),
    ] as [(String, Value)] where !isText || value.string != nil {
      var editor = try DocumentEditor(document, as: notation.format)
      try editor.apply(.set(DocumentPointer(tokens: ["n"]), .entered(text)))
      #expect(try Value(parsing: editor.bytes, as: notation.format)["n"] == value, "\(text)")
    }
  }

  @Test(arguments: [
    "[", "{a: 1", "[1] # x", "[1] # x]", "[1], [2]", "[a](b)", "{a: 1}: {b: 2}", "[1]\n...",
    "\"a\" b", "\"a\": b", "'a' # c", "\"", "'", "[1]\n---\n[2]",
  ])
  func refusesWhatIsNotWhole(text: String) throws {
    for pointer in ["n", "new"] {
      let error = #expect(throws: DecantError.self) {
        try edited(
          #"{"n": 1}"#, as: .json, .set(DocumentPointer(tokens: [pointer]), .entered(text)))
      }
      #expect(error?.message.hasPrefix("invalid value") == true, "\(text)")
    }
  }

  @Test func readsValuesInOtherPlaces() throws {
    let text = #"{"n": 1, "b": true, "z": null, "m": {}, "l": [1, "a"], "e": []}"#
    let places: [(DocumentEdit, String)] = [
      (.set(DocumentPointer(tokens: ["n"]), .entered("1.10")), #""n": 1.10"#),
      (.set(DocumentPointer(tokens: ["n"]), .entered("x")), #""n": "x""#),
      (.set(DocumentPointer(tokens: ["b"]), .entered("no")), #""b": "no""#),
      (.set(DocumentPointer(tokens: ["z"]), .entered("[1]")), #""z": [1]"#),
      (.set(DocumentPointer(tokens: ["m"]), .entered("{a: 1}")), #""m": {"a": 1}"#),
      (.set(DocumentPointer(tokens: ["new"]), .entered("007")), #""new": "007""#),
      (.set(DocumentPointer(tokens: ["n"]), .entered("0x10")), #""n": "0x10""#),
      (.set(DocumentPointer(tokens: ["n"]), .entered("")), #""n": """#),
      (.insert(DocumentPointer(tokens: ["l", "-"]), .entered("2")), #"[1, "a", 2]"#),
      (.insert(DocumentPointer(tokens: ["e", "-"]), .entered("2")), #"[2]"#),
      (.insert(DocumentPointer(tokens: ["m", "k"]), .entered("2")), #"{"k": 2}"#),
    ]
    for (edit, expected) in places {
      let result = try edited(text, as: .json, edit)
      #expect(result.replacing("\n", with: "").contains(expected), "\(result)")
    }
  }

  /// Readers of YAML 1.1 take `0755` for an octal number.
  @Test func keepsTheNotationOfNumbersInYAML() throws {
    let x = DocumentPointer(tokens: ["x"])
    for number in ["0755", "0x1F", "+5", "1.50", "1e3", "-.5", "[0755, {a: 0x1F}]"] {
      let text = try edited(
        "x: 0644 # c\n", as: .yaml, .set(x, .entered(number)), .test(x, .entered(number)))
      #expect(
        text == (number.hasPrefix("[") ? "x: # c\n  - 0755\n  - a: 0x1F\n" : "x: \(number) # c\n"))
    }
    // New, or a number in one version only.
    #expect(try edited("y: 1\n", as: .yaml, .set(x, .entered("0755"))) == "y: 1\nx: '0755'\n")
    #expect(try edited("x: 0644\n", as: .yaml, .set(x, .entered("0o17"))) == "x: '0o17'\n")
    #expect(try edited(#"{"x": 1}"#, as: .json, .set(x, .entered("+0755"))) == #"{"x": "+0755"}"#)
  }

  @Test(arguments: [
    (Format.toml, "x = 1\n", "0x20", "x = 32\n"), (.toml, "x = 1\n", "2_000", "x = 2000\n"),
    (.toml, "x = 1\n", "inf", "x = inf\n"), (.toml, "x = 'a'\n", "0x20", "x = '0x20'\n"),
    (.toml, "x = 1\n", "2026-01-01", "x = 2026-01-01\n"),
    (.toml, "x = 1\n", "5 # c", "x = \"5 # c\"\n"),
    (.toml, "x = [1]\n", "10:00:00", "x = 10:00:00\n"),
    (.toml, "y = 1\n", "10:00:00", "y = 1\nx = \"10:00:00\"\n"),
    (.json5, "{x: 1}", "0x20", "{x: 32}"), (.json5, "{x: 1}", ".5", "{x: 0.5}"),
    (.json5, "{x: 'a'}", "0x20", "{x: '0x20'}"), (.json5, "{x: 1}", "a", "{x: \"a\"}"),
    (.yaml, "x: true\n", "True", "x: true\n"), (.yaml, "x: true\n", "yes", "x: 'yes'\n"),
  ])
  func readsTheNotationOfTheFormat(format: Format, old: String, text: String, new: String) throws {
    #expect(
      try edited(old, as: format, .set(DocumentPointer(tokens: ["x"]), .entered(text))) == new)
  }

  @Test func decidesEachPlaceByItself() throws {
    let pointer = try PathPattern("/*/v")
    #expect(
      try edited(#"[{"v": "1"}, {"v": 1}, {"v": null}]"#, as: .json, .set(pointer, .entered("2.0")))
        == #"[{"v": "2.0"}, {"v": 2.0}, {"v": 2.0}]"#)
    #expect(
      try edited(
        "v: '1'\n---\nv: 1\n", as: .yaml, .set(DocumentPointer(tokens: ["v"]), .entered("2")))
        == "v: '2'\n---\nv: 2\n")
  }

  /// Only the first, the last and the neighbors of such a list are in memory.
  @Test(arguments: [Format.json, .yaml, .xmlPropertyList, .openStepPropertyList, .toml])
  func knowsAllElementsOfALongList(format: Format) throws {
    let pointer = try #require(DocumentPointer("/l/-"))
    let count = 3000
    for odd in [nil, 0, 1, count / 2, count - 2, count - 1] {
      guard format.name != "openstep" || odd == nil else { continue }
      var elements = (0..<count).map { Value.string("text \($0)") }
      if let odd { elements[odd] = 7 }
      let value: Value = ["l": .sequence(elements), "z": "end"]
      for isCompact in [false, true] {
        var options = WritingOptions()
        if isCompact { options.indentation = .compact }
        let text = try value.encoded(as: format, options: options)
        var editor = try DocumentEditor(text, as: format)
        try editor.apply(.insert(pointer, .entered("8")))
        let last = try Value(parsing: editor.bytes, as: format)["l"]?.array?.last
        #expect(last == (odd == nil ? "8" : 8), "\(String(describing: odd))")
      }
    }
  }

  // MARK: Changes of type

  @Test func reportsChangesOfType() throws {
    let cases: [(old: String, new: String, message: String?)] = [
      ("1", "2.5", nil), ("null", "x", nil), ("\"42\"", "43", nil), ("true", "false", nil),
      ("{}", "{a: 1}", nil), ("1", "x", "the integer 1 became the string \"x\""),
      ("true", "1", "the boolean true became the integer 1"),
      ("1.5", "null", "the number 1.5 became null"),
      ("1", "[1]", "the integer 1 became a sequence"),
      ("{}", "3", "the mapping became the integer 3"),
    ]
    for (old, new, message) in cases {
      var editor = try DocumentEditor(Array("{\"a\": \(old)}".utf8), as: .json)
      let changes = try editor.apply(.set(DocumentPointer(tokens: ["a"]), .entered(new)))
      #expect(changes.map(\.message) == (message.map { [$0] } ?? []), "\(old) \(new)")
      #expect(changes.allSatisfy { $0.path == DocumentPath([.key("a")]) && !$0.isOfText })
    }
    var editor = try DocumentEditor(Array(#"[{"v": "1"}, {"v": 1}, {"v": "2"}]"#.utf8), as: .json)
    let changes = try editor.apply(.set(PathPattern("/*/v"), .document(Document(true))))
    #expect(
      changes.map(\.message) == [
        "2 strings became booleans", "the integer 1 became the boolean true",
      ])
    #expect(
      changes.map(\.path.description) == ["/0/v", "/1/v"]
        && changes.map(\.isOfText) == [true, false])
  }
}
