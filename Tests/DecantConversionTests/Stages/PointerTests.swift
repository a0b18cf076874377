import Testing
import Decant
import DecantTestSupport

@Suite struct PointerTests {
  static func plan(_ pointer: String) throws -> Plan {
    let pointer = try #require(DocumentPointer(pointer))
    return .test(.jsonLines) { $0.pointer = pointer }
  }

  // The example of RFC 6901, section 5.
  static let document = #"""
    {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}
    """#

  static let found: [(String, String)] = [
    ("/foo", #"[ "bar" "baz" ]"#), ("/foo/0", #""bar""#), ("/foo/1", #""baz""#), ("/", "0"),
    ("/a~1b", "1"), ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"),
    (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
  ]

  @Test(arguments: found, batchLimits)
  func findsTheValueAtAPointer(example: (pointer: String, value: String), limit: Int) throws {
    let plan = try Self.plan(example.pointer)
    let script = try events(of: Self.document, through: plan, atOnce: limit)
    #expect(script == example.value)
  }

  @Test func findsTheWholeDocumentAtTheEmptyPointer() throws {
    #expect(try events(of: #"{"a":[]}"#, through: Self.plan("")) == #"{ "a": [ ] }"#)
  }

  static let nested: [(String, String, String)] = [
    (#"{"x":{"a":1},"a":{"b":[[],{"c":{"d":[1,2]}}]}}"#, "/a/b/1/c", #"{ "d": [ 1 2 ] }"#),
    (#"[[0],[1,[2,3]],4]"#, "/1/1/0", "2"),
    (#"{"0":"key"}"#, "/0", #""key""#),
    (#"{"-":"key","01":"zero"}"#, "/01", #""zero""#),
    (#"{"größe":1}"#, "/größe", "1"),
    ("{\"a\":{\"\u{301}b/~\u{301}\":1}}", "/a/\u{301}b~1~0\u{301}", "1"),
    (#"{"a":{"a":{"a":1}}}"#, "/a/a", #"{ "a": 1 }"#),
    (#"{"b":{"a":0},"a":1}"#, "/a", "1"),
    ("[1]\n[2]\n[[3]]", "/0", "1\n2\n[ 3 ]"),
  ]

  @Test(arguments: nested, batchLimits)
  func looksOnlyWhereThePointerPoints(
    example: (source: String, pointer: String, value: String), limit: Int
  ) throws {
    let plan = try Self.plan(example.pointer)
    let script = try events(of: example.source, as: .jsonLines, through: plan, atOnce: limit)
    #expect(script == example.value)
  }

  static let missing: [(String, String, offset: Int, path: String)] = [
    (#"{"a":1}"#, "/b", 0, ""),
    (#"  {"a":{"c":1}}"#, "/a/b", 7, "/a"),
    (#"{"a":[1,2]}"#, "/a/2", 5, "/a"),
    (#"{"a":[1,2]}"#, "/a/-", 5, "/a"),
    (#"{"a":[1,2]}"#, "/a/01", 5, "/a"),
    (#"{"a":[1,2]}"#, "/a/+1", 5, "/a"),
    (#"{"a":[1,2]}"#, "/a/99999999999999999999", 5, "/a"),
    (#"{"a":"text"}"#, "/a/0", 5, "/a"),
    (#"[[1],null]"#, "/1/x", 5, "/1"),
    ("7", "/x", 0, ""),
    ("[]", "/0", 0, ""),
    ("{\"a\":1}\n{\"b\":2}", "/a", 8, ""),
  ]

  @Test(arguments: missing)
  func refusesAPointerThatLeadsNowhere(
    example: (source: String, pointer: String, offset: Int, path: String)
  ) throws {
    let plan = try Self.plan(example.pointer)
    let error = #expect(throws: DecantError.self) {
      try events(of: example.source, as: .jsonLines, through: plan)
    }
    #expect(error?.problem == .nothingAtPointer(example.pointer))
    #expect(error?.position?.offset == example.offset)
    #expect(error?.path?.description == example.path)
  }

  @Test func takesTheFirstOfEqualKeys() throws {
    var plan = try Self.plan("/a")
    plan.reading.duplicateKeys = .keep
    #expect(try events(of: #"{"a":1,"a":2}"#, through: plan) == "1")
  }

  @Test func writesTheValueAsADocument() throws {
    let plan = try Self.plan("/0/a")
    #expect(try converted("[{\"a\":{\"b\":[]}}]", by: plan) == "{\"b\":[]}\n")
  }
}
