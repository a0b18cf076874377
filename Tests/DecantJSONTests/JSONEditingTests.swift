import DecantTestSupport
import Testing
import Decant

@Suite struct JSONEditingTests {
  static let cases: [(String, [String], String)] = [
    (#"{"a": 1, "b": 2}"#, ["set /a 3"], #"{"a": 3, "b": 2}"#),
    (#"{"a":1,"b":2}"#, ["set /b [1, {x: y}]"], #"{"a":1,"b":[1,{"x":"y"}]}"#),
    (#"{"a": 1, "b": 2}"#, ["set /b [1, {x: y}]"], #"{"a": 1, "b": [1, {"x": "y"}]}"#),
    (
      "{\n  \"a\" : 1.10,\n\n  \"b\" : [\n    1\n  ]\n}\n", ["set /b/0 {c: [2]}"],
      "{\n  \"a\" : 1.10,\n\n  \"b\" : [\n    {\n      \"c\": [\n        2\n      ]\n    }\n  ]\n}\n"
    ),
    ("1", ["set root [x]"], "[\n  \"x\"\n]"), (" 1 \n", ["set root 2"], " 2 \n"),
    (#"{"a": {"b": [1, 2]}}"#, ["set /a/b/-1 null"], #"{"a": {"b": [1, null]}}"#),
    (#"[{"x": 1}, {"x": 2}, {}]"#, ["set /*/x 0"], #"[{"x": 0}, {"x": 0}, {"x": 0}]"#),
    (#"{"a": 1}"#, ["set /b 2"], #"{"a": 1, "b": 2}"#),
    (#"{"a":1}"#, ["set /b 2"], #"{"a":1,"b":2}"#),
    ("{\n\t\"a\": 1\n}\n", ["set /b [2]"], "{\n\t\"a\": 1,\n\t\"b\": [\n\t\t2\n\t]\n}\n"),
    (
      "{\r\n    \"a\": {}\r\n}\r\n", ["set /a/b 2"],
      "{\r\n    \"a\": {\r\n        \"b\": 2\r\n    }\r\n}\r\n"
    ),
    ("{}", ["set /b 2"], "{\n  \"b\": 2\n}"), ("[]", ["insert /- 2"], "[\n  2\n]"),
    ("{\"a\": []}", ["insert /a/- 1", "insert /a/- 2"], "{\"a\": [1, 2]}"),
    ("\u{FEFF}{\"a\": 1}", ["set /b 2"], "\u{FEFF}{\"a\": 1, \"b\": 2}"),
    ("[1, 2]", ["insert /0 0"], "[0, 1, 2]"), ("[1,2]", ["insert /1 0"], "[1,0,2]"),
    ("[1, 2]", ["insert /- 0"], "[1, 2, 0]"), ("[1, 2]", ["insert /2 0"], "[1, 2, 0]"),
    ("[\n  1,\n  2\n]", ["insert /0 0"], "[\n  0,\n  1,\n  2\n]"),
    ("[\n  1,\n  2\n]", ["insert /2 0"], "[\n  1,\n  2,\n  0\n]"),
    ("[\n  1,\n  2 ]", ["insert /2 0"], "[\n  1,\n  2,\n  0 ]"),
    (#"{"a": 1, "b": 2}"#, ["delete /a"], #"{"b": 2}"#),
    (#"{"a": 1, "b": 2}"#, ["delete /b"], #"{"a": 1}"#),
    (#"{ "a": 1 , "b": 2 }"#, ["delete /b"], #"{ "a": 1 }"#), (#"{ "a": 1 }"#, ["delete /a"], "{}"),
    (
      "{\n  \"a\": 1,\n\n  \"b\": 2,\n  \"c\": 3\n}", ["delete /b"],
      "{\n  \"a\": 1,\n\n  \"c\": 3\n}"
    ),
    ("{\n  \"a\": 1,\n  \"b\": {\n    \"x\": 1\n  }\n}", ["delete /b"], "{\n  \"a\": 1\n}"),
    ("{\n  \"a\": 1\n}", ["delete /a"], "{}"),
    ("[\n  1\n, 2\n, 3\n]", ["delete /1"], "[\n  1\n, 3\n]"),
    ("[\n  1\n, 2\n, 3\n]", ["delete /2"], "[\n  1\n, 2\n]"), ("[1,\n 2]", ["delete /1"], "[1]"),
    ("[1, 2, 3]", ["delete /*"], "[]"),
    (#"{"a": 1, "b": 2}"#, ["rename /a c"], #"{"c": 1, "b": 2}"#),
    (#"{"a": {"b": [1]}, "c": 2}"#, ["move /a/b /d"], #"{"a": {}, "c": 2, "d": [1]}"#),
    (#"{"a": {"b": [1]}, "c": []}"#, ["copy /a/b /c/-"], #"{"a": {"b": [1]}, "c": [[1]]}"#),
    (#"{"a": 1, "b": 1e2}"#, ["test /b 100", "delete /a"], #"{"b": 1e2}"#),
    (
      #"{"a": "b", "c": {"d": "e", "f": "g"}}"#, ["merge {a: z, c: {f: null, h: {i: null}}}"],
      #"{"a": "z", "c": {"d": "e", "h": {}}}"#
    ),
    (#"{"a": 1.0}"#, ["merge {a: 1}"], #"{"a": 1.0}"#),
    (
      #"{"*": 1, "b": [1]}"#,
      [
        "patch [{op: remove, path: /*}, {op: add, path: /b/0, value: 0}, {op: add, path: /b, value: 2}]"
      ],
      #"{"b": 2}"#
    ),
  ]

  @Test(arguments: cases.indices)
  func editsJSON(index: Int) throws {
    let (old, operations, new) = Self.cases[index]
    #expect(try edit(old, as: .json, operations) == new)
  }

  static let extended: [(String, [String], String)] = [
    (
      "{\n  // first\n  a: 1, // one\n  b: 2, // two\n}\n", ["delete /a"],
      "{\n  b: 2, // two\n}\n"
    ),
    ("{\n  a: 1, // one\n  b: 2 // two\n}\n", ["delete /b"], "{\n  a: 1 // one\n}\n"),
    ("{\n  a: 1 // one\n}\n", ["set /b 2"], "{\n  a: 1, // one\n  b: 2\n}\n"),
    ("{\n  'a': 1, // one\n}\n", ["set /b 2"], "{\n  'a': 1, // one\n  'b': 2,\n}\n"),
    ("{a: 'x', b: \"y\"}", ["set /a new", "set /b new"], "{a: 'new', b: \"new\"}"),
    (
      "{a: 'x', b: 'y', c: 'z'}", ["set /a it's", #"set /b "7""#, #"set /c "\t""#],
      #"{a: "it's", b: '7', c: "\t"}"#
    ),
    ("{\n  a: 1,\n}\n", ["set /b-c 2"], "{\n  a: 1,\n  \"b-c\": 2,\n}\n"),
    ("{\n  // none\n}\n", ["set /b 2"], "{\n  // none\n\n  \"b\": 2\n}\n"),
    ("{a: /* x */ 1 /* y */, b: 0x1F}", ["set /a 2"], "{a: /* x */ 2 /* y */, b: 0x1F}"),
    ("[\n  1,\n  // about two\n  2\n]", ["insert /1 9"], "[\n  1,\n  9,\n  // about two\n  2\n]"),
    ("{ /* only */ a: 1 }", ["delete /a"], "{}"),
    ("{a: 'it\\'s', b: NaN} // end", ["rename /a c"], "{c: 'it\\'s', b: NaN} // end"),
  ]

  @Test(arguments: extended.indices)
  func editsJSON5(index: Int) throws {
    let (old, operations, new) = Self.extended[index]
    #expect(try edit(old, as: .json5, operations) == new)
  }

  @Test func editsEachRecordOrOne() throws {
    let lines = "{\"a\":1}\n{\"a\": 2, \"b\": 3}\n\n{}\n"
    #expect(
      try edited(lines, as: .jsonLines, "set /c [1, 2]")
        == "{\"a\":1,\"c\":[1,2]}\n{\"a\": 2, \"b\": 3, \"c\": [1, 2]}\n\n{\"c\":[1,2]}\n")
    #expect(
      try edited(lines, as: .jsonLines, "delete /b", document: 2) == "{\"a\":1}\n{\"a\": 2}\n\n{}\n"
    )
    #expect(throws: DecantError.self) { try edited(lines, as: .jsonLines, "delete /b") }
    #expect(throws: DecantError.self) { try edited(lines, as: .jsonLines, "set /b 1", document: 4) }
  }

  static let failures: [(String, String, String)] = [
    (#"{"a": [1]}"#, "delete /b", "<x>:1:1: no value at '/b'"),
    (
      #"{"a": [1]}"#, "set /a/1 2",
      "<x>:1:7: index 1 is out of range; the sequence has 1 element at /a/1"
    ),
    (#"{"a": [1]}"#, "set /a/x 2", "<x>:1:7: 'x' is not an index of a sequence at /a/x"),
    (#"{"a": [1]}"#, "insert /a 2", "<x>:1:1: the key 'a' exists already at /a"),
    (
      #"{"a": [1]}"#, "insert /a/2 2",
      "<x>:1:7: index 2 is out of range; the sequence has 1 element at /a/2"
    ),
    (
      #"{"a": [1]}"#, "insert /a/0/b 2", "<x>:1:8: only a mapping or a sequence has members at /a/0"
    ),
    (#"{"a": [1]}"#, "rename /a/0 b", "<x>:1:8: only a key of a mapping can be renamed at /a/0"),
    (#"{"a": 1, "b": 2}"#, "rename /a b", "<x>:1:7: the key 'b' exists already at /a"),
    (#"{"a": [1]}"#, "move /a /a/0/b", "<x>:1:7: a value cannot be moved into itself at /a/0/b"),
    (#"{"a": [1]}"#, "test /a [2]", "<x>:1:7: the test expected [2] but found [1] at /a"),
    (#"{"a": [1]}"#, "delete root", "the root of a document cannot be deleted"),
  ]

  @Test(arguments: failures.indices)
  func reportsWhyAnEditFails(index: Int) throws {
    let (source, operation, message) = Self.failures[index]
    var editor = try DocumentEditor(Array(source.utf8), named: "<x>", as: .json)
    let edit = try DocumentEdit(operation)
    let error = #expect(throws: DecantError.self) { try editor.apply(edit) }
    #expect(error?.description == message || error?.description == "<x>: \(message)")
    #expect(error?.category == .input)
    #expect(editor.bytes == Array(source.utf8))
  }

  private func edit(_ source: String, as format: Format, _ operations: [String]) throws -> String {
    var editor = try DocumentEditor(Array(source.utf8), as: format)
    for operation in operations { try editor.apply(try DocumentEdit(operation)) }
    return String(decoding: editor.bytes, as: UTF8.self)
  }
}
