import Decant
import DecantCodableSchema
import DecantSchema
import DecantTestSupport
import Foundation
import Testing

@testable import landmark
@testable import logbook
@testable import restaurants
@testable import reviews
@testable import settings
@testable import todo
@testable import user

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
    #expect(try TypeSchemaInvariants.violations(of: value) == [])
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

  @Test(arguments: [
    "landmarks", "users", "todos", "reviews", "restaurants", "logbook-2", "settings",
  ])
  func theTypesOfTheSamples(name: String) throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Samples/Data/\(name).json").path()
    let text = name == "settings" ? "{}" : try String(contentsOfFile: path, encoding: .utf8)
    switch name {
    case "reviews": try verify(Format.json.decode([Review].self, from: text))
    case "restaurants": try verify(Format.json.decode(SearchPage.self, from: text))
    case "logbook-2": try verify(Archive.read(Logbook.self, from: path))
    case "settings": try verify(Settings())
    case "landmarks": try verify(Array(Format.json.decode([Landmark].self, from: text).prefix(2)))
    case "users": try verify(Array(Format.json.decode([User].self, from: text).prefix(2)))
    default: try verify(Array(Format.json.decode([Todo].self, from: text).prefix(2)))
    }
  }

  @Test func aFilterPrintsItsSchemaInAnyFormat() throws {
    let run = try SampleRun().shell(
      "todo created --json-schema -t yaml | head -n 4; todo --json-schema x.json")
    #expect(
      run.output == """
        $schema: https://json-schema.org/draft/2020-12/schema
        title: CreateTodoCall
        type: object
        properties:

        """)
    #expect(
      run.errors == "todo: '--json-schema' prints the schema of a type, and reads no documents\n")
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
