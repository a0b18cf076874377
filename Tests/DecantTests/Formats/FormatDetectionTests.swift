import DecantTestSupport
import Testing

@testable import Decant

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
    ("{a: 1}\n", "json"),
  ])
  func tellsTheFormatByTheContent(source: String, name: String) throws {
    let feedings = [[], [1], [5]]
    for sizes in feedings {
      let input = try Input(ChunkedSource(Array(source.utf8), sizes: sizes), detecting: .standard)
      let found = input.format.name
      #expect(found == name)
    }
  }

  @Test(arguments: [
    ("", DecantError.Problem.emptyInput), (" \n ", .emptyInput), ("<", .unrecognisedContent),
    ("/", .unrecognisedContent), ("\u{0}", .unrecognisedContent), ("}", .unrecognisedContent),
  ])
  func saysWhenItCannotTell(source: String, problem: DecantError.Problem) {
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
  ])
  func tellsTheFormatByTheName(name: String, format: String) {
    #expect(FormatRegistry.standard.format(forFileNamed: name)?.name == format)
  }

  @Test(arguments: ["json", "a.txt", ".json", "dir/.json", "", "a.", "x.json/readme"])
  func mostNamesTellNothing(name: String) {
    #expect(FormatRegistry.standard.format(forFileNamed: name) == nil)
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

  @Test func namesAndExtensionsAreTakenOnce() {
    let formats = FormatRegistry.standard.formats
    let names = formats.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    let extensions = formats.flatMap(\.extensions)
    #expect(Set(extensions).count == extensions.count)
  }
}
