import DecantTestSupport
import Testing

import Decant
import DecantCore
@testable import DecantConversion

@Suite struct PathStageTests {
  /// Returns the values of each document in YAML's flow, as the reader of a path finds them.
  private static func values(
    of source: String, as format: Format, at path: PathPattern, _ aspect: NodeAspect = .value,
    sizes: [Int] = [1000]
  ) throws -> [[String]] {
    let bytes = ChunkedSource(Array(source.utf8), sizes: sizes)
    var reader = try DocumentReader(
      try Input(bytes, as: format), ReadingOptions(), at: path, aspect)
    var values: [[String]] = []
    var ofDocument: [String] = []
    while let document = try reader.next() {
      if document.isEmpty {
        values.append(ofDocument)
        ofDocument = []
      } else {
        ofDocument.append(try document.value.description)
      }
    }
    #expect(ofDocument.isEmpty)
    return values
  }

  static let paths = [
    "", "/*", "/a", "/a/*", "/*/a", "/*/*/b", "/a/0", "/0/a", "/-1", "/a/-2", "/**", "/**/a",
    "/**/0",
    "/[0:1]", "/a/[-2:]", "/**/[1:]/a", "/[:-1]/*", "/[a/*=1]",
    "/a/**/b", "/[a]", "/a/[b]/a", "/[a=1]", "/**/[=1]", "/*/[!a]", "/**/a/**/b", "/1", "/**/1",
    "/**/-1",
    "/é", "/**/*", "/*/**", ".[]", ".*.a", ".a[].b", "..a", "/a/[b, a/0=1]/b",
    ".a.b", ".a.b.0", ".*.a.b", ".a[].b.a", "..a.b", ".a.b[]", ".a.b[-1]", ".b.a[b=1].a.b",
  ]

  /// What a stream yields is what a search of the whole document finds.
  @Test(arguments: [Format.json, .yaml, .jsonLines])
  func findsWhatTheWholeDocumentHas(format: Format) throws {
    var found = 0
    for seed in Thoroughness.cases(of: 0..<300 as Range<UInt64>) {
      var random = SeededGenerator(seed: seed)
      let source = (0..<2).map { _ in
        Self.document(depth: 4, format.name == Format.yaml.name, &random)
          + (format.name == Format.yaml.name ? "\n---\n" : "\n")
      }.prefix(format.name == Format.json.name ? 1 : 2).joined()
      var whole: [Document] = []
      var reader = try DocumentReader(.text(source), as: format)
      while let document = try reader.next() { whole.append(document) }
      for text in Self.paths {
        let path = try PathPattern(text)
        let expected = try whole.map { document in
          try path.matches(in: document.root).map { try $0.node.value.description }
        }
        let values = try Self.values(of: source, as: format, at: path, sizes: [1, 7, 3])
        #expect(values == expected, "\(text) in \(source)")
        found += values.joined().count
      }
    }
    #expect(found > (Thoroughness.isFull ? 10_000 : 2_000))
  }

