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
    let instance = try NumberedDocument(Document(1).root, numbering: { _ in -1 })
    var check = SchemaCheck(by: schema.compiled)
    check.begin(instance, OpenCollections(), limit: 1)
    check.budget = 100_000
    let error = #expect(throws: DecantError.self) { try check.run(schema.root) }
    #expect(error?.message == "the check takes too many steps")
  }

  // MARK: Steps

  /// Returns how many steps a check takes, and the mismatches.
  private static func steps(
    _ schema: JSONSchema, _ document: String, letters: Int = .max
  ) throws -> (count: Int, mismatches: [SchemaMismatch]) {
    let names = schema.compiled.names
    let instance = try NumberedDocument(
      Document(parsing: document, as: .json).root, numbering: { names.number(of: $0) })
    var check = SchemaCheck(by: schema.compiled)
    check.begin(instance, OpenCollections(), limit: 100)
    check.letters = letters
    let before = check.budget
    let mismatches = try check.run(schema.root)
    return (before - check.budget, mismatches)
  }

  private static let size = 100
  private static let keys = "{\((0..<size).map { "\"k\($0)\": 1" }.joined(separator: ", "))}"
  private static let items = "[\((0..<size).map(String.init).joined(separator: ", "))]"
  private static let text = "\"\(String(repeating: "0", count: 16 * size))\""

  /// Each takes time that grows with the number of children, or the length of the text.
  @Test(arguments: [
    (#"{"required": ["k0"]}"#, keys), (#"{"properties": {"x": {"type": "null"}}}"#, keys),
    (#"{"dependentRequired": {"k0": ["k1"]}}"#, keys),
    (#"{"dependentSchemas": {"x": {"type": "null"}}}"#, keys),
    (#"{"contains": true, "minContains": 100}"#, items), (#"{"uniqueItems": true}"#, items),
    ("{\"const\": \(keys)}", keys), ("{\"const\": \(items)}", items),
    ("{\"enum\": [1, \(items)]}", items), (#"{"minLength": 6}"#, text),
    (#"{"pattern": "0$"}"#, text), ("{\"const\": \(text)}", text),
    (#"{"type": "integer"}"#, "1" + String(repeating: "0", count: 16 * size)),
    (#"{"contentEncoding": "base64"}"#, text), (#"{"format": "regex"}"#, text),
  ])
  func countsWhatTakesLong(subschema: String, document: String) throws {
    let references = [String](repeating: ##"{"$ref": "#/$defs/a"}"##, count: Self.size)
    let schema = try JSONSchema(
      Value(
        parsing:
          "{\"$defs\": {\"a\": \(subschema)}, \"allOf\": [\(references.joined(separator: ", "))]}",
        as: .json), formats: .asserted)
    let (count, mismatches) = try Self.steps(schema, document)
    #expect(mismatches.isEmpty)
    #expect(count >= Self.size * Self.size)
  }

  /// The alternatives that are looked into double at each level, and so does what is noted.
  @Test(arguments: [4, 8, 12])
  func countsWhatIsNoted(depth: Int) throws {
    let alternative = ##"{"required": ["b"], "properties": {"a": {"$ref": "#"}}}"##
    let schema = try Self.schema("{\"oneOf\": [\(alternative), \(alternative)]}")
    let document =
      String(repeating: #"{"a": "#, count: depth) + "{}" + String(repeating: "}", count: depth)
    let (count, mismatches) = try Self.steps(schema, document)
    #expect(mismatches.map(\.kind.words) == ["the value matches none of 2 alternatives"])
    #expect(count >= 24 * (2 << depth))
  }

  @Test func comparesWordsOnlyForSomeTime() throws {
    let schema = try Self.schema(
      #"{"properties": {"alpha": {}, "omega": {}}, "additionalProperties": false}"#)
    let document = #"{"alpah": 1, "omeag": 2}"#
    let all = try Self.steps(schema, document).mismatches.map(\.kind.words)
    #expect(
      all == [
        "the key 'alpah' is not allowed here; did you mean 'alpha'?",
        "the key 'omeag' is not allowed here; did you mean 'omega'?",
      ])
    let some = try Self.steps(schema, document, letters: 50).mismatches.map(\.kind.words)
    #expect(some == [all[0], "the key 'omeag' is not allowed here"])
  }

  @Test func knowsHowDeepNodesAre() throws {
    var random = SeededGenerator(seed: 7)
    func text(_ depth: Int) -> String {
      let count = Int.random(in: 0...4, using: &random)
      return switch Int.random(in: 0...(depth > 4 ? 0 : 2), using: &random) {
      case 0: "1"
      case 1: "[\((0..<count).map { _ in text(depth + 1) }.joined(separator: ","))]"
      default: "{\((0..<count).map { "\"\($0)\":" + text(depth + 1) }.joined(separator: ","))}"
      }
    }
    for _ in 0..<50 {
      let document = try Document(parsing: "[\(text(0)), \(text(0))]", as: .json)
      let instance = try NumberedDocument(document.root, numbering: { _ in -1 })
      for node in instance.tape.entries.indices where instance.tape[node].depthChange >= 0 {
        #expect(instance.levels[node] == Int32(instance.tape.path(to: node).steps.count))
      }
    }
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

  /// The names are written once more in the order of the cases.
  @Test func eachKeywordHasItsName() {
    let others = [
      "definitions": "$defs", "olderID": "id", "olderDefinitions": "definitions",
      "constant": "const",
      "enumeration": "enum",
    ]
    #expect(SchemaKeyword.names.count == SchemaKeyword.allCases.count)
    for keyword in SchemaKeyword.allCases {
      let name = others["\(keyword)"] ?? "\(keyword)"
      #expect([name, "$\(name)"].contains(keyword.name))
    }
    #expect(SchemaKeyword.names.filter { $0.hasPrefix("$") }.count == 10)
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
