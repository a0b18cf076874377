import DecantLibYAML
import DecantTestSupport
import Testing
import Decant

@Suite struct CommentPropertyTests {
  /// Returns a document in the layout of the writer of `format`, with comments between its lines.
  static func linedDocument(_ seed: UInt64, as format: Format) throws -> RandomCommentedDocument {
    var layout = RandomLayout(seed: seed)
    // Texts of several lines would become block scalars.
    let value = Self.plain(layout.value(), for: format)
    var text = ""
    var words: [String] = []
    let mark = format.name == Format.json5.name ? "//" : "#"
    func comment() -> String {
      let word = "w\(words.count)."
      words.append(word)
      return "\(mark) \(word)"
    }
    for line in try value.text(as: format).split(separator: "\n") {
      while layout.pick(0...3) == 0 {
        let indent = String(repeating: " ", count: layout.pick(0...8))
        text += layout.pick(0...2) == 0 ? "\n" : indent + comment() + "\n"
      }
      text += String(line)
      if layout.pick(0...3) == 0 { text += "  " + comment() }
      text += "\n"
    }
    while layout.pick(0...2) == 0 {
      text += String(repeating: " ", count: layout.pick(0...6)) + comment() + "\n\n"
    }
    return RandomCommentedDocument(text: text, value: value, words: words)
  }

  private static func plain(_ value: Value, for format: Format) -> Value {
    guard format.name == Format.toml.name else { return withoutLineEnds(value) }
    let value = withoutLineEnds(value, null: "null")
    guard case .mapping = value else { return ["root": value] }
    return value
  }

  private static func withoutLineEnds(_ value: Value, null: Value = nil) -> Value {
    switch value {
    case .null: return null
    case .string(let text): return .string(text.replacing("\n", with: " "))
    case .sequence(let elements): return .sequence(elements.map { withoutLineEnds($0, null: null) })
    case .mapping(let mapping):
      var result = Mapping()
      for (key, value) in mapping { result[key.string ?? ""] = withoutLineEnds(value, null: null) }
      return .mapping(result)
    default: return value
    }
  }

  static let formats = [Format.json5, .yaml]

  private func expectKept(
    _ document: RandomCommentedDocument, from source: Format, to target: Format
  ) throws {
    let text = document.text
    try #require(try Value(parsing: text, as: source) == document.value, "\(text)")
    let output = try rewritten(text, from: source, to: target)
    let story = "\(source.name) to \(target.name):\n\(text)\n---->\n\(output)"
    try #require(try Value(parsing: output, as: target) == document.value, "\(story)")
    for word in document.words {
      #expect(output.count(of: word) == 1, "'\(word)' in \(story)")
    }
    let again = try rewritten(output, from: target)
    #expect(again == output, "\(story)\n---->\n\(again)")
  }

  @Test(arguments: formats, formats)
  func keepsValuesAndWords(source: Format, target: Format) throws {
    for seed in 0..<300 as Range<UInt64> {
      try expectKept(RandomCommentedDocument(seed, as: source), from: source, to: target)
    }
  }

  static let layouts: [@Sendable (inout WritingOptions) -> Void] = [
    { $0.indentation = .compact }, { $0.indentation = .tab }, { $0.width = 10 }, { $0.width = 40 },
    { $0.width = 200 },
  ]

  /// What has another layout is read as what has the usual one.
  @Test(
    arguments: formats, formats + [.propertyList(.openStep), .propertyList(.xml)])
  func anyLayoutHasTheSameValues(source: Format, target: Format) throws {
    for seed in 0..<300 as Range<UInt64> {
      let document = RandomCommentedDocument(seed, as: source)
      let layout = Self.layouts[Int(seed) % Self.layouts.count]
      let texts = try [{ _ in }, layout].map { layout in
        try rewritten(document.text, from: source, to: target) {
          layout(&$0.writing)
          $0.fidelity = .lossy
        }
      }
      let values = try texts.map { try Value(parsing: $0, as: target) }
      #expect(values[0] == values[1], "\(texts[0])\n---->\n\(texts[1])")
      for word in document.words {
        #expect(texts[1].count(of: word) == 1, "'\(word)' in \(texts[1])")
      }
    }
  }

  @Test(arguments: [
    ("{\"a\": // c\n{}}", "{\n  \"a\": // c\n    {}\n}\n"),
    ("{\"a\": // c\n{b: 1}}", "{\n  \"a\": // c\n    { \"b\": 1 }\n}\n"),
  ])
  func aCommentAfterAKeyEndsBeforeACollectionInItsLine(text: String, result: String) throws {
    #expect(try rewritten(text, from: .json5) { $0.writing.width = 40 } == result)
  }

