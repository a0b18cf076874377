import Decant
import DecantSchema
import Testing

/// What differs between the drafts, and schemas of several.
@Suite struct SchemaDraftTests {
  private static let uris: [JSONSchema.Draft: String] = [
    .draft4: "http://json-schema.org/draft-04/schema#",
    .draft6: "http://json-schema.org/draft-06/schema#",
    .draft7: "http://json-schema.org/draft-07/schema#",
    .draft2019: "https://json-schema.org/draft/2019-09/schema",
    .draft2020: "https://json-schema.org/draft/2020-12/schema",
  ]

  private static func errors(
    _ schema: String, _ document: String, _ draft: JSONSchema.Draft? = nil
  ) throws -> [String] {
    let schema = try JSONSchema(Value(parsing: schema, as: .json), draft: draft)
    return try schema.check(Document(parsing: document, as: .json)).map { error in
      let place = error.problem.specific(SchemaProblem.self)?.schemaPlace
      return error.message + " | \(place ?? "")"
    }
  }

  @Test func draftsAreInOrder() {
    #expect(JSONSchema.Draft.allCases.sorted() == JSONSchema.Draft.allCases)
    #expect(JSONSchema.Draft.latest == JSONSchema.Draft.allCases.max())
  }

  @Test(arguments: [
    // A keyword, and the first and the last draft in which it refuses the document.
    (#"{"const": 1}"#, "2", JSONSchema.Draft.draft6, JSONSchema.Draft.draft2020),
    (#"{"if": {}, "then": {"type": "null"}}"#, "2", .draft7, .draft2020),
    (#"{"contains": {"type": "null"}}"#, "[2]", .draft6, .draft2020),
    (#"{"contains": {"type": "null"}, "minContains": 0}"#, "[2]", .draft6, .draft7),
    (#"{"items": [{}], "additionalItems": {"type": "null"}}"#, "[2, 2]", .draft4, .draft2019),
    (#"{"prefixItems": [{"type": "null"}]}"#, "[2]", .draft2020, .draft2020),
    (#"{"dependencies": {"a": ["b"]}}"#, #"{"a": 1}"#, .draft4, .draft2020),
    (#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#, .draft2019, .draft2020),
    (#"{"unevaluatedProperties": {"type": "null"}}"#, #"{"a": 1}"#, .draft2019, .draft2020),
    (
      ##"{"$ref": "#/definitions/a", "type": "null", "definitions": {"a": {}}}"##, "1", .draft2019,
      .draft2020
    ),
    (#"{"type": "integer"}"#, "1.0", .draft4, .draft4),
    (
      ##"{"allOf": [{"$ref": "#a"}], "definitions": {"a": {"$id": "#a", "type": "null"}}}"##, "1",
      .draft6, .draft7
    ),
    (
      ##"{"allOf": [{"$ref": "#a"}], "definitions": {"a": {"id": "#a", "type": "null"}}}"##, "1",
      .draft4, .draft4
    ),
    (
      ##"{"allOf": [{"$ref": "#a"}], "definitions": {"a": {"$anchor": "a", "type": "null"}}}"##,
      "1", .draft2019, .draft2020
    ),
  ])
  func appliesEachKeywordInItsDrafts(
    _ schema: String, _ document: String, _ first: JSONSchema.Draft, _ last: JSONSchema.Draft
  ) throws {
    for draft in JSONSchema.Draft.allCases {
      if draft == .draft2020, schema.contains("additionalItems") { continue }
      let isRefused: Bool
      do {
        isRefused = try !Self.errors(schema, document, draft).isEmpty
      } catch {
        // An anchor that the draft does not have.
        isRefused = false
      }
      #expect(isRefused == (first...last).contains(draft), "\(draft.rawValue)")
    }
  }

  @Test func readsBooleanLimits() throws {
    let schema =
      #"{"minimum": 1, "exclusiveMinimum": true, "maximum": 3, "exclusiveMaximum": false}"#
    #expect(try Self.errors(schema, "1", .draft4) == ["expected a number above 1 | /minimum"])
    #expect(try Self.errors(schema, "3", .draft4) == [])
    let error = #expect(throws: DecantError.self) { try Self.errors(schema, "1", .draft6) }
    #expect(error?.statement == "'exclusiveMinimum' must be a number at /exclusiveMinimum")
    let other = #expect(throws: DecantError.self) {
      try Self.errors(#"{"exclusiveMaximum": 1}"#, "1", .draft4)
    }
    #expect(other?.statement == "'exclusiveMaximum' must be true or false at /exclusiveMaximum")
  }

  @Test func saysWhyANumberIsNotAnInteger() throws {
    #expect(
      try Self.errors(#"{"type": ["integer", "null"]}"#, "1e2", .draft4) == [
        "expected null or an integer but found a number with a fraction or an exponent | /type"
      ])
  }

  // MARK: The choice of the draft

  @Test(arguments: JSONSchema.Draft.allCases)
  func choosesTheDraftByItsMetaschema(_ draft: JSONSchema.Draft) throws {
    let uri = try #require(Self.uris[draft])
    let schema = #"{"$schema": "\#(uri)", "dependentRequired": {"a": ["b"]}, "const": {}}"#
    let count = draft < .draft6 ? 0 : draft < .draft2019 ? 1 : 2
    for other in [nil, JSONSchema.Draft.draft4, .draft2020] {
      #expect(try Self.errors(schema, #"{"a": 1}"#, other).count == count)
    }
  }

  @Test(arguments: JSONSchema.Draft.allCases)
  func hasTheMetaschemaOfEachDraft(_ draft: JSONSchema.Draft) throws {
    let uri = try #require(Self.uris[draft])
    let metaschema = try JSONSchema(["$ref": .string(uri)])
    #expect(try metaschema.check(["properties": ["a": ["maxLength": 2]]]).isEmpty)
    #expect(
      try metaschema.check(["properties": ["a": ["maxLength": -1]]]).map(\.path?.description)
        == ["/properties/a/maxLength"])
    #expect(try metaschema.check(true).isEmpty == (draft > .draft4))
  }

  @Test func anUnknownMetaschemaNeedsAChoice() throws {
    let schema = #"{"$schema": "https://example.com/meta", "const": 1}"#
    let error = #expect(throws: DecantError.self) { try Self.errors(schema, "2") }
    #expect(
      error?.problem.specific(SchemaProblem.self) == .otherDialect("https://example.com/meta"))
    #expect(try Self.errors(schema, "2", .draft4) == [])
    #expect(try Self.errors(schema, "2", .draft6).count == 1)
  }

  @Test func aMetaschemaHasTheDraftOfItsOwn() throws {
    let documents: [String: Value] = [
      "https://example.com/a": ["$schema": "https://example.com/b"],
      "https://example.com/b": ["$schema": "http://json-schema.org/draft-06/schema#"],
      "https://example.com/c": ["$schema": "https://example.com/c"],
    ]
    for (name, count) in [("a", 1), ("b", 1), ("c", 2)] {
      let schema = try JSONSchema(
        JSONSchema.Source(
          Document([
            "$schema": .string("https://example.com/\(name)"), "const": 1,
            "if": true, "then": ["type": "null"],
          ]))
      ) { (uri) throws(DecantError) in
        try documents[uri].map { (value) throws(DecantError) in
          JSONSchema.Source(try Document(value), named: uri)
        }
      }
      #expect(try schema.check(2).count == count)
    }
  }

  @Test func draftsRefersToOneAnother() throws {
    let documents: [String: Value] = [
      "https://example.com/old.json": [
        "$schema": "http://json-schema.org/draft-04/schema#", "id": "https://example.com/old.json",
        "properties": ["a": ["$ref": "plain.json"], "b": ["$ref": "new.json#/$defs/positive"]],
      ],
      // It is for draft 4, as what refers to it.
      "https://example.com/plain.json": ["minimum": 0, "exclusiveMinimum": true, "const": 5],
      "https://example.com/new.json": [
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$defs": ["positive": ["exclusiveMinimum": 0]],
      ],
    ]
    let schema = try JSONSchema(
      JSONSchema.Source(
        Document([
          "items": ["$ref": "https://example.com/old.json", "maxProperties": 1],
          "maxItems": 3,
        ]))
    ) { (uri) throws(DecantError) in
      try documents[uri].map { (value) throws(DecantError) in
        JSONSchema.Source(try Document(value), named: uri)
      }
    }
    let errors = try schema.check([["a": 0], ["b": 0], ["a": 1, "b": 1], ["a": 7]])
    #expect(
      errors.map { $0.path?.description ?? "" } == ["", "/0/a", "/1/b", "/2"])
  }

  @Test func anEmbeddedResourceCanBeOfAnotherDraft() throws {
    let schema = #"""
      {"$id": "https://example.com/", "$ref": "#/$defs/old", "$defs": {"old": {
        "$schema": "http://json-schema.org/draft-04/schema#", "id": "old.json",
        "items": [{"minimum": 1, "exclusiveMinimum": true}]}}}
      """#
    #expect(
      try Self.errors(schema, "[1]")
        == ["expected a number above 1 | /$defs/old/items/0/minimum"])
  }

  // MARK: References that lead to no schema

  @Test func notesWhatIsNotReached() throws {
    let schema = try JSONSchema(
      Value(
        parsing: ##"""
          {"$ref": "#/$defs/used", "$defs": {"used": {"minimum": 1},
            "other": {"$ref": "missing.json"}, "third": {"allOf": [{"$ref": "#/$defs/none"}]}}}
          """##, as: .json))
    #expect(
      schema.notes.map(\.statement) == [
        "no schema has the name 'missing.json' at /$defs/other/$ref",
        "no schema has the name '#/$defs/none' at /$defs/third/allOf/0/$ref",
      ])
    #expect(try schema.check(0).count == 1)
  }

  @Test(arguments: [
    ##"{"properties": {"a": {"$ref": "#/x"}}}"##, ##"{"items": {"not": {"$ref": "#/x"}}}"##,
    ##"{"prefixItems": [{"$ref": "#/x"}]}"##, ##"{"if": true, "else": {"$ref": "#/x"}}"##,
    ##"{"contains": {"$ref": "#/x"}}"##, ##"{"anyOf": [true, {"$ref": "#/x"}]}"##,
    ##"{"patternProperties": {"a": {"$ref": "#/x"}}}"##, ##"{"propertyNames": {"$ref": "#/x"}}"##,
    ##"{"additionalProperties": {"$ref": "#/x"}}"##, ##"{"unevaluatedItems": {"$ref": "#/x"}}"##,
    ##"{"dependentSchemas": {"a": {"$ref": "#/x"}}}"##, ##"{"$dynamicRef": "#x"}"##,
    ##"{"dependencies": {"a": {"$ref": "#/x"}}}"##,
    ##"{"$dynamicRef": "#a", "$defs": {"a": {"$dynamicAnchor": "a", "$ref": "#/x"}}}"##,
  ])
  func refusesWhatIsReached(_ schema: String) {
    let error = #expect(throws: DecantError.self) { try Self.errors(schema, "1") }
    #expect(error?.message.hasPrefix("no schema has the name '#") == true)
  }
}
