import Decant
import DecantSchema
import DecantTestSupport
import Testing

/// The suite https://github.com/json-schema-org/JSON-Schema-Test-Suite for each draft.
@Suite struct JSONSchemaTestSuiteTests {
  struct File: CustomStringConvertible, Sendable {
    let draft: JSONSchema.Draft
    let file: Corpora.File

    var description: String { "\(draft.rawValue)/\(file.name)" }
  }

  static let required = JSONSchema.Draft.allCases.flatMap { files(of: $0) }
  static let optional = JSONSchema.Draft.allCases.flatMap { files(of: $0, in: "/optional") }

  static let formats = JSONSchema.Draft.allCases.flatMap { files(of: $0, in: "/optional/format") }

  private static func files(of draft: JSONSchema.Draft, in folder: String = "") -> [File] {
    Corpora.files(inSuite: "json-schema/tests/draft\(draft.rawValue)\(folder)").map {
      File(draft: draft, file: $0)
    }
  }

  @Test(.enabled(if: !required.isEmpty)) func theSuiteIsWhole() throws {
    for (draft, count) in [
      (JSONSchema.Draft.draft4, 160), (.draft6, 232), (.draft7, 257), (.draft2019, 372),
      (.draft2020, 383),
    ] {
      let groups = try Self.required.filter { $0.draft == draft }.flatMap(Self.groups)
      #expect(groups.count >= count, "\(draft.rawValue)")
    }
    #expect(Self.optional.count >= 44 && Self.formats.count >= 75)
  }

  @Test(.enabled(if: !required.isEmpty), arguments: required)
  func eachRequiredCaseIsAsExpected(_ file: File) throws {
    for group in try Self.groups(of: file) {
      for (text, isExpected) in try Self.mistakes(in: group, file.draft) {
        Issue.record("\(text) \(isExpected)")
      }
    }
  }

  @Test(.enabled(if: !optional.isEmpty), arguments: optional)
  func eachOptionalGroupIsAsExpected(_ file: File) throws {
    for group in try Self.groups(of: file) {
      let name = "\(file.draft.rawValue) \(group["description"]?.string ?? "")"
      let hasFailed: Bool
      do {
        hasFailed = try !Self.mistakes(
          in: group, file.draft, file.file.name == "content.json" ? .asserted : .annotated
        ).isEmpty
      } catch {
        hasFailed = true
      }
      #expect(!hasFailed, "\(name)")
    }
  }

  /// Here `format` is an assertion; no case is left out.
  @Test(.enabled(if: !formats.isEmpty), arguments: formats)
  func eachFormatIsAsExpected(_ file: File) throws {
    for group in try Self.groups(of: file) {
      for (text, isExpected) in try Self.mistakes(in: group, file.draft, .asserted) {
        Issue.record("\(text) \(isExpected)")
      }
    }
  }

  private static func groups(of file: File) throws -> [Value] {
    try #require(try Value(parsing: file.file.bytes, as: .json).array)
  }

  /// Returns the cases whose result is not the expected one.
  private static func mistakes(
    in group: Value, _ draft: JSONSchema.Draft, _ formats: JSONSchema.Formats = .annotated
  ) throws -> [(case: String, isValid: Bool)] {
    let schema = try JSONSchema(
      JSONSchema.Source(Document(#require(group["schema"]))), draft: draft,
      formats: formats, loading: load)
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
