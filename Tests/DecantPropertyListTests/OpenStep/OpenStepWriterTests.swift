import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantPropertyList

@Suite struct OpenStepWriterTests {
  private func text(_ json: String, _ options: WritingOptions = .init()) throws -> String {
    try Value(parsing: json, as: .json).text(as: .openStepPropertyList, options: options)
  }

  @Test func laysOutCollectionsOnLines() throws {
    let json = #"{"a":"b","c d":["e",[],{}],"f":{"g":["h i"],"j":{"k":""}}}"#
    let expected = """
      {
          a = b;
          "c d" = (
              e,
              (),
              {}
          );
          f = {
              g = (
                  "h i"
              );
              j = {
                  k = "";
              };
          };
      }

      """
    #expect(try text(json) == expected)
    var options = WritingOptions()
    options.indentation = .tab
    #expect(try text(json, options) == expected.replacing("    ", with: "\t"))
    options.indentation = .compact
    #expect(
      try text(json, options)
        == "{a=b;\"c d\"=(e,(),{});f={g=(\"h i\");j={k=\"\";};};}\n")
  }

  @Test(arguments: [
    ("a", "a"), ("A.b_c$1", "A.b_c$1"), ("Sources/main.swift", "Sources/main.swift"), ("5", "5"),
    ("/usr/lib/", "/usr/lib/"), ("", "\"\""), ("a b", "\"a b\""), ("a-b", "\"a-b\""),
    ("a:b", "\"a:b\""),
    ("//", "\"//\""), ("a//b", "\"a//b\""), ("http://x", "\"http://x\""), ("/*", "\"/*\""),
    ("é", "\"é\""), ("a\nb", #""a\nb""#), ("\u{7}\u{8}\t\u{B}\u{C}\r", #""\a\b\t\v\f\r""#),
    ("\u{0}1\u{1B}", #""\U00001\U001b""#), (#"a"b\c"#, #""a\"b\\c""#), ("it's", "\"it's\""),
    ("\u{85}\u{2028}😀", "\"\u{85}\u{2028}😀\""),
    ("abcdefgh", "abcdefgh"), ("abcdefghi", "abcdefghi"), ("abcdefgh-", "\"abcdefgh-\""),
  ])
  func quotesOnlyWhatNeedsQuotes(text: String, expected: String) throws {
    #expect(try Value.string(text).text(as: .openStepPropertyList) == expected + "\n")
  }

  @Test(arguments: [
    ("é", #""\U00e9""#), ("😀a", #""\Ud83d\Ude00a""#), ("plain", "plain"),
    ("\u{2028}", #""\U2028""#),
  ])
  func escapesWhatIsNotASCIIWhenAsked(text: String, expected: String) throws {
    var options = WritingOptions()
    options.ascii = true
    #expect(
      try Value.string(text).text(as: .openStepPropertyList, options: options) == expected + "\n")
  }

  @Test(arguments: [0, 1, 3, 1023, 1024, 1025, 100_000])
  func writesData(count: Int) throws {
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let written = try Value.data(data).encoded(as: .openStepPropertyList)
    #expect(written.count == 2 * count + 3)
    #expect(try Value(parsing: written, as: .openStepPropertyList) == .data(data))
    if count == 3 { #expect(written == Array("<00070e>\n".utf8)) }
  }

  @Test func writesTypesInGNUstepsNotation() throws {
    let json = """
      [5, -12345678901234567890123, 1.10, 1E400, true, false, {"$real": "nan"}, {"$real": "-inf"},
       {"$date": "2026-11-21T09:30:00.125Z"}, {"$data": "D713"}, {"$date": "+12026-11-21T09:30:00Z"}]
      """
    let events = [
      "<*I5>", "<*I-12345678901234567890123>", "<*R1.10>", "<*R1E400>", "<*BY>", "<*BN>", "<*Rnan>",
      "<*R-inf>", "<*D2026-11-21 09:30:00.125 +0000>", "<0fbd77>",
      "<*D+12026-11-21 09:30:00 +0000>",
    ]
    let written = try tagged(Array(json.utf8), from: .json, to: .untaggedOpenStep)
    #expect(String(decoding: written, as: UTF8.self) == "(" + events.joined(separator: ",") + ")\n")
    let back = try tagged(written, from: .openStepPropertyList, to: .json)
    let canonical = try tagged(Array(json.utf8), from: .json, to: .json)
    #expect(String(decoding: back, as: UTF8.self) == String(decoding: canonical, as: UTF8.self))
  }

  private func tagged(_ bytes: [UInt8], from: Format, to: Format) throws -> [UInt8] {
    var plan = Plan.compact(to)
    plan.fidelity = .tagged
    return try convert(bytes, from: from, by: plan)
  }

  static let tables: [(String, pretty: String, compact: String)] = [
    ("{}", "", ""),
    (
      #"{"plain":"a","two words":"é\n\"","":""}"#,
      "\"plain\" = \"a\";\n\"two words\" = \"é\\n\\\"\";\n\"\" = \"\";\n",
      "\"plain\"=\"a\";\"two words\"=\"é\\n\\\"\";\"\"=\"\";\n"
    ),
    (
      #"{"a":{"b":["c",{}]},"d":[]}"#,
      """
      "a" = {
          "b" = (
              "c",
              {}
          );
      };
      "d" = ();

      """, "\"a\"={\"b\"=(\"c\",{});};\"d\"=();\n"
    ),
  ]

  @Test(arguments: tables)
  func writesATableOfStringsWithoutBraces(json: String, pretty: String, compact: String) throws {
    for (plan, expected) in [(Plan(to: .strings), pretty), (.compact(.strings), compact)] {
      let written = try convert(Array(json.utf8), from: .json, by: plan)
      #expect(String(decoding: written, as: UTF8.self) == expected)
      let back = try convert(written, from: .strings, by: .compact(.json))
      #expect(String(decoding: back, as: UTF8.self) == json + "\n")
      guard json != "{}" else { continue }
      #expect(try convert(written, from: .openStepPropertyList, by: .compact(.json)) == back)
    }
  }

  @Test func escapesATableOfStrings() throws {
    let written = try convert(Array(#"{"é":"x"}"#.utf8), from: .json, by: Plan(to: .strings).ascii)
    #expect(String(decoding: written, as: UTF8.self) == "\"\\U00e9\" = \"x\";\n")
  }

  @Test(arguments: ["[]", "\"a\"", "[{}]"])
  func refusesATableThatIsNotAMapping(json: String) {
    let error = #expect(throws: DecantError.self) {
      try convert(Array(json.utf8), from: .json, by: Plan(to: .strings))
    }
    #expect(error?.problem == .openStep(.notAStringsTable))
  }

  /// The guard usually refuses these before the writer does.
  @Test(arguments: [
    (Event.Kind.null, DecantError.Problem.notRepresentable(.null, target: "openstep")),
    (.uid, .malformedEvents("an OpenStep property list has no uid")),
    (.anchor, .malformedEvents("an OpenStep property list has no anchor")),
    (.endMapping, .malformedEvents("an end without a beginning")),
  ])
  func refusesEventsThatItHasNoNotationFor(kind: Event.Kind, problem: DecantError.Problem) {
    var batch = EventBatch()
    batch.append(.beginDocument)
    batch.append(kind, text: "1")
    let error = #expect(throws: DecantError.self) {
      var writer = OpenStepWriter()
      try writer.write(batch, to: ByteSink(MemoryDestination()))
    }
    #expect(error?.problem == problem)
  }

  @Test func colorsForATerminal() throws {
    var options = WritingOptions()
    options.palette = .standard
    #expect(
      try text(#"{"a":["b"]}"#, options)
        == "{\n    \u{1B}[34;1ma\u{1B}[0m = (\n        \u{1B}[32mb\u{1B}[0m\n    );\n}\n")
  }

  @Test func writesLongTextAndDeepNesting() throws {
    for text in ["x", "é", "a b", "\u{1}", "/x"] {
      let long = Value.string(String(repeating: text, count: 9000))
      let written = try long.encoded(as: .openStepPropertyList)
      #expect(try Value(parsing: written, as: .openStepPropertyList) == long)
      #expect((written[0] == UInt8(ascii: "\"")) == (text != "x" && text != "/x"))
    }
    let depth = 900
    let deep = String(repeating: "(", count: depth) + String(repeating: ")", count: depth)
    let written = try convert(
      Array(deep.utf8), from: .openStepPropertyList, by: .pretty(.openStepPropertyList, .spaces(8)))
    let again = try convert(
      written, from: .openStepPropertyList, by: .compact(.openStepPropertyList))
    #expect(String(decoding: again, as: UTF8.self) == deep + "\n")
  }
}

extension Format {
  /// OpenStep with typed notation, and never tagged forms.
  fileprivate static let untaggedOpenStep = Format(
    name: "openstep",
    summary: "",
    abilities: Format.openStepPropertyList.abilities.union(
      Format.openStepPropertyList.taggedAbilities),
    writer: { OpenStepWriter($0) })
}
