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

  @Test func checksDocumentsBeforeAMalformedOne() throws {
    let schema = try JSONSchema(Value(parsing: #"{"type":"string"}"#, as: .json))
    var input = try Input(.bytes(Array("1\n2\n{]\n".utf8)), as: .jsonLines)
    var lines: [Int?] = []
    let error = #expect(throws: DecantError.self) {
      try input.check(by: schema) { lines.append($0.position?.line) }
    }
    #expect(lines == [1, 2] && error?.position?.line == 3)
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
}
