import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantSchema

/// Schemas and documents that are made to take long or to exhaust memory.
@Suite struct SchemaLimitTests {
  private static func schema(_ text: String) throws -> JSONSchema {
    try JSONSchema(Value(parsing: text, as: .json))
  }

  @Test(arguments: [
    ##"{"$ref": "#"}"##, ##"{"anyOf": [{"type": "string"}, {"$ref": "#"}]}"##,
    ##"{"$ref": "#/$defs/a", "$defs": {"a": {"not": {"$ref": "#/$defs/b"}}, "b": {"allOf": [{"$ref": "#/$defs/a"}]}}}"##,
    ##"{"$dynamicRef": "#x", "$dynamicAnchor": "x"}"##,
    ##"{"if": {"$ref": "#"}, "then": true}"##,
  ])
  func refusesEndlessReferences(_ text: String) throws {
    let error = #expect(throws: DecantError.self) { try Self.schema(text).check(1) }
    #expect(error?.message == "the schema refers to itself endlessly for this value")
  }

  @Test func followsReferencesIntoDocuments() throws {
    let schema = try Self.schema(##"{"type": "array", "items": {"allOf": [{"$ref": "#"}]}}"##)
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    #expect(try schema.check(Document(parsing: deep, as: .json)).isEmpty)
    #expect(try schema.check([[[], [1]]]).map(\.path?.description) == ["/0/1/0"])
  }

  @Test func limitsDepth() throws {
    let schema = try Self.schema(##"{"items": {"$ref": "#"}}"##)
    var options = ReadingOptions()
    options.maximumDepth = .max
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let document = try Document(parsing: deep, as: .json, options: options)
    let error = #expect(throws: DecantError.self) { try schema.check(document) }
    #expect(error?.message.hasSuffix("levels of schemas") == true)
    // Equality and hashes need no stack.
    let constants = try Self.schema(#"{"uniqueItems": true, "not": {"const": [1]}}"#)
    let pair = try Document(parsing: "[\(deep), \(deep)]", as: .json, options: options)
    #expect(try constants.check(pair).map(\.path?.description) == ["/1"])
  }

  @Test func limitsSteps() throws {
    let definitions = (0..<60).map {
      ##""a\##($0)": {"allOf": [{"$ref": "#/$defs/a\##($0 + 1)"}, {"$ref": "#/$defs/a\##($0 + 1)"}]}"##
    }
    let schema = try Self.schema(
      "{\"$ref\": \"#/$defs/a0\", \"$defs\": {\(definitions.joined(separator: ", ")), \"a60\": {}}}"
    )
    let instance = try Instance(Document(1).root, numbering: { _ in -1 })
    var check = SchemaCheck(by: schema.compiled)
    check.begin(instance, OpenCollections(), limit: 1)
    check.budget = 100_000
    let error = #expect(throws: DecantError.self) { try check.run(schema.root) }
    #expect(error?.message == "the check takes too many steps")
  }

  @Test func limitsThePatternsOfASchema() throws {
    let patterns = (0..<500).map { #"{"pattern": "\#($0)[a-z]{9990}"}"# }
    let schema = try Self.schema("{\"anyOf\": [\(patterns.joined(separator: ", "))]}")
    #expect(Set(schema.notes.map { $0.path?.steps.count }) == [3])
    let message = try #require(schema.notes.first).message
    #expect(
      message.hasSuffix("]{9990}': those of the schema need more than 4000000 states together"))
    #expect(try schema.check(1).isEmpty)
    #expect(throws: DecantError.self) { try schema.check("") }
    // Equal ones are one.
    let equal = [String](repeating: #"{"pattern": "[a-z]{9990}"}"#, count: 500)
    #expect(
      try Self.schema("{\"anyOf\": [\(equal.joined(separator: ", "))]}").notes.isEmpty)
  }

  /// None of those that are too large together is compiled.
  @Test func refusesManyLargePatternsAtOnce() throws {
    let patterns = (0..<5_000).map { "\"\($0)a{499000}\": {}" }
    let schema = try Self.schema("{\"patternProperties\": {\(patterns.joined(separator: ", "))}}")
    #expect(schema.notes.count == 100)
    #expect(try schema.check([]).isEmpty && schema.check([:]).isEmpty)
  }

  @Test func comparesManyItemsInLinearTime() throws {
    let schema = try Self.schema(#"{"uniqueItems": true, "contains": {"const": {"a": 99999}}}"#)
    let items = (0..<100_000).map { "{\"a\": \($0)}" }.joined(separator: ", ")
    #expect(try schema.check(Document(parsing: "[\(items)]", as: .json)).isEmpty)
    let errors = try schema.check(Document(parsing: "[\(items), {\"a\": 7.0}]", as: .json))
    #expect(errors.map(\.message) == ["the item equals item 7, but all must be different"])
  }

  @Test func findsKeysInLargeObjects() throws {
    let keys = (0..<50_000).map { "\"k\($0)\"" }
    let schema = try Self.schema(
      "{\"required\": [\(keys.joined(separator: ", "))], \"properties\": {\(keys.map { "\($0): {}" }.joined(separator: ", "))}, \"additionalProperties\": false}"
    )
    let object = "{\(keys.map { "\($0): 1" }.joined(separator: ", "))}"
    #expect(try schema.check(Document(parsing: object, as: .json)).isEmpty)
    #expect(try schema.check([:], limit: 7).count == 7)
  }

  @Test func namesHaveNumbers() {
    var names = SchemaNames()
    let first = names.count
    for number in 0..<2_000 { #expect(names.intern("n\(number)") == first + number) }
    #expect(names.intern("n7") == first + 7)
    #expect("n1999".withBytes { names.number(of: $0) } == first + 1_999)
    #expect("m".withBytes { names.number(of: $0) } == -1)
    #expect("$ref".withBytes { names.number(of: $0) } == SchemaKeyword.ref.number)
    #expect(names.name(SchemaKeyword.if.number) == "if")
  }
}
