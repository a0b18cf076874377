import Decant
import DecantTestSupport
import Testing

@testable import DecantConversion

/// Files that are rewritten in place, in memory.
@Suite struct JSONLayoutTests {
  private func rewritten(
    _ text: String, as format: Format = .json, sizes: [Int] = [],
    _ change: (inout Plan) -> Void = { _ in }
  ) throws -> String {
    var input = try Input(ChunkedSource(Array(text.utf8), sizes: sizes), as: format)
    var plan = Plan(to: format)
    plan.comments = .required
    change(&plan)
    try input.keepNotation(in: &plan, layout: true)
    let destination = MemoryDestination()
    var pipeline = try Pipeline(plan, to: destination)
    try pipeline.convert(&input)
    try pipeline.finish()
    return destination.text
  }

  /// Layouts of tools, and of people.
  static let texts = [
    "{\n  \"name\": \"x\",\n  \"files\": [\n    \"a\"\n  ],\n  \"e\": {},\n  \"f\": []\n}\n",
    "{\n\t\"a\": 1,\n\t\"b\": {\n\t\t\"c\": [\n\t\t\t1\n\t\t]\n\t}\n}",
    "{\r\n    \"a\": 1,\r\n    \"b\": []\r\n}\r\n",
    "{\r  \"a\": 1\r}\r",
    "{\n  \"a\" : {\n\n  },\n  \"b\" : [\n\n  ],\n  \"c\" : \"x\\/y\"\n}",
    #"{"a": 1, "b": [1, 2, {"c": null}]}"#,
    #"{"a":1,"b":[1,2]}"# + "\n\n",
    #"{ "a": [ 1, 2 ], "b": { } }"# + "\n",
    "{\n  \"fill\": [\n    1, 2, 3,\n    4\n  ],\n\n  \"flow\": { \"b\": 1, \"a\": [1, 2] }\n}\n",
    "[{\n  \"a\": 1\n}, {\n  \"b\":    2\n}]\n",
    "[\n1, \n[\n2\n]\n]",
    "{\n  \"brace\":\n  {\n    \"own\": true\n  }\n}\n",
    #"["\u00e9\u00E9é\/\ud83d\ude00\u2028\u007f\u0041\u0008\b\n"]"#,
    "1",
    "\"\\u0061\"\n",
  ]

  @Test(arguments: [
    (42, "{\n    \"a\": { \"list\": [100, 200, 300, 400] },\n    \"b\": 12345\n}\n"),
    (41, "{\n    \"a\": {\n        \"list\": [100, 200, 300, 400]\n    },\n    \"b\": 12345\n}\n"),
  ])
  func theIndentationOfAFileIsMeasured(width: Int, written: String) throws {
    let lines = "{\n    \"a\": {\n        \"list\": [\n            100, 200, 300, 400]\n    },\n"
    #expect(try rewritten(lines + "    \"b\": 12345\n}\n") { $0.writing.width = width } == written)
  }

  @Test(arguments: [
    (22, "{ \"a\" : \"x\", \"b\" : 2 }"), (21, "{\n  \"a\" : \"x\",\n  \"b\" : 2\n}"),
  ])
  func theColonsOfAFileAreMeasured(width: Int, written: String) throws {
    let text = "{\n  \"a\" : \"x\",\n  \"b\" : 2\n}"
    #expect(try rewritten(text) { $0.writing.width = width } == written)
  }

