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
  ]

  @Test(arguments: several.indices) func laysOutWhatIsNew(index: Int) throws {
    let (old, edits, new) = Self.several[index]
    try expectEditedAtOnce(old, as: .toml, edits, new)
  }
}
