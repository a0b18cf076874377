import Decant
import DecantSchema
import DecantTestSupport
import Testing

@Suite struct JSONSchemaTests {
  private static func errors(
    _ schema: String, _ document: String, as format: Format = .json
  ) throws -> [String] {
    let schema = try JSONSchema(Value(parsing: schema, as: .json))
    return try schema.check(Document(parsing: document, as: format)).map { error in
      let problem = try #require(error.problem.specific(SchemaProblem.self))
      let path = error.path?.description ?? ""
      return error.message + (path.isEmpty ? "" : " at \(path)") + " | \(problem.schemaPlace ?? "")"
    }
  }

  @Test(arguments: [
    (#"{"type": "integer"}"#, "1.5", "expected an integer but found a number | /type"),
    (
      #"{"type": ["null", "string", "object"]}"#, "[]",
      "expected null, a string or an object but found an array | /type"
    ),
    (#"{"const": {"a": 1}}"#, "1", #"expected {"a":1} | /const"#),
    (#"{"enum": ["a", 1, null]}"#, "2", "expected 'a', 1 or null | /enum"),
    (#"{"enum": []}"#, "2", "no value is allowed here | /enum"),
    (
      #"{"enum": [1, 2, 3, 4, 5, 6, 7, 8, 9]}"#, "0",
      "expected 1, 2, 3, 4, 5, 6, 7, 8 or another one in the schema | /enum"
    ),
    (#"{"multipleOf": 0.01}"#, "0.001", "expected a multiple of 0.01 | /multipleOf"),
    (#"{"minimum": 1}"#, "0", "expected a number of at least 1 | /minimum"),
    (#"{"maximum": 1}"#, "2", "expected a number of at most 1 | /maximum"),
    (#"{"exclusiveMinimum": 1}"#, "1", "expected a number above 1 | /exclusiveMinimum"),
    (#"{"exclusiveMaximum": 1}"#, "1", "expected a number below 1 | /exclusiveMaximum"),
    (
      #"{"minLength": 2}"#, #""\ud83d\ude00""#,
      "expected at least 2 characters but found 1 | /minLength"
    ),
    (#"{"maxLength": 1}"#, #""ab""#, "expected at most 1 character but found 2 | /maxLength"),
    (#"{"pattern": "^a"}"#, #""b""#, "expected a text that matches '^a' | /pattern"),
    (#"{"minItems": 1}"#, "[]", "expected at least 1 item but found 0 | /minItems"),
    (
      #"{"maxProperties": 0}"#, #"{"a": 1}"#, "expected at most 0 keys but found 1 | /maxProperties"
    ),
    (
      #"{"uniqueItems": true}"#, #"[1, {"a": [1]}, 1.0]"#,
      "the item equals item 0, but all must be different at /2 | /uniqueItems"
    ),
    (#"{"required": ["a"]}"#, "{}", "the key 'a' is missing | /required"),
    (
      #"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#,
      "the key 'b' is missing, which 'a' requires | /dependentRequired/a"
    ),
    (
      #"{"properties": {"port": {}}, "additionalProperties": false}"#, #"{"prot": 1}"#,
      "the key 'prot' is not allowed here; did you mean 'port'? at /prot | /additionalProperties"
    ),
    (
      #"{"unevaluatedProperties": false}"#, #"{"a": 1}"#,
      "the key 'a' is not allowed here at /a | /unevaluatedProperties"
    ),
    (
      #"{"propertyNames": {"maxLength": 1}}"#, #"{"ab": 1}"#,
      "the key is invalid: expected at most 1 character but found 2 at /ab | /propertyNames/maxLength"
    ),
    (
      #"{"prefixItems": [{}], "items": false}"#, "[1, 2]",
      "the item is not allowed here at /1 | /items"
    ),
    (#"{"contains": {"const": 1}}"#, "[2]", "no item matches the schema of 'contains' | /contains"),
    (
      #"{"contains": {"const": 1}, "maxContains": 1}"#, "[1, 1]",
      "expected at most 1 items that match the schema of 'contains' but found 2 | /maxContains"
    ),
    (#"{"not": {}}"#, "1", "the value must not match {} | /not"),
    (#"{"not": {"type": "integer"}}"#, "1", #"the value must not match {"type":"integer"} | /not"#),
    (
      #"{"properties": {"a": {"not": {"required": ["x"]}}}}"#, #"{"a": {"x": 1}}"#,
      #"the value must not match {"required":["x"]} at /a | /properties/a/not"#
    ),
    (
      #"{"oneOf": [{"required": ["x"]}, {"required": ["y", "z"]}]}"#, #"{"x": 1, "y": 2, "z": 3}"#,
      "the keys 'x' and 'y' are not allowed together | /oneOf"
    ),
    (
      ##"{"oneOf": [{"$ref": "#/$defs/a"}, {"type": "object", "required": ["y"]}], "$defs": {"a": {"required": ["x"]}}}"##,
      #"{"x": 1, "y": 2}"#, "the keys 'x' and 'y' are not allowed together | /oneOf"
    ),
    (
      #"{"oneOf": [{"required": ["x"]}, {"required": ["x", "y"]}]}"#, #"{"x": 1, "y": 2}"#,
      "the value matches the alternatives 0 and 1, but must match only one | /oneOf"
    ),
    (
      #"{"properties": {"port": {}}, "patternProperties": {"^x-": {}, "[0-9]$": {}}, "additionalProperties": false}"#,
      #"{"y": 1}"#,
      "the key 'y' is not allowed here; it does not match '^x-' or '[0-9]$' at /y | /additionalProperties"
    ),
    (
      #"{"properties": {"port": {}}, "patternProperties": {"^x-": {}}, "additionalProperties": false}"#,
      #"{"prot": 1}"#,
      "the key 'prot' is not allowed here; did you mean 'port'? at /prot | /additionalProperties"
    ),
    (
      #"{"patternProperties": {"^x-": false}}"#, #"{"x-a": 1}"#,
      "the key 'x-a' is not allowed here at /x-a | /patternProperties/^x-"
    ),
    ("false", "1", "no value is allowed here | /"),
    (
      #"{"oneOf": [{"minimum": 1}, {"maximum": 2}]}"#, "1.5",
      "the value matches the alternatives 0 and 1, but must match only one | /oneOf"
    ),
    (
      #"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, "1",
      "expected a string or null but found an integer | /anyOf"
    ),
    (
      #"{"anyOf": [{"type": "string"}, {"minimum": 5}]}"#, "1",
      "expected a number of at least 5 | /anyOf/1/minimum"
    ),
    (
      #"{"anyOf": [{"minimum": 5}, {"multipleOf": 7}]}"#, "1",
      "the value matches none of 2 alternatives | /anyOf"
    ),
    (
      #"{"oneOf": [{"properties": {"k": {"const": "a"}, "x": {"type": "null"}}}, {"properties": {"k": {"const": "b"}}}]}"#,
      #"{"k": "a", "x": 1}"#,
      "expected null but found an integer at /x | /oneOf/0/properties/x/type"
    ),
    (
      ##"{"$ref": "#/$defs/a~1b", "$defs": {"a/b": {"if": true, "then": {"minimum": 1}}}}"##, "0",
      "expected a number of at least 1 | /$defs/a~1b/then/minimum"
    ),
  ])
  func reportsWhatWasExpected(_ schema: String, _ document: String, _ error: String) throws {
    #expect(try Self.errors(schema, document) == [error])
  }

  @Test func reportsAllMismatchesUpToTheLimit() throws {
    let schema = try JSONSchema(["items": ["type": "string"], "maxItems": 3])
    let document = try Document(parsing: "[1, 2, 3, 4, 5]", as: .json)
    #expect(try schema.check(document).count == 6)
    #expect(try schema.check(document, limit: 2).count == 2)
    #expect(try schema.check(document, limit: 0).count == 1)
  }

  @Test func placesMismatches() throws {
    let schema = try JSONSchema([
      "properties": ["a": ["items": ["type": "string"]]], "additionalProperties": false,
    ])
    let document = try Document(parsing: #"{"a": ["x", 1], "b": {}}"#, as: .json)
    #expect(try schema.check(document).map(\.offset) == [12, 16])
  }

  // MARK: Values that JSON does not have

  @Test func seesValuesAsJSONHasThem() throws {
    let plist = """
      <plist version="1.0"><dict>
      <key>when</key><date>2026-11-21T09:30:00Z</date>
      <key>data</key><data>AQID</data>
      <key>uid</key><dict><key>CF$UID</key><integer>5</integer></dict>
      </dict></plist>
      """
    let schema = #"""
      {"required": ["when", "data", "uid"], "additionalProperties": false, "properties": {
        "when": {"const": "2026-11-21T09:30:00Z"}, "data": {"pattern": "^AQID$", "maxLength": 4},
        "uid": {"type": "object", "required": ["CF$UID"], "minProperties": 1,
          "additionalProperties": {"const": 5}}}}
      """#
    #expect(try Self.errors(schema, plist, as: .propertyList) == [])
    let binary = try Document(parsing: plist, as: .propertyList).encoded(as: .propertyList(.binary))
    let document = try Document(parsing: binary, as: .propertyList)
    let parsed = try JSONSchema(Value(parsing: schema, as: .json))
    #expect(try parsed.check(document).isEmpty)
    let strict = try JSONSchema(["properties": ["uid": ["propertyNames": false]]])
    #expect(try strict.check(document).map(\.path?.description) == ["/uid/CF$UID"])
  }

  @Test func seesNoAnnotations() throws {
    let text = "&x {!t a: !t [1, &y 2], &k b: &z !u {c: !v d}}"
    let document = try Document(parsing: text, as: .yaml)
    let schema = try JSONSchema(
      Value(
        parsing: #"""
          {"additionalProperties": false, "minProperties": 2, "maxProperties": 2, "properties": {
            "a": {"items": {"maximum": 1}, "maxItems": 2}, "b": {"const": {"c": "e"}}}}
          """#, as: .json))
    let errors = try schema.check(document)
    #expect(errors.map(\.path?.description) == ["/a/1", "/b"])
    #expect(errors.map(\.offset) == [17, 30])
    let root = try Document(parsing: "[0, \(text)]", as: .yaml).root
    #expect(
      try root.elements.compactMap { try schema.firstMismatch(in: $0)?.path?.description } == [
        "/a/1"
      ])
  }

  @Test func seesKeysAsTexts() throws {
    let schema =
      #"{"properties": {"1": {"type": "null"}, "true": {"type": "null"}, "a": {}}, "propertyNames": {"maxLength": 4}, "additionalProperties": false}"#
    #expect(
      try Self.errors(schema, "1: x\ntrue: y\na: &b 1\nfalse: *b\n", as: .yaml) == [
        "expected null but found a string at /1 | /properties/1/type",
        "expected null but found a string at /true | /properties/true/type",
        "the key 'false' is not allowed here at /false | /additionalProperties",
        "the key is invalid: expected at most 4 characters but found 5 at /false | /propertyNames/maxLength",
      ])
    let error = #expect(throws: DecantError.self) { try Self.errors("{}", "[1, 2]: x", as: .yaml) }
    #expect(error?.problem == .notRepresentable(.collectionKey, target: "JSON Schema"))
  }

  @Test func comparesNumbersExactly() throws {
    #expect(try Self.errors(#"{"const": 9007199254740993}"#, "9007199254740992").count == 1)
    #expect(try Self.errors(#"{"const": 1e2}"#, "100.0") == [])
    #expect(try Self.errors(#"{"enum": [0.1]}"#, "0.10000000000000000001").count == 1)
    #expect(try Self.errors(#"{"type": "number", "minimum": 0}"#, ".nan", as: .yaml).count == 1)
    #expect(try Self.errors(#"{"type": "integer"}"#, "0x1F", as: .yaml) == [])
  }

  // MARK: Schemas

  @Test func readsSchemasOfAnyFormat() throws {
    let schema = try JSONSchema(
      JSONSchema.Source(
        Document(parsing: "type: object\nrequired: [a]\nproperties: {a: {minimum: 1}}\n", as: .yaml)
      ))
    #expect(try schema.check(["a": 0]).map(\.message) == ["expected a number of at least 1"])
  }

  @Test(arguments: [
    ("1", "a schema must be an object or a boolean", 0),
    (
      #"{"type": "text"}"#,
      "'type' must be null, boolean, integer, number, string, array or object, or an array of these at /type",
      9
    ),
    (#"{"items": [{}]}"#, "'items' must be a schema at /items", 10),
    (#"{"allOf": []}"#, "'allOf' must be an array of schemas at /allOf", 10),
    (#"{"minimum": "1"}"#, "'minimum' must be a number at /minimum", 12),
    (
      #"{"multipleOf": 0}"#,
      "'multipleOf' must be a number above 0, of at most 200 digits at /multipleOf", 15
    ),
    (#"{"maxItems": -1}"#, "'maxItems' must be an integer of 0 or more at /maxItems", 13),
    (#"{"maxItems": 1.5}"#, "'maxItems' must be an integer of 0 or more at /maxItems", 13),
    (#"{"required": ["a", 1]}"#, "'required' must be an array of strings at /required", 13),
    (#"{"$ref": 1}"#, "'$ref' must be a string at /$ref", 9),
    (
      ##"{"not": {"$ref": "#/$defs/x"}, "$defs": {"x": {"$ref": "#/$defs/y"}}}"##,
      "no schema has the name '#/$defs/y' at /$defs/x/$ref", 55
    ),
    (#"{"$ref": "other.json"}"#, "no schema has the name 'other.json' at /$ref", 9),
    (##"{"$ref": "#/a", "a": 5}"##, "a schema must be an object or a boolean at /a", 21),
    (
      #"{"$schema": "http://json-schema.org/draft-03/schema#"}"#,
      "the schema is for 'http://json-schema.org/draft-03/schema#', which is not a known draft at /$schema",
      12
    ),
    (
      #"{"$schema": "https://example.com/meta"}"#,
      "the schema is for 'https://example.com/meta', which is not a known draft at /$schema", 12
    ),
  ])
  func pointsAtMistakesInSchemas(_ text: String, _ message: String, _ offset: Int) {
    let error = #expect(throws: DecantError.self) {
      try JSONSchema(
        JSONSchema.Source(reading: Array(text.utf8), named: "x.json", as: .json))
    }
    #expect(error?.statement == message)
    #expect(error?.source == "x.json")
    #expect(error?.position?.offset == offset)
    #expect(error?.position?.column == offset + 1)
  }

  @Test func findsOtherDocuments() throws {
    let documents: [String: Value] = [
      "https://example.com/a.json": ["$ref": "sub/b.json#/$defs/n"],
      "https://example.com/sub/b.json": ["$defs": ["n": ["$ref": "c.json#anchor"]]],
      "https://example.com/sub/c.json": ["not": ["$anchor": "anchor", "minimum": 3]],
    ]
    var asked: [String] = []
    let schema = try JSONSchema(
      JSONSchema.Source(Document(["$ref": "a.json", "items": ["$ref": "a.json"]])),
      at: "https://example.com/main.json"
    ) { (uri) throws(DecantError) in
      asked.append(uri)
      guard let document = documents[uri] else { return nil }
      return JSONSchema.Source(try Document(document), named: uri)
    }
    #expect(asked.sorted() == documents.keys.sorted())
    let errors = try schema.check(2)
    #expect(
      errors.map { $0.problem.specific(SchemaProblem.self)?.schemaPlace } == [
        "https://example.com/sub/c.json#/not/minimum"
      ])
  }

  @Test func hasTheMetaschema() throws {
    let schema = try JSONSchema(["$ref": "https://json-schema.org/draft/2020-12/schema"])
    #expect(try schema.check(["properties": ["a": ["type": "string", "minLength": 2]]]).isEmpty)
    #expect(
      try schema.check(["properties": ["a": ["minLength": -1]]]).map(\.path?.description) == [
        "/properties/a/minLength"
      ])
  }
}
