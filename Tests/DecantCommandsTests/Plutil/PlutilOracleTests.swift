import Decant
import DecantTestSupport
import Foundation
import Testing

import DecantCommands

/// decant called `plutil` beside the plutil of Swift's toolchain.
@Suite(.enabled(if: PlutilOracle.isInstalled)) struct PlutilOracleTests {
  static let files = [
    "a.plist": """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>b</key>
    \t<integer>-1</integer>
    \t<key>A</key>
    \t<real>1.5</real>
    \t<key>a10</key>
    \t<string>x/"y"é&amp;&lt;</string>
    \t<key>a9</key>
    \t<true/>
    \t<key>d</key>
    \t<date>2001-01-01T00:00:00Z</date>
    \t<key>data</key>
    \t<data>
    \tEBES
    \t</data>
    \t<key>e</key>
    \t<dict>
    \t\t<key>x.y</key>
    \t\t<array>
    \t\t\t<string>p</string>
    \t\t\t<false/>
    \t\t</array>
    \t</dict>
    \t<key>y</key>
    \t<array/>
    \t<key>z</key>
    \t<dict/>
    </dict>
    </plist>

    """,
    "b.json": #"{"only":[true,{"k":"v"},2,"x"]}"#,
    "b space.plist": "<plist><array><string>s</string></array></plist>",
    "null.json": #"{"a":null}"#,
    "L.strings": "/* c */\n\"a\" = \"b\";\nc = d;\n",
    "o.plist": "{ a = (1, two); b = <0aff>; }",
    "bad.plist": "<plist><dict><key>a</key></dict></plist>",
    "bad.json": #"{"a":1,"#,
    "empty": "",
    "scalar.plist": "<plist><string>s</string></plist>",
  ]

  /// Status, output, messages and files are the same.
  static let same = [
    "-lint a.plist", "a.plist", "-lint L.strings o.plist a.plist", "-lint -s a.plist",
    "-s a.plist", "- < a.plist", "-lint -- a.plist", "-p a.plist", "-p - < b.json",
    "-p L.strings b.json scalar.plist", "-p -s scalar.plist",
    "-convert xml1 a.plist", "-convert xml1 -o - a.plist", "-convert xml1 -o out a.plist",
    "-convert xml1 -o - - < a.plist", "-convert xml1 -e txt a.plist b.json",
    "-convert xml1 -o - L.strings", "-convert xml1 -o - o.plist", "-convert json -o - b.json",
    "-convert json -o - b.json -s", "-convert json b.json -o -", "-convert json scalar.plist",
    "-convert json a.plist", "-convert xml1 -o - scalar.plist", "-convert xml1 b.json L.strings",
    "-convert raw a.plist", "-convert raw -n a.plist", "-convert NoConversion -o - a.plist",
    "-convert xml1 -o - 'b space.plist'", "-convert type a.plist",
    "-convert NoConversion o.plist", "-convert binary1 scalar.plist",
    "-extract e xml1 -o - a.plist", #"-extract 'e.x\.y' json -o - a.plist"#,
    #"-extract 'e.x\.y.0' raw a.plist"#, #"-extract 'e.x\.y.1' raw a.plist -n"#,
    "-extract b raw a.plist", "-extract d raw a.plist", "-extract data raw a.plist",
    "-extract e raw a.plist", "-extract y raw a.plist", "-extract z raw a.plist",
    "-extract a10 raw a.plist -o out", "-extract a9 raw -o - a.plist", "-extract q raw a.plist",
    "-extract '' raw a.plist", "-extract e. raw a.plist", "-extract b.c raw a.plist",
    "-extract only.4 raw b.json", "-extract only.-1 raw b.json", "-extract only.x raw b.json",
    "-extract e xml1 a.plist", "-extract e raw a.plist b.json", "-extract a10 json a.plist",
    "-extract b raw -expect integer a.plist", "-extract b raw -expect string a.plist",
    "-extract e xml1 -expect array -o - a.plist", "-extract only.1 json -o - b.json",
    "-type b a.plist", "-type A a.plist", "-type a10 a.plist", "-type a9 a.plist",
    "-type d a.plist", "-type data a.plist", "-type e a.plist", "-type y a.plist -n",
    "-type b -expect bool a.plist", "-type b -expect integer a.plist", "-type q a.plist",
    "-type b -o out a.plist",
    "-create xml1 new", "-create xml1 -", "-create json - new", "-create binary1 new",
    "-create type -", "-create json - -n",
    // Edits that fail.
    "-insert b -integer 2 a.plist", "-insert e.q.r -bool yes a.plist",
    "-insert b.c -bool 1 a.plist",
    "-insert only.5 -bool YES b.json", "-insert only.x -bool YES b.json",
    "-insert only.9.a -bool YES b.json", "-insert only -bool YES b.json",
    "-insert b -string x -append a.plist", "-insert only.0 -string x -append b.json",
    "-replace e.q.r -array a.plist", "-remove q a.plist", "-remove only.4 b.json",
    "-remove '' a.plist", "-remove b.c a.plist", "-remove only.x b.json",
    "-insert d -date 2001-01-01T00:00:00Z b.json", "-insert d -data EBES b.json",
    // Invalid command lines.
    "", "-lint", "-lint -s", "-foo a.plist", "-lint -o x a.plist", "-lint -e x a.plist",
    "-p -o x a.plist", "-p -e x a.plist", "-convert", "-convert foo a.plist", "-convert xml1",
    "-convert xml1 -o", "-convert xml1 -e", "-convert json -q a.plist", "-extract", "-extract a",
    "-extract a foo a.plist", "-extract a xml1 -expect", "-extract a xml1 -expect foo a.plist",
    "-type", "-type a", "-remove", "-remove a", "-create", "-create foo x", "-create xml1",
    "-insert", "-insert k", "-insert k -foo x a.plist", "-insert k -bool x", "-replace", "''",
    "-convert openStep", "-insert k -xml '<plist><true/></plist>'",
  ]

  @Test(arguments: same) func doesTheSame(arguments: String) throws {
    let (theirs, ours) = try PlutilOracle.outcomes(of: arguments, on: Self.files)
    #expect(ours == theirs)
  }

  /// Dates before 1582 are Gregorian for plutil, unlike those of Foundation's coders.
  @Test(arguments: [
    "-convert xml1 -o - old.plist", "-p old.plist",
    "-extract 1 xml1 -o - old.plist", "-convert xml1 old.plist", "-insert 0 -bool YES old.plist",
  ]) func keepsEarlyDates(arguments: String) throws {
    let dates = [
      "0000-12-30", "0001-01-01", "0100-03-01", "1500-02-28", "1582-10-05", "1582-10-14",
    ]
    let elements = dates.map { "\t<date>\($0)T01:02:03Z</date>\n" }.joined()
    let header = (Self.files["a.plist"] ?? "").split(separator: "<dict>")[0]
    let files = ["old.plist": header + "<array>\n" + elements + "</array>\n</plist>\n"]
    let (theirs, ours) = try PlutilOracle.outcomes(of: arguments, on: files)
    #expect(ours == theirs)
  }

  /// Status, output and files are the same, and messages begin the same.
  static let sameFailures = [
    "-lint bad.plist", "-lint bad.json", "-lint empty", "-lint b.json", "-lint nowhere",
    "-lint nowhere a.plist", "-convert xml1 bad.json", "-convert xml1 empty a.plist",
    "-p bad.plist", "-convert xml1 null.json", "-convert binary1 null.json",
    "-convert json nowhere",
    "-insert k -xml '<plist>' a.plist", "-insert k -json '{' a.plist", "-insert k -bool",
    "-insert k -integer", "-extract a xml1 bad.plist", "-insert k -data '=' a.plist",
  ]

  @Test(arguments: sameFailures) func failsTheSame(arguments: String) throws {
    let (theirs, ours) = try PlutilOracle.outcomes(of: arguments, on: Self.files)
    #expect(ours.outcome.status == theirs.outcome.status)
    #expect(ours.outcome.output == theirs.outcome.output)
    #expect(ours.files == theirs.files)
    let names = { (run: PlutilOracle.Run) in
      run.outcome.errors.split(separator: "\n").map { $0.prefix { $0 != ":" && $0 != "(" } }
    }
    #expect(!ours.outcome.errors.isEmpty)
    if arguments.contains("-lint") { #expect(names(ours) == names(theirs)) }
  }

  /// The written file contains the same values; plutil writes it anew.
  static let edits = [
    "-insert n -integer 5 a.plist", "-insert n -bool YES a.plist", "-insert n -bool no a.plist",
    "-insert n -float 2.5 a.plist", "-insert n -float 3 a.plist", "-insert n -string 'a b' a.plist",
    "-insert n -date 2010-02-03T04:05:06Z a.plist", "-insert n -data 'EB ES' a.plist",
    "-insert n -xml '<plist><dict><key>q</key><true/></dict></plist>' a.plist",
    #"-insert n -json '{"a":[1,"x"]}' a.plist"#, "-insert n -json 5 a.plist",
    "-insert n -dictionary a.plist", "-insert n -array a.plist",
    "-insert y -string q -append a.plist",
    #"-insert 'e.x\.y.0' -string q a.plist"#, #"-insert 'e.x\.y.2' -string q a.plist"#,
    #"-insert 'e.n\.m' -string q a.plist"#, "-replace b -string q a.plist",
    "-replace n -string q a.plist", "-replace e -array a.plist", "-replace e.n -bool true a.plist",
    "-remove b a.plist", #"-remove 'e.x\.y.0' a.plist"#, "-remove e a.plist", "-remove z a.plist",
    "-insert n -string q -append a.plist", "-insert y.0 -dictionary a.plist",
    "-replace b -string q -append a.plist", "-insert n -bool true -o a.plist a.plist",
    "-insert n -string q -e plist a.plist", "-remove b -s a.plist",
    "-insert n -integer 9223372036854775807 a.plist",
  ]

  @Test(arguments: edits) func editsTheSame(arguments: String) throws {
    let (theirs, ours) = try PlutilOracle.outcomes(
      of: arguments, on: ["a.plist": try #require(Self.files["a.plist"])])
    #expect(ours.outcome == theirs.outcome)
    #expect(ours.files.keys == theirs.files.keys)
    let (our, their) = (try #require(ours.files["a.plist"]), try #require(theirs.files["a.plist"]))
    #expect(Array(our) != Array(try #require(Self.files["a.plist"]).utf8))
    #expect(try Oracle.plutil.run(Array(our)) == Array(their))
  }

  @Test(arguments: edits) func editsBinaryFilesTheSame(arguments: String) throws {
    let source = Array(try #require(Self.files["a.plist"]).utf8)
    let binary = try Value(parsing: source, as: .propertyList).encoded(as: .binaryPropertyList)
    let scratch = try Scratch()
    try Data(binary).write(to: URL(filePath: "\(scratch.path)/ours"))
    try Data(binary).write(to: URL(filePath: "\(scratch.path)/theirs"))
    let (ours, theirs) = (
      arguments.replacing("a.plist", with: "ours"), arguments.replacing("a.plist", with: "theirs")
    )
    let outcome = try scratch.shell(
      """
      plutil \(theirs.replacing("-e plist", with: "")) || exit 1
      mkdir bin; ln -s "$(command -v decant)" bin/plutil
      bin/plutil \(ours.replacing("-e plist", with: "")) || exit 2
      head -c 8 ours
      plutil -convert xml1 ours theirs && cmp ours theirs
      """)
    #expect(outcome == Outcome(status: 0, output: "bplist00", errors: ""))
  }

  @Test func listsKeysInTheSameOrder() throws {
    var generator = SeededGenerator(seed: 1)
    let characters = Array("aAbBzZ0019 _-,;:!?.'()[]{}@*/\\#%`^+=|~$")
    for _ in 0..<20 {
      var keys: Set<String> = []
      for _ in 0..<60 {
        keys.insert(
          String(
            (0..<Int.random(in: 1...6, using: &generator)).map { _ in
              characters.randomElement(using: &generator) ?? "a"
            }))
      }
      let items = keys.map { "<key>\($0)</key><true/>" }.joined()
      let (theirs, ours) = try PlutilOracle.outcomes(
        of: "-p a", on: ["a": "<plist><dict>\(items)</dict></plist>"])
      #expect(ours.outcome == theirs.outcome)
    }
  }
}
