import Testing

@testable import Decant
@testable import DecantCore
@testable import DecantSchema

/// References between the files of a schema.
@Suite struct SchemaReferenceTests {
  @Test(arguments: [
    ("main.json", "other.json", "other.json"), ("a/main.json", "../b/x.json", "b/x.json"),
    ("main.json", "../x.json", "../x.json"), ("/a/main.json", "../../x.json", "/x.json"),
    ("../main.json", "../x.json", "../../x.json"),
  ])
  func resolvesPathsOfFiles(_ base: String, _ reference: String, _ path: String) {
    let resolved = URIReference(reference).resolved(against: URIReference(base))
    #expect(JSONSchema.path(ofReference: resolved.document) == path)
  }

  @Test(arguments: ["a b.json", "100%.json", "a:b#c?d.json", "é/ü.json"])
  func keepsPathsOfFiles(_ path: String) {
    let reference = JSONSchema.reference(toFile: path)
    #expect(JSONSchema.path(ofReference: reference) == path)
  }
}
