import DecantTestSupport
import Testing
import Decant
import DecantConversion

@Suite struct PathsStageTests {
  private static func documents(
    of source: String, as format: Format, at pointers: [String]?, sizes: [Int] = [1000]
  ) throws -> [Document] {
    let bytes = ChunkedSource(Array(source.utf8), sizes: sizes)
    let paths = try pointers?.map { try PathPattern($0) } ?? [PathPattern("")]
    var reader = try DocumentReader(
      try Input(bytes, as: format), ReadingOptions(), keeping: paths)
    var documents: [Document] = []
    while let document = try reader.next() { documents.append(document) }
    return documents
  }

  @Test(arguments: [
    (["/b"], #"{"b":[3]}"#), (["/c/2"], #"{"c":[null,null,6]}"#),
    (["/c/-1"], #"{"c":[4,[5],6,{"d":7}]}"#),
    (["/*/0"], #"{"a":[1],"b":[3],"c":[4]}"#), (["/x"], "{}"), (["/0"], "{}"),
    (["/a/x"], #"{"a":[]}"#),
    (["/c/-2"], #"{"c":[4,[5],6,{"d":7}]}"#), (["/c/[d]/x"], #"{"c":[4,[5],6,{"d":7}]}"#),
    (["/b/**/x"], #"{"b":[3]}"#), (["/**/b"], #"{"a":[1,2],"b":[3],"c":[4,[5],6,{"d":7}]}"#),
    (["/c/*/d"], #"{"c":[4,[],6,{"d":7}]}"#),
    (["/b", "/c/3/d"], #"{"b":[3],"c":[null,null,null,{"d":7}]}"#),
    (["", "/b"], #"{"a":[1,2],"b":[3],"c":[4,[5],6,{"d":7}]}"#),
  ])
  func keepsPaths(pointers: [String], kept: String) throws {
    let source = #"{"a": [1, 2], "b": [3], "c": [4, [5], 6, {"d": 7}]}"#
    let document = try #require(try Self.documents(of: source, as: .json, at: pointers).first)
    var options = WritingOptions()
    options.indentation = .compact
    #expect(try document.text(as: .json, options: options) == kept + "\n")
  }

  @Test(arguments: [
    ("<<: {b: {c: 1}}\na: 2", "/b/c", "1"), ("a: &a {b: [1, x]}\nc: *a", "/c/b/1", "x"),
    ("? [k]\n: 1\n? !t k\n: !t [2]", "/k/0", "2"), ("true: {null: 1}", "/true/null", "1"),
    ("- &x a\n- ? b\n  : *x", "/1/b", "a"),
  ])
  func followsWhatYAMLCanHaveOnPaths(source: String, pointer: String, value: String) throws {
    let document = try #require(try Self.documents(of: source, as: .yaml, at: [pointer]).first)
    #expect(try PathPattern(pointer).matches(in: document.root).map(\.node.text) == [value])
  }

  @Test(arguments: [Format.json, .yaml, .jsonLines])
  func findsWhatTheWholeDocumentHas(format: Format) throws {
    for seed in 0..<400 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let source = (0..<2).map { _ in
        Self.document(depth: 4, &random) + (format.name == Format.yaml.name ? "\n---\n" : "\n")
      }.prefix(format.name == Format.json.name ? 1 : 2).joined()
      let pointers = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        (0..<Int.random(in: 1...4, using: &random)).map { _ in
          "/"
            + (["a", "b", "0", "1", "2", "3", "*", "-1", "-2", "[a]", "**", "é", "e\u{301}"]
              .randomElement(
                using: &random) ?? "")
        }.joined()
      }
      let whole = try Self.documents(of: source, as: format, at: nil)
      let kept = try Self.documents(of: source, as: format, at: pointers, sizes: [1, 7, 3])
      try #require(whole.count == kept.count)
      for pointer in pointers {
        let path = try PathPattern(pointer)
        for (whole, kept) in zip(whole, kept) {
          let expected = path.matches(in: whole.root), found = path.matches(in: kept.root)
          #expect(found.map(\.tokens) == expected.map(\.tokens), "\(pointer) in \(source)")
          for (found, expected) in zip(found, expected) {
            #expect(
              try Document(copying: found.node).text(as: .json)
                == Document(copying: expected.node).text(as: .json), "\(pointer) in \(source)")
          }
        }
      }
    }
  }

  private static func document(depth: Int, _ random: inout SeededGenerator) -> String {
    switch depth == 0 ? 0 : Int.random(in: 0...6, using: &random) {
    case 0, 1: return ["1", "null", "\"x\"", "[]", "{}"].randomElement(using: &random) ?? ""
    case 2...3:
      let elements = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        document(depth: depth - 1, &random)
      }
      return "[" + elements.joined(separator: ", ") + "]"
    default:
      let keys = ["a", "b", "0", "1", "*", "c", "é", "e\u{301}"].shuffled(using: &random)
      let pairs = keys.prefix(Int.random(in: 0...4, using: &random)).map {
        "\"\($0)\": \(document(depth: depth - 1, &random))"
      }
      return "{" + pairs.joined(separator: ", ") + "}"
    }
  }
}
