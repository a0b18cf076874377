import DecantTestSupport
import Testing
import Decant

/// Comments go with the nodes that they are about.
@Suite struct JSONCommentEditingTests {
  static let cases: [(format: Format, old: String, operations: [String], new: String)] = [
    // Deleted.
    (
      .json5, "{\n  // a\n  a: 1, // a\n  // b\n  b: 2\n}\n", ["delete /a"],
      "{\n  // b\n  b: 2\n}\n"
    ),
    (.json5, "{a: 1, /* b */ b: 2 /* b */}", ["delete /b"], "{a: 1}"),
    (.json5, "{a: 1, b: 2, // b\n c: 3}", ["delete /b"], "{a: 1,\n c: 3}"),
    (.json5, "[1, // one\n 2 // two\n]", ["delete /1"], "[1 // one\n]"),
    // Moved and copied.
    (
      .json5, "{\n  // a\n  \"a\": { // in\n    \"x\": 1\n  }, // after\n  \"b\": 2 // b\n}\n",
      ["move /a /c"],
      "{\n  \"b\": 2, // b\n  // a\n  \"c\": { // in\n    \"x\": 1\n  } // after\n}\n"
    ),
    (
      .json5, "{\"a\": 1, // a\n \"b\": [2 /* two */]}\n", ["move /a /b/-"],
      "{\n \"b\": [2 /* two */, 1 /* a */]}\n"
    ),
    // On one line, a comment inside would be that of the first element.
    (
      .json5, "{\n  b: {k: 1},\n  c: [ // in\n    1\n  ]\n}\n", ["move /c /b/d"],
      "{\n  b: {k: 1, d: [1] /* in */}\n}\n"
    ),
    // Moved onto a value that exists, as in RFC 6902.
    (
      .json5, "{\n  // a\n  \"a\": 1,\n  // b\n  \"b\": 2\n}\n",
      ["patch [{op: move, from: /a, path: /b}]"],
      "{\n  // a\n  \"b\": 1\n}\n"
    ),
    // Inserted: nothing comes between a comment and its node.
    (.json5, "[\n  // one\n  1\n]", ["insert /0 0"], "[\n  0,\n  // one\n  1\n]"),
    (.json5, "[1 /* one */]", ["insert /- 2"], "[1 /* one */, 2]"),
    (.json5, "[1, 2 // two\n]", ["insert /- 3"], "[1, 2, // two\n3\n]"),
  ]

  @Test(arguments: cases.indices)
  func movesCommentsWithTheirNodes(index: Int) throws {
    let (format, old, operations, new) = Self.cases[index]
    #expect(try edited(old, as: format, operations) == new)
  }

  static let merged: [(format: Format, old: String, new: String)] = [
    (
      .json, "{\n  \"a\": 1\n}\n",
      "{\n  \"a\": 5,\n  \"q\": 1,\n  \"r\": {\n    \"s\": [\n      2\n    ]\n  }\n}\n"
    ),
    (
      .json5, "{\n  // a\n  \"a\": 1 // old\n}\n",
      "{\n  // a\n  \"a\": 5, // old\n  // q\n  \"q\": 1, // beside q\n  // about r\n  \"r\": { // r\n    // s\n    \"s\": [\n      2\n    ] // beside s\n  }\n}\n"
    ),
  ]

  @Test(arguments: merged.indices)
  func bringsTheCommentsOfAMergedFile(index: Int) throws {
    let (format, old, new) = Self.merged[index]
    #expect(try mergedWithComments(old, as: format) == new)
  }

  // MARK: New comments

  static let commented: [(format: Format, old: String, edits: [String], new: String)] = [
    (
      .json5, "{\n  a: 1,\n  b: 2, // two\n}\n", ["comment /b why"],
      "{\n  a: 1,\n  // why\n  b: 2, // two\n}\n"
    ),
    (.json5, "{a: 1, b: 2}", ["comment /b why"], "{a: 1, /* why */ b: 2}"),
    (.json5, "{\r\n\ta: 1\r\n}", ["comment /a 1\n2"], "{\r\n\t// 1\r\n\t// 2\r\n\ta: 1\r\n}"),
  ]

  @Test(arguments: commented.indices) func putsAComment(index: Int) throws {
    let (format, old, edits, new) = Self.commented[index]
    try expectCommented(old, as: format, edits, new)
  }

  static let removals: [(format: Format, old: String, edits: [String], new: String)] = [
    (.json, "{\"a\": 1}", ["delete-comments root"], "{\"a\": 1}"),
    (
      .json5, "// h\n{ /* a */ a: 1, /* b */ b: [1, // x\n 2 /* y */ ], c: 3 /* z */, d: 4 }",
      ["delete-comments root"], "{ a: 1, b: [1,\n 2 ], c: 3, d: 4 }"
    ),
  ]

  @Test(arguments: removals.indices) func removesComments(index: Int) throws {
    let (format, old, edits, new) = Self.removals[index]
    try expectEditedAtOnce(old, as: format, edits, new)
  }

  static let refusals: [(format: Format, old: String, edit: String)] = [
    (.json, "{\"a\": 1}", "comment /a c")
  ]

  @Test(arguments: refusals.indices) func refusesWhatHasNoPlace(index: Int) throws {
    let (format, old, edit) = Self.refusals[index]
    try expectNoPlaceForAComment(Array(old.utf8), as: format, edit)
  }
}
