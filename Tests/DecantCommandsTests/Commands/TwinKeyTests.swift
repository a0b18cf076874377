import DecantTestSupport
import Testing

import DecantCommands
import Decant

/// Keys and texts that Swift's strings confuse, in every verb.
///
/// Output is compared byte by byte: strings that differ only in such keys would be equal.
@Suite struct TwinKeyTests {
  let scratch: Scratch
  static let composed = "\u{E9}"
  static let decomposed = "e\u{301}"

  init() throws {
    scratch = try Scratch()
  }

  private static func json(_ first: Int?, _ second: Int?) -> String {
    let pairs = [(composed, first), (decomposed, second)].compactMap { key, number in
      number.map { "\"\(key)\":\($0)" }
    }
    return "{\(pairs.joined(separator: ","))}\n"
  }

  private func file(_ text: String, _ name: String) throws -> String {
    try scratch.write(text, to: name)
    return "\(scratch.path)/\(name)"
  }

  private func expect(_ outcome: Outcome, _ output: String, status: Int32 = 0) {
    #expect(Array(outcome.output.utf8) == Array(output.utf8), "\(outcome)")
    #expect(outcome.status == status, "\(outcome)")
  }

  @Test func editsTheKeyThatIsMeant() throws {
    let place = "/" + Self.decomposed
    let edits: [([String], String)] = [
      (["--set", place, "8"], Self.json(1, 8)), (["--delete", place], Self.json(1, nil)),
      (["--rename", place, "f"], "{\"\(Self.composed)\":1,\"f\":2}\n"),
      (["--move", place, "/f"], "{\"\(Self.composed)\":1,\"f\":2}\n"),
      (["--copy", place, "/f"], Self.json(1, 2).replacing("}", with: ",\"f\":2}")),
      (["--test", place, "2"], Self.json(1, 2)),
      (["--merge", try file(Self.json(nil, 9), "merge.json")], Self.json(1, 9)),
      (
        [
          "--patch",
          try file(#"[{"op":"replace","path":"\#(place)","value":7}]"#, "patch.json"),
        ], Self.json(1, 7)
      ),
    ]
    for (edit, expected) in edits {
      expect(decant(words: ["edit", "-f", "json"] + edit, input: Self.json(1, 2)), expected)
    }
    expect(
      decant("edit", "-f", "json", "--insert", place, "2", input: Self.json(1, nil)),
      Self.json(1, 2))
    #expect(
      decant("edit", "-f", "json", "--insert", place, "2", input: Self.json(1, 2)).status == 65)
    #expect(decant("edit", "-f", "json", "--delete", place, input: Self.json(1, nil)).status == 65)
    #expect(decant("edit", "-f", "json", "--test", place, "1", input: Self.json(1, 2)).status == 65)
  }

  @Test func looksAtTheKeyThatIsMeant() {
    let place = "/" + Self.decomposed
    expect(decant("get", "-f", "json", place, input: Self.json(1, 2)), "2\n")
    expect(decant("get", "-f", "json", place, input: Self.json(1, nil)), "", status: 1)
    expect(decant("-f", "json", "--at", place, input: Self.json(1, 2)), "2\n")
    #expect(decant("-f", "json", "--at", place, input: Self.json(1, nil)).status != 0)
    expect(
      decant(
        "-f", "yaml", "--duplicate-keys", "last", "-c", "-t", "json",
        input: "\(Self.composed): 1\n\(Self.decomposed): 2\n\(Self.composed): 3\n"),
      Self.json(3, 2))
    expect(
      decant("-f", "json", "-t", "json", "-c", "--sort-keys", input: Self.json(1, 2)),
      "{\"\(Self.decomposed)\":2,\"\(Self.composed)\":1}\n")
    for style in ["snake", "camel"] {
      expect(
        decant("-f", "json", "-t", "json", "-c", "--keys", style, input: Self.json(1, 2)),
        Self.json(1, 2))
    }
  }

