import DecantTestSupport
import Testing
import Decant
import DecantEditing

@testable import DecantPropertyList

/// Comments go with the nodes that they are about.
@Suite struct PropertyListCommentEditingTests {
  static let cases: [(format: Format, old: String, operations: [String], new: String)] = [
    // Moved and copied.
    (
      .xmlPropertyList,
      "<plist version=\"1.0\">\n<dict>\n\t<!-- a -->\n\t<key>a</key>\n\t<true/> <!-- t -->\n\t<!-- b -->\n\t<key>b</key>\n\t<false/>\n</dict>\n</plist>\n",
      ["move /a /c"],
      "<plist version=\"1.0\">\n<dict>\n\t<!-- b -->\n\t<key>b</key>\n\t<false/>\n\t<!-- a -->\n\t<key>c</key>\n\t<true/> <!-- t -->\n</dict>\n</plist>\n"
    ),
    // Moved and copied.
    (
      .stringsTable,
      "/* Copyright */\n/* a\n   more */\n\"a\" = \"x\"; /* x */\n\n/* b */\n\"b\" = \"y\";\n",
      ["copy /a /c"],
      "/* Copyright */\n/* a\n   more */\n\"a\" = \"x\"; /* x */\n\n/* b */\n\"b\" = \"y\";\n\n/* a\n   more */\n\"c\" = \"x\"; /* x */\n"
    ),
  ]

  @Test(arguments: cases.indices)
  func movesCommentsWithTheirNodes(index: Int) throws {
    let (format, old, operations, new) = Self.cases[index]
    #expect(try edited(old, as: format, operations) == new)
  }

  // MARK: New comments

  static let commented: [(format: Format, old: String, edits: [String], new: String)] = [
    (
      .xmlPropertyList, "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n",
      ["comment /a why"],
      "<plist>\n<dict>\n\t<!-- why -->\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n"
    ),
    (
      .openStepPropertyList, "{\n    a = 1;\n}\n", ["comment /a why"],
      "{\n    // why\n    a = 1;\n}\n"
    ),
  ]

  @Test(arguments: commented.indices) func putsAComment(index: Int) throws {
    let (format, old, edits, new) = Self.commented[index]
    try expectCommented(old, as: format, edits, new)
  }

  // MARK: The head of a file

  @Test(arguments: [Format.openStepPropertyList, .stringsTable], HeadComments.heads.indices)
  func keepsWhatIsTheFiles(format: Format, index: Int) throws {
    try HeadComments.expectKept(
      index, as: format, mark: "//", pairs: ("\"a\" = 1;", "\"b\" = 2;"))
  }

  @Test func keepsTheMarkOfAProject() throws {
    let text = "// !$*UTF8*$!\na = 1;\n// two\nb = 2;\n"
    #expect(
      try edited(text, as: .openStepPropertyList, "delete /a")
        == "// !$*UTF8*$!\n// two\nb = 2;\n")
    #expect(
      try edited(
        "/* Copyright 2026\n   Somebody */\n/* about a */\na = 1;\nb = 2;\n", as: .stringsTable,
        "delete /a")
        == "/* Copyright 2026\n   Somebody */\nb = 2;\n")
  }
}
