import DecantTestSupport
import Testing
import Decant

/// Text that a person enters in place of text, or among texts, stays that text, byte for byte; other text is a value.
@Suite struct TOMLEnteredTextTests {
  static let notation = EnteredNotation(
    .toml,
    [
      "a = \"old\" # c\nl = ['x', \"y\"]\n", "a = 'old'\nl = [\n  'x', # c\n]\n",
      "a = \"\"\"\nold\n\"\"\"\nl = ['''x''']\n", "l = [\"x\"]\na = '''old'''\r\n",
    ], reader: .tomllibValues)

  @Test func staysText() throws { try EditingProperties.staysText(Self.notation) }

  @Test func readsValuesInNewPlaces() throws {
    try EditingProperties.readsValuesInNewPlaces(Self.notation)
  }

  @Test func knowsAllElementsOfALongList() throws {
    try EditingProperties.knowsAllElementsOfALongList(.toml)
  }

  @Test(arguments: [
    ("x = 1\n", "0x20", "x = 32\n"),
    ("x = 1\n", "2_000", "x = 2000\n"),
    ("x = 1\n", "inf", "x = inf\n"),
    ("x = 'a'\n", "0x20", "x = '0x20'\n"),
    ("x = 1\n", "2026-01-01", "x = 2026-01-01\n"),
    ("x = 1\n", "5 # c", "x = \"5 # c\"\n"),
    ("x = [1]\n", "10:00:00", "x = 10:00:00\n"),
    ("y = 1\n", "10:00:00", "y = 1\nx = \"10:00:00\"\n"),
  ])
  func readsTheNotationOfTheFormat(old: String, text: String, new: String) throws {
    var editor = try DocumentEditor(Array(old.utf8), as: .toml)
    try editor.apply(.set(DocumentPointer(tokens: ["x"]), .entered(text)))
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }
}
