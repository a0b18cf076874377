import Decant
import DecantTestSupport
import Foundation
import Testing

@testable import DecantCommands

/// Each option of each verb changes what some call does, or is refused: what is typed is not ignored.
///
/// The calls name files with an `@`; options are separated by `|`, and each is added to the call by itself.
@Suite struct OptionEffectTests {
  static let calls: [(verb: Verb.Name, call: String, options: String)] = [
    (
      .filter, "@a.json",
      "--from yaml|--indent 4|--width 40|--json-layout foundation|--ascii|--compact"
    ),
    (
      .filter, "@a.yaml",
      "--to json|--output @o.json|--in-place|--dry-run|--check|--diff|--sort-keys|--comments drop|--color always|--schema @s.json|--at /name|--document 1|--slurp|--by-name|--split|--key-style snake|--max-depth 2|--yaml-schema 1.1|--help|--version"
    ),
    (.filter, "-S @b.yaml", "--first n,name"),
    (.filter, "-t yaml -o @package.json @a.json", "--force"),
    (.filter, "--schema @f.json @b.yaml", "--schema-draft 4|--assert-format"),
    (.filter, "--schema @r.json @b.yaml", "--schema-dir @store"),
    (.filter, "-t json @typed.yaml", "--strict|--lossy|--quiet|--tagged"),
    (.filter, "-t json @alias.yaml", "--max-alias-nodes 0"),
    (.filter, "@dup.yaml", "--duplicate-keys first|--error-format json"),
    (.filter, "@quirk.yaml", "--yaml-parser libyaml"), (.filter, "@text.json", "--raw"),
    (.filter, "@new.toml", "--toml-version 1.0"),
    (.filter, "-t json @obj.plist", "--class-names drop"),
    (.filter, "-t keyedarchive -o @o.plist @a.json", "--keyedarchive-encoding xml1"),
    (.filter, "@x.cbor", "--cbor streaming"), (.filter, "@raw.msgpack", "--msgpack raw"),
    (.filter, "@a.csv", "--csv-header x,y|--csv-short-rows"),
    (.filter, "-t json @h.csv", "--csv-types|--csv-separator x"),
    (.filter, "@r.jsonl", "--on-error skip|--rejects @rejected|--on-error skip=1|--max-record 5"),
    (
      .get, ".l @a.json",
      "--from toml|--to yaml|--document 2|--slurp|--keys|--length|--type|--paths|--null|--max-depth 1|--help"
    ),
    (.get, "-t json .l @a.json", "--compact|--indent 4|--width 40"),
    (.get, "--slurp .l @a.json", "--indent 4|--width 40"),
    (.get, ".a @dir", "--include *.txt|--exclude z*|--hidden"),
    (.get, ".name @a.json", "--with-filename|--files-with-matches"),
    (.get, ". .name @a.json", "--rows"), (.get, ".x @a.plist", "--raw"),
    (.get, ". @dup.yaml", "--color always|--duplicate-keys first|--error-format json"),
    (.get, ".none @a.json", "--default zz"), (.get, ".b @yes.yaml", "--yaml-schema 1.1"),
    (.get, ". @quirk.yaml", "--yaml-parser libyaml"), (.get, ". @new.toml", "--toml-version 1.0"),
    (.get, ". @obj.plist", "--class-names drop"), (.get, ". @raw.msgpack", "--msgpack raw"),
    (.get, ". @a.csv", "--csv-header x,y|--csv-short-rows"),
    (.get, ". @h.csv", "--csv-types|--csv-separator x"),
    (.get, ". @alias.yaml", "--max-alias-nodes 0"), (.get, "--paths @odd.yaml", "--quiet"),
    (
      .edit, "--set .name q @a.json",
      "--from toml|--output @o.json|--in-place|--dry-run|--check|--diff|--set .zz 1|--set-string .zz 1|--set-date .zz 2001-01-01|--set-data .zz AAAA|--set-json .zz 1|--insert .zz 1|--append .l 9|--delete .l|--rename .l zz|--move .l .zz|--copy .l .zz|--test .l zz|--merge @b.yaml|--add-missing @b.yaml|--sync @b.yaml|--patch @patch.json|--steps @up.steps|--print-steps|--max-depth 1|--help"
    ),
    (.edit, "--set .name q @a.yaml", "--document 1|--delete-comments .name|--comment .name hello"),
    (.edit, "-o @package.json --set .b 1 @yes.yaml", "--force"),
    (
      .edit, "--set .k 5 @alias.yaml",
      "--color always|--aliases keep|--aliases change|--error-format json"
    ),
    (.edit, "--set .a q --dry-run @dir", "--include *.txt|--exclude z*|--hidden"),
    (.edit, "-i --set .name q @b.yaml", "--report @report.jsonl|--schema @s.json"),
    (.edit, "--schema @f.json --set .n 6 @b.yaml", "--schema-draft 4|--assert-format"),
    (.edit, "--set .n 6 @b.yaml", "--schema-dir @store"),
    (.edit, "--add-missing @b.yaml @a.json", "--remove-unknown"),
    (.edit, "--sync @b.yaml @a.json", "--remove-unknown"),
    (.edit, "--set .q.z 1 @a.json", "--if-present|--sort ."),
    (.edit, "--set .z 1 @note.md", "--make-front-matter"),
    (.edit, "--set .z 1 @k1.yaml", "--sort .l=k"),
    (.edit, "--merge @k2.yaml @k1.yaml", "--lists join"),
    (.edit, "--set .name 5 @b.yaml", "--value"),
    (.edit, "--set .x null @h.csv", "--csv-types|--csv-header x,y|--csv-separator x"),
    (.edit, "--set .x 1 @a.csv", "--csv-short-rows"),
    (.edit, "--set .a 3 @dup.yaml", "--duplicate-keys first"),
    (.edit, "--set .a 2 @handles.yaml", "--max-alias-nodes 0"),
    (.edit, "--test .b false @yes.yaml", "--yaml-schema 1.1"),
    (.edit, "--set .b 2 @quirk.yaml", "--yaml-parser libyaml"),
    (.edit, "--set .a 3 @new.toml", "--toml-version 1.0|--quiet"),
    (.edit, "--set .name y @obj.plist", "--class-names drop"),
    (.edit, "--set .a 1 @raw.msgpack", "--msgpack raw"),
    (
      .diff, "@b.yaml @c.yaml",
      "--from json|--color always|--format patch|--order all|--order none|--tolerance 1|--ignore /name|--document 2|--max-depth 1|--help"
    ),
    (.diff, "@k1.yaml @k2.yaml", "--key id"),
    (.diff, "@dup.yaml @b.yaml", "--duplicate-keys first|--error-format json"),
    (.diff, "@alias.yaml @b.yaml", "--max-alias-nodes 0"),
    (.diff, "@no.yaml @false.yaml", "--yaml-schema 1.1"),
    (.diff, "@quirk.yaml @plain.yaml", "--yaml-parser libyaml"),
    (.diff, "@new.toml @a.toml", "--toml-version 1.0"),
    (.diff, "@obj.plist @n.json", "--class-names drop"),
    (.diff, "@raw.msgpack @a.json", "--msgpack raw"),
    (.diff, "@h.csv @h2.csv", "--csv-types|--csv-header x,y|--csv-separator x"),
    (.diff, "@a.csv @h.csv", "--csv-short-rows"), (.diff, "@version.yaml @b.yaml", "--quiet"),
    (
      .merge, "@base.yaml @ours.yaml @theirs.yaml",
      "--from json|--in-place|--dry-run|--check|--diff|--color always|--union /l|--ours|--theirs|--labels A B|--marker-size 9|--file-name x.json|--error-format json|--quiet|--help"
    ),
    (.merge, "@k1.yaml @k2.yaml @k3.yaml", "--key id"),
    (.merge, "@dup.yaml @dup.yaml @b.yaml", "--duplicate-keys first"),
    (.merge, "@b.yaml @c.yaml @a.json", "--max-depth 1"),
    (.merge, "@alias.yaml @alias.yaml @handles.yaml", "--max-alias-nodes 0"),
    (.merge, "@base.yaml @yes.yaml @true.yaml", "--yaml-schema 1.1"),
    (.merge, "@quirk.yaml @plain.yaml @yes.yaml", "--yaml-parser libyaml"),
    (.merge, "@new.toml @new.toml @a.toml", "--toml-version 1.0"),
    (.merge, "-f keyedarchive @obj.plist @obj2.plist @obj3.plist", "--class-names drop"),
    (.merge, "@raw.msgpack @raw.msgpack @raw.msgpack", "--msgpack raw"),
    (.merge, "@h.csv @h2.csv @h3.csv", "--csv-header x,y|--csv-separator x"),
    (.merge, "@t.csv @h.csv @h2.csv", "--csv-types"),
    (.merge, "@a.csv @a.csv @h.csv", "--csv-short-rows"),
    (
      .check, "@a.yaml",
      "--from json|--to json|--schema @s.json|--require-schema|--portable|--max-depth 2|--report @report.jsonl|--help"
    ),
    (.check, "@dup.yaml", "--color always|--duplicate-keys first|--error-format json"),
    (.check, "--schema @f.json @b.yaml", "--schema-draft 4|--assert-format"),
    (.check, "@b.yaml", "--schema-dir @store"), (.check, "-t json @a.plist", "--strict"),
    (.check, "-t json @alias.yaml", "--max-alias-nodes 0"),
    (.check, "--schema @s.json @a.yaml", "--document 2"),
    (.check, "@same.yaml", "--yaml-schema 1.1"),
    (
      .check, "@dir",
      "--include *.txt|--exclude z*|--hidden|--quiet"
    ),
    (.check, "@quirk.yaml @tab.yaml", "--yaml-parser libyaml"),
    (.check, "@new.toml", "--toml-version 1.0"), (.check, "@tab.txt", "--known"),
    (.check, "--schema-dir @store @obj.plist", "--class-names drop"),
    (.check, "@raw.msgpack", "--msgpack raw"),
    (.check, "--schema-dir @store @h.csv", "--csv-types"),
    (.check, "@a.csv", "--csv-header x,y,z|--csv-short-rows|--csv-separator x"),
    (
      .types, "@a.json", "--from toml|--name Foo|--archivable|--json-schema|--max-depth 1|--help"
    ),
    (.types, "@a.yaml", "--document 1|--yaml-schema 1.1"),
    (.types, "@lists.yaml", "--enums"),
    (.types, "--json-schema @a.json", "--to yaml"), (.types, "", "--schema @s.json"),
    (.types, "--schema @f.json", "--schema-draft 4"),
    (.types, "--schema @r.json", "--schema-dir @store"),
    (.types, "@dup.yaml", "--color always|--duplicate-keys first|--error-format json"),
    (.types, "@alias.yaml", "--max-alias-nodes 0"),
    (.types, "@quirk.yaml", "--yaml-parser libyaml"), (.types, "@new.toml", "--toml-version 1.0"),
    (.types, "@raw.msgpack", "--msgpack raw"),
    (.types, "@h.csv", "--csv-types|--csv-header x,y|--csv-separator x"),
    (.types, "@a.csv", "--csv-short-rows"), (.types, "@version.yaml", "--quiet"),
    (
      .archive, "--type T @a.json",
      "--from yaml|--to yaml|--output @o.json|--in-place|--dry-run|--check|--diff|--compact|--indent 4|--width 40|--sort-keys|--ascii|--key-style snake|--schema-version 2|--json-layout foundation|--max-depth 1|--help"
    ),
    (.archive, "@a.json", "--type T"), (.archive, "--type T -i @comments.yaml", "--comments drop"),
    (.archive, "--type T @a.yaml", "--at /name|--document 1|--slurp"),
    (.archive, "--type T -t yaml -o @package.json @a.json", "--force|--quiet"),
    (.archive, "--type T -S @b.yaml", "--first n"), (.archive, "--type T @tagged.json", "--tagged"),
    (.archive, "--type T @dup.yaml", "--color always|--duplicate-keys first|--error-format json"),
    (.archive, "--type T -t json @alias.yaml", "--max-alias-nodes 0"),
    (.archive, "--type T @yes.yaml", "--yaml-schema 1.1"),
    (.archive, "--type T @quirk.yaml", "--yaml-parser libyaml"),
    (.archive, "--type T @new.toml", "--toml-version 1.0"),
    (.archive, "--type T -t json @obj.plist", "--class-names drop"),
    (.archive, "--type T -t cbor @a.plist", "--cbor streaming"),
    (.archive, "--type T @raw.msgpack", "--msgpack raw"),
    (.archive, "--type T @row.csv", "--csv-header x,y|--csv-types|--csv-separator x"),
    (.archive, "--type T -t json @short.csv", "--csv-short-rows"),
    (.archive, "--type T --slurp @r.jsonl", "--on-error skip"),
    (
      .restore, "@arch.json",
      "--from yaml|--to yaml|--output @o.json|--in-place|--dry-run|--check|--diff|--compact|--indent 4|--width 40|--sort-keys|--ascii|--color always|--type U|--schema @s.json|--at /name|--document 2|--slurp|--key-style snake|--json-layout foundation|--max-depth 1|--help"
    ),
    (.restore, "-t yaml -o @package.json @arch.json", "--force"),
    (.restore, "--at /l @arch.json", "--split"), (.restore, "-S @arch-b.yaml", "--first n"),
    (.restore, "--schema @f.json @arch-b.yaml", "--schema-draft 4|--assert-format"),
    (.restore, "--schema @r.json @arch-b.yaml", "--schema-dir @store"),
    (.restore, "--at /name @arch.json", "--raw"),
    (.restore, "-t json @arch-plist.yaml", "--strict|--lossy|--quiet|--tagged"),
    (.restore, "@arch-dup.json", "--duplicate-keys first|--error-format json"),
    (.restore, "-t json @arch-alias.yaml", "--max-alias-nodes 0"),
    (.restore, "@arch-quirk.yaml", "--yaml-parser libyaml"),
    (.restore, "@arch-new.toml", "--toml-version 1.0"),
    (.restore, "-t keyedarchive -o @o.plist @arch.json", "--keyedarchive-encoding xml1"),
    (.restore, "-t cbor @arch.json", "--cbor streaming"),
    (.restore, "-t msgpack @arch-plist.yaml", "--msgpack raw"),
    (
      .restore, "-t csv @arch-rows.json",
      "--csv-header b,a|--csv-types|--csv-short-rows|--csv-separator x"
    ),
    (.migrate, "@a.json", "--to yaml"),
    (
      .migrate, "-t json @b.yaml",
      "--from json|--dry-run|--check|--diff|--compact|--indent 4|--width 40|--sort-keys|--ascii|--json-layout foundation|--at /l|--key-style snake|--max-depth 1|--report @report.jsonl|--output @out|--replace|--error-format json|--quiet|--help"
    ),
    (.migrate, "-t json -S @b.yaml", "--first n"), (.migrate, "-t json @a.yaml", "--slurp"),
    (.migrate, "-t jsonl @list.yaml", "--split"),
    (.migrate, "-t json @b.yaml", "--schema @s.json|--schema-dir @store"),
    (.migrate, "--schema @f.json -t json @b.yaml", "--schema-draft 4|--assert-format"),
    (.migrate, "-t json @done.yaml", "--force"),
    (.migrate, "-t json5 @comments.yaml", "--comments drop"),
    (.migrate, "-t json @typed.yaml", "--strict|--lossy|--tagged"),
    (.migrate, "-t json @dup.yaml", "--duplicate-keys first|--color always"),
    (.migrate, "-t json @alias.yaml", "--max-alias-nodes 0"),
    (.migrate, "-t json @yes.yaml", "--yaml-schema 1.1"),
    (.migrate, "-t json @quirk.yaml", "--yaml-parser libyaml"),
    (.migrate, "-t json @new.toml", "--toml-version 1.0"),
    (.migrate, "-t json @obj.plist", "--class-names drop"),
    (.migrate, "-t keyedarchive @n.json", "--keyedarchive-encoding xml1"),
    (.migrate, "-t cbor @a.json", "--cbor streaming"),
    (.migrate, "-t json @raw.msgpack", "--msgpack raw"),
    (.migrate, "-t json @row.csv", "--csv-header x,y|--csv-types|--csv-separator x"),
    (.migrate, "-t json @short.csv", "--csv-short-rows"),
    (.migrate, "-t json @dir", "--include *.txt|--exclude z*|--hidden|--on-error stop"),
    (.formats, "", "--to json|--help"), (.help, "", "--help"), (.completions, "bash", "--help"),
  ]

