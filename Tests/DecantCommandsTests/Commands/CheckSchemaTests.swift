import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant
@testable import DecantSchema

/// `check --schema`, through the real executable.
@Suite struct CheckSchemaTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      """
      required: [name]
      additionalProperties: false
      properties:
        name: {type: string, minLength: 2}
        port: {$ref: 'common/port.json'}
      """, to: "schema.yaml")
    _ = try scratch.shell("mkdir -p common library/other")
    try scratch.write(#"{"maximum": 65535}"#, to: "common/port.json")
  }

  @Test func reportsWhereAndWhyADocumentDoesNotMatch() throws {
    try scratch.write("prot: 80\nport: 70000\n", to: "a.yaml")
    try scratch.write(#"{"name": "ab", "port": 80}"#, to: "b.json")
    let run = try scratch.shell("decant check --schema schema.yaml a.yaml b.json")
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(
      run.errors == """
        a.yaml:1:1: error: the key 'name' is missing
            1 | prot: 80
              | ^
        schema: /required
        a.yaml:1:1: error: the key 'prot' is not allowed here at /prot
            1 | prot: 80
              | ^
        schema: /additionalProperties
        a.yaml:2:7: error: expected a number of at most 65535 at /port
            2 | port: 70000
              |       ^
        schema: common/port.json#/maximum

        """)
    let good = try scratch.shell("decant check --schema schema.yaml <b.json")
    #expect(good == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func assertsFormatsIfItIsAsked() throws {
    try scratch.write(
      "$schema: http://json-schema.org/draft-07/schema#\nitems: [{format: ipv4}, {contentEncoding: base64}]",
      to: "formats.yaml")
    try scratch.write("- 10.0.0.300\n- '%'\n", to: "a.yaml")
    let silent = try scratch.shell("decant check --schema formats.yaml a.yaml")
    #expect(silent == Outcome(status: 0, output: "", errors: ""))
    let run = try scratch.shell("decant check --schema formats.yaml --assert-format a.yaml")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        a.yaml:1:3: error: expected an IPv4 address at /0
            1 | - 10.0.0.300
              |   ^
        schema: /items/0/format
        a.yaml:2:3: error: expected data in Base64 at /1
            2 | - '%'
              |   ^
        schema: /items/1/contentEncoding

        """)
    let filter = try scratch.shell(
      "echo '[\"10.0.0.1\", \"\"]' | decant -c -t json --schema formats.yaml --assert-format")
    #expect(filter == Outcome(status: 0, output: "[\"10.0.0.1\",\"\"]\n", errors: ""))
    let alone = try scratch.shell("echo 1 | decant --assert-format")
    #expect(alone.status == 64 && alone.errors.contains("'--assert-format' needs '--schema'"))
  }

  @Test func readsSchemasOfOlderDrafts() throws {
    try scratch.write("minimum: 0\nexclusiveMinimum: true\n", to: "old.yaml")
    let wrong = try scratch.shell("echo 0 | decant check --schema old.yaml")
    #expect(wrong.status == 65)
    #expect(
      wrong.errors.contains("'exclusiveMinimum' must be a number at /exclusiveMinimum")
        && wrong.errors.contains("it is true or false in draft 4"), "\(wrong.errors)")
    let run = try scratch.shell("echo 0 | decant check --schema old.yaml --schema-draft 4")
    #expect(run.status == 65)
    #expect(
      run.errors == """
        <stdin>:1:1: error: expected a number above 0
            1 | 0
              | ^
        schema: /minimum

        """)
    try scratch.write("$schema: https://example.com/meta\nconst: 1\n", to: "other.yaml")
    let unknown = try scratch.shell("echo 1 | decant check --schema other.yaml")
    #expect(unknown.status == 65 && unknown.errors.contains("--schema-draft DRAFT reads it"))
    let known = try scratch.shell("echo 1 | decant check --schema other.yaml --schema-draft 7")
    #expect(known == Outcome(status: 0, output: "", errors: ""))
    let alone = try scratch.shell("echo 1 | decant --schema-draft 7")
    #expect(alone.status == 64 && alone.errors.contains("'--schema-draft' needs '--schema'"))
  }

  @Test func notesDanglingReferencesThatAreNotUsed() throws {
    try scratch.write("type: integer\n$defs:\n  a: {$ref: none.json}\n", to: "dangling.yaml")
    let run = try scratch.shell("echo 1 | decant check --schema dangling.yaml")
    #expect(run.status == 0)
    #expect(
      run.errors.hasPrefix(
        "dangling.yaml:3:13: note: no schema has the name 'none.json' at /$defs/a/$ref\n"),
      "\(run.errors)")
    let quiet = try scratch.shell("echo 1 | decant check --quiet --schema dangling.yaml")
    #expect(quiet == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func printsThePlaceInTheSchemaAsJSON() throws {
    let run = try scratch.shell(
      "echo '{\"name\":\"a\"}' | decant check --error-format json --schema schema.yaml")
    #expect(
      run.errors == #"""
        {"severity":"error","source":"<stdin>","line":1,"column":9,"offset":8,"message":"expected at least 2 characters but found 1","path":"/name","hint":null,"schema":"/properties/name/minLength"}

        """#)
  }

  @Test func checksEachRecord() throws {
    let run = try scratch.shell(
      #"""
      printf '{"name":"ab"}\n{"name":1}\n{"name":}\n{"name":"abc"}\n{}\n' |
        decant check -f jsonl --schema schema.yaml 2>&1 | grep error: | sort
      """#)
    #expect(
      run.output == """
        <stdin>:2:9: error: expected a string but found an integer at /name
        <stdin>:3:9: error: expected a value but found '}'
        <stdin>:5:1: error: the key 'name' is missing

        """)
  }

  @Test func checksDocumentsBeforeAMalformedOne() throws {
    let schema = try JSONSchema(Value(parsing: #"{"type":"string"}"#, as: .json))
    var input = try Input(.bytes(Array("1\n2\n{]\n".utf8)), as: .jsonLines)
    var lines: [Int?] = []
    let error = #expect(throws: DecantError.self) {
      try input.check(by: schema) { lines.append($0.position?.line) }
    }
    #expect(lines == [1, 2] && error?.position?.line == 3)
  }

  @Test func limitsWhatIsReportedOfADocument() throws {
    let run = try scratch.shell(
      #"""
      echo '{"items": false}' >none.json
      (printf '['; seq -s, 150; echo ']') | decant check --schema none.json 2>&1 | grep -c error:
      (printf '['; seq -s, 150; echo ']') | decant check --schema none.json 2>&1 | grep others
      """#)
    #expect(
      run.output == """
        101
        <stdin>:1:294: error: more than 100 mismatches, of which the others are not reported

        """)
  }

  @Test func findsSchemasInFolders() throws {
    try scratch.write(
      #"{"allOf": [{"$ref": "https://example.com/a"}, {"$ref": "http://host/other/b.yaml#/$defs/n"}]}"#,
      to: "main.json")
    let lost = try scratch.shell("echo 1 | decant check --schema main.json")
    #expect(lost.status == 65)
    #expect(
      lost.errors.hasSuffix(
        "hint: --schema-dir DIR names a folder with schemas; none is fetched from the network\n"))
    try scratch.write("$id: https://example.com/a\nminimum: 2\n", to: "library/any.yaml")
    try scratch.write("$defs: {n: {multipleOf: 2}}\n", to: "library/other/b.yaml")
    try scratch.write("{", to: "library/broken.json")
    let run = try scratch.shell(
      "echo 1 | decant check --schema main.json --schema-dir library 2>&1 | grep schema:")
    #expect(
      run.output
        == "schema: library/any.yaml#/minimum\nschema: library/other/b.yaml#/$defs/n/multipleOf\n")
  }

  @Test func pointsAtMistakesInTheSchema() throws {
    try scratch.write("type: object\nproperties:\n  a: {pattern: '('}\n", to: "bad.yaml")
    let note = """
      bad.yaml:3:16: note: cannot match the regular expression '(': '(' is never closed at /properties/a/pattern
          3 |   a: {pattern: '('}
            |                ^

      """
    let run = try scratch.shell("printf '{}\\n{\"a\": 1}\\n' | decant check --schema bad.yaml")
    #expect(run.status == 0 && run.errors == note)
    let reached = try scratch.shell(
      "echo '{\"b\": 1, \"a\": \"x\"}' | decant check --schema bad.yaml")
    #expect(reached.status == 65)
    #expect(
      reached.errors == note + """
        <stdin>:1:15: error: cannot match the regular expression '(': '(' is never closed at /a
            1 | {"b": 1, "a": "x"}
              |               ^
        schema: /properties/a

        """)
    try scratch.write("type: object\nproperties: {a: {type: 'text'}}\n", to: "worse.yaml")
    #expect(try scratch.shell("echo 1 | decant check --schema worse.yaml").status == 65)
    #expect(try scratch.shell("echo 1 | decant check --schema none.yaml").status == 66)
  }

  @Test(arguments: [
    ("--schema-dir . -t json", "'--schema-dir' needs '--schema'"),
    ("--schema - <schema.yaml", "standard input cannot be the schema and a document"),
    ("--schema schema.yaml -t json", "'--schema' cannot be used together with '--to'"),
  ])
  func refusesWhatMakesNoSense(_ options: String, _ message: String) throws {
    let run = try scratch.shell("decant check \(options)")
    #expect(run.status == 64)
    #expect(run.errors.contains(message))
  }

  @Test func readsASchemaFromStandardInput() throws {
    try scratch.write("[]", to: "a.json")
    let run = try scratch.shell("echo 'type: object' | decant check --schema - a.json")
    #expect(run.status == 65 && run.errors.contains("schema: /type"))
  }

  @Test func verifiesArchivesWithTaggedForms() throws {
    try scratch.write("{}\n", to: "any.yaml")
    let run = try scratch.shell(
      """
      echo 'day: !!timestamp 2026-01-02T03:04:05Z' | decant archive -f yaml --type T -t json -o a.json
      grep -q '$date' a.json && decant check --schema any.yaml a.json
      """)
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test func filtersConvertOnlyWhatMatches() throws {
    let run = try scratch.shell(
      """
      printf '{"name":"ab","port":1}\\n{"name":"abc"}\\n{"name":1}\\n{"name":"de"}\\n' >a.jsonl
      decant -t yaml --schema schema.yaml a.jsonl; echo $?
      decant --schema schema.yaml --on-error skip a.jsonl; echo $?
      decant -t yaml --schema - -o a.yaml a.jsonl <schema.yaml; echo $?; ls a.yaml
      """)
    #expect(
      run.output == """
        name: ab
        port: 1
        ---
        name: abc

        : @incomplete
        65
        {"name":"ab","port":1}
        {"name":"abc"}
        {"name":"de"}
        65
        65

        """)
    let mismatch = """
      a.jsonl:3:9: error: expected a string but found an integer at /name
          3 | {"name":1}
            |         ^
      schema: /properties/name/type
      """
    #expect(run.errors.components(separatedBy: mismatch).count == 4, "\(run.errors)")
  }

  @Test func aFilterOfATypeChecksFirst() throws {
    struct Item: Codable { var name: String }
    let schema = try JSONSchema(
      Value(parsing: #"{"properties":{"name":{"minLength":2}}}"#, as: .json))
    var transcoder = Transcoder(from: .jsonLines, to: .jsonLines)
    transcoder.plan.transform = DocumentTransform(
      matching: schema, as: DocumentTransform(Item.self))
    let destination = MemoryDestination()
    let lines = String(repeating: "{\"name\": \"ab\", \"x\": 1}\n", count: 3000)
    let error = #expect(throws: DecantError.self) {
      try transcoder.run(from: .bytes(Array((lines + "{\"name\":\"a\"}\n").utf8)), to: destination)
    }
    #expect(error?.path?.description == "/name" && error?.position?.line == 3001)
    #expect(destination.text == String(repeating: "{\"name\":\"ab\"}\n", count: 3000))
  }

  @Test(arguments: ["", "\n", "# only a comment\n", "%YAML 1.2\n---\n", "---\n", "null\n"])
  func aYAMLFileWithoutAValueIsNull(text: String) throws {
    try scratch.write(text, to: "a.yaml")
    try scratch.write("type: object\n", to: "object.yaml")
    try scratch.write("type: 'null'\n", to: "null.yaml")
    for command in [
      "decant check", "decant", "decant -t json", "decant -i --comments drop",
      "decant check --yaml-parser libyaml",
    ] {
      let run = try scratch.shell("\(command) -q --schema object.yaml a.yaml")
      #expect(run.status == 65 && run.output == "", "\(command)")
      #expect(
        run.errors.contains(/^a\.yaml:\d:\d: error: expected an object but found null\n/)
          && run.errors.hasSuffix("schema: /type\n"), "\(command): \(run.errors)")
      #expect(try scratch.read("a.yaml") == text)
    }
    let run = try scratch.shell("decant check -q --schema null.yaml a.yaml")
    #expect(run == Outcome(status: 0, output: "", errors: ""))
  }

  /// A stream of records has none, and a file of TOML is an empty table.
  @Test(arguments: ["jsonl", "json-seq", "cbor", "msgpack", "toml"])
  func otherEmptyFilesAreNotNull(format: String) throws {
    try scratch.write("{type: object}\n", to: "object.yaml")
    let run = try scratch.shell("printf '' | decant check -f \(format) --schema object.yaml")
    #expect(run == Outcome(status: 0, output: "", errors: ""))
  }

  @Test func restoresOnlyWhatMatches() throws {
    let run = try scratch.shell(
      """
      echo '{"name":"ab"}' | decant archive --type T -t json -o a.json
      decant restore --schema schema.yaml -c a.json
      echo '{"name":"a"}' | decant archive --type T -t json -o b.json
      decant restore --schema schema.yaml b.json
      """)
    #expect(run.status == 65 && run.output == "{\"name\":\"ab\"}\n")
    #expect(
      run.errors.contains("b.json:") && run.errors.contains("schema: /properties/name/minLength"))
  }

  @Test func verifiesArchives() throws {
    try scratch.write(
      "properties: {$root: {properties: {n: {type: integer}}}}\n", to: "envelope.yaml")
    let run = try scratch.shell(
      """
      echo '{"n":1}' | decant archive --type T -t json -o a.json &&
      decant check --schema envelope.yaml a.json && sed 's/"n": *1/"n":2/' a.json >b.json
      decant check --schema envelope.yaml b.json
      """)
    #expect(run.status == 65 && run.errors.contains("digest"))
  }
}
