import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantConversion
@testable import DecantCore
@testable import DecantSchema

/// Documents that are checked in parts, compared with the same as a whole.
@Suite struct SchemaStreamTests {
  /// The errors; only of a whole object is it known which of its keys is similar to a missing one, or is there later.
  private static func words(_ errors: [DecantError]) -> [String] {
    errors.map { error in
      var message = error.message.components(separatedBy: "; is it meant")[0]
      if message.hasPrefix("the key "), message.contains("not allowed here") {
        message = message.components(separatedBy: "; did you mean")[0]
      }
      return "\(error.offset ?? -1) \(error.path?.description ?? "") \(message)"
    }.sorted()
  }

  /// Checks a document, a part of which is checked and forgotten whenever there are `count` entries.
  private static func mismatches(
    in text: String, by schema: JSONSchema, inParts count: Int, most: inout Int
  ) throws -> [DecantError] {
    var stream = SchemaStream(schema, limit: 1000, from: .json, inParts: count)
    var errors: [DecantError] = []
    var input = try Input(.bytes(Array(text.utf8)), as: .json)
    try input.forEachBatch(ReadingOptions()) { (batch) throws(DecantError) in
      for index in 0..<batch.count {
        switch batch[index].kind {
        case .beginDocument: stream.beginDocument(at: batch.offset(of: batch[index]))
        case .endDocument: errors += try stream.endDocument()
        default:
          try stream.append(index..<index + 1, of: batch)
          errors += try stream.advance()
          stream.locateOpen { $0 }
          most = max(most, stream.tape.count)
        }
      }
    }
    return errors
  }

  @Test(arguments: JSONSchema.Draft.allCases)
  func findsTheSameInParts(_ draft: JSONSchema.Draft) throws {
    var held = 0
    for seed in 0..<UInt64(Thoroughness.isFull ? 3_000 : 600) {
      let random = RandomSchema(seed: seed, draft: draft)
      let schema = try JSONSchema(Value(parsing: random.schema, as: .json), draft: draft)
      for instance in random.instances {
        let whole = try schema.check(Document(parsing: instance, as: .json), limit: 1000)
        for count in [1, 2, 5] {
          let parts = try Self.mismatches(in: instance, by: schema, inParts: count, most: &held)
          #expect(Self.words(parts) == Self.words(whole), "\(random.schema)\n\(instance)")
        }
      }
    }
  }

  @Test(arguments: [
    #"{"type": "array", "items": {"type": "object", "required": ["a"]}, "maxItems": 5}"#,
    #"{"type": "object", "patternProperties": {"^k": {"items": {"properties": {"a": {"type": "string"}}}}}}"#,
    ##"{"$ref": "#/$defs/x", "$defs": {"x": {"allOf": [{"additionalProperties": {"items": {"anyOf": [{"type": "string"}, {"required": ["b"]}]}}}, {"minProperties": 3, "required": ["z"]}]}}}"##,
    #"{"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": {"minProperties": 1}}"#,
    #"{"propertyNames": {"maxLength": 2}, "dependentRequired": {"k0": ["k2", "z"]}, "additionalProperties": false, "properties": {"k0": {"items": false}}}"#,
  ])
  func holdsOnlyWhatItNeeds(_ text: String) throws {
    let schema = try JSONSchema(Value(parsing: text, as: .json))
    let records =
      "[" + repeatElement(#"{"a": 1, "b": [null, true]}, {}"#, count: 300).joined(separator: ",")
      + "]"
    for instance in [records, #"{"k0": \#(records), "k1": [], "key": {"k1": \#(records)}}"#] {
      let whole = try schema.check(Document(parsing: instance, as: .json), limit: 1000)
      var held = 0
      let parts = try Self.mismatches(in: instance, by: schema, inParts: 20, most: &held)
      #expect(Self.words(parts) == Self.words(whole))
      #expect(held < 100)
    }
  }

  /// A key that is forgotten is not what a later one was meant to be.
  @Test func remembersTheKeysOfAnOpenObject() throws {
    let text = #"{"properties": {"rows": {}, "name": {}}, "additionalProperties": false}"#
    let schema = try JSONSchema(Value(parsing: text, as: .json))
    var held = 0
    let instance = #"{"rows": [1, 2, 3, 4, 5, 6, 7, 8], "row": 1, "nmae": 2}"#
    let parts = try Self.mismatches(in: instance, by: schema, inParts: 2, most: &held)
    #expect(
      parts.map(\.message) == [
        "the key 'row' is not allowed here",
        "the key 'nmae' is not allowed here; did you mean 'name'?",
      ])
  }

  /// What a keyword needs as a whole is held, and no more.
  @Test(arguments: [
    (#"{"uniqueItems": true}"#, true), (#"{"oneOf": [{"type": "array"}, {"type": "null"}]}"#, true),
    (#"{"items": {"uniqueItems": true, "contains": {}, "not": {"const": 1}}}"#, false),
    (#"{"unevaluatedItems": false, "items": true}"#, true), (#"{"contains": {"const": 1}}"#, true),
  ])
  func holdsWhatAKeywordNeeds(_ text: String, _ isAll: Bool) throws {
    let schema = try JSONSchema(Value(parsing: text, as: .json))
    let instance = "[" + repeatElement("[1, 2, 2]", count: 200).joined(separator: ",") + "]"
    let whole = try schema.check(Document(parsing: instance, as: .json), limit: 1000)
    var held = 0
    let parts = try Self.mismatches(in: instance, by: schema, inParts: 20, most: &held)
    #expect(Self.words(parts) == Self.words(whole))
    #expect((held > 900) == isAll)
  }
}
