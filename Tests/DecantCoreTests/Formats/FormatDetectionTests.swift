import DecantTestSupport
import Testing
import Decant
import DecantConversion

@testable import DecantCore

@Suite struct FormatDetectionTests {
  @Test(arguments: [
    ("{}", "json"), ("[1]", "json"), ("\"a\"", "json"), ("1", "json"), ("-1", "json"),
    ("true", "json"),
    ("null\n", "json"), (" \n\t[", "json"), ("{\n\"a\": 1\n}", "json"), ("[\n]\n", "json"),
    ("{\"a\":1}\n", "json"), ("{\"a\":1}\n\n  \n", "json"),
    ("{\"a\":1}\n{\"a\":2}\n", "jsonl"), ("1\n2", "jsonl"), ("\n\n{}\r\n{}\r\n", "jsonl"),
    ("{\"a\":1}\nrubbish", "jsonl"), ("{\"a\":1,\"a\":2}\n{}", "jsonl"),
    ("\"\\ud800\"\n1", "jsonl"),
    ("[1,\n2]\n[3]", "json"), ("{} {}", "json"),
    ("// a\n{}", "json5"), ("/* a */{}", "json5"), ("  \n// a\n1", "json5"),
    ("\u{1E}{}\n", "json-seq"), ("\u{FEFF}{}", "json"),
    ("a: 1\n", "yaml"), ("a:\n  b: 1\n", "yaml"), ("---\n{}", "yaml"), ("%YAML 1.2\n---\n", "yaml"),
    ("- a\n- b\n", "yaml"), ("# comment\n\na: 1\n", "yaml"), ("\"a\": 1\n", "yaml"),
    ("'a b': 1\n", "yaml"), ("? a\n", "yaml"), ("!x y", "yaml"), ("\"a: b\"\n", "json"),
    ("{a: 1}\n", "json5"), ("{ a : 1 }", "json5"), ("{\n  a: 1,\n  b: 2\n}\n", "json5"),
    ("{a b: 1}", "json"), ("{a:1}", "json5"), ("{// c\na: 1}", "json5"), ("{'a': 1}", "json5"),
    ("{ /* c */ \"a\": 1}", "json5"), ("{\n  // c\n  \"a\": 1\n}", "json5"), ("{ // c\n}", "json5"),
    ("{a:[1],b:{c:.5}}", "json5"), ("{$a_1: -Infinity, b: +1}", "json5"), ("{ö: 'x'}", "json5"),
    ("{a: {b: \"c\"}}", "json5"), ("{\n  a: 1, // b: c\n  d: 2 }", "json5"),
    ("{name: web}\n", "yaml"), ("{replicas: 3, name: web}", "yaml"), ("{a: [b, c]}", "yaml"),
    ("{a: b, // c\n d: e}", "yaml"), ("{\n  a: text,\n  b: 2\n}\n", "yaml"), ("{a: ~}", "yaml"),
    ("{\n  \"a b\":\n 1}", "json"), ("{\"a=\": 1}", "json"), ("{\"a\\\"=\" : 1}", "json"),
    ("{ }", "json"), ("{\n}\n", "json"), ("{", "json"), ("{\"a\"", "json"), ("{a", "json"),
    ("{ a = 1; }", "openstep"), ("{a=1;}", "openstep"), ("{\n\ta = 1;\n}\n", "openstep"),
    ("{ \"a\" = 1; }", "openstep"), ("{\n  'a'\n = 1;}", "openstep"), ("{ a; }", "openstep"),
    ("{ /* c */ a /* d */ = 1; }", "openstep"), ("{\n// c\n\"a: b\" = 1; }", "openstep"),
    ("( a, b )", "openstep"), ("(\n  a,\n  b\n)\n", "openstep"), ("()", "openstep"),
    ("(a)", "openstep"), ("( \"a: b\" )", "openstep"), ("({a = 1;})", "openstep"),
    ("((a), (b))", "openstep"), ("(\n", "openstep"), ("(\n  1,\n  2\n)\n", "openstep"),
    ("(v1, 2)", "openstep"), ("a: {b: c}\n", "yaml"), ("x-{{ y }}: 1\n", "yaml"),
    ("users/{id}: 1\n", "yaml"), ("<0fbd77> // c\n", "openstep"), ("(a): b\n", "yaml"),
    ("(a b): c\n", "yaml"),
    ("\"a\" = \"b\";", "strings"),
    ("\"a: b\" = \"c: d\";\n", "strings"), ("\"a\";\n\"b\";\n", "strings"),
    ("a = b;\n", "strings"), ("a = \"b: c\";\nd = e;", "strings"), ("a = (\n b\n);", "strings"),
    ("true = 1;", "strings"), ("a = {\n b = c;\n};", "strings"),
    ("/* c */\n\n\"a\" = \"b\";\n", "strings"), ("// c\n\n// d\na = b;\n", "strings"),
    ("/* a\n * b\n */\n\"a\"\n = \"b\";\n", "strings"),
    ("// !$*UTF8*$!\n{\n\ta = 1;\n}\n", "openstep"), ("// !$*UTF8*$!\n", "openstep"),
    ("/* c */ ( a )", "openstep"), ("// c\n{a = 1;}", "openstep"), ("/**/<0fbd77>", "openstep"),
    ("/* c */\n{\n  // d\n  a: 1\n}\n", "json5"), ("// c\n[\n1]", "json5"),
    ("// c\n\"a\"\n", "json5"), ("/* \"a\" = 1; */\ntrue\n", "json5"), ("// c", "json5"),
    ("<0fbd77>", "openstep"), ("<0fbd 77\n 01>", "openstep"), (" <0f\nbd77>\n", "openstep"),
    ("<*I5>", "openstep"), ("<[AAAA]>", "openstep"),
    ("a = 1\n", "toml"), ("a = \"b\"\nc = 1\n", "toml"), ("# c\n\na = \"b: c\"\n", "toml"),
    ("[a]\nb = 1\n", "toml"), ("[a]\n\n# c\n[b]\n", "toml"), ("[[a.b]]\nc = 1\n", "toml"),
    ("\"a b\".c = 'd'\n", "toml"), ("a = { b = 1 }\n", "toml"), ("a = [\n  1\n]\n", "toml"),
    ("a = \"\"\"\nb\n\"\"\"", "toml"), ("day = 2026-11-21", "toml"), ("A = \"b\"", "toml"),
    ("true = 1\n", "toml"), ("1 = 2\n", "toml"), ("[a]\r\nb = true # c\r\n", "toml"),
    ("[a]\n", "json"), ("[true]\n[false]\n", "jsonl"),
    ("a = \"b\";\n", "strings"), ("a = { b = 1; };\n", "strings"),
  ])
  func tellsTheFormatByTheContent(source: String, name: String) throws {
    let feedings = [[], [1], [5]]
    for sizes in feedings {
      let input = try Input(ChunkedSource(Array(source.utf8), sizes: sizes), detecting: .standard)
      let found = input.format.name
      #expect(found == name)
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func tellsTheSameHoweverTheInputComes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let count = Int.random(in: 1...7, using: &random)
      let source = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
      let whole = Self.format(of: source, reading: [])
      for sizes in [[1], [2, 1], [3], [5, 2]] {
        let found = Self.format(of: source, reading: sizes)
        #expect(found == whole, "\(source.debugDescription) in reads of \(sizes)")
      }
    }
  }

