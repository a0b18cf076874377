import Foundation
import Testing

package import Decant

/// A format, documents in it that all have the text `old` at `/a` and texts in `/l`, and an independent reader.
package struct EnteredNotation: Sendable, CustomTestStringConvertible {
  package let format: Format
  package let documents: [String]
  package let reader: Oracle?

  /// Without documents, the format is binary, and a document is encoded.
  package init(_ format: Format, _ documents: [String] = [], reader: Oracle?) {
    (self.format, self.documents, self.reader) = (format, documents, reader)
  }

  package var testDescription: String { format.name }
}

// Text that a person enters.
extension EditingProperties {
  private static let enteredTexts = [
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
      enteredTexts.randomElement(using: &random) ?? ""
    }.joined()
  }

  /// Whether the rule for scripts applies to a text, so that its quotes are not part of it.
  private static func mightBeQuoted(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else {
      return false
    }
    return text.unicodeScalars.count > 1 && first == last && (first == "'" || first == "\"")
  }

  private static func documents(of notation: EnteredNotation) throws -> [[UInt8]] {
    guard notation.documents.isEmpty else { return notation.documents.map { Array($0.utf8) } }
    let value: Value = ["a": "old", "l": ["x", "y"]]
    return [try value.encoded(as: notation.format)]
  }

  /// Text in place of text, or among texts, stays that text, byte for byte.
  package static func staysText(_ notation: EnteredNotation) throws {
    var random = SeededGenerator(seed: 19)
    var texts = enteredTexts
    for _ in 0..<100 { texts.append(randomText(&random)) }
    let (a, list) = (DocumentPointer(tokens: ["a"]), DocumentPointer(tokens: ["l"]))
    var jobs: [(bytes: [UInt8], value: Value, story: String)] = []
    for document in try documents(of: notation) {
      let old = try Value(parsing: document, as: notation.format)
      for text in texts where !mightBeQuoted(text) {
        let story = "\(String(decoding: document, as: UTF8.self))\n=== \(text.debugDescription)"
        var editor = try DocumentEditor(document, as: notation.format)
        #expect(try editor.apply(.set(a, .entered(text))) == [], "\(story)")
        try editor.apply(.test(a, .entered(text)))
        try editor.apply(.insert(list.appending("-"), .entered(text)))
        try editor.apply(.insert(list.appending("0"), .entered(text)))
        try editor.apply(.test(list.appending("-1"), .entered(text)))
        var expected = old
        expected["a"] = .string(text)
        if !mayBeTyped(text) {
          try editor.apply(.set(DocumentPointer(tokens: ["n"]), .entered(text)))
          try editor.apply(.insert(DocumentPointer(tokens: ["m"]), .entered(text)))
          (expected["n"], expected["m"]) = (.string(text), .string(text))
        }
        expected["l"] = .sequence([.string(text)] + (old["l"]?.array ?? []) + [.string(text)])
        #expect(try Value(parsing: editor.bytes, as: notation.format) == expected, "\(story)")
        jobs.append((editor.bytes, expected, story))
      }
    }
    try compare(jobs, notation)
  }

  private static func compare(
    _ jobs: [(bytes: [UInt8], value: Value, story: String)], _ notation: EnteredNotation
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

  /// What is a number of JSON, a word, a scalar in quotes or a collection in brackets is that in each format.
  package static func readsValuesInNewPlaces(_ notation: EnteredNotation) throws {
    guard let document = try documents(of: notation).first else { return }
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

  /// Only the first, the last and the neighbors of such a list are in memory.
  package static func knowsAllElementsOfALongList(_ format: Format) throws {
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
}
