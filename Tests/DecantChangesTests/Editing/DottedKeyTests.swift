import DecantTestSupport
import Testing
import Decant
import DecantConversion

/// Names between dots lead to the nested place if it exists, and else to the only one with a key that has the dots.
@Suite struct DottedKeyTests {
  private static func document(_ depth: Int, _ random: inout SeededGenerator) -> Value {
    guard depth > 0, Int.random(in: 0...4, using: &random) > 0 else {
      return .number(Number(Int.random(in: 0...9, using: &random)))
    }
    let keys = ["a", "b", "a.b", "b.a", "a.b.a"].shuffled(using: &random)
    var mapping = Mapping()
    for key in keys.prefix(Int.random(in: 1...4, using: &random)) {
      mapping[key] = document(depth - 1, &random)
    }
    return .mapping(mapping)
  }

  /// Returns the only pointer that a path of names means, by trying all.
  private static func meant(_ names: [String], in root: Value) -> DocumentPointer? {
    let plain = DocumentPointer(tokens: names)
    if root[plain] != nil { return plain }
    var found: [DocumentPointer] = []
    for start in names.indices {
      for end in names.indices where end > start {
        let joined = names[start...end].joined(separator: ".")
        let pointer = DocumentPointer(tokens: names[..<start] + [joined] + names[(end + 1)...])
        if root[pointer] != nil { found.append(pointer) }
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  @Test(arguments: [Format.json, .yaml]) func findsTheOnlyPlace(format: Format) throws {
    var random = SeededGenerator(seed: 60)
    var counts = (nested: 0, dotted: 0, missing: 0)
    for _ in Thoroughness.cases(of: 0..<600 as Range<UInt64>) {
      let root = Self.document(4, &random)
      let names = (0..<Int.random(in: 2...4, using: &random)).map { _ in
        ["a", "b"].randomElement(using: &random) ?? "a"
      }
      let path = try PathPattern("." + names.joined(separator: "."))
      let meant = Self.meant(names, in: root)
      let bytes = try root.encoded(as: format)
      let story = "\(path.text) in \(root)"
      counts.nested += meant?.tokens.count == names.count ? 1 : 0
      counts.dotted += (meant?.tokens.count ?? .max) < names.count ? 1 : 0
      counts.missing += meant == nil ? 1 : 0
      // In memory, and as a stream.
      let matches = path.matches(in: try Document(root).root)
      #expect(matches.map { DocumentPointer($0.tokens) } == (meant.map { [$0] } ?? []), "\(story)")
      var reader = try DocumentReader(
        try Input(ChunkedSource(bytes, sizes: [3, 1, 8]), as: format), ReadingOptions(), at: path,
        .value)
      var values: [Value] = []
      while let document = try reader.next(), !document.isEmpty {
        values.append(try document.value)
      }
      #expect(values == (meant.flatMap { root[$0] }.map { [$0] } ?? []), "\(story)")
      // Edits, also of a part of the document.
      for isLarge in [false, true] {
        var editor = try DocumentEditor(bytes, as: format)
        if isLarge { (editor.smallestThinnedText, editor.shortestOmission) = (0, 0) }
        editor.skipsMissing = true
        try editor.apply(.set(path, .entered("new")))
        var expected = root
        if let meant { try expected.apply(JSONPatch([.replace(meant, "new")])) }
        #expect(try Value(parsing: editor.bytes, as: format) == expected, "\(story)")
        try editor.apply(.rename(path, to: "new"))
        if let meant, !meant.tokens.isEmpty {
          let target = meant.parent.appending("new")
          try expected.apply(JSONPatch([.move(from: meant, to: target)]))
          #expect(try Value(parsing: editor.bytes, as: format) == expected, "\(story)")
        }
      }
    }
    #expect(counts.nested > 9 && counts.dotted > 9 && counts.missing > 9, "\(counts)")
  }

  static let operations: [(operation: String, result: String)] = [
    ("set .a.b.c 2", #"{"a.b": {"c": 2, "l": [1]}, "z": 0}"#),
    ("delete .a.b.c", #"{"a.b": {"l": [1]}, "z": 0}"#),
    ("append .a.b.l 2", #"{"a.b": {"c": 1, "l": [1, 2]}, "z": 0}"#),
    ("insert .a.b.l[0] 2", #"{"a.b": {"c": 1, "l": [2, 1]}, "z": 0}"#),
    ("move .a.b.c /d", #"{"a.b": {"l": [1]}, "z": 0, "d": 1}"#),
    ("copy .a.b.l[0] /d", #"{"a.b": {"c": 1, "l": [1]}, "z": 0, "d": 1}"#),
    ("set .a.b.l[] 2", #"{"a.b": {"c": 1, "l": [2]}, "z": 0}"#),
    ("set .*.c 2", #"{"a.b": {"c": 2, "l": [1]}, "z": 0}"#),
    // A path with quotes, and a pointer, have no such keys.
    (#"set ."a".b 2"#, #"{"a.b": {"c": 1, "l": [1]}, "z": 0, "a": {"b": 2}}"#),
    ("set /a/b 2", #"{"a.b": {"c": 1, "l": [1]}, "z": 0, "a": {"b": 2}}"#),
  ]

  @Test(arguments: operations) func isInEveryOperation(operation: String, result: String) throws {
    #expect(
      try Value(
        parsing: edited(#"{"a.b": {"c": 1, "l": [1]}, "z": 0}"#, as: .json, operation), as: .json)
        == Value(parsing: result, as: .json))
  }
}
