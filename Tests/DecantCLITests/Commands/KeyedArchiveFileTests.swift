import DecantTestSupport
import Foundation
import Testing

@testable import DecantCLI

@Suite struct KeyedArchiveFileTests {
  /// The tables of an archive of `{"key": "text", "none": null}`, as JSON.
  static let tables = """
    {"$version":100000,"$archiver":"NSKeyedArchiver","$top":{"root":{"CF$UID":1}},"$objects":["$null",\
    {"$class":{"CF$UID":2},"NS.keys":[{"CF$UID":3},{"CF$UID":5}],"NS.objects":[{"CF$UID":4},{"CF$UID":6}]},\
    {"$classname":"NSDictionary","$classes":["NSDictionary","NSObject"]},"key","text","none","$null"]}

    """
  static let content = "{\"key\":\"text\",\"none\":null}\n"

  private static func folder() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(tables, to: "tables.json")
    let outcome = try scratch.shell(
      """
      decant -t xml1 -o xml.plist tables.json && decant -t binary1 -o binary.bplist xml.plist &&
      decant -q -t openstep -o openstep.plist xml.plist && rm tables.json
      """)
    try #require(outcome == Outcome(status: 0, output: "", errors: ""))
    return scratch
  }

  static let files = ["xml.plist", "binary.bplist", "openstep.plist"]

  static let conversions = [
    "decant -t $t $f >x.plist", "decant -t $t <$f >x.plist", "decant -o x.plist -t $t $f",
    "cp $f x.plist; decant -i -t $t x.plist", "cp $f x; decant -t $t x >x.plist",
    "mkdir in; cp $f in/x.plist; decant migrate -t $t --out o in; mv o/in/x.plist x.plist",
    "cp $f x.plist; decant migrate -t $t --replace x.plist",
    "cp $f y.bplist; decant migrate -t $t y.bplist; mv y.plist x.plist",
  ]

  @Test(arguments: files, ["xml1", "binary1", "openstep", "plist"])
  func staysAnArchiveFromPropertyListToPropertyList(file: String, target: String) throws {
    // OpenStep has no numbers: they become strings, but the numbers of references do not.
    let isPlain = file.hasPrefix("openstep") || target == "openstep"
    let tables =
      isPlain ? Self.tables.replacing(":100000", with: ":\"100000\"") : Self.tables
    for conversion in Self.conversions {
      let scratch = try Self.folder()
      let command = conversion.replacing("$f", with: file).replacing("$t", with: target)
      #expect(try scratch.shell(command + " 2>/dev/null").status == 0, "\(command)")
      let outcome = try scratch.shell("decant -q -f plist -t json -c x.plist")
      #expect(outcome == Outcome(status: 0, output: tables, errors: ""), "\(command)")
      #expect(try scratch.shell("decant -t json -c x.plist").output == Self.content, "\(command)")
    }
  }

  @Test(arguments: files)
  func isItsObjectsToOtherFormatsWhateverItsName(file: String) throws {
    let scratch = try Self.folder()
    for name in ["a.plist", "a.bplist", "a.entitlements", "a.pbxproj", "a.txt", "a"] {
      for command in [
        "decant -c -t json \(name)", "decant -c -f keyedarchive -t json \(name)",
        "decant -c -t json <\(name)", "decant -c -f keyedarchive \(name)",
        "cat \(name) | decant -t jsonl",
        "decant -t yaml \(name) | decant -c -f yaml -t json",
        "decant -o o.json -c \(name) && cat o.json",
        "decant migrate -q -c -t json --out out \(name) && cat out/*.json",
        "ln -s \"$(command -v decant)\" plist2json; ./plist2json -c \(name)",
      ] {
        let outcome = try scratch.shell(
          "rm -rf out plist2json; cp \(file) \(name); \(command)")
        #expect(
          outcome == Outcome(status: 0, output: Self.content, errors: ""), "\(command)")
      }
    }
  }

  @Test(arguments: files)
  func isItsOwnFormatByItself(file: String) throws {
    let scratch = try Self.folder()
    let outcome = try scratch.shell(
      "decant -q \(file) >own; cmp own \(file); decant -q -o x.plist \(file); decant -c -t json x.plist"
    )
    #expect(outcome == Outcome(status: 0, output: Self.content, errors: ""))
  }

  static let irreversible: [(command: String, forced: String)] = [
    ("decant -i -t json x.plist", "decant -i -f keyedarchive -t json x.plist"),
    (
      "decant migrate -q --replace -t json x.plist",
      "decant migrate -q -f keyedarchive --replace -t json x.plist; mv x.json x.plist"
    ),
    ("decant -i.bak -t yaml x.plist", "decant -i -f keyedarchive -t yaml x.plist"),
  ]

  @Test(arguments: files, irreversible)
  func isNotReplacedByItsObjectsUnlessAsked(
    file: String, commands: (command: String, forced: String)
  ) throws {
    let scratch = try Self.folder()
    let refused = try scratch.shell("cp \(file) x.plist; \(commands.command)")
    #expect(refused.status == 65)
    #expect(
      refused.errors.contains(
        "x.plist: error: the result could not be converted back to a keyed archive\n"
          + "hint: -f keyedarchive converts it anyway"))
    #expect(try scratch.shell("cmp \(file) x.plist && ls x.* | grep -v plist").output.isEmpty)
    #expect(try scratch.shell(commands.forced).status == 0)
    #expect(try scratch.shell("decant -c -t json <x.plist").output == Self.content)
  }

  @Test func otherFilesAreReplacedAllTheSame() throws {
    let scratch = try Self.folder()
    try scratch.write("{ a = b; }", to: "other.plist")
    let outcome = try scratch.shell("decant -i -c -t json xml.plist other.plist; cat other.plist")
    #expect(outcome.status == 0)
    #expect(outcome.output == "{\"a\":\"b\"}\n")
  }

  @Test func checkLooksAtTheObjects() throws {
    let scratch = try Self.folder()
    let outcome = try scratch.shell(
      """
      for f in *plist; do decant check $f; done
      sed 's|<integer>6</integer>|<integer>7</integer>|' xml.plist >bad.plist; decant check bad.plist
      grep -n '<integer>7</integer>' bad.plist | cut -d : -f 1
      """)
    #expect(outcome.status == 0)
    // The mapping of a reference begins two lines before its number, after four tabs.
    let line = try #require(Int(outcome.output.dropLast())) - 2
    #expect(
      outcome.errors.hasPrefix(
        "bad.plist:\(line):5: error: found a reference to object 7, but the number of objects is 7")
    )
  }
}
