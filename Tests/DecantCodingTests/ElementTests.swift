import Decant
import DecantCore
import DecantTestSupport
import Foundation
import Testing

@Suite struct ElementTests {
  struct Record: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var size: Double?
    var tags: [String]
  }

  struct Catalog: Codable, Equatable {
    var before: [Record]
    var found: Found
    var after: String

    struct Found: Codable, Equatable {
      var records: [Record]
    }
  }

  static let formats: [String: Format] = [
    "json": .json, "json5": .json5, "yaml": .yaml, "toml": .toml, "xml": .xmlPropertyList,
    "binary": .binaryPropertyList,
    "cbor": .cbor, "msgpack": .messagePack,
  ]

  static func records(_ count: Int) -> [Record] {
    (0..<count).map { number in
      Record(
        id: number, name: number % 7 == 0 ? "line\n\"\(number)\" ü" : "name \(number)",
        size: number % 3 == 0 ? nil : Double(number) / 4,
        tags: (0..<number % 4).map { "tag \($0)" })
    }
  }

  static func all<T>(_ elements: DecodedDocuments<T>) throws -> [T] {
    var elements = elements
    var all: [T] = []
    while let element = try elements.next() { all.append(element) }
    #expect(try elements.next() == nil)
    return all
  }

  @Test(arguments: formats.keys.sorted()) func areThoseOfTheWhole(_ name: String) throws {
    let format = try #require(Self.formats[name])
    for count in [0, 1, 2, 3000] {
      let records = Self.records(count)
      let catalog = Catalog(
        before: Self.records(2), found: Catalog.Found(records: records), after: "end")
      let bytes = try format.encode(catalog)
      #expect(try format.decode(Catalog.self, from: bytes) == catalog)
      for sizes in [[1 << 20], [7, 4096], [1]] where count < 3000 || sizes != [1] {
        let source = ChunkedSource(bytes, sizes: sizes)
        let read = try format.elements(of: Record.self, at: "/found/records", from: source)
        #expect(try Self.all(read) == records)
      }
    }
  }

  @Test func mayBeTheRoot() throws {
    let records = Self.records(2000)
    for format in [Format.json, .yaml, .cbor, .messagePack, .xmlPropertyList] {
      let bytes = try format.encode(records)
      #expect(try Self.all(format.elements(of: Record.self, from: .bytes(bytes))) == records)
    }
    // Comments and anchors are around elements, and aliases are elements.
    let text = "# one\n- &a [1]\n\n# two\n- *a # again\n- !!seq [3]\n# end\n"
    #expect(
      try Self.all(Format.yaml.elements(of: [Int].self, from: .text(text))) == [[1], [1], [3]])
    var options = DecodingOptions()
    options.reading.comments = true
    #expect(
      try Self.all(Format.yaml.elements(of: [Int].self, from: .text(text), options: options))
        == [[1], [1], [3]])
    #expect(
      try Self.all(Format.json.elements(of: Int?.self, from: .text("[1, null, 3]"))) == [1, nil, 3])
  }

  private struct Failure: Equatable {
    var words: String
    var path: [String]

    init(_ error: any Error) {
      guard let context = (error as? DecodingError)?.context else {
        (words, path) = ("\(error)", [])
        return
      }
      words = context.debugDescription
      path = context.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
    }
  }

  private static func failure(_ body: () throws -> Void) -> Failure? {
    do {
      try body()
      return nil
    } catch {
      return Failure(error)
    }
  }

  /// The first error is that of the whole, with its place and its path, after the elements before it.
  @Test(arguments: 0..<60) func failsAsTheWholeDoes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = 200
    let position = Int.random(in: 0..<count, using: &random)
    let damage = [
      #""id": "1""#, #""id": null"#, #""id": 1.5"#, #""i": 1"#, #""id": 1, "tags": [1]"#,
      #""id": 1 "x""#, "{", "]",
      #""id": 1, "id": 2"#, #""id": tru"#,
    ].randomElement(using: &random)!
    let elements = (0..<count).map { number in
      let first = number == position ? damage : "\"id\": \(number)"
      return
        "{\(first), \"name\": \"n\(number)\"\(damage.contains("tags") && number == position ? "" : ", \"tags\": []")}"
    }
    let text = "{\"a\": {\"records\": [\n" + elements.joined(separator: ",\n") + "\n]}, \"b\": 1}"
    struct Whole: Decodable {
      var a: [String: [Record]]
    }
    let whole = Self.failure { _ = try Format.json.decode(Whole.self, from: text) }
    var read: [Int] = []
    let failure = Self.failure {
      var elements = try Format.json.elements(
        of: Record.self, at: "/a/records",
        from: ChunkedSource(Array(text.utf8), sizes: [Int.random(in: 1...5000, using: &random)]))
      while let element = try elements.next() { read.append(element.id) }
    }
    #expect(whole != nil && failure == whole)
    #expect(read == Array(0..<position))
  }

  @Test func leavesOutWhatDoesNotFit() throws {
    let text = #"{"l": [{"n": 1}, {"n": "x"}, 5, {"n": 4}, null, {"n": 6}]}"#
    struct Item: Decodable, Equatable { var n: Int }
    #expect(
      try Self.all(
        Format.json.elements(of: Item.self, at: "/l", from: .text(text), onError: .skip)
      ).map(\.n) == [1, 4, 6])
    var reports: [Failure] = []
    let items = try Format.json.elements(
      of: Item.self, at: "/l", from: .text(text), onError: .skip { reports.append(Failure($0)) })
    #expect(try Self.all(items).map(\.n) == [1, 4, 6])
    #expect(reports.map(\.path) == [["l", "1", "n"], ["l", "2"], ["l", "4"]])
    #expect(reports[0].words == "expected Int but found a string, at line 1, column 24")

    var thrown = try Format.json.elements(of: Item.self, at: "/l", from: .text(text))
    #expect(try thrown.next()?.n == 1)
    #expect(throws: DecodingError.self) { try thrown.next() }
    #expect(throws: DecodingError.self) { try thrown.next() }
    #expect(try thrown.next()?.n == 4)
  }

  /// What cannot be read is an error in any case, at each call.
  @Test func doesNotLeaveOutWhatCannotBeRead() throws {
    var items = try Format.json.elements(
      of: Int.self, from: .text("[1, 2\n, ?, 4]"), onError: .skip)
    #expect(try items.next() == 1)
    #expect(try items.next() == 2)
    for _ in 0..<2 {
      let failure = Self.failure { _ = try items.next() }
      #expect(failure?.words.contains("2:3") == true)
    }
  }

  @Test func needASequence() throws {
    func words(_ pointer: String, _ text: String) -> String {
      Self.failure {
        _ = try Self.all(Format.json.elements(of: Int.self, at: pointer, from: .text(text)))
      }?.words ?? ""
    }
    #expect(words("/a", #"{"a": {"b": 1}}"#).contains("1:7"))
    #expect(words("/a", #"{"a": 1}"#).contains("1:7"))
    #expect(words("", "{}").contains("1:1"))
    #expect(words("/b", #"{"a": [1]}"#).contains("/b"))
    #expect(words("b", #"{"b": [1]}"#) == "'b' is not a JSON Pointer, which begins with '/'")
    #expect(words("", "").contains("empty"))
    #expect(words("", "[1] [2]") != "")
    let many = Self.failure {
      _ = try Self.all(Format.yaml.elements(of: Int.self, from: .text("- 1\n---\n- 2\n")))
    }
    #expect(many != nil)
  }

  /// A decoder that a type keeps goes on with its element.
  @Test func decodersCanBeKept() throws {
    final class Late: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
      func record() throws -> Record { try Record(from: decoder) }
    }
    let records = Self.records(300)
    let bytes = try Format.json.encode(["r": records])
    let late = try Self.all(Format.json.elements(of: Late.self, at: "/r", from: .bytes(bytes)))
    #expect(try late.reversed().map { try $0.record() } == records.reversed())
    #expect(late[7].decoder.codingPath.map(\.stringValue) == ["r", "Index 7"])
  }

  /// Instances are shared in one document, not among documents that became whole together.
  @Test func instancesAreOfTheirDocument() throws {
    final class Node: SharedInstance {
      var id: Int
      @Shared var next: Node?
      init(_ id: Int) { self.id = id }
    }
    let text = (0..<50).map { #"[{"$id":1,"id":\#($0),"next":{"$ref":1}}]"# }.joined(
      separator: "\n")
    let nodes = try Self.all(Format.jsonLines.documents(of: [Node].self, from: .text(text))).flatMap
    { $0 }
    #expect(nodes.map(\.id) == Array(0..<50))
    #expect(nodes.allSatisfy { $0.next === $0 })
  }

  /// An array of any length, made as it is read, takes the memory of a few batches: 10 GB with all tests.
  ///
  /// Elements of 64 kB, because this file is compiled without optimization.
  @Test(.enabled(if: !Thoroughness.isSanitized)) func memoryDoesNotGrow() async {
    await #expect(processExitsWith: .success) {
      let size = Thoroughness.isFull ? 10 << 30 : 200 << 20
      var features = try Format.json.elements(
        of: Record.self, at: "/features", from: Flood(size))
      for _ in 0..<100 { _ = try features.next() }
      let before = Self.peak
      var count = 100
      while let feature = try features.next() {
        count += 1
        #expect(feature.id == 12345)
      }
      #expect(count >= size / 66_000)
      #expect(Self.peak - before < 4 << 10)
    }
  }

  /// The most memory that the process has had, in kB, where Linux tells it.
  private static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  private final class Flood: ByteSource {
    private var left: Int
    private var part = Array(#"{"x": [1], "features": ["#.utf8)
    private var position = 0
    private static let name = String(repeating: "feature ", count: 8000)
    private static let feature = #"{"id": 12345, "name": "\#(name)", "tags": ["a", "b"]}"#
    private static let block = Array((feature + ",\n").utf8)

    init(_ size: Int) { left = size }

    var wouldWait: Bool { false }

    func read(into output: inout OutputRawSpan) {
      if position == part.count, left >= 0 {
        position = 0
        left -= Self.block.count
        part = left >= 0 ? Self.block : Array((Self.feature + "], \"y\": {}}").utf8)
      }
      let end = min(part.count, position + output.freeCapacity)
      part.withBytes { $0.extracting(position..<end).append(to: &output) }
      position = end
    }
  }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}