  @Test func linesOfAFileWithoutThemAreTheUsualOnes() throws {
    let text = "{\"a\":[1,2,3],\"b\":{}}"
    #expect(
      try rewritten(text) { $0.writing.width = 10 }
        == "{\n  \"a\": [\n    1,\n    2,\n    3\n  ],\n  \"b\": {}\n}")
  }

  @Test(arguments: texts)
  func keepsTheLayout(text: String) throws {
    #expect(try rewritten(text) == text)
    for size in [1, 2, 3, 5, 7, 16, 33] { #expect(try rewritten(text, sizes: [size]) == text) }
  }

  @Test(arguments: [
    ("{\n  \"b\": {},\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"b\": {}\n}\n"),
    (#"{"b": 1, "a": {"d":1,"c":2}}"#, #"{"a": {"c":2,"d":1}, "b": 1}"#),
    ("{ \"b\": [ 1, 2 ], \"a\": 1 }\n", "{ \"a\": 1, \"b\": [ 1, 2 ] }\n"),
    (
      "{\n\t\"b\" : {\n\n\t},\n\t\"a\" : \"\\/\"\n}", "{\n\t\"a\" : \"\\/\",\n\t\"b\" : {\n\n\t}\n}"
    ),
  ])
  func keepsTheLayoutOfSortedKeys(text: String, sorted: String) throws {
    for sizes in [[], [1], [4]] {
      #expect(try rewritten(text, sizes: sizes) { $0.keyOrder = .byBytes } == sorted)
    }
  }

  @Test func renamedKeysKeepTheirPlace() throws {
    let text = "{\r\n\t\"aB\": 1, \"cD\" :2,\r\n\r\n\t\"\\u00e9F\": { \"gH\": 3 }\r\n}"
    let renamed = "{\r\n\t\"a_b\": 1, \"c_d\":2,\r\n\r\n\t\"é_f\": { \"g_h\": 3 }\r\n}"
    #expect(try rewritten(text) { $0.keyStyle = .snake } == renamed)
  }

  @Test func aTextThatIsCutByAWindowKeepsItsSource() throws {
    let long = String(repeating: "\\/\\u00e9", count: 20_000)
    let text = "{\n   \"a\": \"\(long)\",\n   \"\(long)\": []\n}\n"
    #expect(try rewritten(text) == text)
    #expect(try rewritten(text, sizes: [999]) == text)
  }

  @Test func aReplacedSurrogateIsNotAsItWas() throws {
    let text = #"["\ud800", "\/"]"#
    #expect(try rewritten(text) { $0.fidelity = .lossy } == "[\"\u{FFFD}\", \"/\"]")
  }

  @Test func aLongSpaceIsNotHeld() throws {
    let spaces = String(repeating: " ", count: 100_000)
    #expect(try rewritten("[\(spaces)1]") == "[ 1]")
    #expect(try rewritten("[1,\(spaces)\n2]") == "[1,\n2]")
  }

  @Test func asciiEscapesWhatIsNot() throws {
    let text = "[\n \"\\u00E9é\", \"\\/\\u00E9\"\n]"
    #expect(
      try rewritten(text) { $0.writing.ascii = true }
        == "[\n \"\\u00e9\\u00e9\", \"\\/\\u00E9\"\n]")
  }

  @Test func anotherLayoutIsNotThatOfTheFile() throws {
    let text = "{\n\t\"a\" : [ 1 ]\n}"
    #expect(
      try rewritten(text) { $0.writing.indentation = .spaces(1) }
        == "{\n \"a\": [\n  1\n ]\n}\n")
    #expect(try rewritten(text) { $0.writing.indentation = .compact } == "{\"a\":[1]}\n")
    #expect(
      try rewritten(text) { $0.writing.jsonLayout = .usual } == "{\n  \"a\": [\n    1\n  ]\n}\n")
  }

  @Test func aChangedDocumentLooksLikeTheFile() throws {
    let text = "{\n\t\"a\" : [ {\"b\" :1}, 2 ]\n}\n"
    #expect(try rewritten(text) { $0.pointer = DocumentPointer("/a") } == "[ {\"b\" :1}, 2 ]\n")
    #expect(
      try rewritten(text) { $0.gathering = .slurp }
        == "[\n\t{\n\t\t\"a\" : [ {\"b\" :1}, 2 ]\n\t}\n]\n")
  }

  @Test func recordsKeepTheirSpaces() throws {
    let text = "{\"a\": 1, \"b\": [1, 2]}\r\n{ \"c\":\"\\/\" }\r\n[]\r\n"
    #expect(try rewritten(text, as: .jsonLines) == text)
    #expect(
      try rewritten(text, as: .jsonLines) { plan in
        plan.jobs = 2
        plan.blockSize = 16
      } == text)
    let sequence = "\u{1E}{\"a\": 1}\n\u{1E}[\n  2\n]\n"
    #expect(try rewritten(sequence, as: .jsonSequence) == sequence)
  }

  @Test func json5KeepsItsIndentation() throws {
    let text = "{\n\t// a\n\t\"b\": [1, 2],\n\t\"c\": {\n\t\t\"d\": '//' // e\n\t}\n}\n"
    let written = text.split(separator: "'").joined(separator: "\"")
    #expect(try rewritten(text, as: .json5) == written)
  }
}
