import Decant
import Testing

@testable import DecantSchema
@testable import DecantCommands

@Suite struct SchemaIdentifiersTests {
  @Test(arguments: [
    (#"{"$id": "https://a/b.json"}"#, ["https://a/b.json"]),
    (#"{"id":"https:\/\/a\/b#"}"#, ["https://a/b"]),
    ("$id: https://a/b\n", ["https://a/b"]), ("$id : 'https://a/b' # c\n", ["https://a/b"]),
    ("\"$id\" = \"x\"\n", ["x"]), (#"{"$id": {"a": 1}, "ids": "x", "valid": "y"}"#, []),
    (#"{"properties": {"id": {}}, "title": "the id of x"}"#, []),
    ("", []), ("id", []), ("$id:", [""]),
  ])
  func readsWhatFollowsTheKey(text: String, expected: [String]) {
    let found = SchemaIdentifiers.identifiers(in: Array(text.utf8)).map(\.string)
    #expect(found.filter { !$0.isEmpty } == expected.filter { !$0.isEmpty })
  }
}
