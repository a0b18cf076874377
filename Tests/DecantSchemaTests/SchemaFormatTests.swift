import Decant
import DecantSchema
import Testing

/// Where `format` and `contentMediaType` are assertions; what each format is, the suite of JSON Schema tests.
@Suite struct SchemaFormatTests {
  private func isValid(
    _ document: String, by schema: String, _ formats: JSONSchema.Formats
  ) throws -> Bool {
    let schema = try JSONSchema(Value(parsing: schema, as: .json), formats: formats)
    return try schema.check(Value(parsing: document, as: .json)).isEmpty
  }

  @Test(arguments: [
    (#"{"format": "date"}"#, #""x""#, false),
    (#"{"format": "date"}"#, "1", true),
    (#"{"format": "day"}"#, #""x""#, true),
    (#"{"$schema": "http://json-schema.org/draft-04/schema#", "format": "uuid"}"#, #""x""#, false),
    (#"{"propertyNames": {"format": "ipv4"}}"#, #"{"127.0.0.1": 0}"#, true),
    (#"{"propertyNames": {"format": "ipv4"}}"#, #"{"127.0.0.256": 0}"#, false),
    (#"{"properties": {"format": {"const": 1}}}"#, #"{"format": 1}"#, true),
    // What other languages have is matched, but is not of ECMA-262.
    (#"{"format": "regex"}"#, #""(?i)a""#, false), (#"{"format": "regex"}"#, #""\\Aa""#, false),
    (#"{"format": "regex"}"#, #""a\\z""#, false), (#"{"format": "regex"}"#, #""(?P<n>a)""#, false),
    (#"{"format": "regex"}"#, #""(?P=n)""#, false),
    (#"{"format": "regex"}"#, #""(?i:a)(?<n>b)""#, true),
    (#"{"format": "regex"}"#, #""(a)\\1a{0,1000000}""#, true),
    // The content is an assertion in draft 7 only.
    (#"{"contentMediaType": "application/json"}"#, #""{""#, true),
    (
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "contentMediaType": "application/json"}"#,
      #""{""#, false
    ),
    (
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "contentMediaType": "text/plain"}"#,
      #""{""#, true
    ),
  ])
  func areAssertedOnRequest(schema: String, document: String, isExpected: Bool) throws {
    #expect(try isValid(document, by: schema, .asserted) == isExpected)
    #expect(try isValid(document, by: schema, .annotated))
  }

  /// Draft 2019-09 has one vocabulary, by which formats are assertions if it is required.
  @Test(arguments: [(true, false), (false, true)])
  func areAssertedByTheMetaschemaOfDraft2019(isRequired: Bool, isExpected: Bool) throws {
    let meta = try Document(
      parsing: """
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "https://example.com/meta",
         "$vocabulary": {"https://json-schema.org/draft/2019-09/vocab/core": true,
                         "https://json-schema.org/draft/2019-09/vocab/format": \(isRequired)}}
        """, as: .json)
    let text = #"{"$schema": "https://example.com/meta", "format": "date"}"#
    let source = JSONSchema.Source(try Document(parsing: text, as: .json))
    let schema = try JSONSchema(source) { _ in JSONSchema.Source(meta) }
    #expect(try schema.check(.string("x")).isEmpty == isExpected)
  }

  /// Each is read from the left once, so that none takes longer than its length.
  @Test(arguments: [
    "date-time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv6", "uri", "iri",
    "uri-template", "json-pointer", "regex",
  ])
  func readLongTexts(format: String) throws {
    let schema = try JSONSchema(["format": .string(format)], formats: .asserted)
    for part in ["a", "ä", "1", ":", "1:", "@", ".", "a.", "-", "%41", "{a}", "~1", "(", "[a"] {
      _ = try schema.check(.string(String(repeating: part, count: 2_000)))
    }
  }
}
