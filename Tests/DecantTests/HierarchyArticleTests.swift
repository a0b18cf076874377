import Decant
import DecantTestSupport
import Foundation
import Testing

/// The Swift examples of the article on class hierarchies, line by line.
private enum Hierarchy {
  class Vehicle: Codable {
    var name: String

    init(_ name: String) { self.name = name }
  }

  final class Truck: Vehicle {
    var load: Double

    enum CodingKeys: CodingKey { case load }

    init(_ name: String, load: Double) {
      self.load = load
      super.init(name)
    }

    required init(from decoder: any Decoder) throws {
      load = try decoder.container(keyedBy: CodingKeys.self).decode(Double.self, forKey: .load)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(load, forKey: .load)
    }
  }

  final class Tanker: Vehicle {
    var litres: Int

    enum CodingKeys: CodingKey { case litres }

    init(_ name: String, litres: Int) {
      self.litres = litres
      super.init(name)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      litres = try container.decode(Int.self, forKey: .litres)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(litres, forKey: .litres)
      try super.encode(to: container.superEncoder())
    }
  }

  struct AnyVehicle: Codable {
    var vehicle: Vehicle

    init(_ vehicle: Vehicle) { self.vehicle = vehicle }

    private enum Kind: String, Codable { case vehicle, truck }
    private enum CodingKeys: CodingKey { case kind }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(Kind.self, forKey: .kind) {
      case .vehicle: vehicle = try Vehicle(from: decoder)
      case .truck: vehicle = try Truck(from: decoder)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(vehicle is Truck ? Kind.truck : .vehicle, forKey: .kind)
      try vehicle.encode(to: encoder)
    }
  }

  final class Person: SharedInstance {
    var name: String
    var children: [Person] = []
    @Shared var friend: Person?
    @BackReference var parent: Person?

    init(_ name: String) { self.name = name }
  }

  /// An instance with identity, whose key tells the class.
  struct AnyTool: Codable {
    class Tool: SharedInstance, SelfDescribingClass {
      var kind = "tool"
    }

    final class Saw: Tool {
      override init() {
        super.init()
        kind = "saw"
      }

      required init(from decoder: any Decoder) throws { try super.init(from: decoder) }
    }

    var tool: Tool

    private enum CodingKeys: CodingKey { case kind }

    init(_ tool: Tool) { self.tool = tool }

    init(from decoder: any Decoder) throws {
      let kind = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .kind)
      let container = try decoder.singleValueContainer()
      tool = try kind == "saw" ? container.decode(Saw.self) : container.decode(Tool.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(tool)
    }
  }

  struct Toolbox: Archivable {
    static let archiveName = "Toolbox"

    var tools: [AnyTool]
  }

  struct Fleet: Archivable {
    static let archiveName = "Fleet"
    static let archiveClasses: KeyedArchive.Classes = ["Truck": Truck.self]

    var vehicles: [Vehicle]
  }
}

@Suite struct HierarchyArticleTests {
  private typealias Vehicle = Hierarchy.Vehicle
  private typealias Truck = Hierarchy.Truck
  private typealias Tanker = Hierarchy.Tanker
  private typealias AnyVehicle = Hierarchy.AnyVehicle
  private typealias Person = Hierarchy.Person
  private typealias Fleet = Hierarchy.Fleet

  @Test func aSubclassHasItsKeysBesideThoseOfItsBaseClass() throws {
    let truck = Truck("Ox", load: 7.5)
    let text = try Format.yaml.encodeText(truck)
    #expect(text == "name: Ox\nload: 7.5\n")
    let again = try Format.yaml.decode(Truck.self, from: text)
    #expect(again.name == "Ox" && again.load == 7.5)
  }

  @Test func aBaseClassCanHaveAKeyOfItsOwn() throws {
    let text = try Format.yaml.encodeText(Tanker("Whale", litres: 30_000))
    #expect(text == "litres: 30000\nsuper:\n  name: Whale\n")
    #expect(try Format.yaml.decode(Tanker.self, from: text).name == "Whale")
  }

  @Test func aKeyTellsTheClass() throws {
    let text = try Format.yaml.encodeText([
      AnyVehicle(Vehicle("Kart")), AnyVehicle(Truck("Ox", load: 7.5)),
    ])
    #expect(text == "- kind: vehicle\n  name: Kart\n- kind: truck\n  name: Ox\n  load: 7.5\n")
    let vehicles = try Format.yaml.decode([AnyVehicle].self, from: text).map(\.vehicle)
    #expect(vehicles.count == 2 && !(vehicles[0] is Truck) && vehicles[1] is Truck)
    let list = try Format.propertyList(.binary).encode(vehicles.map(AnyVehicle.init))
    #expect(try Format.propertyList.decode([AnyVehicle].self, from: list)[1].vehicle is Truck)
  }

  @Test func anUnknownKindHasAPlace() throws {
    let text = "- kind: vehicle\n  name: Kart\n- kind: plane\n"
    let error = #expect(throws: DecodingError.self) {
      try Format.yaml.decode([AnyVehicle].self, from: text)
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(error as (any Error)?)")
      return
    }
    #expect((context.underlyingError as? DecantError)?.position?.line == 3)
  }

  @Test func instancesKeepTheirIdentity() throws {
    let ann = Person("Ann")
    let bob = Person("Bob")
    ann.children = [bob]
    bob.parent = ann
    bob.friend = ann
    let text = try Format.yaml.encodeText(ann)
    let again = try Format.yaml.decode(Person.self, from: text)
    #expect(again.children[0].parent === again)
    #expect(
      text
        == "$id: 1\nname: Ann\nchildren:\n  - name: Bob\n    children: []\n    friend:\n      $ref: 1\n    parent:\n      $ref: 1\n"
    )
    #expect(again.children[0].friend === again)
    again.children[0].friend = nil
  }

  @Test func aKeyTellsTheClassOfAnInstance() throws {
    let saw = Hierarchy.AnyTool(Hierarchy.AnyTool.Saw())
    let bytes = try Archive.data(of: Hierarchy.Toolbox(tools: [saw, saw]), as: .yaml)
    let tools = try Archive.read(Hierarchy.Toolbox.self, from: bytes, as: .yaml).tools
    #expect(tools[0].tool is Hierarchy.AnyTool.Saw)
    #expect(tools[0].tool === tools[1].tool)
  }

  @Test func anArchiveHasATableOfClasses() throws {
    let fleet = Fleet(vehicles: [Vehicle("Kart"), Truck("Ox", load: 7.5)])
    let bytes = try Archive.data(of: fleet, as: .yaml)
    let again = try Archive.read(Fleet.self, from: bytes, as: .yaml)
    #expect(again.vehicles[1] is Truck)
    #expect(String(decoding: bytes, as: UTF8.self).contains("- $class: Truck\n"))
  }
}