  @Test(arguments: formats)
  func everyEditSucceedsOrIsRefused(format: Format) throws {
    let examples = [
      "[{/*x*/ //y\n}, 2]", "[{ // */\n}, 2]", "{a: {//y*/ z\n}, b: 1}",
      "[[//x\n 1], [/*y*/ //z\n]]",
    ]
    let documents = (0..<60 as Range<UInt64>).map { RandomCommentedDocument($0, as: format).text }
    for text in (format.name == Format.json5.name ? examples : []) + documents {
      let violation = EditInvariants.violation(ofAnyEditOf: Array(text.utf8), as: format)
      if let violation { Issue.record("\(text): \(violation)") }
    }
  }

  @Test(arguments: formats, formats)
  func keepsCommentsBetweenLines(source: Format, target: Format) throws {
    for seed in 0..<300 as Range<UInt64> {
      try expectKept(Self.linedDocument(seed, as: source), from: source, to: target)
    }
  }

  /// Tables follow the plain values of their table, so that keys may change their order.
  @Test(arguments: formats + [.toml])
  func keepsCommentsOfTOML(target: Format) throws {
    for seed in 0..<300 as Range<UInt64> {
      let document = try Self.linedDocument(seed, as: .toml)
      try expectKept(document, from: .toml, to: target)
      guard target.name != Format.toml.name else { continue }
      var there = document
      there.text = try rewritten(document.text, from: .toml, to: target)
      try expectKept(there, from: target, to: .toml)
    }
  }

  @Test func keepsACommentAtTheEndWithoutALineBreak() throws {
    for length in 0...40 {
      let comment = "c" + String(repeating: "-", count: length)
      for text in ["a: 1\n# \(comment)", "a: 1 # \(comment)", "a:\n  - 1\n  # \(comment)"] {
        #expect(try rewritten(text, from: .yaml) == text + "\n")
      }
      let table = "a = 1\n# \(comment)"
      #expect(try rewritten(table, from: .toml) == table)
      let object = "{a: 1} // \(comment)"
      #expect(
        try rewritten(object, from: .json5) == (try rewritten(object + "\n", from: .json5)))
    }
  }

  @Test(arguments: formats)
  func readsCommentsTheSameInPieces(format: Format) throws {
    for seed in 1000..<1100 as Range<UInt64> {
      let text = RandomCommentedDocument(seed, as: format).text
      if text.utf8.count < 300 { _ = try commentScript(of: text, as: format) }
    }
  }

  @Test func bothParsersLeadToTheSameComments() throws {
    var options = ReadingOptions()
    options.comments = true
    for seed in 2000..<2300 as Range<UInt64> {
      let document =
        try seed % 2 == 0
        ? RandomCommentedDocument(seed, as: .yaml) : Self.linedDocument(seed, as: .yaml)
      let text = document.text
      options.yamlParser = .libyaml
      let script = try events(of: text, as: .yaml, reading: options)
      options.yamlParser = .own
      #expect(try events(of: text, as: .yaml, reading: options) == script, "\(text)")
    }
  }

  static let stages: [@Sendable (inout Plan) -> Void] = [
    { $0.keyOrder = .byBytes },
    { $0.keyStyle = .snake },
    { $0.gathering = .slurp },
    { $0.gathering = .split },
    { $0.pointer = DocumentPointer("/k1") },
    { $0.pointer = DocumentPointer("/0") },
    { $0.reading.duplicateKeys = .first },
    { $0.reading.duplicateKeys = .last },
    { $0.fidelity = .tagged },
    { $0.fidelity = .lossy },
    { $0.fidelity = .strict },
    { $0.writing.indentation = .compact },
    { $0.writing.indentation = .spaces(1) },
    { $0.writing.ascii = true },
    { $0.scalars = .raw },
    {
      $0.pointer = DocumentPointer("/k0")
      $0.gathering = .split
      $0.keyOrder = .byBytes
      $0.keyStyle = .camel
    },
    {
      $0.reading.duplicateKeys = .last
      $0.gathering = .slurp
      $0.keyOrder = .byBytes
    },
  ]

  @Test(arguments: 0..<stages.count, formats)
  func stagesKeepTheValues(index: Int, source: Format) throws {
    for target in Self.formats {
      for seed in 5000..<5060 as Range<UInt64> {
        let text = RandomCommentedDocument(seed, as: source).text
        let plan = Plan.test(target, Self.stages[index])
        var dropping = plan
        dropping.comments = .dropped
        guard let expected = try? converted(text, from: source, by: dropping) else {
          #expect(throws: DecantError.self, "\(text)") {
            try converted(text, from: source, by: plan)
          }
          continue
        }
        let output = try converted(text, from: source, by: plan)
        // Bare text is not a document.
        if plan.scalars == .raw, output == expected { continue }
        #expect(
          try rewritten(output, from: target, to: .jsonLines)
            == rewritten(expected, from: target, to: .jsonLines), "\(text)\n---->\n\(output)")
      }
    }
  }
}
