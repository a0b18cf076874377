import Decant
import DecantSchema
import DecantTestSupport
import Testing

/// The suite https://github.com/json-schema-org/JSON-Schema-Test-Suite for draft 2020-12.
@Suite struct JSONSchemaTestSuiteTests {
  static let required = Corpora.files(inSuite: "json-schema/tests/draft2020-12")
  static let optional = Corpora.files(inSuite: "json-schema/tests/draft2020-12/optional")

  /// The optional groups that fail.
  static let exceptions: Set<String> = [
    // Other drafts are refused.
    "refs to historic drafts are processed as historic drafts",
    // `format` is always an annotation.
    "schema that uses custom metaschema with format-assertion: false",
    "schema that uses custom metaschema with format-assertion: true",
  ]

  @Test(.enabled(if: !required.isEmpty)) func theSuiteIsWhole() {
    #expect(Self.required.count >= 45)
    #expect(Self.optional.count >= 13)
  }

  @Test(.enabled(if: !required.isEmpty), arguments: required)
  func eachRequiredCaseIsAsExpected(_ file: Corpora.File) throws {
    for group in try Self.groups(of: file) {
      for (text, isExpected) in try Self.mistakes(in: group) {
        Issue.record("\(text) \(isExpected)")
      }
    }
  }

  @Test(.enabled(if: !optional.isEmpty), arguments: optional)
  func eachOptionalGroupIsAsExpectedUnlessNamed(_ file: Corpora.File) throws {
    for group in try Self.groups(of: file) {
      let name = group["description"]?.string ?? ""
      let hasFailed: Bool
      do {
        hasFailed = try !Self.mistakes(in: group).isEmpty
      } catch {
        hasFailed = true
      }
      #expect(hasFailed == Self.exceptions.contains(name), "\(name)")
    }
  }

  private static func groups(of file: Corpora.File) throws -> [Value] {
    try #require(try Value(parsing: file.bytes, as: .json).array)
  }

  /// Returns the cases whose result is not the expected one.
  private static func mistakes(in group: Value) throws -> [(case: String, isValid: Bool)] {
    let schema = try JSONSchema(
      JSONSchema.Source(Document(#require(group["schema"]))), loading: load)
    return try #require(group["tests"]?.array).compactMap { test in
      let errors = try schema.check(#require(test["data"]))
      for error in errors { #expect(!error.message.isEmpty) }
      let isValid = test["valid"] == true
      guard errors.isEmpty != isValid else { return nil }
      let name = "\(group["description"]?.string ?? "") / \(test["description"]?.string ?? "")"
      return (name, errors.isEmpty)
    }
  }

  private static func load(_ uri: String) throws(DecantError) -> JSONSchema.Source? {
    let prefix = "http://localhost:1234/"
    guard uri.hasPrefix(prefix) else { return nil }
    let path = uri.dropFirst(prefix.count).split(separator: "/")
    let folder = (["json-schema/remotes"] + path.dropLast().map(String.init)).joined(separator: "/")
    guard let file = Corpora.files(inSuite: folder).first(where: { $0.name == path.last ?? "" })
    else { return nil }
    return JSONSchema.Source(try Document(parsing: file.bytes, as: .json), named: uri)
  }
}
