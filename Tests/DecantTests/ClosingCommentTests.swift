import DecantTestSupport
import Testing
import Decant

/// A comment after a closing bracket stays with what the bracket closes, in every pair of formats with comments.
@Suite struct ClosingCommentTests {
  struct Source: Sendable, CustomStringConvertible {
    let format: Format
    let text: String

    var description: String { "\(format.name) \(text)" }
  }

  static let formats = [
    Format.json5, .yaml, .toml, .xmlPropertyList, .openStepPropertyList,
  ]

  private static func xml(_ value: String, _ rest: String) -> Source {
    Source(
      format: .xmlPropertyList,
      text: "<plist version=\"1.0\">\n<dict>\n<key>k</key>\n\(value)\n\(rest)\n</dict>\n</plist>\n")
  }

  /// In each, the comment is about the value of `k`, or about its first element.
  static let sources =
    [
      "{\nk: [\n1,\n2,\n], // about\nm: 2\n}", "{\nk: [1, 2] // about\n, m: 2\n}",
      "{\nk: {\na: 1,\n}, // about\nm: 2\n}", "{\nk: {a: {b: 1}}, // about\n\nm: 2\n}",
      "{\nk: [\n{a: 1}, // about\n{b: 2}\n], m: 2\n}",
      "{\nk: [\n[1, 2], // about\n[3]\n],\nm: 2\n}",
      "{\nk: [\n{a: [1]}, // about\n{b: 2}\n], m: 2\n}", "{\nk: [], // about\nm: 2\n}",
      "{\nk: [1], /* about */\nm: 2\n}",
    ].map { Source(format: .json5, text: $0) }
    + [
      "k = [\n  1,\n] # about\nm = 2\n", "k = [1, 2] # about\nm = 2\n",
      "k = { a = 1 } # about\nm = 2\n", "k = [\n{ a = 1 }, # about\n{ b = 2 },\n]\nm = 2\n",
      "k = [\n[1, 2], # about\n[3],\n]\nm = 2\n",
    ].map { Source(format: .toml, text: $0) }
    + [
      "k: [1,\n  2] # about\nm: 2\n", "k: {a: 1} # about\nm: 2\n",
      "k:\n- {a: 1} # about\n- {b: 2}\nm: 2\n", "k:\n- [1, 2] # about\n- [3]\nm: 2\n",
    ].map { Source(format: .yaml, text: $0) }
    + [
      xml(
        "<array>\n<integer>1</integer>\n</array> <!-- about -->",
        "<key>m</key>\n<integer>2</integer>"),
      xml(
        "<dict>\n<key>a</key>\n<string>1</string>\n</dict> <!-- about -->",
        "<key>m</key>\n<integer>2</integer>"),
      xml(
        "<array>\n<dict>\n<key>a</key>\n<string>1</string>\n</dict> <!-- about -->",
        "<dict>\n<key>b</key>\n<string>2</string>\n</dict>\n</array>\n<key>m</key>\n<true/>"),
    ]
    + [
      "{\n  k = (\n    1,\n    2\n  ); // about\n  m = 2;\n}\n",
      "{\n  k = {\n    a = 1;\n  }; // about\n  m = 2;\n}\n",
      "{\n  k = (\n    { a = 1; }, // about\n    { b = 2; }\n  );\n  m = 2;\n}\n",
    ].map { Source(format: .openStepPropertyList, text: $0) }

  @Test(arguments: sources, formats) func staysWithWhatIsClosed(source: Source, target: Format)
    throws
  {
    let output = try rewritten(source.text, from: source.format, to: target) {
      $0.fidelity = .lossy
    }
    let story: Comment = "\(source)\n---->\n\(output)"
    #expect(output.count(of: "about") == 1, story)
    var options = ReadingOptions()
    options.comments = true
    let script = try commentScript(of: Array(output.utf8), as: target, options)
      .filter { !" \n~:".contains($0) }
    let comment = try #require(script.firstRange(of: "#(about)"), story)
    let next = script[comment.upperBound...]
    // A comment on a line of its own belongs to the node after it.
    let isTrailing = script[..<comment.lowerBound].last == "^"
    #expect(
      isTrailing || !["\"m\"", "{\"b\"", "[3", "[\"3"].contains(where: next.hasPrefix), story)
    // There and back, it still does.
    let again = try rewritten(output, from: target) { $0.fidelity = .lossy }
    #expect(again == output, story)
  }

  @Test(arguments: [
    (Format.toml, "k = [\n  1,\n] # about k\nm = 2\n", "k:  # about k\n  - 1\nm: 2\n"),
    (.json5, "{k: {a: 1}, // about\nm: 2}", "k:  # about\n  a: 1\nm: 2\n"),
    (.json5, "[[1], // about\n[2]]", "- # about\n  - 1\n- - 2\n"),
    (.json5, "{k: [{a: [1]} // b\n] // c\n}", "k:  # c\n  - # b\n    a:\n      - 1\n"),
    (.json5, "{k: [ // a\n1] // b\n, m: 2}", "k:  # a\n  - 1\n  # b\nm: 2\n"),
  ]) func standsBesideTheKey(source: Format, text: String, expected: String) throws {
    #expect(try rewritten(text, from: source, to: .yaml) == expected)
  }

  /// The output with the key may have been written already.
  @Test(arguments: [10, 100_000]) func staysWithALongCollection(count: Int) throws {
    let items = (0..<count).map { "\($0)," }.joined(separator: "\n")
    let output = try rewritten("{k: [\n\(items)\n], // about\nm: 2}", from: .json5, to: .yaml)
    #expect(try Value(parsing: output, as: .yaml)["k"]?.array?.count == count)
    let isBeside = output.hasPrefix("k:  # about\n")
    #expect(isBeside == (count == 10))
    #expect(isBeside || output.hasSuffix("\n  # about\nm: 2\n"))
  }
}
