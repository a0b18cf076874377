import DecantTestSupport
import Testing
import Decant

@testable import DecantPropertyList

@Suite struct PropertyListEditingTests {
  private static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<!-- name -->
    \t<key>Name</key>
    \t<string>a &amp; b</string> <!-- after -->
    \t<key>List</key>
    \t<array>
    \t\t<integer>0x10</integer>
    \t\t<true/>
    \t</array>
    \t<key>None</key>
    \t<dict/>
    </dict>
    </plist>

    """

  static let edits: [(String, String, String)] = [
    (
      "set /Name <x>", "<string>a &amp; b</string> <!-- after -->",
      "<string>&lt;x&gt;</string> <!-- after -->"
    ),
    (
      "delete /Name",
      "\t<!-- name -->\n\t<key>Name</key>\n\t<string>a &amp; b</string> <!-- after -->\n", ""
    ),
    ("delete /List/0", "\t\t<integer>0x10</integer>\n", ""),
    (
      "insert /List/- {a: [1.5]}", "\t\t<true/>\n",
      "\t\t<true/>\n\t\t<dict>\n\t\t\t<key>a</key>\n\t\t\t<array>\n\t\t\t\t<real>1.5</real>\n\t\t\t</array>\n\t\t</dict>\n"
    ),
    (
      "insert /List/0 2001-12-14", "\t\t<integer>0x10</integer>\n",
      "\t\t<string>2001-12-14</string>\n\t\t<integer>0x10</integer>\n"
    ),
    (
      "set /New !!binary aGk=", "\t<dict/>\n</dict>",
      "\t<dict/>\n\t<key>New</key>\n\t<data>\n\taGk=\n\t</data>\n</dict>"
    ),
    (
      "set /None/a&b 1", "<dict/>",
      "<dict>\n\t\t<key>a&amp;b</key>\n\t\t<integer>1</integer>\n\t</dict>"
    ),
    ("rename /Name Other", "<key>Name</key>", "<key>Other</key>"),
    ("delete /None", "\t<key>None</key>\n\t<dict/>\n", ""),
    (
      "set /List false", "<array>\n\t\t<integer>0x10</integer>\n\t\t<true/>\n\t</array>", "<false/>"
    ),
  ]

  @Test func mergesIntoOpenStep() throws {
    let text =
      "// !$*UTF8*$!\n{\n\ta = b; /* c */\n\td = {\n\t\te = \"f g\"; // h\n\t\ti = j;\n\t};\n}\n"
    #expect(
      try edited(
        text, as: .openStepPropertyList, "merge {a: z, d: {i: null, k: [l]}, m: {n: o, p: null}}")
        == "// !$*UTF8*$!\n{\n\ta = z; /* c */\n\td = {\n\t\te = \"f g\"; // h\n\t\tk = (\n\t\t\tl\n\t\t);\n\t};\n"
        + "\tm = {\n\t\tn = o;\n\t};\n}\n")
    let merged = try edited(
      "{ a = b; c = d; }", as: .openStepPropertyList, "merge {c: null, a: {e: f}}")
    #expect(
      try Value(parsing: merged, as: .openStepPropertyList)
        == Value(parsing: "{a: {e: f}}", as: .yaml))
    #expect(try edited("{ a = b; }", as: .openStepPropertyList, "merge {a: b}") == "{ a = b; }")
  }

  @Test(arguments: edits.indices)
  func editsXML(index: Int) throws {
    let (operation, old, new) = Self.edits[index]
    #expect(Self.xml.contains(old))
    let result = Self.xml.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
      .joined(separator: new)
    #expect(try edited(Self.xml, as: .xmlPropertyList, operation) == result)
  }

  @Test func editsXMLInOneLine() throws {
    let text =
      "<plist version=\"1.0\"><dict><key>a</key><string>]]&gt;<![CDATA[</string>]]></string></dict></plist>"
    #expect(
      try edited(text, as: .xmlPropertyList, "set /b 1")
        == text.replacing("</dict>", with: "<key>b</key><integer>1</integer></dict>"))
    #expect(
      try edited(text, as: .xmlPropertyList, "delete /a")
        == "<plist version=\"1.0\"><dict></dict></plist>")
  }

  @Test func refusesWhatAPropertyListCannotHold() throws {
    let error = #expect(throws: DecantError.self) {
      try edited(Self.xml, as: .xmlPropertyList, "set /Name null")
    }
    #expect(error?.problem == .notRepresentable(.null, target: "xml1"))
  }

  static let openStep: [(String, String, String)] = [
    (
      "// !$*UTF8*$!\n{\n\ta = 1; /* one */\n\tb = (\n\t\tx, /* X */\n\t\t\"y z\",\n\t);\n}\n",
      "insert /b/- w",
      "// !$*UTF8*$!\n{\n\ta = 1; /* one */\n\tb = (\n\t\tx, /* X */\n\t\t\"y z\",\n\t\tw,\n\t);\n}\n"
    ),
    ("{\n\ta = 1; /* one */\n\tb = 2;\n}\n", "delete /a", "{\n\tb = 2;\n}\n"),
    (
      "{\n\ta = 1; /* one */\n}\n", "set /c [1, x y]",
      "{\n\ta = 1; /* one */\n\tc = (\n\t\t1,\n\t\t\"x y\"\n\t);\n}\n"
    ),
    ("{ a = <0fbd77>; b = c/d; }", "set /a e", "{ a = e; b = c/d; }"),
    ("{a = (1, 2);}", "delete /a/1", "{a = (1);}"), ("{a = 1;}", "delete /a", "{}"),
    ("a ;", "set /b 1", "a ;\nb = 1;"), ("{ a\t; }", "set /b 1", "{ a\t; b = 1; }"),
    // These tables need braces when empty: an empty input has no value.
    ("a = 1;", "delete /a", "{}"), ("a;", "delete /a", "{}"),
    ("/* x */\na = 1; // y\n", "delete /a", "{}\n"),
  ]

  @Test(arguments: openStep.indices)
  func editsOpenStep(index: Int) throws {
    let (old, operation, new) = Self.openStep[index]
    #expect(try edited(old, as: .openStepPropertyList, operation) == new)
  }

  @Test func editsTablesOfStrings() throws {
    let table = "/* Title */\n\"title\" = \"Hi\";\n\n/* Bye */\n\"bye\" = \"Bye\"; // !\n"
    #expect(
      try edited(table, as: .stringsTable, "set /title Hello")
        == table.replacing("\"Hi\"", with: "\"Hello\""))
    #expect(
      try edited(table, as: .stringsTable, "delete /bye")
        == "/* Title */\n\"title\" = \"Hi\";\n")
    #expect(try edited("/* x */\na = 1;\n", as: .stringsTable, "delete /a") == "")
    #expect(
      try edited(table, as: .stringsTable, "set /new a b") == table + "\n\"new\" = \"a b\";\n")
  }

  @Test func rewritesBinaryPropertyLists() throws {
    let old = try Format.propertyList(.binary).encode(["a": [1, 2]])
    var editor = try DocumentEditor(old, as: .binaryPropertyList)
    try editor.apply(try DocumentEdit("set /a/0 5"))
    #expect(try Value(parsing: editor.bytes, as: .binaryPropertyList) == ["a": [5, 2]])
  }
}
