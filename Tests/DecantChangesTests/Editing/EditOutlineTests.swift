import DecantTestSupport
import Testing
import Decant

@testable import DecantChanges
@testable import DecantYAML

/// The outline of a result has all events that an edit can affect, and it is rejected unless the result is as expected.
@Suite struct EditOutlineTests {
  /// Edits the value at `pointer`; returns the result, and the outline by which it would be verified.
  private func edit(
    _ text: String, as format: Format, _ pointer: DocumentPointer, document number: Int? = nil,
    change: (inout [ByteEdit]) -> Void = { _ in },
    by changes: (EditedDocument) throws(DecantError) -> [NodeChange]
  ) throws -> (editor: DocumentEditor, result: EditedBytes, outline: EditOutline) {
    let editor = try DocumentEditor(Array(text.utf8), as: format)
    let syntax = try #require(format.editing as? any OutlinedSyntax)
    var outline = EditOutline(of: editor.text, by: syntax)
    var count = 0
    let builder = syntax.makeBuilder(
      of: editor.text, keeping: [PartialDocument.Path(pointer)], ofDocument: number)
    try editor.read(editor.text, by: builder) { (nodes) throws(DecantError) in
      count += 1
      let document = editor.edited(nodes, editor.text.firstLineEnd ?? [0x0A])
      guard number == nil || number == count else { return try outline.add(document) }
      var edits: [ByteEdit] = []
      var tapeEdits: [TapeEdit] = []
      for change in try changes(document) {
        edits += try change.edits(of: document, by: syntax)
        tapeEdits.append(try change.tapeEdit(of: document))
      }
      change(&edits)
      try outline.add(document, edits, tapeEdits)
    }
    let result = try outline.finish()
    return (editor, result, outline)
  }

  private func isVerified(
    _ edited: (editor: DocumentEditor, result: EditedBytes, outline: EditOutline)
  ) -> Bool {
    (try? edited.editor.verify(edited.result, edited.outline)) != nil
  }

  // MARK: What is left out

  static let outlines: [(format: Format, text: String, pointer: String, outline: String)] = [
    (
      .json, #"{"a": [1, 2, 3], "b": 4, "c": 5, "d": 6, "e": 7}"#, "/d",
      #"{"a": [], "c": 5, "d": 0, "e": 7}"#
    ),
    (.json, "[[1, [2]], [3], 4]", "/1", "[[], 0, 4]"),
    (.json, "[1, 2, 3, [4, 5, 6, 7], 8, 9, 10]", "/3/1", "[1, 3, [4, 0, 6, 7], 8, 10]"),
    (.json, "[[1], [2], [3], [4]]", "/-1", "[[1], [], 0]"),
    (.json, "[[1], [2], [3], [4]]", "", "0"),
    (.json5, "[ /*a*/ 1, // b\n 2, /*c*/ 3, 4 ]", "/3", "[ /*a*/ 1, // b\n 3, 0 ]"),
    (.openStepPropertyList, "{ a = (b, c); d = e; f = g; }", "/f", "{ a = (); d = e; f = 0; }"),
    (
      .xmlPropertyList, "<array><dict><key>a</key><true/></dict><array/><true/><true/></array>",
      "/3", "<array><dict></dict><true/><integer>0</integer></array>"
    ),
    (
      yaml, "- a\n- b\n- c\n- d\n- e\n- f\n- g\n- h\n- i\n", "/4",
      "- a\n- c\n- d\n- 0\n- f\n- g\n- i\n"
    ),
    (
      yaml, "- a\n# x\n- b\n\n- c # y\n# z\n- d # x\n  # y\n\n- e", "/0",
      "- 0\n# x\n- b\n\n- c # y\n# z\n- e"
    ),
    (
      yaml, "a:\n- b\n- c\n- d\n- e\nf: g\nh: |+\n  i\n\nj: k\nl: m\nn: o\n", "/n",
      "a:\n- b\n- e\nj: k\nl: m\nn: 0\n"
    ),
    (
      yaml, "- [1, 2, 3]\n- {a: 1}\n- b: c\n  d: e\n  f: g\n- h\n", "/2/f",
      "- [1, 2, 3]\n- {a: 1}\n- b: c\n  d: e\n  f: 0\n- h\n"
    ),
    (
      yaml, "- a\n- b\n- c\n-   d\n- e\n- f\n", "/5",
      "- a\n- b\n- c\n-   d\n- e\n- 0\n"
    ),
    (yaml, "- a\n- &b c\n- d\n- e\n- f\n- g\n", "/5", "- a\n- &b c\n- d\n- e\n- f\n- 0\n"),
    (
      stepwise, "- a\n- b\n- c\n- d\n- e\n- f\n- g\n- &h i\n- j\n- k\n- l\n- m\n", "/11",
      "- a\n- f\n- g\n- &h i\n- j\n- k\n- l\n- 0\n"
    ),
    (
      stepwise,
      "- a\n- b:\n  - c\n  - d\n  - e\n  - f\n  - g\n- h\n- i\n- j\n- k: l\n  m: n\n  o: p\n",
      "/-1/o",
      "- a\n- i\n- j\n- k: l\n  m: n\n  o: 0\n"
    ),
    (
      stepwise, "- a\n-\n-\n-\n-\n- \n-\n-\n-\n", "/8",
      "- a\n-\n-\n- 0\n"
    ),
  ]

