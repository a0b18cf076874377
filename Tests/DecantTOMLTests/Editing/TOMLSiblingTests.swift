import DecantTestSupport
import Testing
import Decant

/// New values of TOML are written like those beside them.
@Suite struct TOMLSiblingTests {
  static let tables: [(String, String, String)] = [
    // As by `cargo add`.
    (
      "[dependencies]\nserde = \"1\"\ntokio = { version = \"1\", features = [\"x\"] }\n",
      "set /dependencies/foo {version: \"2\", features: [a]}",
      "[dependencies]\nserde = \"1\"\ntokio = { version = \"1\", features = [\"x\"] }\n"
        + "foo = { version = \"2\", features = [\"a\"] }\n"
    ),
    (
      "[dependencies]\nserde = \"1\"\n\n[features]\n", "set /dependencies/foo {version: \"2\"}",
      "[dependencies]\nserde = \"1\"\nfoo = { version = \"2\" }\n\n[features]\n"
    ),
    (
      "[dependencies]\nserde = { version = \"1\" }\n\n[dependencies.big]\nversion = \"1\"\n",
      "set /dependencies/foo {version: \"2\"}",
      "[dependencies]\nserde = { version = \"1\" }\nfoo = { version = \"2\" }\n\n"
        + "[dependencies.big]\nversion = \"1\"\n"
    ),
    (
      "[dependencies.big]\nversion = \"1\"\n\n[features]\n",
      "set /dependencies/foo {version: \"2\"}",
      "[dependencies.big]\nversion = \"1\"\n\n[dependencies.foo]\nversion = \"2\"\n\n[features]\n"
    ),
    (
      "[dependencies]\na.workspace = true\nb.workspace = true\nc = { version = \"1\" }\n",
      "set /dependencies/foo {workspace: true}",
      "[dependencies]\na.workspace = true\nb.workspace = true\nc = { version = \"1\" }\n"
        + "foo.workspace = true\n"
    ),
    (
      "[dependencies]\na.workspace = true\nb.workspace = true\nc = { version = \"1\" }\n",
      "set /dependencies/foo {version: \"2\"}",
      "[dependencies]\na.workspace = true\nb.workspace = true\nc = { version = \"1\" }\n"
        + "foo = { version = \"2\" }\n"
    ),
    (
      "a.x.u = 1\na.x.v = 2\n", "set /a/y {u: 3, v: [4]}",
      "a.x.u = 1\na.x.v = 2\na.y.u = 3\na.y.v = [4]\n"
    ),
    // Headers.
    (
      "[tool.black]\nline = 1\n\n[tool.isort]\nprofile = \"b\"\n\n[build]\nx = 1\n",
      "set /tool/mypy {strict: true}",
      "[tool.black]\nline = 1\n\n[tool.isort]\nprofile = \"b\"\n\n[tool.mypy]\nstrict = true\n\n"
        + "[build]\nx = 1\n"
    ),
    (
      "[env.dev]\ndb = { url = \"x\" }\n", "set /env/prod {db: {url: y}, log: {level: 1}}",
      "[env.dev]\ndb = { url = \"x\" }\n\n[env.prod]\ndb = { url = \"y\" }\n\n"
        + "[env.prod.log]\nlevel = 1\n"
    ),
    (
      "[a]\nx=1\n[b]\ny=2\n", "set /c {z: {q: {r: 1}}, y: 2}",
      "[a]\nx=1\n[b]\ny=2\n[c]\ny=2\n[c.z.q]\nr=1\n"
    ),
    // Elements of sequences of tables.
    (
      "[[repos]]\nrepo = \"a\"\nhooks = [{ id = \"x\" }]\n",
      "insert /repos/- {repo: c, hooks: [{id: q}], extra: {k: 1}}",
      "[[repos]]\nrepo = \"a\"\nhooks = [{ id = \"x\" }]\n\n"
        + "[[repos]]\nrepo = \"c\"\nhooks = [{ id = \"q\" }]\nextra = { k = 1 }\n"
    ),
    (
      "[[repos]]\nrepo = 'a'\nopt = {a=1}\nhooks = [\n  {id='x'},\n]\n",
      "insert /repos/0 {repo: c, opt: {k: v}, hooks: [{id: q}, {id: r}]}",
      "[[repos]]\nrepo = 'c'\nopt = {k='v'}\nhooks = [\n  {id='q'},\n  {id='r'},\n]\n\n"
        + "[[repos]]\nrepo = 'a'\nopt = {a=1}\nhooks = [\n  {id='x'},\n]\n"
    ),
    (
      "[[repos]]\nrepo = \"a\"\n\n[[repos.hooks]]\nid = \"x\"\n\n[repos.opt]\nx = 1\n",
      "insert /repos/- {repo: c, hooks: [{id: q}], opt: {k: 1}}",
      "[[repos]]\nrepo = \"a\"\n\n[[repos.hooks]]\nid = \"x\"\n\n[repos.opt]\nx = 1\n\n"
        + "[[repos]]\nrepo = \"c\"\n\n[[repos.hooks]]\nid = \"q\"\n\n[repos.opt]\nk = 1\n"
    ),
    (
      "[[repos]]\nopt = { x = 1 }\nhooks = [{ id = \"x\" }]\n\n[[repos]]\nrepo = \"b\"\n",
      "set /repos/1/hooks [{id: y}]",
      "[[repos]]\nopt = { x = 1 }\nhooks = [{ id = \"x\" }]\n\n"
        + "[[repos]]\nrepo = \"b\"\nhooks = [{ id = \"y\" }]\n"
    ),
    (
      "[[repos]]\nrepo = \"a\"\nhooks = [{ id = \"x\" }]\n", "set /repos/0 {hooks: [{id: y}]}",
      "[[repos]]\nhooks = [{ id = \"y\" }]\n"
    ),
  ]

