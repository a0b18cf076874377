import DecantTestSupport
import Testing
import Decant

/// Text that a person enters in place of text, or among texts, stays that text, byte for byte; other text is a value.
@Suite struct JSONEnteredTextTests {
  static let notations = [
    EnteredNotation(
      .json,
      [
        #"{"a": "old", "l": ["x", "y"]}"#, "{\n  \"a\":\"old\",\n  \"l\":[\n    \"x\"\n  ]\n}\n",
      ], reader: .jsonValues),
    EnteredNotation(.jsonLines, [#"{"a":"old","l":["x","y"]}"# + "\n"], reader: .jsonValues),
    EnteredNotation(
      .json5,
      [
        "{a: 'old', l: ['x', 'y',]} // c\n", "{\n  a: \"old\", /* c */\n  l: [\"x\"],\n}\n",
      ], reader: .ecmaScriptValues),
  ]

  @Test(arguments: notations) func staysText(notation: EnteredNotation) throws {
    try EditingProperties.staysText(notation)
  }

  @Test(arguments: notations) func readsValuesInNewPlaces(notation: EnteredNotation) throws {
    try EditingProperties.readsValuesInNewPlaces(notation)
  }

  @Test func knowsAllElementsOfALongList() throws {
    try EditingProperties.knowsAllElementsOfALongList(.json)
  }

  @Test(arguments: [
    ("{x: 1}", "0x20", "{x: 32}"),
    ("{x: 1}", ".5", "{x: 0.5}"),
    ("{x: 'a'}", "0x20", "{x: '0x20'}"),
    ("{x: 1}", "a", "{x: \"a\"}"),
  ])
  func readsTheNotationOfTheFormat(old: String, text: String, new: String) throws {
    var editor = try DocumentEditor(Array(old.utf8), as: .json5)
    try editor.apply(.set(DocumentPointer(tokens: ["x"]), .entered(text)))
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  @Test func keepsTextThatIsANumberElsewhere() throws {
    var editor = try DocumentEditor(Array(#"{"x": 1}"#.utf8), as: .json)
    try editor.apply(.set(DocumentPointer(tokens: ["x"]), .entered("+0755")))
    #expect(editor.bytes == Array(#"{"x": "+0755"}"#.utf8))
  }
}
