import DecantTestSupport
import Testing
import Decant

/// Characters that other programs misread or refuse, and decant reads by YAML 1.2.
@Suite struct YAMLUnusualTextTests {
  static let breaks: [Unicode.Scalar] = ["\u{85}", "\u{2028}", "\u{2029}"]

  @Test(arguments: breaks)
  func lineBreaksOfOldAreTextInYAML12(scalar: Unicode.Scalar) throws {
    let c = String(scalar)
    let examples = [
      ("a: p\(c)q\n", #"{ "a": "p\#(c)q" }"#), ("a: \"p\(c) q\"\n", #"{ "a": "p\#(c) q" }"#),
      ("a: '\(c)'\n", #"{ "a": "\#(c)" }"#), ("{a\(c): [\(c)b]}\n", #"{ "a\#(c)": [ "\#(c)b" ] }"#),
      ("a: |\n  p\(c)k: x\n  q\nb: 1\n", #"{ "a": "p\#(c)k: x\nq\n" "b": 1 }"#),
      ("a: >-\n  p\(c)\n  q\n", #"{ "a": "p\#(c) q" }"#),
      ("# c\(c)x: 1\na: 2 # \(c)\n", #"{ "a": 2 }"#),
      ("a: | # \(c)\n  \(c)\n", #"{ "a": "\#(c)\n" }"#),
      ("&a # \(c)\n\"\(c)\": 1\n", #"&a { "\#(c)": 1 }"#), ("!x \(c)\n", #"tag(!x) "\#(c)""#),
      ("? [\(c)]\n: 1\n", #"{ [ "\#(c)" ] 1 }"#), ("\(c)", #""\#(c)""#),
      ("--- \(c)\n...\n# \(c)\n--- a\(c)\n", "\"\(c)\"\n\"a\(c)\""),
    ]
    for (source, script) in examples {
      #expect(try events(of: source, as: .yaml) == script)
      let named = YAMLReaderTests.options(.core)
      #expect(try events(of: source, as: .yaml, reading: named) == script)
      expectSameInPieces(Array(source.utf8), as: .yaml)
    }
  }

  /// In YAML 1.1 they break lines, and must be escaped in what decant reads.
  @Test(arguments: [
    "a: p‸\u{85}q\n", "a: 1 # ‸\u{2028}b: 2\n", "a: |\n  b‸\u{2029}c\n", "a: \"‸\u{85}\"\n",
    "# ‸\u{2028}\n", "a: 1‸\u{85}b\n",
  ])
  func theyAreRefusedInYAML11(source: String) throws {
    for (prefix, schema) in [("%YAML 1.1\n---\n", nil), ("", YAMLSchema.yaml11)] {
      let marked = Marked(prefix + source)
      var options = ReadingOptions()
      options.yamlSchema = schema
      let transcript = expectSameInPieces(Array(marked.source.utf8), as: .yaml, options)
      guard case .oldLineBreak? = transcript.error?.problem.specific(DecantError.YAMLProblem.self)
      else {
        Issue.record("\(source)")
        return
      }
      #expect(transcript.error?.position?.offset == marked.offset)
      options.yamlSchema = .core
      let core = Transcript(reading: Array(marked.source.utf8), as: .yaml, options)
      #expect(core.error == nil)
    }
  }

  @Test func theyMayBeEscapedInYAML11() throws {
    let source = "%YAML 1.1\n---\na: \"\\N\\L\\P\\x85\"\n"
    #expect(
      try events(of: source, as: .yaml) == "{ \"a\": \"\u{85}\u{2028}\u{2029}\u{85}\" }")
  }

  @Test(arguments: [
    (#"a: "\ud83e\udd23""#, #"{ "a": "🤣" }"#), (#"{"\uD83E\uDD23\u00e9": 1}"#, #"{ "🤣é": 1 }"#),
    (
      #"["\\ud83e\\\ud83e\udd23", '\ud83e', \ud83e\udd23]"#,
      #"[ "\\ud83e\\🤣" "\\ud83e" "\\ud83e\\udd23" ]"#
    ),
    ("a: |\n  \\ud83e\\udd23\n# \\ud83e\n", "{ \"a\": \"\\\\ud83e\\\\udd23\\n\" }"),
    (#"a: "\ud83e\U0000dd23""#, #"{ "a": "🤣" }"#),
  ])
  func surrogatePairsAreReadAsInJSON(source: String, script: String) throws {
    #expect(try events(of: source, as: .yaml) == script)
    expectSameInPieces(Array(source.utf8), as: .yaml)
  }

  @Test(
    arguments: [
      ("a: \"‸\\ud83e\"\n", 0xD83E), ("a: \"x ‸\\udd23\\ud83e\"\n", 0xDD23),
      ("a: \"‸\\ud83e \\udd23\"\n", 0xD83E), ("a: \"\\ud83e\\udd23‸\\ud83e\\u0041\"\n", 0xD83E),
    ] as [(Marked, UInt16)])
  func halfOfAPairIsRefusedOrReplaced(marked: Marked, unit: UInt16) throws {
    let error = try failure(of: marked.source, as: .yaml)
    #expect(error.problem == .loneSurrogate(unit))
    #expect(error.position?.offset == marked.offset)
    let losses = Losses()
    var plan = Plan(to: .jsonLines)
    plan.fidelity = .lossy
    plan.losses = losses
    #expect(try converted(marked.source, from: .yaml, by: plan).contains("\u{FFFD}"))
    #expect(losses.entries.contains { $0.kind == .loneSurrogate })
  }

  /// YAML allows all of JSON's characters in quotes, and fewer outside (YAML 1.2.2, section 5.1).
  @Test(arguments: ["\u{7F}", "\u{80}", "\u{9F}", "\u{FFFE}", "\u{FFFF}"] as [Unicode.Scalar])
  func quotesAllowMoreCharacters(scalar: Unicode.Scalar) throws {
    let c = String(scalar)
    let source = "\"\(c)\": ['a\(c)\(c)']\n"
    #expect(try events(of: source, as: .yaml) == "{ \"\(c)\": [ \"a\(c)\(c)\" ] }")
    expectSameInPieces(Array(source.utf8), as: .yaml)
    let outside: [Marked] = [
      "a: x‸\(c)\n", "# ‸\(c)\na: 1\n", "a: \"b\"\n# ‸\(c)\n", "a: |\n  x‸\(c)\n",
      "&a # ‸\(c)\n\"b\"\n", "‸\(c)", "é: [‸\(c)\n",
    ].map { Marked($0) }
    for marked in outside {
      let error = try failure(of: marked.source, as: .yaml)
      #expect(error.problem == .yaml(.forbiddenCharacter(scalar)), "\(marked.source)")
      #expect(error.position?.offset == marked.offset, "\(marked.source)")
    }
  }

  @Test(arguments: [
    ("run: |\n  \tgo build\n  x\n", #"{ "run": "\u{9}go build\nx\n" }"#),
    ("- |-\n \t\n- 1\n", #"[ "\u{9}" 1 ]"#),
    ("- !x |+ # c\n\n  \ta\n", #"[ tag(!x) "\n\u{9}a\n" ]"#),
    ("|\n \ta\n \tb", #""\u{9}a\n\u{9}b""#), ("--- |\r\n \ta\r\n", #""\u{9}a\n""#),
    // Text that resembles the header of a block scalar.
    ("- \"x: |\n   \t b\"\n", #"[ "x: | b" ]"#), ("- a: '|\n   \tb'\n", #"[ { "a": "| b" } ]"#),
    ("a: |\n  b: |\n  \tc\n", #"{ "a": "b: |\n\u{9}c\n" }"#), ("- # |\n  a\n", #"[ "a" ]"#),
    ("a: 1\n\t", #"{ "a": 1 }"#), ("a: 1\n\t\n  \t\n\n", #"{ "a": 1 }"#),
    ("- |+\n  a\n\t\n", #"[ "a\n" ]"#),
  ])
  func tabsThatAreTextOrTheEnd(source: String, script: String) throws {
    #expect(try events(of: source, as: .yaml) == script)
    expectSameInPieces(Array(source.utf8), as: .yaml)
  }

  @Test(
    arguments: [
      ("a: 1\n‸\tb: 2\n", .yaml(.tabInIndentation)),
      ("a: 1\n‸\u{FEFF}b: 2\n", .yaml(.misplacedByteOrderMark)),
      ("a: \"b\n‸\u{FEFF}c\"\n", .yaml(.misplacedByteOrderMark)),
      ("[a,\n‸\u{FEFF}]\n", .yaml(.misplacedByteOrderMark)),
    ] as [(Marked, DecantError.Problem)])
  func refusesByName(marked: Marked, problem: DecantError.Problem) throws {
    let error = try failure(of: marked.source, as: .yaml)
    #expect(error.problem == problem)
    #expect(error.position?.offset == marked.offset)
  }

  @Test(arguments: [
    ("# c\n\u{FEFF}a: 1\nb: 2\n", #"{ "a": 1 "b": 2 }"#),
    ("a: 1\n---\n\u{FEFF}b: 1\nc: 2\n", "{ \"a\": 1 }\n{ \"b\": 1 \"c\": 2 }"),
    ("a: 1\n\u{FEFF}---\nb: 1\n", "{ \"a\": 1 }\n{ \"b\": 1 }"),
    ("a: 1\r\n...\r\n\u{FEFF}# c\r\n--- b\r\n", "{ \"a\": 1 }\n\"b\""),
    ("a: 1\n\u{FEFF}# c\n", #"{ "a": 1 }"#), ("é: 1\n\u{FEFF}", #"{ "é": 1 }"#),
    ("a: \"\u{FEFF}b\"\n", "{ \"a\": \"\u{FEFF}b\" }"),
  ])
  func byteOrderMarksMayComeBeforeEachDocument(source: String, script: String) throws {
    #expect(try events(of: source, as: .yaml) == script)
    expectSameInPieces(Array(source.utf8), as: .yaml)
  }

  @Test func placesStayRight() throws {
    let marked = Marked(
      "é: \u{2028}\n# \u{85}\n---\n\u{FEFF}a: \"\\ud83e\\udd23\u{7F}\u{2029}\" ‸x\n")
    let error = try failure(of: marked.source, as: .yaml)
    #expect(error.position?.offset == marked.offset)
    #expect(error.position?.line == 4)
    let source = "- \u{2028}é\n---\n\u{FEFF}- b\u{85}\n- \"\\ud83e\\udd23\"\n- c\n"
    let bytes = Array(source.utf8)
    for entry in Transcript(reading: bytes, as: .yaml).entries where entry.kind == .string {
      guard entry.style == .plain else { continue }
      #expect(Array(bytes[entry.offset...].prefix(entry.text.count)) == entry.text)
    }
  }

  @Test func muchUnusualTextIsRead() throws {
    let text = String(repeating: "a\u{2028}b\u{85}", count: 30_000)
    let source = "- \(text)\n- '\(text)\u{7F}'\n# \(text)\n- |\n  \(text)\n"
    let expected: Value = .sequence([.string(text), .string(text + "\u{7F}"), .string(text + "\n")])
    #expect(try Value(parsing: source, as: .yaml) == expected)
  }

  /// YAML 1.2 readers read random texts of these characters, unescaped if possible.
  @Test func randomTextsAreWhatTheySay() throws {
    var generator = SeededGenerator(seed: 71)
    let letters: [Unicode.Scalar] = [
      "a", "b", " ", "é", "\u{85}", "\u{2028}", "\u{2029}", "\u{3000}", "🤣", "\\", ":", "u",
      "\u{10FFFE}", Unicode.Scalar(0xFDD0 as UInt32) ?? "x",
    ]
    let quoted: [Unicode.Scalar] =
      letters + ["\u{7F}", "\u{80}", "\u{9F}", "\u{FFFE}", "\u{FFFF}", "\u{FEFF}"]
    for _ in 0..<400 {
      func text(_ letters: [Unicode.Scalar]) -> String {
        var text = "x"
        for _ in 0..<Int.random(in: 0...12, using: &generator) {
          text.unicodeScalars.append(letters.randomElement(using: &generator) ?? "x")
        }
        return text + "x"
      }
      let plain = text(letters).replacing(": ", with: ":_"), literal = text(letters + ["\n", "\t"])
      let single = text(quoted), double = text(quoted)
      let escaped = double.replacing("\\", with: "\\\\").replacing("🤣", with: "\\uD83E\\udd23")
      let lines = literal.replacing("\n", with: "\n  ")
      let source = """
        # \(plain)
        - \(plain) # \(plain)
        - '\(single)'
        - "\(escaped)"
        - |- # \(plain)
          \(lines)
        - "\(escaped)": \(plain)

        """
      let expected: Value = .sequence([
        .string(plain), .string(single), .string(double), .string(literal),
        .mapping([double: .string(plain)]),
      ])
      #expect(try Value(parsing: source, as: .yaml) == expected, "\(source)")
      expectSameInPieces(Array(source.utf8), as: .yaml)
    }
  }
}
