import Decant
import DecantSchema
import DecantTestSupport
import Foundation
import Testing

@testable import landmark
@testable import user
@testable import todo

/// The schema of a type accepts and refuses the documents that its decoder accepts and refuses.
@Suite struct TypeSchemaTests {
  enum Level: String, Codable { case low, high, veryHigh = "very high" }
  enum Code: Int, Codable, CaseIterable { case ok = 200, missing = 404 }
  indirect enum Shape: Codable {
    case circle(radius: Double)
    case group([Shape], name: String?)
    case empty
    case inside(Shape, of: Shape)
  }
  enum Either: Codable {
    case text(String), number(Int), point(Point)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(String.self) {
        self = .text(value)
      } else if let value = try? container.decode(Int.self) {
        self = .number(value)
      } else {
        self = .point(try container.decode(Point.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .point(let value): try container.encode(value)
      }
    }
  }
  struct Point: Codable {
    var x: Double
    var y: Double

    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      x = try container.decode(Double.self)
      y = try container.decode(Double.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(x)
      try container.encode(y)
    }
  }
  struct Tree: Codable {
    var name: String
    var children: [Tree]
    var byName: [String: Tree]?
  }
  struct All: Codable {
    var flag: Bool
    var count: Int?
    var level: Level
    var code: Code
    var shapes: [Shape]
    var either: [Either]
    var at: Date
    var data: Data
    var link: URL
    var id: UUID
    var price: Decimal
    var tree: Tree
    var small: UInt8
    var any: Value
  }

  private func verify<T: Codable>(_ value: T) throws {
    let schema = try JSONSchema(of: T.self)
    let text = try Format.json.encodeText(value)
    let document = try Value(parsing: text, as: .json)
    let mismatches = try schema.check(document)
    #expect(mismatches.isEmpty, "\(mismatches)\n\(JSONSchema.document(of: T.self))")
    for changed in Self.changes(of: document) {
      let text = try Format.json.encodeText(changed)
      let isDecoded = (try? Format.json.decode(T.self, from: text)) != nil
      let isAccepted = try schema.check(changed).isEmpty
      #expect(isDecoded == isAccepted, "decoded: \(isDecoded), accepted: \(isAccepted): \(text)")
    }
  }

  /// Returns the documents with a key missing, or with a value of another type.
  private static func changes(of value: Value) -> [Value] {
    var list: [Value] = ["other", true, nil, [], [:]].filter { $0 != value }
    if value.number == nil { list.append(7) }
    if let elements = value.array, let first = elements.first {
      list += changes(of: first).map { .sequence([$0] + elements.dropFirst()) }
    }
    for (key, child) in value.mapping ?? [:] {
      var mapping = value.mapping ?? [:]
      mapping[forKey: key] = nil
      list.append(.mapping(mapping))
      for changed in changes(of: child) {
        mapping = value.mapping ?? [:]
        mapping[forKey: key] = changed
        list.append(.mapping(mapping))
      }
    }
    return list
  }

  @Test func aTypeWithAllKindsOfValues() throws {
    try verify(Level.high)
    try verify([Shape.circle(radius: 1), .empty])
    try verify([Shape.group([.empty], name: "x")])
    try verify([Either.text("a")])
    try verify([Either.point(Point(x: 1, y: 2))])
    try verify(Tree(name: "a", children: [Tree(name: "b", children: [])]))
    let all = All(
      flag: true, count: 1, level: .low, code: .ok, shapes: [.inside(.empty, of: .empty)],
      either: [.number(1)], at: Date(timeIntervalSince1970: 0), data: Data([1]),
      link: try #require(URL(string: "https://example.com")), id: UUID(), price: 1.5,
      tree: Tree(name: "a", children: []), small: 1, any: ["x": 1])
    let schema = try JSONSchema(of: All.self)
    let document = try Value(parsing: Format.json.encodeText(all), as: .json)
    let mismatches = try schema.check(document)
    #expect(mismatches.isEmpty, "\(mismatches)\n\(JSONSchema.document(of: All.self))")
    for key in document.mapping?.keys.map(\.string) ?? [] where key != "count" {
      var changed = document
      changed[key ?? ""] = nil
      #expect(try !schema.check(changed).isEmpty, "\(key ?? "")")
    }
  }

  @Test(arguments: ["landmarks", "users", "todos"])
  func theTypesOfTheSamples(name: String) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Samples/Data/\(name).json").path()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    switch name {
    case "landmarks": try verify(Array(Format.json.decode([Landmark].self, from: text).prefix(2)))
    case "users": try verify(Array(Format.json.decode([User].self, from: text).prefix(2)))
    default: try verify(Array(Format.json.decode([Todo].self, from: text).prefix(2)))
    }
  }

  @Test func aFilterPrintsTheSchemaOfItsDocuments() throws {
    let run = try SampleRun().shell(
      """
      landmark --json-schema >schema.json && decant check --schema schema.json Data/landmarks.json && echo valid
      sed 's/"title"/"name"/' Data/landmarks.json | decant check --schema schema.json -
      """)
    #expect(run.output == "valid\n" && run.errors.contains("'title'"), "\(run.output)\(run.errors)")
  }
}
