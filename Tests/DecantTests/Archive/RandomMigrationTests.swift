import Decant
import DecantTestSupport
import Foundation
import Testing

/// Random migrations of random graphs give what the same migration gives if nothing is shared.
@Suite(.serialized) struct RandomMigrationTests {
  /// Nodes that refer to later ones, as text with marks, where a random place defines each, and as a tree without any.
  struct Graph {
    var marked = ""
    var tree: Value

    init(using random: inout SeededGenerator) {
      let count = Int.random(in: 2...8, using: &random)
      var links: [[Int]] = []
      for node in 0..<count {
        let later = Array((node + 1)..<max(count, node + 1))
        let wanted = Int.random(in: 0...3, using: &random)
        links.append((0..<wanted).compactMap { _ in later.randomElement(using: &random) })
      }
      let roots = (0..<3).compactMap { _ in (0..<count).randomElement(using: &random) }
      let texts = (0..<count).map { node in
        #""kind":"note","name":"n\#(node)","size":"\#(node)x\#(node + 1)","time":\#(node * 60)"#
          + (node % 3 == 0 ? #","remark":"r\#(node)""# : "") + #","data":{"$id":"urn:\#(node)"}"#
      }
      func plain(_ node: Int) -> String {
        "{\(texts[node]),\"parts\":[\(links[node].map(plain).joined(separator: ","))]}"
      }
      func whole(_ write: (Int) -> String) -> String {
        "{\"pinned\":\(write(roots[0])),\"list\":[\(roots.dropFirst().map(write).joined(separator: ","))]}"
      }
      let tree = whole(plain)
      self.tree = (try? Value(parsing: tree, as: .json)) ?? nil
      // The places at which a node is met if each is written once, by one walk; one of them has the definition.
      var places = [Int](repeating: 0, count: count)
      for root in roots { places[root] += 1 }
      for node in 0..<count where places[node] > 0 { for link in links[node] { places[link] += 1 } }
      var definitions = places.map { $0 > 0 ? Int.random(in: 0..<$0, using: &random) : 0 }
      func write(_ node: Int) -> String {
        defer { definitions[node] -= 1 }
        guard definitions[node] == 0 else { return "{\"$ref\":\(node + 1)}" }
        definitions[node] = -1
        defer { definitions[node] = 0 }
        let parts = links[node].map(write).joined(separator: ",")
        return "{\"$id\":\(node + 1),\(texts[node]),\"parts\":[\(parts)]}"
      }
      self.marked = whole(write)
    }
  }

  struct Tree: Archivable {
    static let archiveName = "Tree"
    static let schemaVersion = 2
    nonisolated(unsafe) static var step: (inout Value) throws -> Void = { _ in }
    var root: Value

    init(from decoder: any Decoder) throws {
      root = try decoder.singleValueContainer().decode(Value.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(root)
    }

    static func migrate(_ document: inout Value, from version: Int) throws {
      try unsafe step(&document)
    }
  }

  typealias Change = (inout Value) throws -> Void

  /// A migration of one note: some changes, in a random order.
  static func migration(using random: inout SeededGenerator) -> Change {
    let changes: [Change] = [
      { try $0.rename("remark", to: "comment") },
      { try $0.rename("name", to: "title") },
      {
        guard let sides = $0["size"]?.string?.split(separator: "x") else { return }
        $0["width"] = Int(sides[0]).map { Value($0) }
        $0["height"] = Int(sides[1]).map { Value($0) }
        $0["size"] = nil
      },
      { $0["isNew"] = .bool($0["remark"] == nil) },
      {
        guard let time = $0["time"]?.double else { return }
        $0["time"] = Timestamp(Date(timeIntervalSince1970: time)).map { .date($0) }
      },
      { $0["time"] = ($0["time"]?.description).map { .string($0) } },
      { $0["meta"]["at"] = $0["time"] },
      { $0["remark"] = nil },
      { $0["parts"] = $0["parts"]?.array.map { .sequence($0.reversed()) } },
    ]
    let chosen = changes.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
    return { note in for change in chosen { try change(&note) } }
  }

  /// Changes the notes at their places, as an author does who knows of no instances.
  static func walk(_ value: inout Value, _ change: Change) throws {
    for key in ["pinned"] where value[key] != nil {
      var note = value[key] ?? nil
      try walk(&note, change)
      value[key] = note
    }
    for key in ["list", "parts"] {
      guard var notes = value[key]?.array else { continue }
      for index in notes.indices { try walk(&notes[index], change) }
      value[key] = .sequence(notes)
    }
    if value["kind"] == "note" { try change(&value) }
  }

  /// All that a value has, through references.
  static func text(_ value: Value) -> String {
    switch value {
    case .sequence(let elements): "[\(elements.map(text).joined(separator: ","))]"
    case .mapping(let mapping):
      "{\(mapping.map { "\(text($0.key)):\(text($0.value))" }.joined(separator: ","))}"
    default: value.description
    }
  }

  static let ways: [@Sendable (inout Value, Change) throws -> Void] = [
    { try walk(&$0, $1) },
    { (document, change) in
      try document.forEachInstance { if $0["kind"] == "note" { try change(&$0) } }
    },
    { (document, change) in
      try document.forEachValue { if $0["kind"] == "note" { try change(&$0) } }
    },
  ]

  @Test(arguments: UInt64(1)...60) func whatIsSharedMakesNoDifference(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let graph = Graph(using: &random)
    let change = Self.migration(using: &random)
    var expected = graph.tree
    try Self.walk(&expected, change)
    let document = try Document(parsing: graph.marked, as: .json)
      .readingInstances()
    for way in Self.ways {
      let format = try #require(Format.ofArchives.randomElement(using: &random))
      let bytes = try Archive.data(of: document, type: "Tree", as: format)
      #expect(try Archive.header(of: bytes, as: format).version == 2)
      unsafe Tree.step = { try way(&$0, change) }
      let root = try Archive.read(Tree.self, from: bytes, as: format).root
      #expect(Self.text(root) == Self.text(expected), "\(graph.marked)")
    }
  }
}
