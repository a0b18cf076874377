import DecantTestSupport
import Testing
import Decant

@Suite struct TOMLEditingTests {
  static let cases: [(String, [String], String)] = [
    // Scalars in place.
    ("a = 1 # one\nb = 'x'\n", ["set /a 2"], "a = 2 # one\nb = 'x'\n"),
    ("a = 'x' # c\n", ["set /a y"], "a = 'y' # c\n"),
    ("a = 'x'\n", ["set /a \"it's\""], "a = \"it's\"\n"),
    ("a = \"x\"\nb = 1\n", ["set /a 'C:\\d'"], "a = \"C:\\\\d\"\nb = 1\n"),
    ("a = '''\nx\n'''\n", ["set /a \"p\\nq\\n\""], "a = '''\np\nq\n'''\n"),
    ("a = \"\"\"\nx\ny\"\"\"  # c\n", ["set /a \"p\\nq\""], "a = \"\"\"\np\nq\"\"\"  # c\n"),
    ("a = \"\"\"x\"\"\"\n", ["set /a y"], "a = \"\"\"y\"\"\"\n"),
    ("a = 0xFF\nb  =  1_000  # k\n", ["set /b 5"], "a = 0xFF\nb  =  5  # k\n"),
    ("a = 1\n", ["set /a two"], "a = \"two\"\n"),
    ("a = 1\n", ["set /a {x: 1, y: [a, b]}"], "a = { x = 1, y = [\"a\", \"b\"] }\n"),
    ("[t]\n'k' = 1979-05-27 # d\n", ["set /t/k true"], "[t]\n'k' = true # d\n"),
    // Arrays.
    (
      "a = [1, 2, 3] # c\n", ["delete /a/1", "insert /a/- 4", "insert /a/0 0"],
      "a = [0, 1, 3, 4] # c\n"
    ),
    ("a = [1,2,]\n", ["insert /a/- 3"], "a = [1,2,3,]\n"),
    (
      "a = [\n  1, # one\n  2 # two\n]\n", ["insert /a/- 3"],
      "a = [\n  1, # one\n  2, # two\n  3\n]\n"
    ),
    (
      "a = [\n  1, # one\n  2, # two\n]\n", ["insert /a/- 3", "delete /a/0"],
      "a = [\n  2, # two\n  3,\n]\n"
    ),
    (
      "a = [\n  # first\n  1,\n  # second\n  2,\n]\n", ["insert /a/1 9"],
      "a = [\n  # first\n  1,\n  9,\n  # second\n  2,\n]\n"
    ),
    (
      "a = [\n  '''x\n# y''',\n  'z',\n]\n", ["insert /a/1 9"],
      "a = [\n  '''x\n# y''',\n  9,\n  'z',\n]\n"
    ),
    ("a = []\n", ["insert /a/- 1"], "a = [1]\n"),
    ("a = [ 1 ]\n", ["delete /a/0"], "a = []\n"),
    ("a = [1]\n", ["set /a [x, y]"], "a = [\"x\", \"y\"]\n"),
    (
      "a = [\n    'x',\n    'y'\n]\n", ["set /a [p, q, r]"],
      "a = [\n    'p',\n    'q',\n    'r'\n]\n"
    ),
    ("a = [[1], [2]]\n", ["insert /a/1/- 3"], "a = [[1], [2, 3]]\n"),
    // Tables in braces.
    ("a = { x = 1, y = 2 } # c\n", ["set /a/z 3", "delete /a/x"], "a = { y = 2, z = 3 } # c\n"),
    ("a = {x=1}\n", ["set /a/z 3"], "a = {x=1, z=3}\n"),
    ("a = {}\n", ["set /a/z 3"], "a = { z = 3 }\n"),
    ("a = { x = 1 }\n", ["delete /a/x"], "a = {}\n"),
    ("a = { x.y = 1, x.z = 2 }\n", ["set /a/x/w 3"], "a = { x.y = 1, x.z = 2, x.w = 3 }\n"),
    (
      "a = { x.y = 1, b = 2 }\n", ["set /a/x/w 3", "rename /a/x q"],
      "a = { q.y = 1, q.w = 3, b = 2 }\n"
    ),
    ("a = { x.y = 1, b = 2 }\n", ["delete /a/x/y"], "a = { x = {}, b = 2 }\n"),
    ("a = { x.y = 1, x.z = 2, b = 2 }\n", ["delete /a/x"], "a = { b = 2 }\n"),
    ("a = { x.y = 1, b = 2 }\n", ["set /a/x 5"], "a = { x = 5, b = 2 }\n"),
    ("a = { x.y = 1, b = 2 }\n", ["delete /a/*"], "a = {}\n"),
    ("a = {x.y = 'q', b=0xF}\n", ["set /a/x/y r", "delete /a/b"], "a = {x.y = 'r'}\n"),
    ("a = { x.y = [1], b = 0xF }\n", ["append /a/x/y 2"], "a = { x.y = [1, 2], b = 0xF }\n"),
    ("a = { 'x' = 1 }\n", ["rename /a/x y", "set /a/k 2"], "a = { 'y' = 1, 'k' = 2 }\n"),
    (
      "a = {\n  x = 1, # one\n  y = 2,\n}\n", ["set /a/z 3"],
      "a = {\n  x = 1, # one\n  y = 2,\n  z = 3,\n}\n"
    ),
    // Pairs.
    ("a = 1 # one\n\n[t]\nb = 2\n", ["set /c 3"], "a = 1 # one\nc = 3\n\n[t]\nb = 2\n"),
    ("[t]\nb = 2\n", ["set /c 3"], "c = 3\n\n[t]\nb = 2\n"),
    (
      "# License\n\n# about t\n[t]\nb = 2\n", ["set /c 3"],
      "# License\n\nc = 3\n\n# about t\n[t]\nb = 2\n"
    ),
    ("", ["set /a 1"], "a = 1\n"),
    ("# head\n", ["set /a 1", "set /b 2"], "# head\n\na = 1\nb = 2\n"),
    ("a = 1", ["set /b 2"], "a = 1\nb = 2"),
    (
      "a = 1\r\n[t]\r\nb = 2 # x\r\n\r\n[u]\r\n", ["set /t/c 3"],
      "a = 1\r\n[t]\r\nb = 2 # x\r\nc = 3\r\n\r\n[u]\r\n"
    ),
    (
      "[t]\na    = 1\nlong = 2\n\n[u]\n", ["set /t/b 3", "set /t/longer 4"],
      "[t]\na    = 1\nlong = 2\nb    = 3\nlonger = 4\n\n[u]\n"
    ),
    ("[t]\na=1\n", ["set /t/b x"], "[t]\na=1\nb=\"x\"\n"),
    ("[t]\n  a = 1\n[t.u]\n", ["set /t/u/b x"], "[t]\n  a = 1\n[t.u]\n  b = \"x\"\n"),
    ("[t]\n# about t\n\n[u]\na=1\n", ["set /t/b 2"], "[t]\n# about t\n\nb=2\n\n[u]\na=1\n"),
    ("[t]\n# about u\n[u]\na=1\n", ["set /t/b 2"], "[t]\nb=2\n# about u\n[u]\na=1\n"),
    (
      "[t]\n\"a\" = 1\n", ["set /t/b 2", "set /t/c.d 3"], "[t]\n\"a\" = 1\n\"b\" = 2\n\"c.d\" = 3\n"
    ),
    (
      "[t]\n\"a.b\" = 1\n", ["set /t/b 2", "set /t/c.d 3"], "[t]\n\"a.b\" = 1\nb = 2\n\"c.d\" = 3\n"
    ),
    ("a.b = 1\nc = 2\n\n[t]\n", ["set /a/d 3"], "a.b = 1\na.d = 3\nc = 2\n\n[t]\n"),
    ("[t]\na . b = 1\n", ["set /t/a/d 3"], "[t]\na . b = 1\na . d = 3\n"),
    ("a.b.c = 1\n", ["set /a/d 3", "set /a/b/e 4"], "a.b.c = 1\na.b.e = 4\na.d = 3\n"),
    (
      "x = 1\n\n# black\n[tool.black]\nl = 1\n", ["set /tool/y 2"],
      "x = 1\n\n[tool]\ny = 2\n\n# black\n[tool.black]\nl = 1\n"
    ),
    ("[a.b]\nx = 1\n[a]\n", ["set /a/y 2"], "[a.b]\nx = 1\n[a]\ny = 2\n"),
    // New tables.
    ("[a]\nx = 1\n\n# end\n", ["set /b {y: 2}"], "[a]\nx = 1\n\n[b]\ny = 2\n\n# end\n"),
    (
      "[tool.a]\nx = 1\n\n[z]\n", ["set /tool/b {y: 2, s: {t: 3}}"],
      "[tool.a]\nx = 1\n\n[tool.b]\ny = 2\n\n[tool.b.s]\nt = 3\n\n[z]\n"
    ),
    (
      "[deps]\na = { v = 1 }\nb = \"2\"\n", ["set /deps/c {v: 3}"],
      "[deps]\na = { v = 1 }\nb = \"2\"\nc = { v = 3 }\n"
    ),
    ("[a]\nx = 1\n\n[b]\n", ["set /a/c {}"], "[a]\nx = 1\n\n[a.c]\n\n[b]\n"),
    ("a = 1\n", ["set /t {b: 2}"], "a = 1\n\n[t]\nb = 2\n"),
    ("a = 1", ["set /t {b: 2}"], "a = 1\n\n[t]\nb = 2"),
    ("", ["set /t {b: 2}"], "[t]\nb = 2\n"),
    ("[a]\nx=1\n[b]\ny=2\n", ["set /c {z: 1}"], "[a]\nx=1\n[b]\ny=2\n[c]\nz=1\n"),
    (
      "[[p]]\nn = 1\n\n[[p]]\nn = 2\n", ["set /p/0/t {x: 1}"],
      "[[p]]\nn = 1\n\n[p.t]\nx = 1\n\n[[p]]\nn = 2\n"
    ),
    (
      "x = 1\n\n[a]\ny = 1\n", ["set /p [{n: 1}, {n: 2}]"],
      "x = 1\n\n[a]\ny = 1\n\n[[p]]\nn = 1\n\n[[p]]\nn = 2\n"
    ),
    (
      "x = [{ n = 1 }]\n\n[a]\ny = 1\n", ["set /p [{n: 1}]"],
      "x = [{ n = 1 }]\np = [{ n = 1 }]\n\n[a]\ny = 1\n"
    ),
    // Elements of arrays of tables.
    (
      "[[p]] # one\nn = 1\n\n# two\n[[p]]\nn = 2\n\n[z]\n", ["insert /p/- {n: 3}"],
      "[[p]] # one\nn = 1\n\n# two\n[[p]]\nn = 2\n\n[[p]]\nn = 3\n\n[z]\n"
    ),
    (
      "[[p]]\nn = 1\n\n# two\n[[p]]\nn = 2\n", ["insert /p/1 {n: 3, t: {x: 1}}"],
      "[[p]]\nn = 1\n\n[[p]]\nn = 3\n\n[p.t]\nx = 1\n\n# two\n[[p]]\nn = 2\n"
    ),
    ("# one\n[[p]]\nn = 1\n", ["insert /p/0 {n: 3}"], "[[p]]\nn = 3\n\n# one\n[[p]]\nn = 1\n"),
    (
      "[[p]]\nn = 1\n[p.s]\nm = 1\n\n# two\n[[p]]\nn = 2\n", ["delete /p/0"],
      "# two\n[[p]]\nn = 2\n"
    ),
    ("a = 1\n\n[[p]]\nn = 1\n\n[b]\n", ["delete /p/0"], "a = 1\np = []\n\n[b]\n"),
    ("[[a.p]]\nn = 1\n", ["delete /a/p/0"], "[a]\np = []\n"),
    ("[[p]]\nn = 1\n\n[b]\nx = 1\n", ["insert /p/- 5"], "p = [{ n = 1 }, 5]\n\n[b]\nx = 1\n"),
    ("[[p]]\nn = 1\n\n[[p]]\nn = 2\n", ["set /p/0 {m: 3}"], "[[p]]\nm = 3\n\n[[p]]\nn = 2\n"),
    ("[[p]]\nn = 1\n\n[[p]]\nn = 2\n", ["set /p/0 3"], "p = [3, { n = 2 }]\n"),
    // Deletion.
    ("# about a\na = 1 # one\n\n# about b\nb = 2\n", ["delete /a"], "# about b\nb = 2\n"),
    ("a = 1\nb = 2", ["delete /b"], "a = 1"),
    (
      "[a]\nx = 1\n\n# about b\n[b] # b\ny = 1\n# more of b\n\n[b.c]\nz = 1\n\n# about d\n[d]\n",
      ["delete /b"], "[a]\nx = 1\n\n# about d\n[d]\n"
    ),
    ("[a]\nx = 1\n\n[b.c]\nz = 1\n\n[d]\n\n[b]\ny = 1\n", ["delete /b"], "[a]\nx = 1\n\n[d]\n"),
    ("[a]\nx = 1\n\n[b]\ny = 1\n", ["delete /b"], "[a]\nx = 1\n"),
    ("[a]\nx = 1\n\n[b]\ny = 1\n", ["delete /a"], "[b]\ny = 1\n"),
    ("[a]\nx = 1\n", ["delete /a/x"], "[a]\n"),
    ("[a.b]\nx = 1\n", ["delete /a/b"], "[a]\n"),
    ("[a.b]\nx = 1\n\n[c]\n[a.d]\n", ["delete /a/b"], "[c]\n[a.d]\n"),
    ("a.b = 1 # c\n", ["delete /a/b"], "a = {}\n"),
    ("a.b = 1\na.c = 2\nd = 3\n", ["delete /a/b"], "a.c = 2\nd = 3\n"),
    ("a.b = 1\na.c = 2\nd = 3\n", ["delete /a"], "d = 3\n"),
    ("[a]\nx = 1\n\n[a.b]\ny = 1\n", ["delete /a/*"], "[a]\n"),
    ("[a]\nx = 1\n\n[b]\nx = 2\n", ["delete /*/x"], "[a]\n\n[b]\n"),
    ("# l\n\na = 1\n\n# about b\n[b]\n", ["delete /a"], "# l\n\n# about b\n[b]\n"),
    ("a = 1\n\nb = 2\n", ["delete /b"], "a = 1\n"),
    (
      "[a.x]\ny = 1\n\n[a]\n\n[b.x]\ny = 1\n\n[b]\n\n[c]\n\n[c.x]\n\n[d]\n\n[d.x]\nq = 1\n",
      ["delete /*/x"], "[a]\n\n[b]\n\n[c]\n\n[d]\n"
    ),
    // Replacement of tables.
    ("[a] # c\nx = 1\n\n[a.b]\ny = 1\n\n[d]\n", ["set /a {z: 1}"], "[a] # c\nz = 1\n\n[d]\n"),
    ("[a.b]\ny = 1\n\n[d]\n", ["set /a {z: 1, b: {c: 2}}"], "[a]\nz = 1\n\n[a.b]\nc = 2\n\n[d]\n"),
    ("x = 1\n\n[a]\ny = 1\n\n[d]\n", ["set /a 5"], "x = 1\na = 5\n\n[d]\n"),
    ("[a.b]\ny = 1\n", ["set /a/b 5"], "[a]\nb = 5\n"),
    ("a.b = 1\na.c = 2\nd = 3\n", ["set /a {x: 1}"], "a = { x = 1 }\nd = 3\n"),
    ("[[p]]\nn = 1\n\n[[p]]\nn = 2\n\n[z]\n", ["set /p [{m: 1}]"], "[[p]]\nm = 1\n\n[z]\n"),
    ("a = 1 # c\n\n[t]\nb = 1\n", ["set root {c: 1}"], "c = 1\n"),
    // Renaming.
    ("a = 1 # c\n'b' = 2\n", ["rename /a x", "rename /b y"], "x = 1 # c\n'y' = 2\n"),
    (
      "[a.b]\nx = 1\n[a]\nb2.c = 1\n[[a.p]]\n[a.p.q]\n", ["rename /a z"],
      "[z.b]\nx = 1\n[z]\nb2.c = 1\n[[z.p]]\n[z.p.q]\n"
    ),
    (
      "[a.b]\nx = 1\n[a]\nc.d = 1\nc.e = 2\n", ["rename /a/c new key", "rename /a/b q"],
      "[a.q]\nx = 1\n[a]\n\"new key\".d = 1\n\"new key\".e = 2\n"
    ),
    (
      "[[p]]\nn = 1\n[[p]]\nn = 2\n", ["rename /p/1/n m", "rename /p q"],
      "[[q]]\nn = 1\n[[q]]\nm = 2\n"
    ),
    // Moving.
    ("a = 1\n\n[t]\nb = 2\n", ["move /a /t/c"], "[t]\nb = 2\nc = 1\n"),
    ("[t]\nb = 2\n", ["copy /t /u"], "[t]\nb = 2\n\n[u]\nb = 2\n"),
    (
      "[tool.a]\nx = 1\n\n[z]\n", ["merge {tool: {a: {x: null, y: 2}}, z: {q: 1}}"],
      "[tool.a]\ny = 2\n\n[z]\nq = 1\n"
    ),
    (
      "a = [1, 2]\n",
      [
        "patch [{op: add, path: /a/0, value: 0}, {op: remove, path: /a/2}, {op: test, path: /a, value: [0, 1]}]"
      ], "a = [0, 1]\n"
    ),
    ("\u{FEFF}a = 1\n", ["set /a 2", "set /b 3"], "\u{FEFF}a = 2\nb = 3\n"),
    ("\u{FEFF}[t]\n", ["set /a 2"], "\u{FEFF}a = 2\n\n[t]\n"),
  ]

