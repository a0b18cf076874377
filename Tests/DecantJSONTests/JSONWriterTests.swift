import DecantTestSupport
import Testing
import Decant

@testable import DecantJSON

@Suite struct JSONWriterTests {
  private func text(_ source: String, by plan: Plan, from format: Format = .json) throws -> String {
    String(decoding: try convert(Array(source.utf8), from: format, by: plan), as: UTF8.self)
  }

  @Test(arguments: [
    ("null", "null"), ("[ ]", "[]"), ("{ }", "{}"), ("[1, 2]", "[1,2]"), ("[[ ], {}]", "[[],{}]"),
    (#"{"a" : 1, "b" : [true, false]}"#, #"{"a":1,"b":[true,false]}"#),
    (#""\u0041\/\u00e9""#, #""A/é""#), (#""\u000a\u0008\u0009\u000C\u000D""#, #""\n\b\t\f\r""#),
    (#""\u0000\u001F\u007f""#, "\"\\u0000\\u001f\u{7F}\""), (#""\u0022\u005c""#, #""\"\\""#),
    (#""\uD83D\uDE00\u2028""#, "\"😀\u{2028}\""),
    (#"{"\u0061\n":"\u0061\n"}"#, #"{"a\n":"a\n"}"#),
    ("[1.10,1E400,-0,-0.0,1e5]", "[1.10,1E400,-0,-0.0,1e5]"),
    (String(repeating: "9", count: 200), String(repeating: "9", count: 200)),
  ])
  func writesTheShortestForm(source: String, expected: String) throws {
    #expect(try text(source, by: .compact(.json)) == expected + "\n")
  }

  @Test(arguments: [
    (#""é€😀\u007f""#, "\"\\u00e9\\u20ac\\ud83d\\ude00\u{7F}\""),
    (#"{"ключ":1}"#, #"{"\u043a\u043b\u044e\u0447":1}"#),
    (#""plain""#, #""plain""#),
    (#""é\n""#, #""\u00e9\n""#),
    ("\"\u{10FFFF}\u{FFFF}\u{80}\"", #""\udbff\udfff\uffff\u0080""#),
  ])
  func escapesWhatIsNotASCIIWhenAsked(source: String, expected: String) throws {
    let plan = Plan.compact(.json).ascii
    #expect(try text(source, by: plan) == expected + "\n")
    let long = String(repeating: "é", count: 10_000)
    #expect(
      try text("\"\(long)\"", by: plan) == "\"" + String(repeating: "\\u00e9", count: 10_000)
        + "\"\n")
  }

  static let document = #"{"a":[1,[],{},{"b":null}],"c":{"d":"e"},"f":[]}"#

  @Test(arguments: [
    (Indentation.spaces(2), "  "), (.spaces(1), " "), (.spaces(4), "    "),
    (.spaces(8), "        "), (.spaces(40), String(repeating: " ", count: 40)),
    (.spaces(13_000), String(repeating: " ", count: 13_000)), (.tab, "\t"),
  ])
  func indentsByWhatItIsTold(indentation: Indentation, unit: String) throws {
    let lines = [
      (0, "{"), (1, "\"a\": ["), (2, "1,"), (2, "[],"), (2, "{},"), (2, "{"), (3, "\"b\": null"),
      (2, "}"), (1, "],"), (1, "\"c\": {"), (2, "\"d\": \"e\""), (1, "},"), (1, "\"f\": []"),
      (0, "}"),
    ]
    let expected = lines.map { String(repeating: unit, count: $0.0) + $0.1 + "\n" }.joined()
    #expect(try text(Self.document, by: .pretty(.json, indentation)) == expected)
  }

  /// The sink's limit is at every place of a record, with lines that are short, long, and longer than the sink.
  @Test(arguments: [(1, false), (7, true), (40, false), (5000, true)])
  func fillsTheSinkToItsLimit(width: Int, startsRecords: Bool) throws {
    let unit = String(repeating: " ", count: width)
    let record = #"{"a":[],"b":[1,"c\n",null],"d":{"e":{},"f":false}}"#
    let lines = [
      (0, "{"), (1, #""a": [],"#), (1, #""b": ["#), (2, "1,"), (2, #""c\n","#), (2, "null"),
      (1, "],"), (1, #""d": {"#), (2, #""e": {},"#), (2, #""f": false"#), (1, "}"), (0, "}"),
    ]
    func text(_ depth: Int) -> String {
      lines.map { String(repeating: unit, count: $0.0 + depth) + $0.1 }.joined(separator: "\n")
    }
    let count = max(14_000 / (20 * width + 80), 2)
    let expected =
      startsRecords
      ? String(repeating: "\u{1E}\(text(0))\n", count: count)
      : "[\n" + [String](repeating: text(1), count: count).joined(separator: ",\n") + "\n]\n"
    let records = [String](repeating: record, count: count)
    let source =
      startsRecords
      ? records.joined(separator: "\n") : "[\(records.joined(separator: ","))]"

    var options = JSONWritingOptions()
    options.indentation = .spaces(width)
    options.startsRecords = startsRecords
    for capacity in stride(from: 0, to: 20 * width + 80, by: max(width / 2, 2)) {
      let text = try JSONWriter.text(
        of: source, framed: startsRecords ? .lines : .document, options, capacity: capacity)
      #expect(text == expected, "\(capacity)")
    }
  }

  @Test func noIndentationIsTheShortestForm() throws {
    #expect(try text(Self.document, by: .pretty(.json, .spaces(0))) == Self.document + "\n")
  }

  @Test(arguments: ["[]", "{}", "1", "\"a\""]) func writesEmptyAndScalarDocumentsOnOneLine(
    source: String
  ) throws {
    #expect(try text(source, by: .pretty(.json)) == source + "\n")
  }

  @Test func indentsAnyDepth() throws {
    let depth = 700
    let source = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    let pretty = try text(source, by: .pretty(.json, .spaces(8)))
    let lines = pretty.split(separator: "\n")
    #expect(lines.count == 2 * depth + 1)
    #expect(lines[depth] == String(repeating: " ", count: 8 * depth) + "1")
    #expect(try text(pretty, by: .compact(.json)) == source + "\n")
  }

  @Test func writesRecordsALineEach() throws {
    #expect(
      try text("{\"a\": 1}\n\n[2, 3] 4", by: Plan(to: .jsonLines), from: .jsonLines)
        == "{\"a\":1}\n[2,3]\n4\n")
    #expect(
      try text("1 \"a\" {}", by: Plan(to: .jsonSequence), from: .jsonLines)
        == "\u{1E}1\n\u{1E}\"a\"\n\u{1E}{}\n")
    #expect(try text("1 [2]", by: Plan(to: .json), from: .jsonLines) == "1\n[\n  2\n]\n")
    #expect(try text("", by: Plan(to: .jsonLines), from: .jsonLines) == "")
  }

  /// Lengths around the sizes of a word, a short copy, the reserved space and the sink's buffer.
  @Test(arguments: [
    0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 8191, 8192, 8193, 32_700, 32_768, 65_400,
    65_471, 65_472, 65_473, 65_536, 200_000,
  ])
  func textsOfEverySizeComeThrough(size: Int) throws {
    let plain = String(repeating: "x", count: size)
    let digits = "1" + String(repeating: "0", count: size)
    for source in [
      "[\"\(plain)\"]", "{\"\(plain)\":1}", "[\(digits)]", "[-1.\(digits)e1]", "[\"\(plain)é\",1]",
      "[\"\(plain)\\n\(plain)\",\"\(plain)\\\"\"]", "[1,\"\(plain)\",\"\(plain)\"]",
    ] {
      #expect(try text(source, by: .compact(.json)) == source + "\n")
    }
  }

  @Test func losesNoCharacterBetweenBuffers() throws {
    // Around the end of the sink's buffer.
    for size in stride(from: 65_300, to: 65_560, by: 3) {
      let source = "[\"\(String(repeating: "x", count: size))\",\"0123456789abcdef\",12345.678e9]"
      #expect(try text(source, by: .compact(.json)) == source + "\n")
    }
  }

  @Test func json5IsWrittenAsJSON() throws {
    #expect(
      try text("{a:+.5,'b\"':0x1F,/**/c:[1,],}", by: .compact(.json), from: .json5)
        == #"{"a":0.5,"b\"":31,"c":[1]}"# + "\n")
    #expect(
      try text("'tab\t and \u{1} and \"'", by: .compact(.json), from: .json5)
        == #""tab\t and \u0001 and \"""# + "\n")
  }
}
