import DecantTestSupport
import Testing
import Decant
import DecantEditing

/// Comments go with the nodes that they are about.
@Suite struct TOMLCommentEditingTests {
  static let cases: [(old: String, operations: [String], new: String)] = [
    // Deleted.
    ("# about a\na = 1 # a\n# about b\nb = 2\n", ["delete /a"], "# about b\nb = 2\n"),
    (
      "#:schema x\n# t\n[t] # t\nx = 1\n\n# u\n[u]\n", ["delete /t"],
      "#:schema x\n\n# u\n[u]\n"
    ),
    // Moved and copied.
    (
      "# about x\nx = 1 # x\n\n# t\n[t]\ny = 2\n", ["move /x /t/x"],
      "# t\n[t]\ny = 2\n# about x\nx = 1 # x\n"
    ),
    (
      "# t\n[t] # head\n# x\nx = 1 # x\n\n[u]\n", ["move /t /u/t"],
      "[u]\n\n# t\n[u.t] # head\n# x\nx = 1 # x\n"
    ),
    (
      "# about x\nx = 1 # x\nq = {a = 1}\n", ["move /x /q/x"],
      "# about x\n# x\nq = {a = 1, x = 1}\n"
    ),
    (
      "# one\n[[t]] # 1\nx = 1\n\n# two\n[[t]] # 2\nx = 2\n", ["move /t/0 /t/-"],
      "# two\n[[t]] # 2\nx = 2\n\n# one\n[[t]] # 1\nx = 1\n"
    ),
    (
      "[a] # a\nx = 1 # one\n# tail\n\n# b\n[b]\ny = 2\n", ["move /a /b/c"],
      "# b\n[b]\ny = 2\n\n[b.c] # a\nx = 1 # one\n# tail\n"
    ),
    (
      "[b]\n\n[a.c]\nx = 1\n# tail\n", ["move /a/c /b/c"],
      "[b]\n\n[b.c]\nx = 1\n# tail\n\n[a]\n"
    ),
    // Inserted: nothing comes between a comment and its node.
    ("a = [1, 2 # two\n]\n", ["insert /a/- 3"], "a = [1, 2, # two\n3\n]\n"),
    // Replaced.
    ("# t\n[t] # t\n# x\nx = 1\n\n[u]\n", ["set /t 5"], "# t\nt = 5 # t\n\n[u]\n"),
    // Renamed.
    (
      "# t\n[t] # t\nx = 1\n\n# s\n[t.s]\n", ["rename /t u"],
      "# t\n[u] # t\nx = 1\n\n# s\n[u.s]\n"
    ),
  ]

  @Test(arguments: cases.indices)
  func movesCommentsWithTheirNodes(index: Int) throws {
    let (old, operations, new) = Self.cases[index]
    #expect(try edited(old, as: .toml, operations) == new)
  }

  static let merged: [(old: String, new: String)] = [
    (
      "# a\na = 1 # old\n",
      "# a\na = 5 # old\n# q\nq = 1 # beside q\n\n# about r\n# r\n[r]\n# s\ns = [2] # beside s\n"
    )
  ]

  @Test(arguments: merged.indices)
  func bringsTheCommentsOfAMergedFile(index: Int) throws {
    let (old, new) = Self.merged[index]
    #expect(try mergedWithComments(old, as: .toml) == new)
  }

  // MARK: New comments

  static let commented: [(old: String, edits: [String], new: String)] = [
    (
      "a = 1\n\n# old\n[t]\nb = 2\n", ["comment /t new", "comment /t/b c"],
      "a = 1\n\n# new\n[t]\n# c\nb = 2\n"
    ),
    ("l = [\n  1,\n  2,\n]\n", ["comment /l/1 c"], "l = [\n  1,\n  # c\n  2,\n]\n"),
  ]

  @Test(arguments: commented.indices) func putsAComment(index: Int) throws {
    let (old, edits, new) = Self.commented[index]
    try expectCommented(old, as: .toml, edits, new)
  }

  static let removals: [(old: String, edits: [String], new: String)] = [
    (
      "a = 1 # x\n\n# t\n[t] # y\nb = [ # c\n  1,\n]\n", ["delete-comments /t"],
      "a = 1 # x\n\n[t]\nb = [\n  1,\n]\n"
    )
  ]

  @Test(arguments: removals.indices) func removesComments(index: Int) throws {
    let (old, edits, new) = Self.removals[index]
    try expectEditedAtOnce(old, as: .toml, edits, new)
  }

  static let refusals: [(old: String, edit: String)] = [
    ("a = {b = 1}\n", "comment /a/b c")
  ]

  @Test(arguments: refusals.indices) func refusesWhatHasNoPlace(index: Int) throws {
    let (old, edit) = Self.refusals[index]
    try expectNoPlaceForAComment(Array(old.utf8), as: .toml, edit)
  }

  // MARK: The head of a file

  @Test(arguments: HeadComments.heads.indices)
  func keepsWhatIsTheFiles(index: Int) throws {
    try HeadComments.expectKept(index, as: .toml, mark: "#", pairs: ("a = 1", "b = 2"))
  }

  @Test(arguments: HeadComments.heads.indices)
  func insertsNoKeyAboveTheHead(index: Int) throws {
    let (lines, ofFile) = HeadComments.heads[index]
    let head = lines.map { "#\($0)\n" }
    let kept = head.prefix(ofFile).joined() + "top = 1\n\n" + head.dropFirst(ofFile).joined()
    #expect(
      try edited(head.joined() + "[a]\nx = 1\n", as: .toml, "set /top 1") == kept + "[a]\nx = 1\n")
    #expect(
      try edited(head.joined() + "[a]\nx = 1\n", as: .toml, "delete /a")
        == head.prefix(ofFile).joined())
  }

  @Test func keepsCommentsOfAFileWithoutNodes() throws {
    #expect(try edited("# all\n", as: .toml, "set /a 1", "delete /a") == "# all\n")
    #expect(try edited("#: all\n", as: .toml, "set /a 1") == "#: all\na = 1\n")
  }
}
