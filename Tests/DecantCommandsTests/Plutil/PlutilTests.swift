import DecantTestSupport
import Foundation
import Testing

import Decant

@testable import DecantCommands

/// Where decant called as `plutil` differs from the plutil of Swift's toolchain.
@Suite struct PlutilTests {
  let scratch: Scratch
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <!-- Names. -->
    <dict>
        <key>z</key>   <string>last</string>
        <!-- The list. -->
        <key>a</key>
        <array>
            <integer>1</integer>
            <integer>2</integer>
        </array>
    </dict>
    </plist>

    """

  init() throws {
    scratch = try Scratch()
    try scratch.write(Self.xml, to: "a.plist")
    _ = try scratch.shell("mkdir bin && ln -s \"$(command -v decant)\" bin/plutil")
  }

  private func plutil(_ arguments: String) throws -> Outcome {
    try scratch.shell("PATH=$PWD/bin:$PATH; plutil \(arguments)")
  }

  /// On a terminal only: Apple's tool prints texts as they are.
  @Test func escapesControlCharactersOnATerminal() {
    let input = "{\"a\\u001b[2Jb\": \"\\u009b31m\\u202e\\u0007 c\\td\\nef\\u00e9\"}"
    let piped = decant("-p", "-", input: input, calledAs: "plutil")
    #expect(
      piped.output == "{\n  \"a\u{1B}[2Jb\" => \"\u{9B}31m\u{202E}\u{7} c\td\nefé\"\n}\n")
    let shown = decant("-p", "-", input: input, calledAs: "plutil") { $0.isOutputTerminal = true }
    #expect(
      shown.output == "{\n  \"a\\u001b[2Jb\" => \"\\u009b31m\\u202e\\u0007 c\td\nefé\"\n}\n")
    let value = decant("get", "/a", input: "{\"a\": \"\\u001b[2Jb\\nc\"}") {
      $0.isOutputTerminal = true
    }
    #expect(value.output == "\\u001b[2Jb\nc\n")
    #expect(decant("get", "/a", input: "{\"a\": \"\\u001b\"}").output == "\u{1B}\n")
  }

  @Test func keepsCommentsAndLayoutInEdits() throws {
    #expect(
      try plutil("-replace a.1 -integer 3 a.plist") == Outcome(status: 0, output: "", errors: ""))
    #expect(
      try scratch.read("a.plist")
        == Self.xml.replacing("<integer>2</integer>", with: "<integer>3</integer>"))
  }

  @Test func replacesElements() throws {
    #expect(
      try plutil("-replace a.0 -string x a.plist && plutil -p a.plist").output
        == "{\n  \"a\" => [\n    0 => \"x\"\n    1 => 2\n  ]\n  \"z\" => \"last\"\n}\n")
  }

  @Test func editsOpenStepFiles() throws {
    try scratch.write("/* note */\n{ b = 1; a = (x); }\n", to: "o")
    #expect(try plutil("-insert a.1 -string y o").status == 0)
    #expect(try scratch.read("o") == "/* note */\n{ b = 1; a = (x, y); }\n")
    let outcome = try plutil("-insert c -bool YES o")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(
      outcome.errors.hasPrefix("o: Invalid object in plist for property list format ("),
      "\(outcome.errors)")
    #expect(try scratch.read("o") == "/* note */\n{ b = 1; a = (x, y); }\n")
  }

  @Test func editsFilesInUTF16() throws {
    let script =
      "iconv -f UTF-8 -t UTF-16 a.plist >w && PATH=$PWD/bin:$PATH; "
      + "plutil -remove a w && plutil -p w"
    #expect(try scratch.shell(script).output == "{\n  \"z\" => \"last\"\n}\n")
  }

  @Test func keepsTheDigitsOfNumbers() throws {
    try scratch.write(#"{"a":1.10,"b":1e3,"c":100000000000000000000000001.5}"#, to: "n.json")
    #expect(
      try plutil("-extract a raw n.json; plutil -extract c raw n.json").output
        == "1.10\n100000000000000000000000001.5\n")
    #expect(
      try plutil("-convert xml1 -o - n.json | grep real").output
        == "\t<real>1.10</real>\n\t<real>1e3</real>\n\t<real>100000000000000000000000001.5</real>\n"
    )
    #expect(try plutil("-insert d -float 2 n.json").status == 0)
    #expect(
      try scratch.read("n.json")
        == #"{"a":1.10,"b":1e3,"c":100000000000000000000000001.5,"d":2.0}"#)
  }

  @Test func indentsJSONAsDecantDoes() throws {
    #expect(
      try plutil("-convert json -r -o - a.plist").output
        == "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"z\": \"last\"\n}")
    #expect(try plutil("-convert json -o - a.plist").output == #"{"z":"last","a":[1,2]}"#)
  }

  @Test func showsDataInHexadecimal() throws {
    try scratch.write(
      "<plist><array><data>AAEC</data><data>"
        + "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwd</data></array></plist>", to: "d")
    #expect(
      try plutil("-p d").output == """
        [
          0 => {length = 3, bytes = 0x000102}
          1 => {length = 30, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 16171819 1a1b1c1d }
        ]