  @Test(arguments: cases.indices)
  func editsTOML(index: Int) throws {
    let (old, operations, new) = Self.cases[index]
    var editor = try DocumentEditor(Array(old.utf8), as: .toml)
    for operation in operations { try editor.apply(try DocumentEdit(operation)) }
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  @Test(arguments: [
    ("a = 1\n", "set root 5", "f.toml: a TOML document must be a mapping"),
    ("[a]\nx = 1\n", "set /a/y null", "f.toml:1:1: toml cannot represent null"),
    (
      "[a]\nx = 1\n", "set /a/y {z: [null]}", "f.toml:2:2: toml cannot represent null at /z/0"
    ),
    (
      "[a]\nx = 1\n", "set /a/y 99999999999999999999",
      "f.toml:1:1: toml cannot represent a number of this size"
    ),
    ("[a]\nx = 1\n", "insert /a/x 2", "f.toml:1:1: the key 'x' exists already at /a/x"),
    ("[a]\nx = 1\n", "set /b/0/y 2", "f.toml:1:1: no value at '/b/0/y'"),
    ("a = [1]\n", "rename /a/0 b", "f.toml:1:6: only a key of a mapping can be renamed at /a/0"),
  ])
  func refusesWhatTOMLCannotHold(source: String, operation: String, message: String) throws {
    var editor = try DocumentEditor(Array(source.utf8), named: "f.toml", as: .toml)
    let error = #expect(throws: DecantError.self) {
      try editor.apply(try DocumentEdit(operation))
    }
    #expect(error?.description == message)
    #expect(editor.bytes == Array(source.utf8))
  }

  /// The lines of tables that are in parts are found without a search through all of them.
  @Test func editsManyTablesAtOnce() throws {
    let count = 2_000
    func source(_ line: String) -> String {
      (0..<count).map { "[[package]]\nname = \"p\($0)\"\n\(line)\n" }.joined()
    }
    #expect(
      try edited(source(""), as: .toml, "set /package/*/v 1") == source("v = 1\n"))
    #expect(
      try edited(source("v = 1\n"), as: .toml, "delete /package/*/v") == source(""))
  }
}