  @Test(arguments: ["json", "yaml", "toml", "plist"])
  func mergesEachKeyByItself(suffix: String) throws {
    let target = suffix == "plist" ? "xml1" : suffix
    func write(_ first: Int?, _ second: Int?, _ name: String) throws -> String {
      let outcome = decant("-f", "json", "-t", target, input: Self.json(first, second))
      return try file(outcome.output, "\(name).\(suffix)")
    }
    for (ours, theirs, merged) in [((5, 2), (1, 6), (5, 6)), ((1, 2), (1, 6), (1, 6))] {
      let outcome = decant(
        "merge", try write(1, 2, "base"), try write(ours.0, ours.1, "ours"),
        try write(theirs.0, theirs.1, "theirs"))
      #expect(outcome.status == 0, "\(outcome)")
      expect(
        decant("-f", suffix, "-t", "json", "-c", input: outcome.output),
        Self.json(merged.0, merged.1))
    }
    // Each side adds a twin of a key; one deletes a twin.
    let added = decant(
      "merge", try write(1, nil, "base"), try write(1, nil, "ours"), try write(1, 2, "theirs"))
    expect(decant("-f", suffix, "-t", "json", "-c", input: added.output), Self.json(1, 2))
    let removed = decant(
      "merge", try write(1, 2, "base"), try write(nil, 2, "ours"), try write(1, 3, "theirs"))
    expect(decant("-f", suffix, "-t", "json", "-c", input: removed.output), Self.json(nil, 3))
  }

  @Test func aDifferenceIsAPatch() throws {
    for (old, new) in [((1, 2), (2, 1)), ((1, nil), (nil, 1)), ((1, 2), (1, nil))]
      as [((Int?, Int?), (Int?, Int?))]
    {
      let (first, second) = (Self.json(old.0, old.1), Self.json(new.0, new.1))
      let patch = decant(
        "diff", "--format", "patch", try file(first, "old.json"), try file(second, "new.json"))
      #expect(patch.status == 1)
      let edited = decant(
        "edit", "-f", "json", "--patch", try file(patch.output, "patch.json"), input: first)
      let same = decant(
        "diff", try file(edited.output, "edited.json"), "\(scratch.path)/new.json")
      #expect(same.status == 0, "\(patch) \(edited) \(same)")
    }
    // So are texts.
    let outcome = decant(
      "diff", try file("[\"\(Self.composed)\"]", "old.json"),
      try file("[\"\(Self.decomposed)\"]", "new.json"))
    #expect(outcome.status == 1)
  }

  @Test func aSchemaDistinguishesThem() throws {
    let (c, d) = (Self.composed, Self.decomposed)
    let cases: [(schema: String, valid: String, invalid: String)] = [
      ("{\"required\":[\"\(d)\"]}", Self.json(nil, 2), Self.json(1, nil)),
      (
        "{\"properties\":{\"\(c)\":{\"const\":1},\"\(d)\":{\"const\":2}}}", Self.json(1, 2),
        Self.json(2, 1)
      ),
      (
        "{\"properties\":{\"\(c)\":{}},\"additionalProperties\":false}", Self.json(1, nil),
        Self.json(1, 2)
      ),
      (
        "{\"patternProperties\":{\"^\(c)\":{\"const\":1},\"^\(d)\":{\"const\":2}}}",
        Self.json(1, 2), Self.json(2, 1)
      ),
      ("{\"enum\":[\"\(c)\"]}", "\"\(c)\"", "\"\(d)\""),
      ("{\"const\":\"\(d)\"}", "\"\(d)\"", "\"\(c)\""),
      ("{\"uniqueItems\":true}", "[\"\(c)\",\"\(d)\"]", "[\"\(c)\",\"\(c)\"]"),
      (
        "{\"$defs\":{\"\(c)\":{\"const\":1},\"\(d)\":{\"const\":2}},\"$ref\":\"#/$defs/\(d)\"}",
        "2", "1"
      ),
      (
        "{\"$defs\":{\"a\":{\"$anchor\":\"\(c)\",\"const\":1},"
          + "\"b\":{\"$anchor\":\"\(d)\",\"const\":2}},\"$ref\":\"#\(d)\"}", "2", "1"
      ),
      ("{\"pattern\":\"^\(d)$\"}", "\"\(d)\"", "\"\(c)\""),
      ("{\"dependentRequired\":{\"\(c)\":[\"\(d)\"]}}", Self.json(nil, 2), Self.json(1, nil)),
    ]
    for (schema, valid, invalid) in cases {
      let path = try file(schema, "schema.json")
      let outcomes = [valid, invalid].map {
        decant("check", "-f", "json", "--schema", path, input: $0)
      }
      #expect(outcomes.map(\.status) == [0, 65], "\(schema) \(outcomes)")
    }
  }

