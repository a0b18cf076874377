import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct PropertyListFileTests {
  static let table = "\"title\" = \"Café\";\n\"two words\" = \"a\\\"b\";\n"

  static let writers: [(command: String, file: String)] = [
    ("decant -o x.strings t.json", "x.strings"),
    ("decant -t strings t.json >x", "x"),
    ("decant -i -S t.strings", "t.strings"),
    ("decant -i --force -t strings t.json", "t.json"),
    ("decant t.strings >x", "x"),
    ("decant <t.strings >x", "x"),
    ("mkdir out; decant migrate -q -t strings --out out t.json", "out/t.strings"),
    ("decant migrate -q -t strings --replace t.json", "t.strings"),
    ("decant -t xml1 -o c.strings t.strings; decant -t strings c.strings >x", "x"),
    ("decant -t binary1 -o c.strings t.strings; decant -t strings c.strings >x", "x"),
    (
      "decant -t binary1 -o c.strings t.strings; decant migrate -q -t strings --replace c.strings",
      "c.strings"
    ),
    (
      "printf '\\377\\376' >u.strings; iconv -t utf-16le t.strings >>u.strings; decant u.strings >x",
      "x"
    ),
  ]

  @Test(arguments: writers)
  func tablesOfStringsAreWrittenAsSuch(command: String, file: String) throws {
    let scratch = try Scratch()
    try scratch.write("{\"title\":\"Café\",\"two words\":\"a\\\"b\"}", to: "t.json")
    if !command.contains("--replace t.json") { try scratch.write(Self.table, to: "t.strings") }
    let outcome = try scratch.shell(command)
    #expect(outcome == Outcome(status: 0, output: "", errors: ""))
    #expect(try scratch.read(file) == Self.table)
  }

  static let empty: [(name: String, content: String, isTable: Bool)] = [
    ("a.plist", "", false), ("a.plist", " \n", false), ("a.plist", "/* c */\n", false),
    ("a.pbxproj", "// !$*UTF8*$!\n", false), ("a.bplist", "", false), ("a.stringsdict", "", false),
    ("a.strings", "", true), ("a.strings", "\n", true), ("a.strings", "/* Title */\n", true),
  ]

  @Test(arguments: empty)
  func onlyATableOfStringsMayBeEmpty(name: String, content: String, isTable: Bool) throws {
    for command in [
      "decant -c -t json \(name)", "decant check \(name)", "decant migrate -q -t json \(name)",
    ] {
      let scratch = try Scratch()
      try scratch.write(content, to: name)
      let outcome = try scratch.shell(command)
      #expect(outcome.status == (isTable ? 0 : 65), "\(command)")
      #expect(outcome.errors.contains("the input is empty") != isTable, "\(command)")
      if isTable, command.hasPrefix("decant -c") { #expect(outcome.output == "{}\n") }
    }
    for format in ["plist", "openstep", "xml1", "binary1", "strings"] where name == "a.plist" {
      let outcome = decant("-c", "-f", format, "-t", "json", input: "")
      #expect(outcome.status == (format == "strings" ? 0 : 65))
    }
  }
}
