import Testing

@testable import Decant

/// Keyed containers are used again: nobody may notice.
@Suite struct KeyedContainerReserveTests {
  enum Key: String, CodingKey {
    case name, items
  }

  typealias Container = KeyedDecodingContainer<Key>

  /// What values of a document leave behind.
  final class Traces: @unchecked Sendable {
    var containers: [Container] = []
    weak var session: DecodingSession?
    var whenAsked: () throws -> Void = {}
  }

  /// A value with a name and others of its type, which keeps its container where it is asked to.
  struct Item: Decodable {
    @TaskLocal static var traces: Traces?
    let name: String
    let items: [Item]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      Self.traces?.session = (decoder as? NodeDecoder)?.session
      items = try container.decodeIfPresent([Item].self, forKey: .items) ?? []
      try Self.traces?.whenAsked()
      // What came in between must not have moved the container.
      name = try container.decode(String.self, forKey: .name)
      if name.hasPrefix("kept") { Self.traces?.containers.append(container) }
    }

    var names: [String] { [name] + items.flatMap(\.names) }
  }

  private func json(_ name: String, _ items: [String] = []) -> String {
    #"{"items":[\#(items.joined(separator: ","))],"name":"\#(name)"}"#
  }

  /// Without this all is right as well, but takes longer.
  @Test func containersConsistOfOneObject() throws {
    let traces = Traces()
    try Item.$traces.withValue(traces) {
      _ = try Format.json.decode(Item.self, from: json("kept"))
    }
    #expect(consistsOfOneObject(traces.containers[0]))
    #expect(!consistsOfOneObject((traces.containers[0], 1)))
    #expect(!consistsOfOneObject(1))
    #expect(!consistsOfOneObject([1]))
  }

  @Test func keptContainersStayWhereTheyAre() throws {
    let names = (0..<40).map { $0 % 3 == 0 ? "kept \($0)" : "other \($0)" }
    let traces = Traces()
    let root = try Item.$traces.withValue(traces) {
      try Format.json.decode(Item.self, from: json("root", names.map { json($0) }))
    }
    #expect(root.names == ["root"] + names)
    let kept = try traces.containers.map { try $0.decode(String.self, forKey: .name) }
    #expect(kept == names.filter { $0.hasPrefix("kept") })
  }

  @Test func valuesStandInOthersOfTheirType() throws {
    func tree(_ depth: Int) -> String {
      let name = "\(depth % 4 == 0 ? "kept" : "other") \(depth)"
      return json(name, depth == 0 ? [] : [json("leaf"), tree(depth - 1), json("kept leaf")])
    }
    func names(_ depth: Int) -> [String] {
      let name = "\(depth % 4 == 0 ? "kept" : "other") \(depth)"
      return [name] + (depth == 0 ? [] : ["leaf"] + names(depth - 1) + ["kept leaf"])
    }
    let traces = Traces()
    let root = try Item.$traces.withValue(traces) {
      try Format.json.decode(Item.self, from: tree(60))
    }
    #expect(root.names == names(60))
    let kept = try traces.containers.map { try $0.decode(String.self, forKey: .name) }
    #expect(kept.sorted() == names(60).filter { $0.hasPrefix("kept") }.sorted())
  }

  @Test func aDecoderDecodesOneDocumentWithinAnother() throws {
    let decoder = EventDecoder(from: .json, DecodingOptions())
    func decode(_ text: String) throws -> Item {
      try decoder.decode(Item.self, from: Document(parsing: Array(text.utf8), as: .json)) { $0 }
    }
    let traces = Traces()
    var inner: [[String]] = []
    traces.whenAsked = {
      guard inner.count < 20 else { return }
      inner.append([])
      let place = inner.count - 1
      inner[place] = try decode(self.json("inner", [self.json("kept"), self.json("x")])).names
    }
    let names = (0..<10).map { "outer \($0)" }
    let root = try Item.$traces.withValue(traces) {
      try decode(json("root", names.map { json($0) }))
    }
    #expect(root.names == ["root"] + names)
    #expect(inner.count == 20)
    #expect(inner.allSatisfy { $0 == ["inner", "kept", "x"] })
    let kept = try traces.containers.map { try $0.decode(String.self, forKey: .name) }
    #expect(kept == Array(repeating: "kept", count: kept.count) && !kept.isEmpty)
  }

  @Test func documentsAreLetGoOf() throws {
    let decoder = EventDecoder(from: .json, DecodingOptions())
    let traces = Traces()
    func decode(_ names: [String]) throws {
      let text = json("root", names.map { json($0) })
      let document = try Document(parsing: Array(text.utf8), as: .json)
      try Item.$traces.withValue(traces) {
        _ = try decoder.decode(Item.self, from: document) { $0 }
      }
    }
    for _ in 0..<3 {
      try decode(["a", "b", "c"])
      #expect(traces.session == nil)
    }
    try decode(["a", "kept", "c"])
    #expect(traces.session != nil)
    #expect(try traces.containers[0].decode(String.self, forKey: .name) == "kept")
    traces.containers = []
    #expect(traces.session == nil)
  }

  /// They may be used while the next document is being decoded, and elsewhere.
  @Test func keptDecodersShareNothingWithWhatComesAfterThem() throws {
    struct Asker: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) { self.decoder = decoder }
    }
    let decoder = EventDecoder(from: .json, DecodingOptions())
    let document = try Document(parsing: Array(json("a").utf8), as: .json)
    let kept = try (0..<3).map { _ in try decoder.decode(Asker.self, from: document) { $0 } }
    let types = try kept.map { try #require($0.decoder as? NodeDecoder).session.types }
    #expect(Set(types.map(ObjectIdentifier.init)).count == 3)
    #expect(try kept.allSatisfy { try Item(from: $0.decoder).name == "a" })
  }

  @Test func keptDecodersMakeContainersWithoutHoldingTheirDocument() throws {
    struct Asker: Decodable {
      @TaskLocal static var keep: @Sendable (any Decoder) -> Void = { _ in }
      init(from decoder: any Decoder) throws { Self.keep(decoder) }
    }
    final class Keeper: @unchecked Sendable {
      var decoders: [any Decoder] = []
    }
    let keeper = Keeper()
    try Asker.$keep.withValue({ keeper.decoders.append($0) }) {
      _ = try Format.json.decode([Asker].self, from: "[\(json("a")),\(json("b"))]")
    }
    weak let session = (keeper.decoders[0] as? NodeDecoder)?.session
    for _ in 0..<3 {
      let names = try keeper.decoders.map { decoder in
        try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .name)
      }
      #expect(names == ["a", "b"])
    }
    #expect(session != nil)
    keeper.decoders = []
    #expect(session == nil)
  }
}
