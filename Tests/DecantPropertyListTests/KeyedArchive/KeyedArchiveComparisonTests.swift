import Testing
import Decant
import DecantCore

@Suite struct KeyedArchiveComparisonTests {
  static let differences: [(first: String, second: String, path: String?)] = [
    ("{a: 1.50, b: -0}", "{a: 1.5, b: 0}", nil),
    ("[1.0, 1.00]", "[1.0, 1.0]", nil),
    ("&x {k: [*x]}", "&y {k: [*y]}", nil),
    ("[&x {k: 1}, *x]", "[&y {k: 1}, *y]", nil),
    ("{a: [1, {b: 2}]}", "{a: [1, {b: 3}]}", "/a/1/b"),
    ("[1, 2, 1]", "[1, 2, 3]", "/2"),
    ("[1, '1']", "[1, 1]", "/1"),
    ("[1, 1.5]", "[1, 1.25]", "/1"),
    ("{a: x}", "{c: x}", "/a"),
    ("{a: [1]}", "{a: [1, 2]}", "/a"),
    ("{a: [1]}", "{a: {}}", "/a"),
    ("[&x {k: 1}, *x]", "[{k: 1}, {k: 1}]", "/1"),
    ("[{k: 1}, {k: 1}]", "[&x {k: 1}, *x]", "/1"),
    ("[!NSMutableString x]", "[x]", "/0"),
    ("{$class: A, n: 1}", "{$class: A, n: 2}", "/n"),
    ("{$class: A, n: 1}", "{$class: B, n: 1}", ""),
  ]

  private static func document(_ text: String) throws -> Document {
    var window = Window(MemorySource(Array(text.utf8)))
    var reader = try Format.yaml.reader(ReadingOptions())
    let documents = DocumentCollector()
    var batch = EventBatch()
    while try reader.read(from: &window, into: &batch) {
      try documents.add(batch)
      batch.removeAll()
    }
    return try #require(documents.take())
  }

  @Test(arguments: differences)
  func findsWhatDiffers(first: String, second: String, path: String?) throws {
    let rules = try #require(Format.keyedArchive.rewriting)
    let found = try rules.difference(between: Self.document(first), and: Self.document(second))
    #expect(found?.description == path)
  }
}
