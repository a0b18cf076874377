import DecantTestSupport
import Testing
import Decant
import DecantConversion
import DecantEditing

@testable import DecantChanges

/// Edits of large documents by thinned copies, compared with the same edits of the whole text.
@Suite struct ThinningTests {
  private func editor(_ text: String, as format: Format, thinned: Bool) throws -> DocumentEditor {
    var editor = try DocumentEditor(Array(text.utf8), as: format)
    editor.smallestThinnedText = thinned ? 0 : .max
    editor.shortestOmission = 1
    return editor
  }

  private func edited(
    _ text: String, as format: Format, _ edits: [DocumentEdit], document: Int? = nil,
    thinned: Bool
  ) throws -> String {
    var editor = try editor(text, as: format, thinned: thinned)
    try editor.apply(edits, toDocument: document)
    return String(decoding: editor.bytes, as: UTF8.self)
  }

  private func thinned(
    _ text: String, as format: Format, _ edits: [DocumentEdit], document: Int? = nil
  ) throws -> (thinned: String, gaps: Int) {
    let bytes = EditedBytes(Array(text.utf8))
    let syntax = try #require(format.editing as? any ThinnableSyntax)
    var finder = Thinning(
      of: bytes, by: syntax, paths: try edits.map { EditStep($0) }.neededPaths(),
      ofDocument: document, shortest: 1)
    let editor = try editor(text, as: format, thinned: true)
    try editor.readEvents(of: bytes.makeSource()) { (batch) throws(DecantError) in
      finder.add(batch)
    }
    finder.finish()
    let rest = try bytes.makeSource(without: finder.omissions).readToEnd()
    return (String(decoding: rest, as: UTF8.self), finder.gaps.count)
  }

  static let thinnedTexts: [(format: String, text: String, edit: String, thinned: String)] = [
    (
      "json", #"{ "a": [1, 2, 3], "b": 4, "c": 5, "d": 6, "e": 7 }"#, "delete /d",
      #"{ "a": [], "c": 5, "d": 6, "e": 7 }"#
    ),
    ("json", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]", "delete /5", "[0, 4, 5, 6, 8, 9]"),
    ("json", "[0, 1, 2, 3, 4, 5, 6, 7, [8], [9]]", "set /-1/0 x", "[0, [8], [9]]"),
    ("json", "[[1, 2], [3], [4, 5]]", "set /*/0 x", "[[1, 2], [3], [4, 5]]"),
    ("json", "[1, {\"a\": [2, [3]]}, 4]", "copy /1 /0", "[1, {\"a\": [2, [3]]}, 4]"),
    (
      "yaml", "a:\n  x: 1\n  y: 2\nb: 1\nc: 2\nd: 3\ne: 4\n", "delete /e",
      "a:\n  x: 1\n  y: 2\nd: 3\ne: 4\n"
    ),
    ("yaml", "- 1\n- 2\n- - 3\n- 4\n- 5\n- 6\n", "set /4 x", "- 1\n- 4\n- 5\n- 6\n"),
    (
      "yaml", "a: &x 1\nb: 2\nc: 3\nd: *x\ne: 5\n", "set /e 0", "a: &x 1\nb: 2\nc: 3\nd: *x\ne: 5\n"
    ),
    (
      "toml",
      "[[p]]\nn = 1\n[p.t]\nx = 1\n[[p]]\nn = 2\n[[p]]\nn = 3\n[[p]]\nn = 4\n[[p]]\nn = 5\n",
      "set /p/-1/n 6", "[[p]]\nn = 1\n[p.t]\nx = 1\n[[p]]\nn = 4\n[[p]]\nn = 5\n"
    ),
    (
      "toml", "a = 1\nb = 2\nc = [1, 2]\n[d]\n[e]\n[f]\n", "set /d/x 1",
      "a = 1\nc = [1, 2]\n[d]\n[e]\n[f]\n"
    ),
    (
      "xml1",
      "<plist><array><string>a</string><true/><false/><dict><key>a</key><true/></dict></array></plist>",
      "delete /1", "<plist><array><string>a</string><true/><false/><dict></dict></array></plist>"
    ),
  ]

  @Test(arguments: thinnedTexts.indices) func leavesOutWhatIsNotNeeded(index: Int) throws {
    let (name, text, edit, expected) = Self.thinnedTexts[index]
    let format = try FormatRegistry.standard.format(named: name)
    #expect(try thinned(text, as: format, [DocumentEdit(edit)]).thinned == expected)
  }

