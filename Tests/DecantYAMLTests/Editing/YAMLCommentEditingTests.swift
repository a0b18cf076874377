import DecantTestSupport
import Testing
import Decant
import DecantEditing

/// Comments go with the nodes that they are about.
@Suite struct YAMLCommentEditingTests {
  static let cases: [(old: String, operations: [String], new: String)] = [
    // Deleted.
    ("# about a\na: 1 # a\n# about b\nb: 2\n", ["delete /a"], "# about b\nb: 2\n"),
    ("a:\n  # x\n  x: 1\n  # deep\n# about b\nb: 2\n", ["delete /a"], "# about b\nb: 2\n"),
    // Moved and copied.
    (
      "# about a\na: 1 # a\nb:\n  c: 2\n", ["move /a /b/d"],
      "b:\n  c: 2\n  # about a\n  d: 1 # a\n"
    ),
    (
      "# about a\na: 1 # a\nb: [2]\n", ["move /a /b/-"],
      "b: [2,\n  # about a\n  # a\n  1]\n"
    ),
    // Inserted: nothing comes between a comment and its node.
    ("# about 1\n- 1\n- 2\n", ["insert /0 0"], "- 0\n# about 1\n- 1\n- 2\n"),
    // Replaced.
    ("# a\na: # a\n  # x\n  x: 1 # x\nb: 2\n", ["set /a 5"], "# a\na: 5 # a\nb: 2\n"),
  ]

  @Test(arguments: cases.indices)
  func movesCommentsWithTheirNodes(index: Int) throws {
    let (old, operations, new) = Self.cases[index]
    #expect(try edited(old, as: .yaml, operations) == new)
  }

  static let merged: [(old: String, new: String)] = [
    (
      "# a\na: 1 # old\n",
      "# a\na: 5 # old\n# q\nq: 1  # beside q\n# about r\nr:  # r\n  # s\n  s: [2]  # beside s\n"
    )
  ]

  @Test(arguments: merged.indices)
  func bringsTheCommentsOfAMergedFile(index: Int) throws {
    let (old, new) = Self.merged[index]
    #expect(try mergedWithComments(old, as: .yaml) == new)
  }

  // MARK: New comments

  static let commented: [(old: String, edits: [String], new: String)] = [
    ("a: 1\nb: 2 # two\n", ["comment /b why"], "a: 1\n# why\nb: 2 # two\n"),
    ("a: 1\n# old\nb: 2\n", ["comment /b new"], "a: 1\n# new\nb: 2\n"),
    ("a: 1\n# old\n# older\nb: 2\n", ["comment /b "], "a: 1\nb: 2\n"),
    (
      "l:\n  - x: 1\n    y: 2\n", ["comment /l/0/y two\nlines"],
      "l:\n  - x: 1\n    # two\n    # lines\n    y: 2\n"
    ),
    ("l:\n- 1\n- 2\n", ["comment /l/* c"], "l:\n# c\n- 1\n# c\n- 2\n"),
    (
      "a: 1\n", ["set /b/c 2", "comment /b new", "comment /b/c inner"],
      "a: 1\n# new\nb:\n  # inner\n  c: 2\n"
    ),
    (
      "# SPDX-License-Identifier: MIT\na: 1\n", ["comment /a c"],
      "# SPDX-License-Identifier: MIT\n# c\na: 1\n"
    ),
  ]

  @Test(arguments: commented.indices) func putsAComment(index: Int) throws {
    let (old, edits, new) = Self.commented[index]
    try expectCommented(old, as: .yaml, edits, new)
  }

  static let removals: [(old: String, edits: [String], new: String)] = [
    (
      "#!/usr/bin/x\n# SPDX-License-Identifier: MIT\n# a\na: 1\n\n# free\nb: 2\n---\n# c\nc: 3\n",
      ["delete-comments root"],
      "#!/usr/bin/x\n# SPDX-License-Identifier: MIT\na: 1\n\nb: 2\n---\nc: 3\n"
    ),
    (
      "# a\na: 1 # x\n# b\nb: # y\n  # z\n  - 1 # one\n", ["delete-comments /b"],
      "# a\na: 1 # x\nb:\n  - 1\n"
    ),
    (
      "a: 1\n", ["comment /a c", "set /b 2", "comment /b d", "delete-comments root"],
      "a: 1\nb: 2\n"
    ),
    ("# a\na: 1\n", ["delete-comments /a", "comment /a c"], "# c\na: 1\n"),
    (
      "a: |\n  # text\nb: '# text'\n", ["delete-comments root"],
      "a: |\n  # text\nb: '# text'\n"
    ),
  ]

  @Test(arguments: removals.indices) func removesComments(index: Int) throws {
    let (old, edits, new) = Self.removals[index]
    try expectEditedAtOnce(old, as: .yaml, edits, new)
  }

  static let refusals: [(old: String, edit: String)] = [
    ("- a: 1\n", "comment /0/a c"),
    ("{a: 1}\n", "comment /a c"),
    ("a: 1\n", "comment /b c"),
    ("a: 1\n", "comment root c"),
  ]

  @Test(arguments: refusals.indices) func refusesWhatHasNoPlace(index: Int) throws {
    let (old, edit) = Self.refusals[index]
    try expectNoPlaceForAComment(Array(old.utf8), as: .yaml, edit)
  }

  // MARK: The head of a file

  @Test(arguments: HeadComments.heads.indices)
  func keepsWhatIsTheFiles(index: Int) throws {
    try HeadComments.expectKept(index, as: .yaml, mark: "#", pairs: ("a: 1", "b: 2"))
  }
}
