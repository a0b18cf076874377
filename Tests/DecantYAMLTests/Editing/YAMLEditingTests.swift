import DecantTestSupport
import Testing
import Decant

@Suite struct YAMLEditingTests {
  static let cases: [(String, [String], String)] = [
    ("a: 1 # one\nb: 'x'\n", ["set /a 2"], "a: 2 # one\nb: 'x'\n"),
    ("a: 1\nb: 'x' # c\n", ["set /b y"], "a: 1\nb: 'y' # c\n"),
    ("a: \"x\"\n", ["set /a no"], "a: \"no\"\n"), ("a: x\n", ["set /a \"no\""], "a: \"no\"\n"),
    ("a: 0o17\nb: 1_000\n", ["set /a 1"], "a: 1\nb: 1_000\n"),
    ("a:\nb: 2\n", ["set /a 1"], "a: 1\nb: 2\n"),
    ("a: # c\nb: 2\n", ["set /a 1"], "a: 1 # c\nb: 2\n"),
    ("a: ~\nb: null\n", ["set /a 1", "set /b 2"], "a: 1\nb: 2\n"),
    ("- x\n-\n- y\n", ["set /1 2"], "- x\n- 2\n- y\n"),
    ("a: long text\n  on two lines # c\nb: 1\n", ["set /a short"], "a: short # c\nb: 1\n"),
    ("a: |\n  line\n   more\n\n# c\nb: 1\n", ["set /a x"], "a: x\n\n# c\nb: 1\n"),
    ("a: >-\n  line\n\n  more\nb: 1\n", ["delete /a"], "b: 1\n"),
    ("a: |+\n  line\n\n\nb: 1\n", ["delete /a"], "b: 1\n"),
    // A block scalar without text ends before the first line with text.
    ("- k: |+\n\n  l: 1\n", ["set /0/k x"], "- k: x\n  l: 1\n"),
    ("k:\n  k: >2+\n\n  l: 1\n", ["set /k/k x"], "k:\n  k: x\n  l: 1\n"),
    ("a: \"x\n  y\"\nb: 1\n", ["set /a 1"], "a: 1\nb: 1\n"),
    ("a: 'it''s' # c\n", ["delete /a"], "{}\n"),
    ("1\n", ["set root 2"], "2\n"), ("--- a # c\n", ["set root 2"], "--- 2 # c\n"),
    ("a: 1 # one\nb: 2\n", ["set /a {x: 1, y: [2]}"], "a: # one\n  x: 1\n  y:\n    - 2\nb: 2\n"),
    ("a:\n  # inside\n  x: 1 # x\n  y: 2\nb: 2\n", ["set /a 5"], "a: 5\nb: 2\n"),
    ("a:\n    x: 1\n", ["set /a {y: {z: 1}}"], "a:\n    y:\n        z: 1\n"),
    ("- 1\n- 2\n", ["set /0 {x: 1, y: 2}"], "- x: 1\n  y: 2\n- 2\n"),
    ("- x: 1\n  y: 2\n- 2\n", ["set /0 5"], "- 5\n- 2\n"),
    ("a: 1\n\n# end\n", ["set /b 2"], "a: 1\nb: 2\n\n# end\n"),
    ("a: 1", ["set /b 2"], "a: 1\nb: 2"),
    ("a:\n  b: 1 # c\nd: 2\n", ["set /a/e x"], "a:\n  b: 1 # c\n  e: x\nd: 2\n"),
    ("- k: 1\n  l: 2\n- 3\n", ["set /0/m 3"], "- k: 1\n  l: 2\n  m: 3\n- 3\n"),
    ("a:\n- 1\n# two\n- 2\n", ["insert /a/1 9"], "a:\n- 1\n- 9\n# two\n- 2\n"),
    ("a:\n  - 1\n  - 2\n", ["insert /a/0 9", "insert /a/- 8"], "a:\n  - 9\n  - 1\n  - 2\n  - 8\n"),
    ("a:\r\n  - 1\r\n", ["insert /a/- {x: 1, y: 2}"], "a:\r\n  - 1\r\n  - x: 1\r\n    y: 2\r\n"),
    ("- |\n  # text\n- b\n", ["insert /1 9"], "- |\n  # text\n- 9\n- b\n"),
    ("a: {}\n", ["set /a/b 1"], "a:\n  b: 1\n"),
    ("a: [] # c\n", ["insert /a/- 1"], "a: # c\n  - 1\n"),
    ("{}\n", ["set /b 1"], "b: 1\n"), ("a: |\n  x\n", ["set /b 1"], "a: |\n  x\nb: 1\n"),
    ("# about a\na: 1 # one\n\n# about b\nb: 2\n", ["delete /a"], "# about b\nb: 2\n"),
    ("a: 1\nb: 2", ["delete /b"], "a: 1"),
    ("a: 1\nb:\n  c: 1\n  # x\n  d: 2\n# end", ["delete /b"], "a: 1\n# end"),
    ("a:\n  b: 1 # c\nd: 2\n", ["delete /a/b"], "a: {}\nd: 2\n"),
    ("a:\n- 1\nd: 2\n", ["delete /a/0"], "a: []\nd: 2\n"),
    ("- k: 1\n  l: 2\n", ["delete /0/k"], "- l: 2\n"),
    ("- k: 1 # c\n  # d\n  l: 2\n", ["delete /0/k"], "-\n  # d\n  l: 2\n"),
    ("- 1\n- - 2\n  - 3\n", ["delete /1/0"], "- 1\n- - 3\n"),
    ("a: 1 # c\n\"b\": 2\n", ["rename /a x", "rename /b y"], "x: 1 # c\n\"y\": 2\n"),
    ("{? a : 1, ? b : 2}\n", ["delete /a"], "{? b : 2}\n"),
    ("{? a : 1,\n ? b : 2,\n ? c : 3}\n", ["delete /b", "delete /c"], "{? a : 1}\n"),
    ("{\n ? a: 1\n}\n", ["delete /a"], "{}\n"),
    ("? a\n: 1\n", ["rename /a b"], "? b\n: 1\n"), ("a: 1\n", ["rename /a yes"], "'yes': 1\n"),
    (
      "a: {b: 1, c: [1, 2]} # c\n", ["set /a/c/0 x", "set /a/d 5"],
      "a: {b: 1, c: [x, 2], d: 5} # c\n"
    ),
    ("a: [1, 2, 3]\n", ["delete /a/1", "insert /a/- {x: 1}"], "a: [1, 3, {x: 1}]\n"),
    (
      "a: [\n  1, # one\n  2, # two\n]\n", ["insert /a/- 3"],
      "a: [\n  1, # one\n  2, # two\n  3,\n]\n"
    ),
    ("a: [\n  1, # one\n  2 # two\n]\n", ["delete /a/1"], "a: [\n  1 # one\n]\n"),
    ("{a: , b: 2}\n", ["set /a 1"], "{a: 1, b: 2}\n"),
    ("{a, b: 2}\n", ["set /a 1"], "{a: 1, b: 2}\n"),
    ("{\"a\":1,'b':[x]}\n", ["set /a 2", "rename /b c"], "{\"a\":2,'c':[x]}\n"),
    ("a: [[]]\n", ["insert /a/0/- 1"], "a: [[1]]\n"),
    ("a: &x 1\nb: *x\n", ["set /b 2"], "a: &x 1\nb: 2\n"),
    ("a: !t x # c\n", ["set /a 1"], "a: 1 # c\n"),
    // A block text without a line end at the end of the input.
    ("a: |\n  x", ["set /b 1"], "a: |-\n  x\nb: 1"),
    ("- |+\n  x", ["insert /- 1"], "- |-\n  x\n- 1"),
    ("a: |\n  x\nb: 1", ["delete /b"], "a: |\n  x\n"),
    // A tag that only repeats the type.
    ("- ! 1\n", ["set /0 new"], "- new\n"), ("a: !!str 1 # c\n", ["set /a 2"], "a: 2 # c\n"),
    ("a: !!int 1\n", ["set /a x"], "a: x\n"),
    ("a: !!str &x 1\n", ["set /a 2"], "a: &x 2\n"),
    ("a: &x !t x\n", ["set /a 1"], "a: &x 1\n"),
    ("{a: ! x, b: !!map {}}\n", ["set /a 1", "insert /b/c 2"], "{a: 1, b: !!map {c: 2}}\n"),
    // A tag without a text.
    ("!t", ["set root x"], "x"), ("--- !t # c\n", ["set root 1"], "--- 1 # c\n"),
    ("a: !t # c\n", ["set /a 1"], "a: 1 # c\n"), ("- !t\n- 1\n", ["set /0 2"], "- 2\n- 1\n"),
    ("a: &x !t\n", ["set /a 1"], "a: &x 1\n"),
    ("a: !t\n", ["set /a {b: 1}"], "a:\n  b: 1\n"),
    ("{a: !t , b: [!t ]}\n", ["set /a 1", "set /b/0 2"], "{a: 1 , b: [2 ]}\n"),
    ("!t\n- 1\n", ["delete /0"], "!t\n[]\n"), ("a: &x []\n", ["insert /a/- 1"], "a: &x\n  - 1\n"),
    ("!t []\n", ["insert /- 1"], "!t\n- 1\n"), ("--- # c\n", ["set root 1"], "--- 1 # c\n"),
    ("!t : 1\n", ["rename / a"], "!t a : 1\n"), ("{!t }\n", ["set / 1"], "{!t : 1 }\n"),
    ("{a: &x b, *x }\n", ["set /b 1"], "{a: &x b, *x : 1 }\n"),
    ("- !t []\n", ["insert /0/- 1"], "- !t\n  - 1\n"),
    ("- &x 1\n", ["set /0 {a: 1}"], "- &x\n  a: 1\n"),
    ("[a]: b\n", ["set /c d"], "[a]: b\nc: d\n"),
    ("a: 1\n", ["set /b !Ref x"], "a: 1\nb: !Ref x\n"),
    ("<<: {a: 1}\nb: 2\n", ["set /a 3"], "<<: {a: 1}\nb: 2\na: 3\n"),
    ("# c\n---\na: 1\n...\n---\na: 2\n", ["set /a 3"], "# c\n---\na: 3\n...\n---\na: 3\n"),
    ("%YAML 1.1\n---\na: no # c\n", ["set /b 1"], "%YAML 1.1\n---\na: no # c\nb: 1\n"),
    ("\u{FEFF}a: 1\n", ["set /a 2", "set /b 3"], "\u{FEFF}a: 2\nb: 3\n"),
  ]