  /// The verbs of git and of the service talk to another program; their options have tests of their own.
  static let verbs = Set(Verb.Name.allCases).subtracting([.git, .gitFilter, .serve])

  /// The number of threads and the sandbox have no effect on what is written, a typed filter has the schema of its type, and an archive is
  /// read by the core schema in any case.
  static let others: Set = [
    "filter jobs", "migrate jobs", "filter json-schema", "restore yaml-schema", "filter sandbox",
    "get sandbox", "diff sandbox", "check sandbox", "archive sandbox", "restore sandbox",
  ]

  private static let keyedArchive =
    "<plist><dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$version</key><integer>100000</integer><key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict><key>$objects</key><array><string>$null</string><dict><key>$class</key><dict><key>CF$UID</key><integer>3</integer></dict><key>name</key><dict><key>CF$UID</key><integer>2</integer></dict></dict><string>x</string><dict><key>$classname</key><string>Person</string><key>$classes</key><array><string>Person</string><string>NSObject</string></array></dict></array></dict></plist>"

  private static let files: [(name: String, text: String)] = [
    (
      "a.json",
      "{\n    \"name\": \"x/y\",\n    \"l\": [1, 2],\n    \"u\": \"ü\",\n    \"keyOne\": {\"b\": 1, \"a\": 2}\n}\n"
    ),
    (
      "a.yaml",
      "# head\nname: x # c\nm: {b: 1, a: 2}\nyes: no\nkeyOne: [[1]]\n---\nname: y\nurl: https://a.example\n"
    ),
    ("b.yaml", "name: z/ü\nl: [{id: a, v: 2}, 3]\nextraKey: 1\nn: 1.2\n"),
    ("c.yaml", "n: 1.25\nname: y\nextraKey: 1\nl: [3, {id: a, v: 2}]\n"),
    ("alias.yaml", "k: &x {q: 1}\nr: *x\n"), ("dup.yaml", "a: 1\na: 2\n"),
    ("typed.yaml", "a: !x y\n"), ("quirk.yaml", "a: [?x]\nb: 1\n"),
    ("plain.yaml", "a: ['?x']\nb: 1\n"),
    ("note.md", "text\n"), ("tab.txt", "{\n"), ("tab.yaml", "a: b\n\t\nc: d\n"),
    ("yes.yaml", "a: 1\nb: yes\n"),
    ("true.yaml", "a: 1\nb: true\n"),
    ("no.yaml", "b: no\n"), ("false.yaml", "b: false\n"), ("comments.yaml", "# c\na: 1\n"),
    ("handles.yaml", "%TAG !e! tag:e.example,2000:\n---\na: !e!x 1\n"), ("odd.yaml", "{a: 1}: 2\n"),
    ("version.yaml", "%YAML 1.3\n---\na: 1\n"), ("same.yaml", "1: a\n0o1: b\n"),
    ("list.yaml", "- 1\n- 2\n"),
    ("lists.yaml", "a: [on, off, on, off, on, off]\n"), ("text.json", "\"x\""),
    ("n.json", "{\"name\":\"x\"}"),
    ("tagged.json", "{\"a\": {\"$date\": \"2001-01-01T00:00:00Z\"}}"),
    ("patch.json", "[{\"op\": \"remove\", \"path\": \"/l\"}]"),
    ("a.toml", "# c\na = 1\nd = 2001-01-01\n"), ("new.toml", "a = {\n b = 1,\n}\n"),
    (
      "a.plist",
      "<plist><dict><key>d</key><date>2001-01-01T00:00:00Z</date><key>x</key><data>AAEC</data></dict></plist>"
    ),
    ("obj.plist", keyedArchive), ("x.cbor", "\u{1}"), ("a.csv", "n,m\n1,2\n3\n"),
    ("short.csv", "n,m\n3\n"),
    ("row.csv", "1,2\n3,4\n"), ("h.csv", "a,b\n1,2\n"), ("h3.csv", "a,b\n3,2\n"),
    ("t.csv", "a,b\n1,2\ntrue,\n"),
    ("h2.csv", "a,b\n1.0,2\n"),
    ("r.jsonl", "{\"a\":1}\nbad\n{\"a\":2}\nbad\n"),
    ("k1.yaml", "l: [{id: a, k: z, v: 1}, {id: b, k: y, v: 2}]\n"),
    ("k2.yaml", "l: [{id: a, k: y, v: 3}, {id: b, k: z, v: 2}]\n"),
    ("k3.yaml", "l: [{id: b, k: y, v: 2}, {id: a, k: z, v: 1}]\n"),
    ("base.yaml", "a: 1\nl: [x]\n"), ("ours.yaml", "a: 2\nl: [x, y]\n"),
    ("theirs.yaml", "a: 3\nl: [x, z]\n"),
    ("conflict.yaml", "<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n"),
    ("s.json", "{\"properties\": {\"name\": {\"type\": \"integer\"}}}"),
    (
      "f.json",
      "{\"properties\": {\"name\": {\"format\": \"date\"}, \"n\": {\"const\": 5}}}"
    ),
    ("r.json", "{\"properties\": {\"name\": {\"$ref\": \"https://example.com/x.json\"}}}"),
    ("store/x.json", "{\"type\": \"integer\"}"),
    ("store/csv.json", "{\"properties\": {\"a\": {\"type\": \"string\"}, \"$class\": false}}"),
    (
      "store/catalog.json",
      "{\"schemas\": [{\"url\": \"csv.json\", \"fileMatch\": [\"h.csv\", \"obj.plist\"]}, {\"url\": \"x.json\", \"fileMatch\": [\"b.yaml\"]}]}"
    ),
    ("dir/bad.yaml", "a: [\n"), ("dir/z.yaml", "a: 1\n"), ("dir/.hidden.yaml", "b: [\n"),
    ("dir/q.txt", "{\"a\": 1}"), ("done.yaml", "a: 1\n"), ("up.steps", "set /zz 1\n"),
    ("done.json", "{\"a\": 2}"),
    ("rows.json", "[{\"a\": 1, \"b\": \"2\"}, {\"a\": 3}]"),
  ]