  /// YAML of which also short parts are left out.
  private static let yaml = Format.yaml.edited(by: YAMLEditing(shortestOmission: 1))

  /// YAML of which parts are left out each time the part in memory has doubled, which begins with one event.
  private static let stepwise = Format.yaml.edited(
    by: StepwiseYAML(yaml: YAMLEditing(shortestOmission: 1, memoryLimit: 0)))

  @Test(arguments: outlines.indices)
  func leavesOutWhatIsAwayFromTheEdit(index: Int) throws {
    let (format, text, words, expected) = Self.outlines[index]
    let pointer = try #require(DocumentPointer(words))
    let edited = try edit(text, as: format, pointer) { (document) throws(DecantError) in
      try document.setting(pointer, to: Document(0))
    }
    let outline = try edited.result.makeSource(without: edited.outline.omissions).readToEnd()
    #expect(String(decoding: outline, as: UTF8.self) == expected)
    // An OpenStep property list has no numbers.
    #expect(isVerified(edited) == (format.name != "openstep"))
  }

  @Test(arguments: [
    (1, "[0]\n{}\n"), (2, "[]\n[0]\n{}\n"), (4, "[]\n[0]\n{}\n"), (5, "[]\n[0]\n"),
  ])
  func leavesOutRunsOfDocuments(number: Int, expected: String) throws {
    let text = "[[1]]\n[2]\n[3]\n[4]\n{\"a\": 5}\n"
    let pointer = try #require(DocumentPointer(""))
    let edited = try edit(text, as: .jsonLines, pointer, document: number) {
      (document) throws(DecantError) in try document.setting(pointer, to: Document([0]))
    }
    let outline = try edited.result.makeSource(without: edited.outline.omissions).readToEnd()
    #expect(String(decoding: outline, as: UTF8.self) == expected)
    #expect(isVerified(edited))
  }

  @Test(arguments: [
    (
      "- 1\n---\n- 2\n---\n- 3\n---\n- 4\n---\n- 5\n---\n- 6\n", 4,
      "- 1\n---\n- 0\n---\n- 5\n"
    ),
    ("--- 1\n--- 2\n--- 3 # c\n--- 4\n---\n", 5, "---\n- 0\n"),
    ("--- 1\n--- 2\n--- 3\n...\n", 1, "---\n- 0\n--- 2\n"),
    (
      "a\n...\n%YAML 1.1\n--- no\n--- 3\n--- 4\n--- 5 # c\n--- 6\n", 4,
      "%YAML 1.1\n--- no\n---\n- 0\n--- 5 # c\n"
    ),
  ])
  func leavesOutRunsOfYAMLDocuments(text: String, number: Int, expected: String) throws {
    let pointer = DocumentPointer(tokens: [])
    let edited = try edit(text, as: .yaml, pointer, document: number) {
      (document) throws(DecantError) in try document.setting(pointer, to: Document([0]))
    }
    let outline = try edited.result.makeSource(without: edited.outline.omissions).readToEnd()
    #expect(String(decoding: outline, as: UTF8.self) == expected)
    #expect(isVerified(edited))
  }

  // MARK: Wrong results

  private static let marks = Array("{}[]()<>\",;:=/*'# \n\\1a".utf8)

  /// Changes edits as a defect of a syntax might.
  private func corrupt(_ edits: inout [ByteEdit], of text: [UInt8], _ layout: inout RandomLayout) {
    func bounded(_ lower: Int, _ upper: Int) -> Range<Int> {
      let lower = min(max(lower, 0), text.count)
      return lower..<min(max(upper, lower), text.count)
    }
    guard let edit = edits.first else { return }
    let (range, mark) = (edit.range, Self.marks[layout.pick(0...Self.marks.count - 1)])
    let distance = layout.pick(1...8)
    let place = layout.pick(0...edit.bytes.count)
    switch layout.pick(0...8) {
    case 0: edits[0].range = bounded(range.lowerBound, range.upperBound + distance)
    case 1: edits[0].range = bounded(range.lowerBound - distance, range.upperBound)
    case 2: edits[0].range = bounded(range.lowerBound + distance, range.upperBound)
    case 3: edits[0].range = bounded(range.lowerBound, range.upperBound - distance)
    case 4: edits[0].bytes = edit.bytes.dropLast(distance)
    case 5: edits[0].bytes.insert(mark, at: place)
    case 6:
      let start = layout.pick(0...text.count)
      edits[0].bytes += text[bounded(start, start + layout.pick(0...30))]
    case 7:
      let start = layout.pick(0...text.count)
      edits.append(ByteEdit(bounded(start, start + layout.pick(0...1)), [mark]))
    default: edits.removeFirst()
    }
  }

