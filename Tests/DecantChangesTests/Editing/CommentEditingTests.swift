import Testing
import Decant

@testable import DecantPropertyList

/// Comments go with the nodes that they are about.
@Suite struct CommentEditingTests {
  static let cases: [(format: Format, old: String, operations: [String], new: String)] = [
    // Deleted.
    (.yaml, "# about a\na: 1 # a\n# about b\nb: 2\n", ["delete /a"], "# about b\nb: 2\n"),
    (.yaml, "a:\n  # x\n  x: 1\n  # deep\n# about b\nb: 2\n", ["delete /a"], "# about b\nb: 2\n"),
    (.toml, "# about a\na = 1 # a\n# about b\nb = 2\n", ["delete /a"], "# about b\nb = 2\n"),
    (
      .toml, "#:schema x\n# t\n[t] # t\nx = 1\n\n# u\n[u]\n", ["delete /t"],
      "#:schema x\n\n# u\n[u]\n"
    ),
    (
      .json5, "{\n  // a\n  a: 1, // a\n  // b\n  b: 2\n}\n", ["delete /a"],
      "{\n  // b\n  b: 2\n}\n"
    ),
    (.json5, "{a: 1, /* b */ b: 2 /* b */}", ["delete /b"], "{a: 1}"),
    (.json5, "{a: 1, b: 2, // b\n c: 3}", ["delete /b"], "{a: 1,\n c: 3}"),
    (.json5, "[1, // one\n 2 // two\n]", ["delete /1"], "[1 // one\n]"),
    // Moved and copied.
    (
      .yaml, "# about a\na: 1 # a\nb:\n  c: 2\n", ["move /a /b/d"],
      "b:\n  c: 2\n  # about a\n  d: 1 # a\n"
    ),
    (
      .yaml, "# about a\na: 1 # a\nb: [2]\n", ["move /a /b/-"],
      "b: [2,\n  # about a\n  # a\n  1]\n"
    ),
    (
      .toml, "# about x\nx = 1 # x\n\n# t\n[t]\ny = 2\n", ["move /x /t/x"],
      "# t\n[t]\ny = 2\n# about x\nx = 1 # x\n"
    ),
    (
      .toml, "# t\n[t] # head\n# x\nx = 1 # x\n\n[u]\n", ["move /t /u/t"],
      "[u]\n\n# t\n[u.t] # head\n# x\nx = 1 # x\n"
    ),
    (
      .toml, "# about x\nx = 1 # x\nq = {a = 1}\n", ["move /x /q/x"],
      "# about x\n# x\nq = {a = 1, x = 1}\n"
    ),
    (
      .toml, "# one\n[[t]] # 1\nx = 1\n\n# two\n[[t]] # 2\nx = 2\n", ["move /t/0 /t/-"],
      "# two\n[[t]] # 2\nx = 2\n\n# one\n[[t]] # 1\nx = 1\n"
    ),
    (
      .json5, "{\n  // a\n  \"a\": { // in\n    \"x\": 1\n  }, // after\n  \"b\": 2 // b\n}\n",
      ["move /a /c"],
      "{\n  \"b\": 2, // b\n  // a\n  \"c\": { // in\n    \"x\": 1\n  } // after\n}\n"
    ),
    (
      .json5, "{\"a\": 1, // a\n \"b\": [2 /* two */]}\n", ["move /a /b/-"],
      "{\n \"b\": [2 /* two */, 1 /* a */]}\n"
    ),
    (
      .xmlPropertyList,
      "<plist version=\"1.0\">\n<dict>\n\t<!-- a -->\n\t<key>a</key>\n\t<true/> <!-- t -->\n\t<!-- b -->\n\t<key>b</key>\n\t<false/>\n</dict>\n</plist>\n",
      ["move /a /c"],
      "<plist version=\"1.0\">\n<dict>\n\t<!-- b -->\n\t<key>b</key>\n\t<false/>\n\t<!-- a -->\n\t<key>c</key>\n\t<true/> <!-- t -->\n</dict>\n</plist>\n"
    ),
    (
      .stringsTable,
      "/* Copyright */\n/* a\n   more */\n\"a\" = \"x\"; /* x */\n\n/* b */\n\"b\" = \"y\";\n",
      ["copy /a /c"],
      "/* Copyright */\n/* a\n   more */\n\"a\" = \"x\"; /* x */\n\n/* b */\n\"b\" = \"y\";\n/* a\n   more */\n\"c\" = x; /* x */\n"
    ),
    // Moved onto a value that exists, as in RFC 6902.
    (
      .json5, "{\n  // a\n  \"a\": 1,\n  // b\n  \"b\": 2\n}\n",
      ["patch [{op: move, from: /a, path: /b}]"],
      "{\n  // a\n  \"b\": 1\n}\n"
    ),
    // Inserted: nothing comes between a comment and its node.
    (.yaml, "# about 1\n- 1\n- 2\n", ["insert /0 0"], "- 0\n# about 1\n- 1\n- 2\n"),
    (.json5, "[\n  // one\n  1\n]", ["insert /0 0"], "[\n  0,\n  // one\n  1\n]"),
    (.json5, "[1 /* one */]", ["insert /- 2"], "[1 /* one */, 2]"),
    (.json5, "[1, 2 // two\n]", ["insert /- 3"], "[1, 2, // two\n3\n]"),
    (.toml, "a = [1, 2 # two\n]\n", ["insert /a/- 3"], "a = [1, 2, # two\n3\n]\n"),
    // Replaced.
    (.yaml, "# a\na: # a\n  # x\n  x: 1 # x\nb: 2\n", ["set /a 5"], "# a\na: 5 # a\nb: 2\n"),
    (.toml, "# t\n[t] # t\n# x\nx = 1\n\n[u]\n", ["set /t 5"], "# t\nt = 5 # t\n\n[u]\n"),
    // Renamed.
    (
      .toml, "# t\n[t] # t\nx = 1\n\n# s\n[t.s]\n", ["rename /t u"],
      "# t\n[u] # t\nx = 1\n\n# s\n[u.s]\n"
    ),
  ]

