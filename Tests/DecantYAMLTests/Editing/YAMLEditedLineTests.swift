import DecantTestSupport
import Testing
import Decant

/// New lines are like the others of the file.
@Suite struct YAMLEditedLineTests {
  static let lineEnds: [(old: String, operation: String, new: String)] = [
    ("a: |\n  x\nb: 1\n", "set /c {x: [1]}", "a: |\n  x\nb: 1\nc:\n  x:\n    - 1\n"),
    ("- >-\n  x\n- y", "delete /1", "- >-\n  x"),
    ("- >\n  x\n- y", "delete /1", "- >\n  x\n"),
  ]

  @Test(arguments: lineEnds) func endsLinesLikeTheFile(old: String, operation: String, new: String)
    throws
  {
    try expectLineEndsOfTheFile(old, as: .yaml, operation, new)
  }

  static let several: [(old: String, edits: [String], new: String)] = [
    ("a: 1\nb: 2\nc: 3\n", ["delete /a", "delete /b", "set /d 4"], "c: 3\nd: 4\n"),
    ("- a: 1\n  b: 2\n  c: 3\n", ["delete /0/a", "delete /0/b"], "- c: 3\n"),
    (
      "l:\n  - 1\nm: 2\n", ["append /l 2", "append /l 3", "set /z 4"],
      "l:\n  - 1\n  - 2\n  - 3\nm: 2\nz: 4\n"
    ),
  ]

  @Test(arguments: several.indices) func laysOutWhatIsNew(index: Int) throws {
    let (old, edits, new) = Self.several[index]
    try expectEditedAtOnce(old, as: .yaml, edits, new)
  }
}
