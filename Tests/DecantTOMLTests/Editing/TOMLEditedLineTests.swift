import DecantTestSupport
import Testing
import Decant

/// New lines are like the others of the file.
@Suite struct TOMLEditedLineTests {
  static let lineEnds: [(old: String, operation: String, new: String)] = [
    ("[a]\nx = 1\n", "set /a/k \"p\\nq\\n\"", "[a]\nx = 1\nk = \"\"\"\np\nq\n\"\"\"\n"),
    ("[a]\nx = 1\n", "set /b {x: {y: 1}}", "[a]\nx = 1\n\n[b.x]\ny = 1\n"),
  ]

  @Test(arguments: lineEnds) func endsLinesLikeTheFile(old: String, operation: String, new: String)
    throws
  {
    try expectLineEndsOfTheFile(old, as: .toml, operation, new)
  }

  static let several: [(old: String, edits: [String], new: String)] = [
    (
      "[a]\nx = 1\ny = 2\n\n[b]\nz = 3\n",
      ["delete /a/y", "set /a/w 4", "set /a/v 5", "set /c/d 6"],
      "[a]\nx = 1\nw = 4\nv = 5\n\n[b]\nz = 3\n\n[c]\nd = 6\n"
    ),
    (
      "a = [1, 2, 3]\n", ["delete /a/0", "delete /a/0", "append /a 4", "append /a 5"],
      "a = [3, 4, 5]\n"
    ),
    // A sequence of which an element becomes a number is an array, with its other changes.
    (
      "[[p]]\nn = 1\n\n[[p]]\nn = 2\n", ["set /p/1 x", "set /p/0/n y"],
      "p = [{ n = \"y\" }, \"x\"]\n"
    ),
    (
      "a = [1, [2, 3], { x = 4 }]\n",
      ["set /a/1/0 5", "delete /a/0", "append /a/0 6", "set /a/1/y 7", "append /a 8"],
      "a = [[5, 3, 6], { x = 4, y = 7 }, 8]\n"
    ),
    (
      "[a]\nx = 1\n\n[a.b]\ny = 1\n",
      ["rename /a z", "set /z/q/r 1", "set /z/b/w {v: 1}", "rename /z/b c"],
      "[z]\nx = 1\n\n[z.c]\ny = 1\n\n[z.c.w]\nv = 1\n\n[z.q]\nr = 1\n"
    ),
    (
      "# of a\na = 1\nb = { c.d = 1, c.e = 2 }\n\n[t]\n",
      ["delete /a", "set /b/c/d x", "delete /b/c/e", "set /b/c/f 3", "delete /t", "set /u/v 1"],
      "b = { c.d = \"x\", c.f = 3 }\n\n[u]\nv = 1\n"
    ),
    (
      "[[a.p]]\nn = 1\n\n[[a.p]]\nn = 2\n", ["append /a/p x", "set /a/q 1"],
      "[a]\np = [{ n = 1 }, { n = 2 }, \"x\"]\nq = 1\n"
    ),
    ("a = 1\n", ["set /a {k: 1}", "comment /a/k new"], "# new\na = { k = 1 }\n"),
    ("1.2 = true\n", ["comment /1 new", "set /1 x"], "# new\n1 = \"x\"\n"),
    ("k = 1 # old\n", ["set /k 2", "copy /k /m"], "k = 2 # old\nm = 2 # old\n"),
    (
      "# head\n\n# of a\na = 1\n# end\n", ["copy /a /b"],
      "# head\n\n# of a\na = 1\n# of a\nb = 1\n# end\n"
    ),
    (
      "[t]\nx = 1\n# end\n\n[u]\n", ["move /t/x /u/x"], "[t]\n# end\n\n[u]\nx = 1\n"
    ),
  ]

  @Test(arguments: several.indices) func laysOutWhatIsNew(index: Int) throws {
    let (old, edits, new) = Self.several[index]
    try expectEditedAtOnce(old, as: .toml, edits, new)
  }

  /// An array for them would be before other tables, or be without their comments.
  @Test(arguments: [
    "[a]\nx = 1\n\n[[p]]\nn = 1\n\n[[p]]\nn = 2\n", "[[p]]\nn = 1 # one\n\n[[p]]\nn = 2\n",
  ])
  func refusesToMakeAnArrayElsewhere(text: String) throws {
    let error = #expect(throws: DecantError.self) { try edited(text, as: .toml, "set /p/1 x") }
    #expect(error?.isRefusalOfMixedTables == true)
    #expect(error?.hint == "set the array as a whole")
  }
}
