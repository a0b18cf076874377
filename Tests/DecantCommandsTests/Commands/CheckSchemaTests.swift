import DecantTestSupport
import Foundation
import Testing

import DecantCommands
import Decant
import DecantConversion
@testable import DecantSchema

/// Documents that are checked one after another.
@Suite struct CheckSchemaTests {
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
}
