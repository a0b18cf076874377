import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

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
    ("decant -i --force -t json x.plist", "decant -i --force -f keyedarchive -t json x.plist"),
    (
      "decant migrate -q --replace -t json x.plist",
      "decant migrate -q -f keyedarchive --replace -t json x.plist; mv x.json x.plist"
    ),
    ("decant -i.bak --force -t yaml x.plist", "decant -i --force -f keyedarchive -t yaml x.plist"),
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
    let outcome = try scratch.shell(
      "decant -i --force -c -t json xml.plist other.plist; cat other.plist")
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

  static let yaml = """
    &o1 !Landmark:Place:NSObject
    title: Tower
    height: 330
    count: !NSNumber '6'
    page: !NSURL http://a/
    marks: &o2 !NSMutableArray
      - iron
    also: *o2
    self: *o1

    """

  private static func archive() throws -> Scratch {
    let scratch = try Scratch()
    try scratch.write(yaml, to: "a.yaml")
    let outcome = try scratch.shell(
      "decant -t keyedarchive --keyedarchive-encoding xml1 -o x.plist a.yaml && decant -t keyedarchive -o b.plist a.yaml"
    )
    try #require(outcome == Outcome(status: 0, output: "", errors: ""))
    return scratch
  }

  static let edits: [(operations: String, old: String, new: String)] = [
    ("--set /title x", "Tower", "x"), ("--set /height 331", "330", "331"),
    // The class of the old value stays.
    ("--set /count 7", "'6'", "'7'"), ("--set /page http://b/", "http://a/", "http://b/"),
    ("--value --set /page 5", "!NSURL http://a/", "5"),
    // The object is the same one at every path.
    ("--set /also/0 steel", "iron", "steel"), ("--set /self/self/title x", "Tower", "x"),
    ("--insert /also/- b --delete /marks/0", "- iron", "- b"),
    ("--rename /self/title name", "title", "name"),
    ("--delete /also", "&o2 !NSMutableArray\n  - iron\nalso: *o2\n", "!NSMutableArray\n  - iron\n"),
    ("--set /self null", "*o1", "null"),
    ("--test /count 6 --test /page http://a/ --set /title x", "Tower", "x"),
    // The first reference that is left has the object.
    (
      "--delete /marks", "marks: &o2 !NSMutableArray\n  - iron\nalso: *o2",
      "also: !NSMutableArray\n  - iron"
    ),
    (
      "--set /marks 1", "&o2 !NSMutableArray\n  - iron\nalso: *o2",
      "1\nalso: !NSMutableArray\n  - iron"
    ),
    ("--set /new '{$class: A, b: [1]}'", "self: *o1", "self: *o1\nnew: !A:NSObject\n  b:\n    - 1"),
  ]

  @Test(arguments: edits, ["x.plist", "b.plist"])
  func editsTheObjectsAtTheirPaths(
    edit: (operations: String, old: String, new: String), file: String
  ) throws {
    let scratch = try Self.archive()
    let run = try scratch.shell("decant edit -q -i \(edit.operations) \(file) && head -c 5 \(file)")
    #expect(run == Outcome(status: 0, output: file == "x.plist" ? "<?xml" : "bplis", errors: ""))
    let found = try scratch.shell("decant --tagged -t yaml \(file)").output
    let anchors = /[&*]o[0-9]+/
    let expected = Self.yaml.replacing(edit.old, with: edit.new)
    let isShared = expected.contains("*o1")
    #expect(
      found.replacing(anchors) { $0.output.prefix(1) }
        == (isShared ? expected : expected.replacing("&o1 ", with: "")).replacing(anchors) {
          $0.output.prefix(1)
        })
  }

  @Test func refusesEditsWithoutMeaning() throws {
    let scratch = try Self.archive()
    for (edit, message) in [
      ("--value --set /page '!NSUUID x'", "the value is not a valid NSUUID"),
      ("--set /a/0 1", "no value at '/a/0'"),
      ("--insert /title 1", "the key 'title' exists already"),
      ("--set '/$class' A", "the class of an object is not one of its keys"),
      ("--value --set /title '!Landmark:NSObject x'", "must be a mapping of its keys"),
    ] {
      let run = try scratch.shell(
        "cp b.plist c.plist; decant edit -i \(edit) c.plist; cmp b.plist c.plist")
      #expect(run.status == 0 && run.output == "" && !run.errors.isEmpty, "\(edit)")
      #expect(run.errors.contains(message), "\(run.errors)")
    }
  }

  @Test(arguments: ["x.plist", "b.plist"]) func keepsItsKindWhenItIsRewritten(file: String) throws {
    let scratch = try Self.archive()
    let run = try scratch.shell(
      """
      cp \(file) own.plist; decant -i -t keyedarchive own.plist && cmp \(file) own.plist
      decant -i -f keyedarchive --comments drop own.plist && cmp \(file) own.plist
      printf '\\357\\273\\277' | cat - x.plist >mark.plist
      decant -i -f keyedarchive --keyedarchive-encoding binary1 mark.plist && cmp b.plist mark.plist
      decant migrate -q -t keyedarchive --out o own.plist && cmp \(file) o/own.plist
      decant migrate -q -t keyedarchive --replace own.plist && cmp \(file) own.plist
      decant migrate -q -t keyedarchive --out y a.yaml && cmp b.plist y/a.plist
      decant -i --force -t keyedarchive a.yaml && cmp b.plist a.yaml
      """)
    #expect(run == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func namesOlderArchives() throws {
    let scratch = try Scratch()
    let commands = [
      "decant -t json", "decant -f plist -t json", "decant -f keyedarchive -t json", "decant check",
      "decant edit --set /a 1", "cp /dev/stdin a.plist; decant -t json a.plist",
    ]
    for command in commands {
      let old = try scratch.shell(
        "printf '\\004\\013streamtyped\\201\\350\\003\\204' | { \(command); }")
      #expect(old.errors.contains("this is an archive by NSArchiver (streamtyped)"), "\(command)")
      #expect(old.errors.contains("hint: on a Mac, NSUnarchiver reads it"))
      let nib = try scratch.shell("printf 'NIBArchive\\001\\000\\000\\000\\012' | { \(command); }")
      #expect(nib.errors.contains("this is a compiled interface (NIBArchive)"), "\(command)")
      #expect(old.status == 65 && nib.status == 65)
    }
  }
}
