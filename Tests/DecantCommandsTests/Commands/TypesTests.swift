import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant

@Suite struct TypesTests {
  @Test func readsStandardInputAndFilesOfAllFormats() throws {
    let run = decant(words: ["types"], input: "{\"a\":1}")
    #expect(run.output == "/// 1 document.\nstruct Document: Codable {\n  var a: Int\n}\n")
    #expect(run.status == 0 && run.errors == "")
    let scratch = try Scratch()
    try scratch.write("a: 1\n---\na: 2\n", to: "one.yaml")
    try scratch.write("{\"a\":1.5,\"b\":true}", to: "two.json")
    let files = try scratch.shell("decant types one.yaml two.json")
    #expect(
      files.output == """
        /// 3 documents.
        struct Document: Codable {
          var a: Double
          /// In 1 of 3.
          var b: Bool?
        }

        """)
  }

  @Test func theNameIsThatOfTheFileOrFolder() throws {
    let scratch = try Scratch()
    let run = try scratch.shell(
      """
      mkdir landmarks && echo '{"a":1}' | tee landmarks/x.json landmarks/y.json >eiffel-tower.json
      printf '{"a":1}\\n{"a":2}\\n' >visits.jsonl
      for files in eiffel-tower.json visits.jsonl 'landmarks/x.json landmarks/y.json' \
        '--name user_record visits.jsonl'; do decant types $files | grep struct; done
      """)
    #expect(
      run.output == """
        struct EiffelTower: Codable {
        struct Visit: Codable {
        struct Landmark: Codable {
        struct UserRecord: Codable {

        """)
  }

  /// Text that a reader of the source would not see, or would see elsewhere.
  @Test func escapesInvisibleCharacters() throws {
    let hidden: [Unicode.Scalar] = [
      "\u{202E}", "\u{2066}", "\u{200B}", "\u{200E}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{AD}",
      "\u{61C}", "\u{115F}", "\u{3164}", "\u{FE0F}", "\u{E0041}", "\u{A0}", "\u{2003}", "\u{1B}",
      "\u{9B}", "\u{85}", "\u{7F}",
    ]
    let keys = hidden.map { "a\($0)b" }
    let object =
      "{" + keys.map { "\"\($0.replacing("\u{1B}", with: "\\u001b"))\":1" }.joined(separator: ",")
      + "}"
    let values =
      "[" + keys.map { "\"\($0.replacing("\u{1B}", with: "\\u001b"))\"" }.joined(separator: ",")
      + "]"
    for input in [object, "{\"a\":\(values),\"b\":\(values)}", "{\"x\":\(object)}"] {
      let run = decant(words: ["types", "--archivable"], input: input)
      #expect(run.status == 0)
      for scalar in hidden {
        #expect(!run.output.unicodeScalars.contains(scalar), "U+\(String(scalar.value, radix: 16))")
      }
    }
    for (scalar, key) in zip(hidden, keys) {
      let text = key.replacing("\u{1B}", with: "\\u001b")
      let run = decant(words: ["types"], input: "{\"\(text)\":1,\"x\":true}")
      let digits = String(scalar.value, radix: 16, uppercase: true)
      #expect(run.output.contains(#" = "a\u{\#(digits)}b""#), "\(run.output)")
    }
    #expect(
      decant(words: ["types"], input: #"{"a\"\\(b)\n\tc":1}"#).output.contains(
        #"= "a\"\\(b)\n\tc""#))
  }

  @Test func printsTypesOfASchemaAndOfTheFilesThatItRefersTo() throws {
    let scratch = try Scratch()
    try scratch.write("properties: {home: {$ref: place.json}}\nrequired: [home]\n", to: "user.yaml")
    try scratch.write(
      #"{"title": "A place.", "properties": {"city": {"type": "string"}}}"#, to: "place.json")
    let run = try scratch.shell("decant types --from-schema user.yaml")
    #expect(
      run.output == """
        struct User: Codable {
          var home: Home
        }

        /// A place.
        struct Home: Codable {
          var city: String?
        }

        """, "\(run.errors)")
    let failures = try scratch.shell(
      """
      decant types --from-schema user.yaml place.json; decant types --schema-dir . place.json
      decant types --from-schema missing.json; echo '{"$ref": "#"}' | decant types --from-schema -
      echo '{"$ref": "other.json"}' | decant types --from-schema -
      echo '{"type": "text"}' | decant types --from-schema -
      """)
    #expect(failures.output == "")
    for words in [
      "'--from-schema' prints types of a schema",
      "'--schema-dir' needs '--from-schema'", "missing.json: ",
      "<stdin>: error: the schema at / refers to itself endlessly",
      "no schema has the name 'other.json'",
      "must be null, boolean, integer",
    ] {
      #expect(failures.errors.contains(words), "\(words): \(failures.errors)")
    }
  }

  @Test func badInputPrintsNothing() throws {
    let scratch = try Scratch()
    try scratch.write("{\"a\":1}", to: "good.json")
    try scratch.write("{\"a\":\n1,}", to: "bad.json")
    let run = try scratch.shell("decant types good.json bad.json")
    #expect(run.output == "" && run.status == 65)
    #expect(run.errors.hasPrefix("bad.json:2:3: error: "))
    let missing = try scratch.shell("decant types good.json none.json")
    #expect(missing.output == "" && missing.status == 66)
    for (input, words) in [
      ("? [a]\n: b\n", "<stdin>:1:3: error: no Swift type has a collection as a key"),
      ("a: 1e999\n", "<stdin>:1:4: error: no number type of Swift has the range for 1e999"),
    ] {
      let run = decant(words: ["types", "-f", "yaml"], input: input)
      #expect(run.output == "" && run.status == 65)
      #expect(run.errors.hasPrefix(words), "\(run.errors)")
    }
    let empty = decant(words: ["types", "-f", "jsonl"], input: "")
    #expect(empty.status == 65 && empty.errors.contains("the inputs contain no document"))
  }

  @Test func optionsThatContradictAreRefused() {
    for words in [
      ["types", "-t", "yaml"], ["types", "--json-schema", "--archivable"],
      ["--json-schema"],
      ["types", "--name", "1"],
      ["types", "--slurp"],
    ] {
      let run = decant(words: words, input: "{}")
      #expect(run.status == 64 && run.output == "", "\(words)")
    }
  }

  @Test func aSchemaIsJSONOrInTheFormatThatIsNamed() {
    let json = decant(words: ["types", "--json-schema"], input: "[1]")
    #expect(json.output.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/"))
    let yaml = decant(words: ["types", "--json-schema", "-t", "yaml"], input: "[1]")
    #expect(yaml.output.hasSuffix("title: Document\ntype: array\nitems:\n  type: integer\n"))
  }

  /// The shape is kept, not the data: memory does not grow with the documents.
  @Test func manyRecordsTakeLittleMemory() throws {
    let scratch = try Scratch()
    let run = try scratch.shell(
      """
      awk 'BEGIN { for (i = 0; i < 400000; i++) printf "{\\"id\\":%d,\\"by\\":{\\"k%d\\":{\\"n\\":%d}},\\"t\\":\\"text %d\\"}\\n", i, i, i, i }' \
        >records.jsonl
      (ulimit -v 400000; decant types records.jsonl)
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("  var by: [String: By]\n"))
  }
}
