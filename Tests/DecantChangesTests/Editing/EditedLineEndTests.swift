import Testing
import Decant

/// Every line that an edit adds ends like the others of the file.
@Suite struct EditedLineEndTests {
  private static let text = "p\\nq\\n"

  static let cases: [(Format, String, String, String)] = [
    (
      .xmlPropertyList, "<plist version=\"1.0\">\n<dict>\n</dict>\n</plist>\n",
      "set /k \"\(text)\"",
      "<plist version=\"1.0\">\n<dict>\n\t<key>k</key>\n\t<string>p\nq\n</string>\n</dict>\n</plist>\n"
    ),
    (
      .xmlPropertyList,
      "<plist version=\"1.0\">\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n",
      "rename /a p\nq",
      "<plist version=\"1.0\">\n<dict>\n\t<key>p\nq</key>\n\t<true/>\n</dict>\n</plist>\n"
    ),
    (.toml, "[a]\nx = 1\n", "set /a/k \"\(text)\"", "[a]\nx = 1\nk = \"\"\"\np\nq\n\"\"\"\n"),
    (.toml, "[a]\nx = 1\n", "set /b {x: {y: 1}}", "[a]\nx = 1\n\n[b.x]\ny = 1\n"),
    (.yaml, "a: |\n  x\nb: 1\n", "set /c {x: [1]}", "a: |\n  x\nb: 1\nc:\n  x:\n    - 1\n"),
    (.yaml, "- >-\n  x\n- y", "delete /1", "- >-\n  x"),
    (.yaml, "- >\n  x\n- y", "delete /1", "- >\n  x\n"),
    // No line end is left after the first half of a move.
    (.json, "{\n  \"a\": 1\n}", "move /a /b", "{\n  \"b\": 1\n}"),
    (.json5, "[\n  {},\n]", "move /0 /-", "[\n  {},\n]"),
    (.openStepPropertyList, "{\n    a = 1;\n}\n", "move /a /b", "{\n    b = 1;\n}\n"),
  ]

  @Test(arguments: cases)
  func endsLinesLikeTheFile(format: Format, old: String, operation: String, new: String) throws {
    let windows = { (text: String) in text.replacing("\n", with: "\r\n") }
    let operation = operation
    let plain = try edited(old, as: format, operation)
    let result = try edited(windows(old), as: format, operation)
    #expect(result == windows(plain))
    #expect(try Value(parsing: result, as: format) == Value(parsing: plain, as: format))
    #expect(plain == new)
  }
}
