import Testing

@testable import Decant

@Suite struct URIReferenceTests {
  /// RFC 3986, section 5.4.
  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), (";x", "http://a/b/c/;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./g/.", "http://a/b/c/g/"),
    ("g/../h", "http://a/b/c/h"),
  ])
  func resolves(_ reference: String, _ uri: String) {
    let base = URIReference("http://a/b/c/d;p?q")
    #expect(URIReference(reference).resolved(against: base).document == uri)
  }

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