  /// The comma before the last element is not that of the first one.
  @Test(arguments: ["json", "yaml", "toml", "xml1", "openstep", "json5"])
  func removesOnlyTheLastElement(name: String) throws {
    let format = try FormatRegistry.standard.format(named: name)
    let value: Value = .mapping(["l": .sequence((0..<20).map { .string("text \($0)") })])
    let text = String(decoding: try value.encoded(as: format), as: UTF8.self)
    for edits in [
      ["delete /l/-1"], ["delete /l/-1", "delete /l/-1"], ["set /l/-1 x", "append /l y"],
    ] {
      let edits = try edits.map { try DocumentEdit($0) }
      #expect(
        try edited(text, as: format, edits, thinned: true)
          == edited(text, as: format, edits, thinned: false))
    }
  }

  /// Tables of TOML that continue elsewhere would be cut in two.
  @Test(arguments: [
    ("[a]\nx = 1\n[b]\n[a.c]\n", false), ("[a.b]\n[a]\n", false),
    ("a.x = 1\nb = 2\na.y = 3\n", false),
    ("a = {x.y = 1, b = 2, x.z = 3}\n", false), ("a = {x.y = 1, b = 2}\n[c]\n[c.d]\n", true),
    ("[[a]]\nx.y = 1\nx.z = 2\n[a.b]\n[[a]]\n[a.b]\n[[a.c]]\n", true),
  ])
  func needsNodesInTheOrderOfTheText(text: String, isInOrder: Bool) throws {
    let bytes = EditedBytes(Array(text.utf8))
    let syntax = try #require(Format.toml.editing as? any ThinnableSyntax)
    var finder = Thinning(of: bytes, by: syntax, paths: [], ofDocument: nil, shortest: 1)
    try editor(text, as: .toml, thinned: true).readEvents(of: bytes.makeSource()) {
      (batch) throws(DecantError) in finder.add(batch)
    }
    #expect(finder.isInOrder == isInOrder)
  }

  @Test(arguments: [
    "set /package/20/version x", "set /package/20/new 1", "set /package/20/t {x: {y: 1}}",
    "set /package/20/checks/b c", "delete /package/20", "delete /package/20/checks",
    "delete /package/0", "delete /package/-1", "delete /package/20/dependencies/0",
    "append /package/20/dependencies q", "insert /package/20 {name: n, checks: {c: d}}",
    "insert /package/0 {name: n}", "append /package {name: n}", "rename /package/20/name n",
    "move /package/3 /package/30", "copy /package/3/checks /package/4/other", "set /version 5",
    "set /new 1", "set /metadata/x 1", "set /section {x: 1}", "delete /metadata",
    "set /package/20 {name: n}", "rename /metadata m", "set /package/20/name {x: 1}",
  ])
  func editsLockFilesAsWithoutThinning(edit: String) throws {
    var text = "# made by a tool\nversion = 4\n\n"
    for index in 0..<40 {
      text += "# \(index)\n[[package]]\nname = \"n\(index)\"\nversion = \"1.\(index)\" # v\n"
      text += "dependencies = [\n \"a\(index)\",\n \"b\",\n]\n\n[package.checks]\na = 1\n\n"
    }
    text += "[metadata]\nhash = \"x\"\n"
    let edits = [try DocumentEdit(edit)]
    #expect(
      try edited(text, as: .toml, edits, thinned: true)
        == edited(text, as: .toml, edits, thinned: false))
    // The elements that a value comes from may have other numbers by then.
    let needsAll = edit.hasPrefix("move") || edit.hasPrefix("copy")
    #expect(try needsAll || thinned(text, as: .toml, edits).thinned.count * 2 < text.count)
  }

  @Test func leavesOutDocuments() throws {
    let records = "[[1]]\n[2]\n[3]\n[4]\n{\"a\": 5}\n"
    let edit = try DocumentEdit("set root 0")
    #expect(
      try thinned(records, as: .jsonLines, [edit], document: 4).thinned
        == "[]\n[]\n[4]\n{}\n")
    let documents = "- 1\n---\n- 2\n---\n- 3\n---\n- 4\n---\n- 5\n---\n- 6\n"
    for number in 1...6 {
      #expect(
        try edited(documents, as: .yaml, [edit], document: number, thinned: true)
          == edited(documents, as: .yaml, [edit], document: number, thinned: false))
    }
    #expect(throws: DecantError.self) {
      try edited(documents, as: .yaml, [edit], document: 7, thinned: true)
    }
  }

  /// An edit that takes more than its node is refused, though the thinned does not show it.
  @Test func keepsWhatIsLeftOut() throws {
    let bytes = EditedBytes(Array("[0, 1, 2, 3, 4, 5, [6, 7], 8, 9]".utf8))
    let syntax = try #require(Format.json.editing as? any ThinnableSyntax)
    var finder = Thinning(
      of: bytes, by: syntax, paths: [NeededPath(DocumentPointer(tokens: ["7"]))],
      ofDocument: nil, shortest: 1)
    let editor = try editor("[]", as: .json, thinned: true)
    try editor.readEvents(of: bytes.makeSource()) { (batch) throws(DecantError) in
      finder.add(batch)
    }
    finder.finish()
    let thinned = try #require(try ThinnedDocument(bytes, without: finder, atLeast: 1))
    #expect(Array(thinned.text) == Array("[0, [], 8, 9]".utf8))
    let cases: [(range: Range<Int>, node: Range<Int>?, result: String?)] = [
      (4..<6, 4..<6, "[0, 1, 2, 3, 4, 5, x, 8, 9]"), (4..<6, nil, nil), (1..<6, 4..<6, nil),
      (8..<9, 8..<9, "[0, 1, 2, 3, 4, 5, [6, 7], x, 9]"), (0..<13, 0..<13, "x"),
      (0..<13, 4..<6, nil),
    ]
    for (range, node, result) in cases {
      let edited = try? thinned.applying(
        [ByteEdit(range, "x".utf8)], leaving: node.map { [$0] } ?? [])
      #expect(edited.map { String(decoding: Array($0), as: UTF8.self) } == result, "\(range)")
    }
  }

  /// The place of a mistake is that in the document.
  @Test func namesPlacesInTheDocument() throws {
    let text = "[\n" + (0..<50).map { "  [\($0)],\n" }.joined() + "  true\n]\n"
    var editor = try editor(text, as: .json, thinned: true)
    let error = #expect(throws: DecantError.self) {
      try editor.apply(try DocumentEdit("set /50/a x"))
    }
    #expect(error?.position?.line == 52)
  }
}
