import DecantTestSupport
import Testing
import Decant

/// Many edits in one call, and edits of many places.
///
/// `EditingProperties` has random ones of each format.
@Suite struct SeveralEditsTests {
  @Test func makesAllOrNothing() throws {
    var editor = try DocumentEditor(Array("a: 1\nb: 2\n".utf8), as: .yaml)
    #expect(throws: DecantError.self) {
      try editor.apply([DocumentEdit("set /a 2"), DocumentEdit("delete /c")])
    }
    #expect(editor.failedEdit == 1)
    #expect(editor.bytes == Array("a: 1\nb: 2\n".utf8))
  }

  /// A value that an edit before has moved or brought keeps the comments of its place.
  @Test(arguments: [
    (Format.yaml, "# a\na: 1 # b\nc: 2\n", "c: 2\n# a\nz: 5 # b\n"),
    (.toml, "# a\na = 1 # b\nc = 2\n", "c = 2\n# a\nz = 5 # b\n"),
    (.json5, "{\n  // a\n  a: 1, // b\n  c: 2,\n}\n", "{\n  c: 2,\n  // a\n  z: 5, // b\n}\n"),
  ])
  func keepsCommentsOfWhatIsReplacedLater(format: Format, old: String, new: String) throws {
    var editor = try DocumentEditor(Array(old.utf8), as: format)
    try editor.apply([try DocumentEdit("move /a /z"), try DocumentEdit("set /z 5")])
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  /// A value that came with another one takes the comments above it along.
  @Test(arguments: [
    (
      Format.yaml, "a:\n  g:\n    d: 1 # c\n    # d\n    n: [2]\n",
      "m:\n  g:\n    d: 1  # c\n  # d\n  'n': [2]\n"
    ),
    (
      .json5, "{\n  a: {\n    g: {\n      d: 1, // c\n      // d\n      n: 2,\n    },\n  },\n}\n",
      "{\n  m: {\n    g: {\n      d: 1 // c\n    },\n    // d\n    n: 2\n  },\n}\n"
    ),
  ])
  func keepsCommentsOfWhatIsMovedTwice(format: Format, old: String, new: String) throws {
    var editor = try DocumentEditor(Array(old.utf8), as: format)
    try editor.apply([try DocumentEdit("move /a /m"), try DocumentEdit("move /m/g/n /m/n")])
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  // MARK: Paths

  static let patterns: [(old: String, edit: String, new: String)] = [
    ("{a: {x: 1}, b: {x: 1, y: 2}, c: 3}", "set /*/x 9", "{a: {x: 9}, b: {x: 9, y: 2}, c: 3}"),
    ("[{n: a, v: 1}, {n: b}]", "set /[n=b]/v 2", "[{n: a, v: 1}, {n: b, v: 2}]"),
    ("{x: {x: 1}, y: [{x: 2}]}", "delete /**/x", "{y: [{}]}"),
    ("{x: {x: 1}, y: [{x: 2}]}", "set /**/x 0", "{x: 0, y: [{x: 0}]}"),
    ("{a: {k: 1}, b: {l: 2}}", "rename /*/k m", "{a: {m: 1}, b: {l: 2}}"),
    ("{a: {k: 1}, b: {k: 2}}", "move /*/k /*/m", "{a: {m: 1}, b: {m: 2}}"),
    ("{a: {k: 1}, b: {k: 2}}", "copy /*/k /*/m", "{a: {k: 1, m: 1}, b: {k: 2, m: 2}}"),
    ("[{d: true}, {d: false}, {}]", "delete /[!d]", "[{d: true}]"),
    ("{}", "set /a/b/c 1", "{a: {b: {c: 1}}}"),
    ("{}", "append /l x", "{l: [x]}"),
    ("{l: []}", "append /l x", "{l: [x]}"),
    ("[1, 2, 3]", "insert /* 0", "[0, 1, 0, 2, 0, 3]"),
    ("[{t: [a]}, {t: [b]}]", "append /*/t c", "[{t: [a, c]}, {t: [b, c]}]"),
    ("{a: [1], b: {c: 1}}", "append /* 2", "{a: [1, 2], b: {c: 1}}"),
    ("{a: {}}", "set /a/- 1", "{a: {'-': 1}}"),
  ]

  @Test(arguments: patterns.indices, [Format.yaml, .json, .cbor])
  func editsAllPlacesOfAPath(index: Int, format: Format) throws {
    let (old, edit, new) = Self.patterns[index]
    let text = try Value(parsing: old, as: .yaml).encoded(as: format)
    var editor = try DocumentEditor(text, as: format)
    try editor.apply(try DocumentEdit(edit))
    let (found, expected) = try (
      Value(parsing: editor.bytes, as: format), Value(parsing: new, as: .yaml)
    )
    #expect(found == expected)
  }

  static let refusals: [(old: String, edit: String)] = [
    ("{a: 1}", "set /*/x 1"), ("{a: 1}", "delete /[x=1]"), ("{a: {k: 1, m: 2}}", "rename /*/k m"),
    ("{}", "set /a/0 x"), ("[1]", "set /b/c x"), ("{a: {k: 1}}", "move /*/k /m/*/*"),
    ("{a: 1}", "append /a x"), ("{a: 1}", "delete /**"), ("{a: {b: 1}}", "append /a x"),
    ("{a: {}}", "append /a x"), ("{a: {}}", "append root x"), ("{a: {}}", "append /* x"),
    ("{a: {b: 1}}", "insert /a/- x"), ("{a: {}, c: [1]}", "move /c /a/-"),
    ("{a: {}, c: [1]}", "copy /c /a/-"),
  ]

  @Test(arguments: refusals.indices) func refuses(index: Int) throws {
    let (old, edit) = Self.refusals[index]
    var editor = try DocumentEditor(Array(old.utf8), as: .yaml)
    let error = #expect(throws: DecantError.self) { try editor.apply(try DocumentEdit(edit)) }
    #expect(error?.category == .input)
  }

  // MARK: Growth

  /// A call with n edits must not take n times as long as one.
  @Test func countsReadings() throws {
    let count = 3000
    let keys = (0..<count).map { "k\($0): \($0)\n" }.joined()
    var editor = try DocumentEditor(Array(keys.utf8), as: .yaml)
    var edits: [DocumentEdit] = []
    for index in 0..<count { edits.append(try DocumentEdit("set /k\(index) x")) }
    try editor.apply(edits)
    #expect(editor.bytes == Array((0..<count).map { "k\($0): x\n" }.joined().utf8))
  }
}