  @Test(arguments: cases.indices)
  func movesCommentsWithTheirNodes(index: Int) throws {
    let (format, old, operations, new) = Self.cases[index]
    var editor = try DocumentEditor(Array(old.utf8), as: format)
    for operation in operations { try editor.apply(try DocumentEdit(operation)) }
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  static let patch = """
    # Copyright 2026
    # about q

    # q
    q: 1 # beside q
    # about r
    r: # r
      # s
      s: [2] # beside s
      # gone
      gone: null # gone
    # changed
    a: 5 # changed
    """

  static let merged: [(format: Format, old: String, new: String)] = [
    (
      .yaml, "# a\na: 1 # old\n",
      "# a\na: 5 # old\n# q\nq: 1  # beside q\n# about r\nr:  # r\n  # s\n  s: [2]  # beside s\n"
    ),
    (
      .json5, "{\n  // a\n  \"a\": 1 // old\n}\n",
      "{\n  // a\n  \"a\": 5, // old\n  // q\n  \"q\": 1, // beside q\n  // about r\n  \"r\": { // r\n    // s\n    \"s\": [\n      2\n    ] // beside s\n  }\n}\n"
    ),
    (
      .toml, "# a\na = 1 # old\n",
      "# a\na = 5 # old\n# q\nq = 1 # beside q\n\n# about r\n# r\n[r]\n# s\ns = [2] # beside s\n"
    ),
    (
      .json, "{\n  \"a\": 1\n}\n",
      "{\n  \"a\": 5,\n  \"q\": 1,\n  \"r\": {\n    \"s\": [\n      2\n    ]\n  }\n}\n"
    ),
  ]

  @Test(arguments: merged.indices)
  func bringsTheCommentsOfAMergedFile(index: Int) throws {
    let (format, old, new) = Self.merged[index]
    var options = ReadingOptions()
    options.comments = true
    let patch = try Document(parsing: Self.patch, as: .yaml, options: options)
    var editor = try DocumentEditor(Array(old.utf8), as: format)
    try editor.apply(.merge(patch))
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }
}
