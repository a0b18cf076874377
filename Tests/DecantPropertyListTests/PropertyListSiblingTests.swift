import DecantTestSupport
import Testing
import Decant

/// What is new looks like its siblings, and what these have beside them stays theirs.
@Suite struct PropertyListSiblingTests {
  /// Before the separator, a comment cannot be that of the new item.
  @Test(
    arguments: [
      (
        Format.openStepPropertyList, "{ a = 1; /* one */ }", "set /b 2",
        "{ a = 1 /* one */; b = 2; }"
      ),
      (.openStepPropertyList, "( 1, /* one */ )", "append root 2", "( 1 /* one */, 2, )"),
      (.openStepPropertyList, "( 1 /* one */ )", "append root 2", "( 1 /* one */, 2 )"),
      (.json5, "[1, /* one */]", "append root 2", "[1 /* one */, 2,]"),
    ] as [(Format, String, String, String)])
  func aCommentStaysBesideItsItem(
    format: Format, old: String, operation: String, new: String
  ) throws {
    #expect(try edited(old, as: format, operation) == new)
  }

  /// Quotes that a key needs show nothing.
  @Test(
    arguments: [
      (
        Format.strings, "a = \"1\";\n\"b c\" = \"2\";\n", "set /d x",
        "a = \"1\";\n\"b c\" = \"2\";\nd = \"x\";\n"
      ),
      (
        .strings, "\"a\" = \"1\";\n\"b c\" = \"2\";\n", "set /d x",
        "\"a\" = \"1\";\n\"b c\" = \"2\";\n\"d\" = \"x\";\n"
      ),
      (.strings, "\"b c\" = \"2\";\n", "set /d x", "\"b c\" = \"2\";\n\"d\" = \"x\";\n"),
      (.openStepPropertyList, "{ \"b c\" = 2; }", "set /d x", "{ \"b c\" = 2; d = x; }"),
    ] as [(Format, String, String, String)])
  func aKeyHasTheQuotesThatSiblingsChoose(
    format: Format, old: String, operation: String, new: String
  ) throws {
    #expect(try edited(old, as: format, operation) == new)
  }

  /// Apple's tools count eight columns for each level of the indentation.
  @Test func linesOfDataInNewCollectionsAreAsLongAsElsewhere() throws {
    let old = "<plist version=\"1.0\">\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n"
    let letters = String(repeating: "A", count: 80)
    let new = try edited(
      old, as: .xmlPropertyList, "set /n {d: !!binary \(letters)}", "set /e !!binary \(letters)")
    #expect(
      new == """
        <plist version="1.0">
        <dict>
        \t<key>a</key>
        \t<true/>
        \t<key>n</key>
        \t<dict>
        \t\t<key>d</key>
        \t\t<data>
        \t\t\(letters.prefix(60))
        \t\t\(letters.prefix(20))
        \t\t</data>
        \t</dict>
        \t<key>e</key>
        \t<data>
        \t\(letters.prefix(68))
        \t\(letters.prefix(12))
        \t</data>
        </dict>
        </plist>

        """)
  }
}