  private func longValue(_ layout: inout RandomLayout, onlyStrings: Bool) -> Value {
    let values = (0..<layout.pick(3...9)).map { _ in
      layout.value(depth: layout.pick(0...2), onlyStrings: onlyStrings)
    }
    guard layout.pick(0...1) == 0 else { return .sequence(values) }
    var mapping = Mapping()
    for (index, value) in values.enumerated() { mapping["m\(index)"] = value }
    return .mapping(mapping)
  }

  /// Compares the verification by outline with reading all of the result.
  @Test(
    arguments: EditingPropertyTests.Notation.allCases.filter { $0 != .toml },
    0..<60 as Range<UInt64>)
  func acceptsOnlyCorrectResults(notation: EditingPropertyTests.Notation, seed: UInt64) throws {
    var layout = RandomLayout(seed: seed &+ 9000)
    let onlyStrings = notation == .openStep
    let format =
      notation == .yaml ? seed.isMultiple(of: 2) ? Self.yaml : Self.stepwise : notation.format
    let old = longValue(&layout, onlyStrings: onlyStrings)
    let text = notation.text(of: old, &layout)
    for _ in 0..<20 {
      let pointers = EditingPropertyTests.pointers(in: old).filter { !$0.tokens.isEmpty }
      let pointer = pointers[layout.pick(0...pointers.count - 1)]
      let isRemoved = layout.pick(0...2) == 0
      let new = layout.scalar(onlyStrings)
      let operation = isRemoved ? JSONPatch.Operation.remove(pointer) : .replace(pointer, new)
      var expected = old
      try expected.apply(JSONPatch([operation]))
      let isCorrupt = layout.pick(0...9) > 0
      let edited = try? edit(
        text, as: format, pointer,
        change: { if isCorrupt { corrupt(&$0, of: Array(text.utf8), &layout) } },
        by: { (document) throws(DecantError) in
          isRemoved
            ? try document.deleting(pointer, .exact)
            : try document.setting(pointer, to: Document(new), .exact)
        })
      guard let edited, isVerified(edited) else {
        #expect(isCorrupt, "\(operation) is not verified in\n\(text)")
        continue
      }
      let bytes = Array(edited.result)
      let result = try? Value(parsing: bytes, as: notation.format)
      #expect(
        result == expected, "\(operation)\n\(text)\n===\n\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  // MARK: Syntaxes with defects

  static let defects: [(name: String, text: String, change: @Sendable (ByteEdit) -> ByteEdit)] = [
    ("an open string", "[1, 2, 3, 4, 5, 6]", { ByteEdit($0.range, "\"x".utf8) }),
    ("an open bracket", "[1, 2, 3, 4, 5, 6]", { ByteEdit($0.range, "[0".utf8) }),
    ("a closed bracket", "[1, 2, 3, 4, 5, 6]", { ByteEdit($0.range, "0]".utf8) }),
    ("another value", "[1, 2, 3, 4, 5, 6]", { ByteEdit($0.range, "7".utf8) }),
    ("one value more", "[1, 2, 3, 4, 5, 6]", { ByteEdit($0.range, "0, 0".utf8) }),
    ("no value", "[1, 2, 3, 4, 5, 6]", { ByteEdit($0.range) }),
    (
      "one comma less", "[1, 2, 3, 4, 5, 6]",
      {
        ByteEdit($0.range.lowerBound..<$0.range.upperBound + 2, $0.bytes)
      }
    ),
    (
      "one sibling less", "[1, 2, 3, 4, 5, 6]",
      {
        ByteEdit($0.range.lowerBound..<$0.range.upperBound + 3, $0.bytes)
      }
    ),
    (
      "all siblings less", "[1, 2, 3, 4, 5, 6]",
      {
        ByteEdit($0.range.lowerBound..<$0.range.upperBound + 9, $0.bytes)
      }
    ),
    ("an edit of what is left out", "[1, 2, 3, 4, 5, [6, 7]]", { _ in ByteEdit(17..<18, [0x38]) }),
    ("an edit at what is left out", "[1, 2, 3, 4, 5, [6, 7]]", { _ in ByteEdit(21..<21, [0x38]) }),
    ("the same key", #"{"a": 1, "b": 2, "3": 3}"#, { ByteEdit($0.range, "0, \"a\": 0".utf8) }),
  ]

  @Test(arguments: defects.indices)
  func rejectsWrongEdits(index: Int) throws {
    let (name, text, change) = Self.defects[index]
    let format = Format.json.edited(by: DefectiveSyntax(change: change))
    var editor = try DocumentEditor(Array(text.utf8), as: format)
    let pointer = try #require(DocumentPointer(text.first == "[" ? "/2" : "/b"))
    let error = #expect(throws: DecantError.self, "\(name)") {
      try editor.apply(.set(pointer, Document(0)))
    }
    #expect(error?.problem.specific(EditProblem.self) == .unverified)
    #expect(error?.category == .defect)
    #expect(editor.bytes == Array(text.utf8))
  }
}