        """)
  }

  @Test func writesStandardInputToStandardOutput() throws {
    #expect(try plutil("-convert json - <a.plist").output == #"{"z":"last","a":[1,2]}"#)
    #expect(try scratch.names == ["a.plist", "bin"])
  }

  @Test func refusesOperandsThatAreNotOfTheType() throws {
    let cases = [
      ("-integer abc", "Invalid 64 bit integer: abc"),
      ("-integer 1x", "Invalid 64 bit integer: 1x"),
      ("-float 1.5x", "Invalid 64 bit float: 1.5x"),
      (
        "-date 2001-02-30T00:00:00Z",
        "Invalid date, such as 2001-12-31T23:59:59Z: 2001-02-30T00:00:00Z"
      ),
      ("-data AAA", "Invalid base64 data in argument"),
      ("-xml x", "Unable to parse xml property list: "), ("-json [", "Unable to parse JSON: "),
    ]
    for (operand, message) in cases {
      let outcome = try plutil("-insert n \(operand) a.plist")
      #expect(outcome.status == 1 && outcome.output == "")
      #expect(outcome.errors.hasPrefix(message), "\(outcome.errors)")
    }
    #expect(try scratch.read("a.plist") == Self.xml)
  }

  @Test func pointsAtTheProblem() throws {
    try scratch.write("<plist>\n<dict>\n<key>a</key>\n</dict></plist>", to: "bad")
    let outcome = try plutil("-lint bad")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("bad: ("))
    #expect(outcome.errors.hasSuffix(" at line 4, column 1)\n"))
  }

  @Test func cutsLongPaths() throws {
    try scratch.write(String(repeating: "[", count: 100_000), to: "deep")
    let outcome = try plutil("-p deep")
    #expect(outcome.status == 1 && outcome.errors.contains("more than 1000 levels of nesting"))
    #expect(outcome.errors.count < 500)
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"))) func reportsAFullDisk()
    throws
  {
    #expect(
      try plutil("-p a.plist >/dev/full")
        == Outcome(
          status: 1, output: "", errors: "a.plist: (cannot write: no space left on device)\n"))
  }

  @Test func keepsTheFileIfItFails() throws {
    try scratch.write(
      "<plist><dict><key>d</key><date>2001-01-01T00:00:00Z</date></dict></plist>", to: "d")
    let before = try scratch.read("d")
    #expect(
      try plutil("-convert json d")
        == Outcome(status: 1, output: "", errors: "d: Invalid object in plist for JSON format\n"))
    #expect(try scratch.read("d") == before)
    #expect(
      try plutil("-convert xml1 -o nowhere/x a.plist")
        == Outcome(
          status: 1, output: "",
          errors: "a.plist: (cannot create: no such file or directory): nowhere/x\n"))
    #expect(try scratch.names == ["a.plist", "bin", "d"])
  }

  @Test func refusesSourceCode() throws {
    #expect(
      try plutil("-convert swift a.plist")
        == Outcome(status: 1, output: "", errors: "Conversion to swift is not supported\n"))
    #expect(try plutil("-convert objc -header a.plist").status == 1)
  }

  @Test func appendsTheExtensionToANameWithoutOne() throws {
    try scratch.write(Self.xml, to: "bin/none")
    #expect(try plutil("-convert json -e json bin/none a.plist").status == 0)
    #expect(try scratch.read("bin/none.json") == #"{"z":"last","a":[1,2]}"#)
    #expect(try scratch.read("a.json") == #"{"z":"last","a":[1,2]}"#)
    #expect(try scratch.read("a.plist") == Self.xml)
  }

  @Test func helps() throws {
    let outcome = try plutil("-help")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let page = try ManualPage(name: "decant-plutil.1").text
    for word in outcome.output.split(whereSeparator: { " ,:;'\n".contains($0) })
    where word.hasPrefix("-") && word.count > 1 {
      #expect(page.contains("Fl \(word.dropFirst())"), "\(word)")
    }
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80) }
  }

  @Test func describesWhatPropertyListsHaveNoTypeFor() throws {
    try scratch.write(#"{"a":[null]}"#, to: "n")
    #expect(try plutil("-p n").output == "{\n  \"a\" => [\n    0 => <null>\n  ]\n}\n")
    #expect(try plutil("-type a.0 n").output == "(any)\n")
    #expect(
      try plutil("-extract a.0 raw n").errors
        == "n: Value is a (any) type and cannot be extracted in raw format\n")
  }
}
