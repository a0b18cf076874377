import DecantTestSupport
import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantSchema

/// A regular expression that is not supported is an error for a document that reaches it, and else a note.
@Suite struct UnknownPatternTests {
  @Test(arguments: [
    (
      #"{"properties": {"a": {"pattern": "(a)\\1"}}}"#,
      #"cannot match the regular expression '(a)\1': back-references are not supported"#,
      "/properties/a/pattern", 33, [#"{"a": "x"}"#], [#"{"a": 1}"#, #"{"b": "x"}"#, "[]"]
    ),
    (
      #"{"patternProperties": {"[": {}}}"#,
      "cannot match the regular expression '[': '[' is never closed", "/patternProperties/[", 28,
      [#"{"a": 1}"#], ["{}", "[1]", #""a""#]
    ),
    (
      #"{"anyOf": [{"const": 5}, {"items": {"pattern": "(?s).*"}}]}"#,
      "cannot match the regular expression '(?s).*': groups of this kind, and flags other than 'i', are not supported",
      "/anyOf/1/items/pattern", 47, [#"["a"]"#, #"[1, "a"]"#], ["5", "[1]", #""a""#]
    ),
    (
      #"{"propertyNames": {"pattern": "\\p{Script=Greek}"}}"#,
      "cannot match the regular expression '\\p{Script=Greek}': the Unicode property 'Script=Greek' is not supported",
      "/propertyNames/pattern", 30, [#"{"α": 1}"#], ["{}"]
    ),
  ])
  func isAnErrorWhereItIsReached(
    _ text: String, _ message: String, _ path: String, _ offset: Int, _ reached: [String],
    _ others: [String]
  ) throws {
    let schema = try JSONSchema(
      JSONSchema.Source(reading: Array(text.utf8), named: "x.json", as: .json))
    #expect(schema.notes.map(\.statement) == ["\(message) at \(path)"])
    #expect(schema.notes.map { $0.position?.offset } == [offset])
    #expect(schema.notes.map(\.source) == ["x.json"])
    for document in others { #expect(try schema.check(Value(parsing: document, as: .json)) == []) }
    for document in reached {
      let error = #expect(throws: DecantError.self) {
        try schema.check(Document(parsing: document, as: .json))
      }
      #expect(error?.message == message)
      #expect(error?.offset != nil && error?.path != nil)
      let place = error?.problem.specific(SchemaProblem.self)?.schemaPlace
      #expect(place.map { path.hasPrefix($0 == "/" ? "" : $0) } == true)
    }
  }

  @Test func notesAreInTheOrderOfTheSchema() throws {
    let schema = try JSONSchema(
      Value(
        parsing: #"""
          {"properties": {"a": {"pattern": "(?>1)"}, "b": {"items": {"pattern": "(?>2)"}}},
           "patternProperties": {"(?>3)": {"pattern": "(?>4)"}}}
          """#, as: .json))
    #expect(
      schema.notes.compactMap { $0.path?.description } == [
        "/properties/a/pattern", "/properties/b/items/pattern", "/patternProperties/(?>3)",
        "/patternProperties/(?>3)/pattern",
      ])
  }

  /// An atomic group is one that Python matches, so that its judgment is known for documents that do not reach it.
  @Test(.enabled(if: Oracle.jsonschema.isInstalled)) func otherDocumentsAreJudgedAsByPython() throws
  {
    var input = ""
    var verdicts: [Bool] = []
    var refused = 0
    for seed in SchemaOracleTests.seeds {
      let random = RandomSchema(seed: seed)
      let text = random.schema
        .replacing("\"^a\"", with: "\"^(?>a)\"").replacing("\"x|y\"", with: "\"(?>x|y)\"")
      guard text != random.schema else { continue }
      let schema = try JSONSchema(Value(parsing: text, as: .json))
      #expect(!schema.notes.isEmpty)
      for instance in random.instances {
        do {
          verdicts.append(try schema.check(Value(parsing: instance, as: .json)).isEmpty)
          input += "[\(text), \(instance), \"2020-12\"]\n"
        } catch {
          // It is reached only by a text.
          #expect(error.message.hasPrefix("cannot match the regular expression '"))
          #expect(instance.contains("\""), "\(text)\n\(instance)")
          refused += 1
        }
      }
    }
    let answer = try #require(try Oracle.jsonschema.run(Array(input.utf8)))
    #expect(answer == verdicts.map { UInt8(ascii: $0 ? "1" : "0") })
    #expect(refused > 100 && verdicts.count > 4 * refused)
  }
}
