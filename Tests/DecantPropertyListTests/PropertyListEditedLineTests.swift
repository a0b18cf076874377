import DecantTestSupport
import Testing
import Decant

/// New lines are like the others of the file.
@Suite struct PropertyListEditedLineTests {
  static let lineEnds: [(format: Format, old: String, operation: String, new: String)] = [
    (
      .xmlPropertyList, "<plist version=\"1.0\">\n<dict>\n</dict>\n</plist>\n",
      "set /k \"p\\nq\\n\"",
      "<plist version=\"1.0\">\n<dict>\n\t<key>k</key>\n\t<string>p\nq\n</string>\n</dict>\n</plist>\n"
    ),
    (
      .xmlPropertyList,
      "<plist version=\"1.0\">\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n",
      "rename /a p\nq",
      "<plist version=\"1.0\">\n<dict>\n\t<key>p\nq</key>\n\t<true/>\n</dict>\n</plist>\n"
    ),
    // No line end is left after the first half of a move.
    (.openStepPropertyList, "{\n    a = 1;\n}\n", "move /a /b", "{\n    b = 1;\n}\n"),
  ]

  @Test(arguments: lineEnds)
  func endsLinesLikeTheFile(format: Format, old: String, operation: String, new: String) throws {
    try expectLineEndsOfTheFile(old, as: format, operation, new)
  }
}