  @Test(arguments: cases.indices)
  func editsYAML(index: Int) throws {
    let (old, operations, new) = Self.cases[index]
    var editor = try DocumentEditor(Array(old.utf8), as: .yaml)
    for operation in operations { try editor.apply(try DocumentEdit(operation)) }
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  @Test func editsOneOfManyDocuments() throws {
    let stream = "a: 1\n---\na: 2 # c\n---\nb: 3\n"
    #expect(
      try edited(stream, as: .yaml, "delete /a", document: 2) == "a: 1\n---\n{}\n---\nb: 3\n")
  }

  @Test func refusesEditsThroughAliases() throws {
    let source = "a: &x\n  b: 1\nc: *x\n"
    var editor = try DocumentEditor(Array(source.utf8), named: "f.yaml", as: .yaml)
    let error = #expect(throws: DecantError.self) {
      try editor.apply(try DocumentEdit("set /c/b 2"))
    }
    #expect(
      error?.description
        == "f.yaml:1:4: the path goes through the alias 'x', which refers to the node here")
    let other = #expect(throws: DecantError.self) {
      try editor.apply(try DocumentEdit("delete /a"))
    }
    #expect(
      other?.description == "f.yaml:1:4: an alias refers to the anchor 'x' in this value, at '/c'")
    #expect(editor.bytes == Array(source.utf8))
  }
}