  @Test func anchorsAreNames() {
    let (c, d) = (Self.composed, Self.decomposed)
    let text = "b: &\(d) 1\na: &\(c) 2\nd: *\(d)\nc: *\(c)\n"
    let values = "{\"b\":1,\"a\":2,\"d\":1,\"c\":2}\n"
    expect(decant("-f", "yaml", "-t", "json", "-c", input: text), values)
    let sorted = decant("-f", "yaml", "-t", "yaml", "--sort-keys", input: text)
    expect(sorted, "a: &\(c) 2\nb: &\(d) 1\nc: *\(c)\nd: *\(d)\n")
    // No alias refers to the anchor that is deleted.
    expect(
      decant(
        "edit", "-f", "yaml", "--delete", "/b", input: "a: &\(d) 1\nb: &\(c) 2\nc: *\(d)\n"),
      "a: &\(d) 1\nc: *\(d)\n")
  }

  @Test func typesKeepThemApart() throws {
    let (c, d) = (Self.composed, Self.decomposed)
    let lines = [c, c, d, d].map { "{\"x\":\"\($0)\"}\n" }.joined()
    // As raw values of an enumeration, they would be equal.
    let source = decant("types", "-f", "jsonl", "--enums", input: lines).output
    #expect(source.contains("var x: String") && !source.contains("case"))
    let schema = decant("types", "-f", "jsonl", "--enums", "--json-schema", input: lines).output
    let path = try file(schema, "schema.json")
    for (text, status) in [(c, 0), (d, 0), ("f", 65)] as [(String, Int32)] {
      let checked = decant(
        "check", "-f", "json", "--schema", path, input: "{\"x\":\"\(text)\"}")
      #expect(checked.status == status)
    }
    // Their types are right with decant's coders.
    let twins = "{\"\(c)\":1,\"\(d)\":2}"
    let twinSchema = try file("{\"properties\":{\"\(c)\":{},\"\(d)\":{}}}", "twins.json")
    for output in [
      decant("types", input: twins).output, decant("types", "--from-schema", twinSchema).output,
    ] {
      #expect(
        output.contains("  // Some keys are equal as strings; decant's coders tell them apart"))
      #expect(output.contains("\"\(d)\"") && output.contains("case \(c)\n"))
    }
    #expect(!decant("types", input: "{\"\(c)\":1,\"e-\":2}").output.contains("equal as strings"))
    // Objects with different keys have different types.
    let objects = decant(
      "types", "-f", "json", input: "{\"a\":{\"\(c)\":1},\"b\":{\"\(d)\":1}}\n")
    #expect(objects.output.contains("var a: A") && objects.output.contains("var b: B"))
  }

  @Test func aDollarSignWithAnAccentIsOne() {
    let text = "{\"$\u{301}\":5}\n"
    expect(
      decant("-f", "json", "-t", "json", "-c", "--tagged", input: text),
      "{\"$literal\":{\"$\u{301}\":5}}\n")
  }

  @Test func plutilFindsTheKeyThatIsMeant() {
    let list = decant("-f", "json", "-t", "xml1", input: Self.json(1, 2)).output
    let words = ["-extract", Self.decomposed, "raw", "-n", "-o", "-", "-"]
    expect(decant(words: words, input: list, calledAs: "plutil"), "2")
    let edited = decant(
      words: ["-replace", Self.decomposed, "-integer", "8", "-o", "-", "-"], input: list,
      calledAs: "plutil")
    expect(decant("-f", "xml1", "-t", "json", "-c", input: edited.output), Self.json(1, 8))
  }

  @Test func twoFilesWhoseNamesAreTwinsAreBothMigrated() throws {
    let files = try [Self.composed, Self.decomposed].map { try file("{\"a\": 1}", "\($0).json") }
    let outcome = decant(words: ["migrate", "-t", "yaml"] + files)
    #expect(outcome.status == 0, "\(outcome)")
    for name in [Self.composed, Self.decomposed] {
      #expect(try scratch.shell("cat '\(name).yaml'").output == "a: 1\n")
    }
  }
}
