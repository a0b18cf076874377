import DecantTestSupport
import Testing
import Decant

/// Comments that an edit puts above values.
@Suite struct CommentingTests {
  static let cases: [(format: String, old: String, edits: [String], new: String)] = [
    ("yaml", "a: 1\nb: 2 # two\n", ["comment /b why"], "a: 1\n# why\nb: 2 # two\n"),
    ("yaml", "a: 1\n# old\nb: 2\n", ["comment /b new"], "a: 1\n# new\nb: 2\n"),
    ("yaml", "a: 1\n# old\n# older\nb: 2\n", ["comment /b "], "a: 1\nb: 2\n"),
    (
      "yaml", "l:\n  - x: 1\n    y: 2\n", ["comment /l/0/y two\nlines"],
      "l:\n  - x: 1\n    # two\n    # lines\n    y: 2\n"
    ),
    ("yaml", "l:\n- 1\n- 2\n", ["comment /l/* c"], "l:\n# c\n- 1\n# c\n- 2\n"),
    (
      "yaml", "a: 1\n", ["set /b/c 2", "comment /b new", "comment /b/c inner"],
      "a: 1\n# new\nb:\n  # inner\n  c: 2\n"
    ),
    (
      "yaml", "# SPDX-License-Identifier: MIT\na: 1\n", ["comment /a c"],
      "# SPDX-License-Identifier: MIT\n# c\na: 1\n"
    ),
    (
      "json5", "{\n  a: 1,\n  b: 2, // two\n}\n", ["comment /b why"],
      "{\n  a: 1,\n  // why\n  b: 2, // two\n}\n"
    ),
    ("json5", "{a: 1, b: 2}", ["comment /b why"], "{a: 1, /* why */ b: 2}"),
    ("json5", "{\r\n\ta: 1\r\n}", ["comment /a 1\n2"], "{\r\n\t// 1\r\n\t// 2\r\n\ta: 1\r\n}"),
    (
      "toml", "a = 1\n\n# old\n[t]\nb = 2\n", ["comment /t new", "comment /t/b c"],
      "a = 1\n\n# new\n[t]\n# c\nb = 2\n"
    ),
    ("toml", "l = [\n  1,\n  2,\n]\n", ["comment /l/1 c"], "l = [\n  1,\n  # c\n  2,\n]\n"),
    (
      "xml1", "<plist>\n<dict>\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n", ["comment /a why"],
      "<plist>\n<dict>\n\t<!-- why -->\n\t<key>a</key>\n\t<true/>\n</dict>\n</plist>\n"
    ),
    ("openstep", "{\n    a = 1;\n}\n", ["comment /a why"], "{\n    // why\n    a = 1;\n}\n"),
  ]

  @Test(arguments: cases.indices) func putsAComment(index: Int) throws {
    let (name, old, edits, new) = Self.cases[index]
    let format = try FormatRegistry.standard.format(named: name)
    var editor = try DocumentEditor(Array(old.utf8), as: format)
    try editor.apply(try edits.map { try DocumentEdit($0) })
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
    let comments = try edits.filter { $0.hasPrefix("comment") }.map { try DocumentEdit($0) }
    try editor.apply(comments)
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new, "a second time")
  }

  static let removals: [(format: String, old: String, edits: [String], new: String)] = [
    (
      "yaml",
      "#!/usr/bin/x\n# SPDX-License-Identifier: MIT\n# a\na: 1\n\n# free\nb: 2\n---\n# c\nc: 3\n",
      ["delete-comments root"],
      "#!/usr/bin/x\n# SPDX-License-Identifier: MIT\na: 1\n\nb: 2\n---\nc: 3\n"
    ),
    (
      "yaml", "# a\na: 1 # x\n# b\nb: # y\n  # z\n  - 1 # one\n", ["delete-comments /b"],
      "# a\na: 1 # x\nb:\n  - 1\n"
    ),
    (
      "json5", "// h\n{ /* a */ a: 1, /* b */ b: [1, // x\n 2 /* y */ ], c: 3 /* z */, d: 4 }",
      ["delete-comments root"], "{ a: 1, b: [1,\n 2 ], c: 3, d: 4 }"
    ),
    (
      "toml", "a = 1 # x\n\n# t\n[t] # y\nb = [ # c\n  1,\n]\n", ["delete-comments /t"],
      "a = 1 # x\n\n[t]\nb = [\n  1,\n]\n"
    ),
    (
      "yaml", "a: 1\n", ["comment /a c", "set /b 2", "comment /b d", "delete-comments root"],
      "a: 1\nb: 2\n"
    ),
    ("yaml", "# a\na: 1\n", ["delete-comments /a", "comment /a c"], "# c\na: 1\n"),
    ("json", "{\"a\": 1}", ["delete-comments root"], "{\"a\": 1}"),
    (
      "yaml", "a: |\n  # text\nb: '# text'\n", ["delete-comments root"],
      "a: |\n  # text\nb: '# text'\n"
    ),
  ]

  @Test(arguments: removals.indices) func removesComments(index: Int) throws {
    let (name, old, edits, new) = Self.removals[index]
    var editor = try DocumentEditor(
      Array(old.utf8), as: try FormatRegistry.standard.format(named: name))
    try editor.apply(try edits.map { try DocumentEdit($0) })
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  static let refusals: [(format: String, old: String, edit: String)] = [
    ("json", "{\"a\": 1}", "comment /a c"), ("cbor", "", "comment /a c"),
    ("yaml", "- a: 1\n", "comment /0/a c"), ("yaml", "{a: 1}\n", "comment /a c"),
    ("toml", "a = {b = 1}\n", "comment /a/b c"), ("yaml", "a: 1\n", "comment /b c"),
    ("yaml", "a: 1\n", "comment root c"),
  ]

  @Test(arguments: refusals.indices) func refusesWhatHasNoPlace(index: Int) throws {
    let (name, old, edit) = Self.refusals[index]
    let format = try FormatRegistry.standard.format(named: name)
    let bytes = name == "cbor" ? try (["a": 1] as Value).encoded(as: .cbor) : Array(old.utf8)
    var editor = try DocumentEditor(bytes, as: format)
    let error = #expect(throws: DecantError.self) { try editor.apply(try DocumentEdit(edit)) }
    #expect(error?.category == .input)
    #expect(editor.bytes == bytes)
  }
}