  private static func document(
    depth: Int, _ hasOtherKeys: Bool, _ random: inout SeededGenerator
  ) -> String {
    switch depth == 0 ? 0 : Int.random(in: 0...6, using: &random) {
    case 0: return ["1", "null", "\"x\"", "[]", "{}"].randomElement(using: &random) ?? ""
    case 1...3:
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        document(depth: depth - 1, hasOtherKeys, &random)
      }
      return "[" + elements.joined(separator: ", ") + "]"
    default:
      var keys = [
        "\"a\"", "\"b\"", "\"0\"", "\"*\"", "\"é\"", "\"e\u{301}\"", "\"[a]\"", "\"a.b\"",
        "\"b.a\"",
      ]
      if hasOtherKeys { keys += ["0", "1", "\"1\"", "[k]", "null"] }
      let pairs = keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)).map {
        "\($0): \(document(depth: depth - 1, hasOtherKeys, &random))"
      }
      return "{" + pairs.joined(separator: ", ") + "}"
    }
  }

  // MARK: Memory

  /// Mappings inside of mappings, around a sequence.
  private static func nested(_ depth: Int, _ width: Int, _ key: String = "k") -> String {
    let list = "[" + Array(repeating: "1", count: width).joined(separator: ",") + "]"
    return String(repeating: "{\"\(key)\":", count: depth) + list
      + String(repeating: "}", count: depth)
  }

  static let nestedPaths = [
    ("/**/k", "k"), ("/**", "k"), ("/**/*", "k"), ("..a.b", "a.b"), ("/**/[!x]", "k"),
  ]

  /// Values inside of values leave a stage in batches of the usual size, however much they are together.
  @Test(arguments: nestedPaths) func passesNestedValuesInBatches(path: String, key: String) throws {
    for (depth, width) in [(100, 100), (200, 100), (100, 200)] {
      var input = try Input(.text(Self.nested(depth, width, key)), as: .json)
      var reading = try InputReading(
        of: input, ReadingOptions(),
        stages: [PathStage(try PathPattern(path), missingValue: .isError)])
      var (largest, total, documents) = (0, 0, 0)
      let receive = { (batch: inout EventBatch) throws(DecantError) in
        largest = max(largest, batch.count)
        total += batch.count
        for index in 0..<batch.count where batch[index].kind == .beginDocument { documents += 1 }
      }
      while try reading.advance(&input, to: receive) {}
      // A value is its collections, their keys and ends, and the list; all are inside of the one before.
      let levels = path == "/**" ? depth + 1 : depth
      let scalars = path == "/**" || path.hasSuffix("*") || path.hasSuffix("]") ? width : 0
      let events = (0..<levels).reduce(0) { $0 + 3 * $1 + width + 4 } + 3 * scalars
      #expect(total == events && documents == levels + scalars, "\(path)")
      #expect(largest < 2 * EventBatch.usualCount + 10, "\(path)")
    }
  }

  /// Each document is handed on before the next is made.
  @Test func handsOnEachNestedValueAtOnce() throws {
    var reader = try DocumentReader(
      try Input(.text(Self.nested(300, 300)), as: .json), ReadingOptions(),
      at: try PathPattern("/**/k"), .value)
    var counts: [Int] = []
    #expect(throws: DecantError.self) {
      try reader.forEach { (document) throws(DecantError) in
        counts.append(document.tape.count)
        if counts.count == 3 { throw DecantError(.malformedEvents("")) }
      }
    }
    #expect(counts == [299, 298, 297].map { 3 * $0 + 302 })
  }

  static let aspects: [(NodeAspect, String, String, [[String]])] = [
    (.length, "/a", #"{"a": [1, {"b": [2]}, 3]}"#, [["3"]]), (.length, "", "{}", [["0"]]),
    (.length, "/*", #"{"a": {"b": 1, "c": [1, 2]}, "d": "aé😀", "e": []}"#, [["2", "3", "0"]]),
    (.keys, "", #"{"a": {"b": 1}, "c": [1]}"#, [["\"a\"", "\"c\""]]),
    (.keys, "/a", #"{"a": ["x", ["y"], {}]}"#, [["0", "1", "2"]]),
    (
      .type, "/*", #"[1, 1.0, "x", null, true, {"a": 1}, [1]]"#,
      [
        [
          "\"integer\"", "\"real\"", "\"string\"", "\"null\"", "\"boolean\"", "\"mapping\"",
          "\"sequence\"",
        ]
      ]
    ),
    (.length, "/b", #"{"a": 1}"#, [[]]),
  ]

  @Test(arguments: aspects.indices) func showsAspects(index: Int) throws {
    let (aspect, text, source, values) = Self.aspects[index]
    let path = try PathPattern(text)
    let found = try Self.values(of: source, as: .json, at: path, aspect, sizes: [3])
    #expect(found == values)
    let whole = try Document(parsing: source, as: .json)
    let shown = try path.matches(in: whole.root).flatMap {
      try Document(copying: $0.node).shown(as: aspect).map { try $0.value.description }
    }
    #expect(shown == values[0])
  }

  @Test(arguments: [
    (NodeAspect.keys, "a string has no keys"), (.length, "an integer has no length"),
  ])
  func reportsWhatAValueLacks(aspect: NodeAspect, message: String) throws {
    let source = aspect == .keys ? #"["x"]"# : "[7]"
    let error = #expect(throws: DecantError.self) {
      try Self.values(of: source, as: .json, at: PathPattern("/0"), aspect)
    }
    #expect(error?.message == message)
    #expect(error?.position?.column == 2)
  }

  // MARK: Documents and comments

  static let comments: [(path: String, source: String, result: String)] = [
    (
      "/*/a", "x:\n  # above\n  a: 1 # beside\n  b: 2\ny:\n  a: 3\n",
      "# above\n1 # beside\n---\n3\n"
    ),
    (".a.b", "# one\na.b: # two\n  c: 1 # three\nb: 2\n", "# one\n# two\nc: 1 # three\n"),
    (".a.b", "# one\na.b: 1\n# two\na:\n  # three\n  b: 2 # four\n", "# three\n2 # four\n"),
    ("/[b]", "# one\n- a: 1\n# two\n- b: 2 # beside\n", "# two\nb: 2 # beside\n"),
  ]

  @Test(arguments: comments) func keepsComments(
    path: String, source: String, result: String
  ) throws {
    var plan = Plan(to: .yaml)
    plan.path = try PathPattern(path)
    let destination = MemoryDestination()
    var pipeline = try Pipeline(plan, to: destination)
    var input = try Input(.text(source), as: .yaml)
    try pipeline.convert(&input)
    try pipeline.finish()
    #expect(String(decoding: destination.bytes, as: UTF8.self) == result)
  }

  static let selections: [(String, [String])] = [
    ("1", ["{\"kind\":\"Pod\"}"]), ("2", ["{\"kind\":\"Service\",\"n\":1}"]),
    ("[kind=Service]", ["{\"kind\":\"Service\",\"n\":1}", "{\"kind\":\"Service\",\"n\":2}"]),
    ("[kind=Service, n>1]", ["{\"kind\":\"Service\",\"n\":2}"]), ("[=7]", ["7"]),
  ]

  static let stream = "kind: Pod\n---\nkind: Service\nn: 1\n---\nkind: &k Service\nn: 2\n--- 7\n"

  @Test(arguments: selections) func selectsDocuments(text: String, values: [String]) throws {
    var options = ReadingOptions()
    options.documents = try DocumentSelection(text)
    let source = ChunkedSource(Array(Self.stream.utf8), sizes: [5])
    var reader = try DocumentReader(source, as: .yaml, options: options)
    var found: [String] = []
    while let document = try reader.next() { found.append(try document.value.description) }
    #expect(found == values)
  }

  @Test(arguments: [
    ("5", PathProblem.noDocument(5, count: 4)), ("[kind=Job]", .noMatchingDocument),
  ])
  func reportsThatNoDocumentIsSelected(text: String, problem: PathProblem) throws {
    var options = ReadingOptions()
    options.documents = try DocumentSelection(text)
    var reader = try DocumentReader(.text(Self.stream), as: .yaml, options: options)
    let error = #expect(throws: DecantError.self) { while try reader.next() != nil {} }
    #expect(error?.problem.specific(PathProblem.self) == problem)
  }
}