  private let scratch: Scratch
  private let path: String

  init() throws {
    scratch = try Scratch()
    path = scratch.path + "/w"
  }

  /// Writes all files, and the archives of some.
  private func reset() throws {
    try? FileManager.default.removeItem(atPath: path)
    for folder in ["store", "dir"] {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }
    for (name, text) in Self.files { try scratch.write(text, to: "w/\(name)") }
    for (name, bytes) in [
      ("x.cbor", [0xA1, 0x61, 0x61, 0x01] as [UInt8]),
      ("raw.msgpack", [0x81, 0xA1, 0x61, 0xA1, 0xFF]),
    ] {
      try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }
    for (words, name) in [
      ("archive --type T @a.json", "arch.json"), ("archive --type T @b.yaml", "arch-b.yaml"),
      ("archive --type T -t yaml @a.plist", "arch-plist.yaml"),
      ("archive --type T @rows.json", "arch-rows.json"), ("archive --type T @a.toml", "arch.toml"),
      ("edit --set /new 1 @obj.plist", "obj2.plist"), ("edit --set /a 1 @obj.plist", "obj3.plist"),
    ] {
      try scratch.write(run(words).output, to: "w/\(name)")
    }
    let (json, yaml) = (try scratch.read("w/arch.json"), try scratch.read("w/arch-b.yaml"))
    for (name, text) in [
      ("arch-dup.json", json.replacing("\"$version\"", with: "\"$type\": \"T\", \"$version\"")),
      ("arch-alias.yaml", yaml.replacing("extraKey: 1", with: "extraKey: &x [1]\n  y: *x")),
      ("arch-quirk.yaml", yaml.replacing("extraKey: 1", with: "extraKey: [?x]")),
      ("arch-new.toml", try scratch.read("w/arch.toml") + "\n[u]\nv = {\n a = 1,\n}\n"),
    ] {
      try scratch.write(text, to: "w/\(name)")
    }
  }

