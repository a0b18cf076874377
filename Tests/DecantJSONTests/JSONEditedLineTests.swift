import DecantTestSupport
import Testing
import Decant

/// New lines are like the others of the file.
@Suite struct JSONEditedLineTests {
  static let lineEnds: [(format: Format, old: String, operation: String, new: String)] = [
    // No line end is left after the first half of a move.
    (.json, "{\n  \"a\": 1\n}", "move /a /b", "{\n  \"b\": 1\n}"),
    // No line end is left after the first half of a move.
    (.json5, "[\n  {},\n]", "move /0 /-", "[\n  {},\n]"),
  ]

  @Test(arguments: lineEnds)
  func endsLinesLikeTheFile(format: Format, old: String, operation: String, new: String) throws {
    try expectLineEndsOfTheFile(old, as: format, operation, new)
  }

  static let several: [(format: Format, old: String, edits: [String], new: String)] = [
    (
      .json, "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n",
      ["delete /b", "delete /c", "set /d 4", "set /e 5"],
      "{\n  \"a\": 1,\n  \"d\": 4,\n  \"e\": 5\n}\n"
    ),
    (.json, "[1, 2, 3, 4]", ["delete /0", "delete /-1", "insert /1 x"], #"[2, "x", 3]"#),
    (.json, "[1, 2]", ["delete /*"], "[]"),
    (
      .json5, "[\n  1, // one\n  2, // two\n  3, // three\n]\n",
      ["delete /0", "delete /0", "append root 4"],
      "[\n  3, // three\n  4,\n]\n"
    ),
  ]

  @Test(arguments: several.indices) func laysOutWhatIsNew(index: Int) throws {
    let (format, old, edits, new) = Self.several[index]
    try expectEditedAtOnce(old, as: format, edits, new)
  }
}