  /// No style sheet, element of XML or tuple is taken for data, whatever is in it.
  @Test func foreignTextsAreNoData() throws {
    var random = SeededGenerator(seed: 18)
    func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "" }
    func many(_ separator: String, _ word: () -> String) -> String {
      (0...Int.random(in: 0...3, using: &random)).map { _ in word() }.joined(separator: separator)
    }
    for _ in 0..<400 {
      let selector = many(pick([" ", ", ", " > ", ","])) {
        pick(["body", "a", ".b", "a#c", "li:hover", "*", "h1", "[d]", "p::after", "e"])
      }
      let rule = many(pick([" ", ";", "; ", ";\n  "])) {
        pick(["color", "margin", "--x"]) + pick([":", ": ", ": "])
          + pick(["0 auto", "red", "\"x\"", "1px"])
      }
      let gap = pick([" ", "", "\n", "\n  "])
      let name = String(
        (0...Int.random(in: 0...4, using: &random)).map { _ in
          pick(Array("abcdef").map(String.init))
        }.joined())
      let tuple = "(" + many(pick([",", ", "])) { pick(["1", "-2", "3.5", "10"]) } + ")"
      for source in [
        "\(selector) {\(gap)\(rule)\(gap)}\n",
        "<\(name)>\(gap)\(pick(["1", "x", "<b>"]))</\(name)>\n",
        "<\(name)/>", tuple, "(\(tuple), \(tuple))\n",
      ] {
        let found = Self.format(of: source, reading: [])
        // What begins with a bracket is JSON, with a mistake.
        let isJSON = source.hasPrefix("[") && (try? Value(parsing: source, as: .json)) == nil
        #expect(found == (isJSON ? "json" : nil), "\(source)")
      }
    }
  }

  private static let pieces = [
    "{", "}", "(", ")", "[", "]", "<", ">", ",", ";", ":", "=", "\n", "\n", " ", "// c\n",
    "/* c */", "/", "\"a\"", "'a'", "\"", "a", "0f", "xyz", "1", "*D", "- ", "#", "!--", "?xml",
    "<plist>", "true",
  ]

  private static func format(of source: String, reading sizes: [Int]) -> String? {
    let source = ChunkedSource(Array(source.utf8), sizes: sizes)
    do { return try Input(source, detecting: .standard).format.name } catch { return nil }
  }

  @Test(arguments: [
    ("", DecantError.Problem.emptyInput), (" \n ", .emptyInput), ("<", .unrecognizedContent),
    ("<html>", .unrecognizedContent), ("<0fxy>", .unrecognizedContent),
    ("<a/>", .unrecognizedContent),
    ("a = b\n", .unrecognizedContent), ("a = \"b\" c\n", .unrecognizedContent),
    ("[a]\nb = c d\n", .unrecognizedContent),
    ("body { color: red; }\n", .unrecognizedContent), ("a{b: c}", .unrecognizedContent),
    ("h1, h2 { margin: 0 }\n", .unrecognizedContent), ("(1,2)", .unrecognizedContent),
    ("(1, -2.5)\n", .unrecognizedContent), ("((1, 2), (3, 4))", .unrecognizedContent),
    ("<dad>1</dad>", .unrecognizedContent), ("<dad>", .unrecognizedContent),
    ("<face>1</face>", .unrecognizedContent), ("<a><b>", .unrecognizedContent),
    ("<b>\n<0f/></b>", .unrecognizedContent),
    ("/", .unrecognizedContent), ("\u{0}", .unrecognizedContent), ("}", .unrecognizedContent),
  ])
  func reportsWhenItCannotTell(source: String, problem: DecantError.Problem) {
    let error = #expect(throws: DecantError.self) {
      _ = try Input(.text(source), named: "x", detecting: .standard)
    }
    #expect(error?.problem == problem)
    #expect(error?.source == "x")
    #expect(error?.position == .init(offset: 0, line: 1, column: 1))
  }

  @Test(arguments: [
    ("a.json", "json"), ("dir.json5/a.JSON", "json"), ("/x/y.geojson", "json"),
    ("a.b.jsonc", "json5"),
    ("log.ndjson", "jsonl"), ("a.yaml", "yaml"), ("a.YML", "yaml"), ("x.json-seq", "json-seq"),
    ("en.lproj/Localizable.strings", "strings"),
    ("x.xcodeproj/project.pbxproj", "openstep"),
  ])
  func tellsTheFormatByTheName(name: String, format: String) {
    #expect(FormatRegistry.standard.format(forFileNamed: name)?.name == format)
  }

  static let contents = [
    ("<?xml version=\"1.0\"?><plist><dict/></plist>", "xml1"), ("<plist><dict/></plist>", "xml1"),
    ("bplist00", "binary1"), ("{ a = b; }", nil), ("\"a\" = \"b\";", nil), ("/* c */", nil),
    ("", nil),
  ]

  /// Compiled strings tables are binary, and some tools write projects as XML.
  @Test(arguments: [("a.strings", "strings"), ("a.pbxproj", "openstep"), ("a.bplist", "binary1")])
  func anExtensionOfAFamilyLeavesItToTheContent(name: String, format: String) throws {
    let known = try #require(FormatRegistry.standard.format(forFileNamed: name))
    #expect(known.name == format)
    for (content, member) in Self.contents where format != "binary1" || member != nil {
      let input = try Input(.text(content), named: name, as: known)
      let found = input.format.name
      if format == "openstep", content.hasPrefix("\"") { continue }
      #expect(found == member ?? format)
    }
  }

  /// Detection waits only for the decisive bytes, because a producer may be slow.
  @Test(arguments: [
    "{\n\"a\":", "{\n\"a\" =", "{\n}", "{ a\n=", "{\n a: 1,", "{\n a: [", "{\n a:b,", "{\n a =",
    "// c\n[", "// c\n{ a =",
    "/* c */\n\"a\" =", "/*\n*/ a ;", "1\n2", "{\"a\":1}\n{", "(\na,", "(a)\n:", "a =\nb ;",
    "\"a\" = 1;\n\"", "- a\n-",
    "{\"a\":1,\n\"",
  ])
  func waitsForWhatDecidesAndNoLonger(source: String) throws {
    final class Counted: ByteSource {
      var rest: ArraySlice<UInt8>
      var given = 0
      let wouldWait = true
      init(_ bytes: [UInt8]) { rest = bytes[...] }
      func read(into output: inout OutputRawSpan) {
        guard let byte = rest.popFirst() else { return }
        given += 1
        output.append(byte)
      }
    }
    let filling = Array(String(repeating: "\n", count: 100).utf8)
    let counted = Counted(Array(source.utf8) + filling)
    _ = try Input(counted, detecting: .standard)
    #expect(counted.given == source.utf8.count)
  }

  @Test(arguments: ["json", "a.txt", ".json", "dir/.json", "", "a.", "x.json/readme"])
  func mostNamesTellNothing(name: String) {
    #expect(FormatRegistry.standard.format(forFileNamed: name) == nil)
  }

  @Test func aWholeNameMayTellTheFormat() {
    let format = Format(
      name: "sketch", extensions: ["sk"], fileNames: [".sketchrc"], summary: "", abilities: [])
    let registry = FormatRegistry.standard.adding(format)
    for name in [".sketchrc", "dir/.sketchrc", "x.sk"] {
      #expect(registry.format(forFileNamed: name)?.name == "sketch")
    }
    for name in ["sketchrc", ".sketchrc/x", "x.sketchrc", ".sk"] {
      #expect(registry.format(forFileNamed: name) == nil)
    }
  }

  @Test(arguments: [("json", "json"), ("JSON", "json"), ("jsonc", "json5"), ("ndjson", "jsonl")])
  func findsAFormatByItsNames(name: String, format: String) throws {
    #expect(try FormatRegistry.standard.format(named: name).name == format)
  }

  @Test(arguments: [
    ("jsn", "json"), ("josn", "json"), ("jsonlines", nil), ("json6", "json"), ("x", nil),
  ])
  func suggestsTheNearestName(name: String, suggestion: String?) {
    let error = #expect(throws: DecantError.self) {
      _ = try FormatRegistry.standard.format(named: name)
    }
    #expect(error?.problem == .unknownFormat(name, suggestion: suggestion))
    #expect(error?.category == .usage)
  }

  /// A registry finds formats by names that it does not make them for.
  @Test func formatsHaveTheNamesByWhichTheyAreFound() {
    for entry in FormatRegistry.standard.entries {
      let format = entry.make()
      #expect(entry.names == format.names)
      #expect(
        format.members.map(\.name) == format.names.members.split(separator: "|").map(String.init))
    }
  }

  @Test func namesAndExtensionsAreTakenOnce() {
    let formats = FormatRegistry.standard.formats
    let names = formats.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    let extensions = formats.flatMap(\.extensions)
    #expect(Set(extensions).count == extensions.count)
  }
}
