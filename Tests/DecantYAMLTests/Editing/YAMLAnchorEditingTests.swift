import DecantTestSupport
import Testing
import Decant

/// Edits of values to which aliases refer.
@Suite struct YAMLAnchorEditingTests {
  static let merged = "d: &d {m: 1}\nu:\n  <<: *d\nb: *d\n"

  static let refused: [(text: String, operation: String, message: String)] = [
    (merged, "set /d 3", "2 aliases refer to the anchor 'd' of this value, at '/u/<<' and '/b'"),
    (merged, "set /d/m 3", "2 aliases refer to the anchor 'd' of this value, at '/u/<<' and '/b'"),
    (merged, "set /d/n 3", "2 aliases refer to the anchor 'd' of this value, at '/u/<<' and '/b'"),
    (merged, "delete /d/m", "2 aliases refer to the anchor 'd' of this value, at '/u/<<' and '/b'"),
    (
      merged, "rename /d/m n",
      "2 aliases refer to the anchor 'd' of this value, at '/u/<<' and '/b'"
    ),
    (merged, "delete /d", "2 aliases refer to the anchor 'd' in this value, at '/u/<<' and '/b'"),
    (merged, "set /b/m 3", "the path goes through the alias 'd', which refers to the node here"),
    (merged, "set /u/<< 3", "the merge key at '/u/<<' needs a mapping"),
    (
      merged, "merge {d: {m: 2}}",
      "2 aliases refer to the anchor 'd' of this value, at '/u/<<' and '/b'"
    ),
    ("a: &x 1\nb: *x\n", "set /a 2", "an alias refers to the anchor 'x' of this value, at '/b'"),
    (
      "a: &x [1]\nb: [*x]\n", "insert /a/- 2",
      "an alias refers to the anchor 'x' of this value, at '/b/0'"
    ),
    (
      "a: &x {b: 1}\nc: [*x, *x, *x, *x, *x, *x]\n", "set /a/b 2",
      "6 aliases refer to the anchor 'x' of this value, at '/c/0', '/c/1', '/c/2', '/c/3', '/c/4' and 1 more"
    ),
  ]

  @Test(arguments: refused.indices)
  func refusesChangesInSeveralPlaces(index: Int) throws {
    let (text, operation, message) = Self.refused[index]
    var editor = try DocumentEditor(Array(text.utf8), as: .yaml)
    let edit = try DocumentEdit(operation)
    let error = #expect(throws: DecantError.self) { try editor.apply(edit) }
    #expect(error?.message == message)
    #expect(editor.bytes == Array(text.utf8))
  }

  static let allowed: [(text: String, shared: AliasedValues, operation: String, new: String)] = [
    // An equal value changes nothing, and an alias can be replaced.
    (merged, .refused, "set /d {m: 1}", merged), (merged, .refused, "set /d/m 1", merged),
    (merged, .refused, "set /b 2", "d: &d {m: 1}\nu:\n  <<: *d\nb: 2\n"),
    ("a: &x 1\nb: 2\n", .refused, "set /a 3", "a: &x 3\nb: 2\n"),
    ("a: &x 1\nb: *x\nc: &x 2\n", .refused, "set /c 3", "a: &x 1\nb: *x\nc: &x 3\n"),
    (merged, .separated, "set /d 3", "d: 3\nu:\n  <<: &d {m: 1}\nb: *d\n"),
    (merged, .separated, "set /d/m 3", "d: {m: 3}\nu:\n  <<: &d {m: 1}\nb: *d\n"),
    (merged, .separated, "set /b/m 3", "d: &d {m: 1}\nu:\n  <<: *d\nb: {m: 3}\n"),
    (merged, .separated, "delete /d", "u:\n  <<: &d {m: 1}\nb: *d\n"),
    ("a: &x 1\nb: *x\nc: *x\n", .separated, "set /a 2", "a: 2\nb: &x 1\nc: *x\n"),
    (
      "a: &x\n  m: &y [1, 2]\nb: *x\nc: *y\n", .separated, "set /a/m/0 3",
      "a:\n  m: [3, 2]\nb: &x\n  m: [1, 2]\nc: &y [1, 2]\n"
    ),
    (merged, .changed, "set /d/m 3", "d: &d {m: 3}\nu:\n  <<: *d\nb: *d\n"),
    (merged, .changed, "set /b/m 3", "d: &d {m: 3}\nu:\n  <<: *d\nb: *d\n"),
    (merged, .changed, "set /b/x 3", "d: &d {m: 1, x: 3}\nu:\n  <<: *d\nb: *d\n"),
    ("a: &x 1\nb: *x\n", .changed, "set /a 2", "a: &x 2\nb: *x\n"),
    ("a: &x !t x\nb: *x\n", .changed, "set /a 1", "a: &x 1\nb: *x\n"),
    ("a: &x\n  b: 1\nc: *x\n", .changed, "set /a/b 2", "a: &x\n  b: 2\nc: *x\n"),
  ]