  static let lines: [(String, String, String)] = [
    // Lists.
    (
      "a = [\n    {name = \"A\", e = 1},\n]\n", "insert /a/- {name: B, e: 2}",
      "a = [\n    {name = \"A\", e = 1},\n    {name = \"B\", e = 2},\n]\n"
    ),
    (
      "a = [\n    {name = \"A\"},\n    {name = \"B\"}\n]\n", "insert /a/- {name: C}",
      "a = [\n    {name = \"A\"},\n    {name = \"B\"},\n    {name = \"C\"}\n]\n"
    ),
    (
      "a = [\n  [\n    1,\n  ],\n]\n", "insert /a/- [4, 5]",
      "a = [\n  [\n    1,\n  ],\n  [\n    4,\n    5,\n  ],\n]\n"
    ),
    (
      "a = [\n  \"A\",\n  \"B\"]\n", "set /b [C, D]",
      "a = [\n  \"A\",\n  \"B\"]\nb = [\n  \"C\",\n  \"D\"]\n"
    ),
    (
      "a = [\"\(String(repeating: "a", count: 40))\", \"\(String(repeating: "b", count: 40))\"]\n",
      "set /b [\(String(repeating: "c", count: 40)), \(String(repeating: "d", count: 40))]",
      "a = [\"\(String(repeating: "a", count: 40))\", \"\(String(repeating: "b", count: 40))\"]\n"
        + "b = [\"\(String(repeating: "c", count: 40))\", \"\(String(repeating: "d", count: 40))\"]\n"
    ),
    (
      "a = [\n  \"\(String(repeating: "a", count: 80))\",\n]\n", "set /b [c]",
      "a = [\n  \"\(String(repeating: "a", count: 80))\",\n]\nb = [\"c\"]\n"
    ),
    // Spaces and quotes.
    ("a = [1,2]\n", "set /b [6, [7, 8], []]", "a = [1,2]\nb = [6,[7,8],[]]\n"),
    ("a = [ 1, 2 ]\n", "set /b [6, {x: {}}]", "a = [ 1, 2 ]\nb = [ 6, { x = {} } ]\n"),
    ("a = [ 1 ]\nb = []\n", "insert /b/- x", "a = [ 1 ]\nb = [ \"x\" ]\n"),
    ("a={x='1',y=[2]}\n", "set /b {x: z, y: [3, 4]}", "a={x='1',y=[2]}\nb={x='z',y=[3,4]}\n"),
    ("a = {x = 1}\nb = {}\n", "set /b/c d e", "a = {x = 1}\nb = {c = \"d e\"}\n"),
    ("[a]\nx = 'one'\n", "set /a/y two", "[a]\nx = 'one'\ny = 'two'\n"),
    ("[a]\nx = 'one'\n", "set /a/y it's", "[a]\nx = 'one'\ny = \"it's\"\n"),
    ("[a]\nx = \"one\"\nr = '\\d'\n", "set /a/y two", "[a]\nx = \"one\"\nr = '\\d'\ny = \"two\"\n"),
    (
      "[a]\n\"x\" = { \"y\" = 1 }\n", "set /a/z {q: 1979-05-27 07:32:00}",
      "[a]\n\"x\" = { \"y\" = 1 }\n\"z\" = { q = \"1979-05-27 07:32:00\" }\n"
    ),
  ]

  @Test(arguments: tables + lines)
  func writesLikeSiblings(old: String, operation: String, new: String) throws {
    #expect(try edited(old, as: .toml, operation) == new)
    // The same with line ends of Windows.
    let windows = { (text: String) in text.replacing("\n", with: "\r\n") }
    #expect(try edited(windows(old), as: .toml, operation) == windows(new))
  }
}