  private func run(_ words: String) -> Outcome {
    decant(
      words: words.split(separator: " ").map { word in
        word.hasPrefix("@") ? "\(path)/\(word.dropFirst())" : String(word)
      }, input: "[1]")
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: path)
    return Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, FileManager.default.contents(atPath: "\(path)/\($0)") ?? Data())
      })
  }

  @Test func eachChangesWhatACallDoes() throws {
    try reset()
    let old = try contents()
    func effect(of words: String) throws -> (outcome: Outcome, files: [String: Data]) {
      let outcome = run(words)
      let files = try contents()
      if files != old { try reset() }
      return (outcome, files)
    }
    for (verb, call, options) in Self.calls {
      let name = verb == .filter ? "" : verb.rawValue
      let without = try effect(of: "\(name) \(call)")
      for option in options.split(separator: "|") {
        let with = try effect(of: "\(name) \(option) \(call)")
        #expect(with != without, "decant \(name) \(option) \(call)")
        #expect(with.outcome.status != 64, "\(name) \(option) \(call): \(with.outcome.errors)")
      }
    }
  }

  @Test func thereIsACallForEach() {
    let listed = Self.calls.flatMap { verb, _, options in
      options.split(separator: "|").map {
        "\(verb) " + ($0.dropFirst(2).split(separator: " ").first ?? "")
      }
    }
    let all = Self.verbs.flatMap { verb in
      Flag.all.filter { $0.verbs.contains(verb) }.map { "\(verb) \($0.long)" }
    }
    #expect(Set(listed).union(Self.others).symmetricDifference(all).sorted() == [])
  }

  /// An option that only has an effect beside others is refused without them.
  @Test func whatNeedsOthersIsRefusedAlone() throws {
    var count = 0
    for (verb, _, options) in Self.calls {
      for option in options.split(separator: "|") {
        let words = option.split(separator: " ").map(String.init)
        let flag = try #require(
          Flag.all.first { "--\($0.long)" == words[0] && $0.verbs.contains(verb) })
        let needed = flag.needs(in: verb)
        guard !needed.isEmpty else { continue }
        count += 1
        var alone = ArgumentParser(words[...], for: verb, among: .tool)
        let error = #expect(throws: UsageError.self) { try alone.parse() }
        #expect(error?.message.hasPrefix("'\(words[0])' needs '--\(needed[0])'") == true)
        for other in needed {
          let value = Flag.all.first { $0.long == other && $0.verbs.contains(verb) }?.value
          let others =
            ["--\(other)"] + (value?.name == nil || value?.name == "SUFFIX" ? [] : ["json"])
          var together = ArgumentParser((words + others)[...], for: verb, among: .tool)
          #expect(throws: Never.self) { try together.parse() }
        }
      }
    }
    #expect(count > 8)
  }
}