  @Test(arguments: allowed.indices)
  func changesWhatIsAskedFor(index: Int) throws {
    let (text, shared, operation, new) = Self.allowed[index]
    var editor = try DocumentEditor(Array(text.utf8), as: .yaml)
    editor.aliasedValues = shared
    try editor.apply(try DocumentEdit(operation))
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  @Test func refusesAMergeKeyWithoutMapping() throws {
    var editor = try DocumentEditor(Array(Self.merged.utf8), as: .yaml)
    editor.aliasedValues = .changed
    let edit = try DocumentEdit("set /d 3")
    let error = #expect(throws: DecantError.self) { try editor.apply(edit) }
    #expect(error?.message == "the merge key at '/u/<<' needs a mapping")
  }

  /// The value of the document is that of the same changes of the value without aliases, also of several at once.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func changesOnlyOnePlaceOfRandomDocuments(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = Self.document(&random)
    let old = try Value(parsing: text, as: .yaml)
    for _ in 0..<4 {
      var (expected, operations) = (old, [JSONPatch.Operation]())
      for number in 0..<Int.random(in: 1...4, using: &random) {
        let pointers = expected.pointers.filter { !$0.tokens.isEmpty }
        guard let pointer = pointers.randomElement(using: &random) else { break }
        operations.append(
          Bool.random(using: &random)
            ? .remove(pointer) : .replace(pointer, "new\(number)" as Value))
        try expected.apply(JSONPatch([operations[operations.count - 1]]))
      }
      var editor = try DocumentEditor(Array(text.utf8), as: .yaml)
      editor.aliasedValues = .separated
      do {
        try editor.apply(.patch(JSONPatch(operations)))
      } catch {
        Issue.record("\(error) by \(operations) in:\n\(text)")
        continue
      }
      let new = String(decoding: editor.bytes, as: UTF8.self)
      #expect(
        try Value(parsing: new, as: .yaml) == expected, "\(operations):\n\(text)\n=== \n\(new)")
    }
  }

  /// Anchored values in block and flow style, with aliases of earlier ones inside.
  private static func document(_ random: inout SeededGenerator) -> String {
    var names: [String] = []
    var text = ""
    func scalar() -> String {
      if let name = names.randomElement(using: &random), Bool.random(using: &random) {
        return "*\(name)"
      }
      return String(Int.random(in: 0...9, using: &random))
    }
    for index in 0..<Int.random(in: 3...7, using: &random) {
      let anchor = Bool.random(using: &random) ? " &n\(index)" : ""
      switch Int.random(in: 0...4, using: &random) {
      case 0: text += "k\(index):\(anchor) [\(scalar()), {x: \(scalar()) }]\n"
      case 1:
        text += "k\(index):\(anchor)\n  a: \(scalar())\n  b:\n  - \(scalar())\n  - c: \(scalar())\n"
      case 2:
        let inner = " &i\(index)"
        text += "k\(index):\(anchor)\n  a:\(inner)\n    x: \(scalar())\n  b: *i\(index)\n"
        names.append("i\(index)")
      default:
        text += "k\(index):\(anchor) \(anchor.isEmpty ? scalar() : "7") # \(index)\n"
      }
      if !anchor.isEmpty { names.append("n\(index)") }
    }
    return text
  }
}
