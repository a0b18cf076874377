import DecantTestSupport
import Testing
import Decant

/// Text that a person enters in place of text, or among texts, stays that text, byte for byte; other text is a value.
@Suite struct YAMLEnteredTextTests {
  private func edited(_ text: String, _ edits: DocumentEdit...) throws -> String {
    var editor = try DocumentEditor(Array(text.utf8), as: .yaml)
    for edit in edits { try editor.apply(edit) }
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  static let notation = EnteredNotation(
    .yaml,
    [
      "a: old # c\nl:\n- x\n- y\n", "a: 'old'\nl: [x, \"y\"]\n", "{a: \"old\", l: ['x']}\n",
      "a: |\n  old\n  text\nl:\n  - >-\n    x\n  - y\n", "a: 2026-01-01x\nl: [x y, 1.2.3]\n",
      "a: !!str 1\nl:\n- &x x\n- *x\n", "l: [&x x]\na: *x\n",
    ], reader: .pyYAMLValues)

  @Test func staysText() throws { try EditingProperties.staysText(Self.notation) }

  @Test func readsValuesInNewPlaces() throws {
    try EditingProperties.readsValuesInNewPlaces(Self.notation)
  }

  @Test func knowsAllElementsOfALongList() throws {
    try EditingProperties.knowsAllElementsOfALongList(.yaml)
  }

  /// Readers of YAML 1.1 take `0755` for an octal number.
  @Test func keepsTheNotationOfNumbersInYAML() throws {
    let x = DocumentPointer(tokens: ["x"])
    for number in ["0755", "0x1F", "+5", "1.50", "1e3", "-.5", "[0755, {a: 0x1F}]"] {
      let text = try edited(
        "x: 0644 # c\n", .set(x, .entered(number)), .test(x, .entered(number)))
      #expect(
        text == (number.hasPrefix("[") ? "x: # c\n  - 0755\n  - a: 0x1F\n" : "x: \(number) # c\n"))
    }
    // New, or a number in one version only.
    #expect(try edited("y: 1\n", .set(x, .entered("0755"))) == "y: 1\nx: '0755'\n")
    #expect(try edited("x: 0644\n", .set(x, .entered("0o17"))) == "x: '0o17'\n")
  }

  @Test(arguments: [
    ("x: true\n", "True", "x: true\n"),
    ("x: true\n", "yes", "x: 'yes'\n"),
  ])
  func readsTheNotationOfTheFormat(old: String, text: String, new: String) throws {
    var editor = try DocumentEditor(Array(old.utf8), as: .yaml)
    try editor.apply(.set(DocumentPointer(tokens: ["x"]), .entered(text)))
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  @Test func staysADate() throws {
    for value in [EditValue.entered("2026-02-02"), .date("2026-02-02")] {
      #expect(
        try edited("d: !!timestamp 2001-01-01\n", .set(DocumentPointer(tokens: ["d"]), value))
          == "d: !!timestamp 2026-02-02T00:00:00Z\n")
    }
  }
}
