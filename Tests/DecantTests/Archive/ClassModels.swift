import Decant
import DecantTestSupport
import Foundation

/// A drawing with hierarchies of classes, with and without identity, and other types that have a class.
enum ClassModels {
  // MARK: Instances

  class Node: SharedInstance {
    var name: String
    @BackReference var parent: Node?

    init(_ name: String) { self.name = name }
  }

  final class Folder: Node {
    var children: [Node] = []
    var parts: [String: Node] = [:]
    var next = Shared<Node>()

    enum Keys: CodingKey { case children, parts, next }

    override init(_ name: String) { super.init(name) }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      children = try container.decode([Node].self, forKey: .children)
      parts = try container.decode([String: Node].self, forKey: .parts)
      next = try container.decode(Shared<Node>.self, forKey: .next)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(children, forKey: .children)
      try container.encode(parts, forKey: .parts)
      try container.encode(next, forKey: .next)
    }
  }

  final class Page: Node {
    var shape: Shape?

    enum Keys: CodingKey { case shape }

    init(_ name: String, _ shape: Shape?) {
      self.shape = shape
      super.init(name)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      shape = try container.decodeIfPresent(Shape.self, forKey: .shape)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encodeIfPresent(shape, forKey: .shape)
    }
  }

  /// An instance that is another one.
  final class Link: Node {
    let target: Node

    init(to target: Node) {
      self.target = target
      super.init("link")
    }

    required init(from decoder: any Decoder) throws {
      target = try decoder.singleValueContainer().decode(Node.self)
      super.init("link")
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(target)
    }
  }

  // MARK: Values

  class Shape: Codable {
    var x: Int

    init(_ x: Int) { self.x = x }
  }

  final class Circle: Shape {
    var radius = 0.5

    enum Keys: CodingKey { case radius }

    override init(_ x: Int) { super.init(x) }

    required init(from decoder: any Decoder) throws {
      radius = try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .radius)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(radius, forKey: .radius)
    }
  }

  /// A subclass with a list of its base class, at a key of the base class.
  final class Group: Shape {
    var members: [Shape]

    init(_ members: [Shape]) {
      self.members = members
      super.init(members.count)
    }

    required init(from decoder: any Decoder) throws {
      enum Keys: CodingKey { case members }
      members = try decoder.container(keyedBy: Keys.self).decode([Shape].self, forKey: .members)
      super.init(members.count)
    }

    override func encode(to encoder: any Encoder) throws {
      try ["members": members].encode(to: encoder)
    }
  }

  /// A subclass that is no mapping.
  final class Track: Shape {
    override init(_ x: Int) { super.init(x) }

    required init(from decoder: any Decoder) throws {
      super.init(try decoder.singleValueContainer().decode([Int].self)[0])
    }

    override func encode(to encoder: any Encoder) throws { try [x].encode(to: encoder) }
  }

  /// A subclass that is another shape.
  final class Mirror: Shape {
    let shape: Shape

    init(of shape: Shape) {
      self.shape = shape
      super.init(0)
    }

    required init(from decoder: any Decoder) throws {
      shape = try decoder.singleValueContainer().decode(Shape.self)
      super.init(0)
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(shape)
    }
  }

  class Sign: Codable {
    init() {}
  }

  /// A subclass without any key.
  final class Arrow: Sign {
    override init() { super.init() }
    required init(from decoder: any Decoder) throws { super.init() }
  }

  struct Size: Codable {
    var width: Int
    /// A key of the marks.
    var `class`: String

    enum CodingKeys: String, CodingKey {
      case width
      case `class` = "$class"
    }
  }

  struct Limit<Bound: Codable>: Codable {
    var low: Bound
  }

  enum Level: String, Codable { case low, high }

  enum Choice: Codable { case shape(Shape), number(Int) }

  /// One of several types, which their classes tell apart.
  enum Item: Codable {
    case size(Size)
    case limit(Limit<Int>)
    case level(Level)
    case page(Page)
    case node(Node)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      switch decoder.archivedClassName {
      case "Size": self = .size(try container.decode(Size.self))
      case "Limit": self = .limit(try container.decode(Limit<Int>.self))
      case "Level": self = .level(try container.decode(Level.self))
      case "Page": self = .page(try container.decode(Page.self))
      default: self = .node(try container.decode(Node.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .size(let size): try container.encode(size)
      case .limit(let limit): try container.encode(limit)
      case .level(let level): try container.encode(level)
      case .page(let page): try container.encode(page)
      case .node(let node): try container.encode(node)
      }
    }
  }

  typealias Entry = (KeyText, any (Decodable & SendableMetatype).Type)

  static let entries: [Entry] = [
    ("Folder", Folder.self), ("Page", Page.self), ("Link", Link.self), ("Circle", Circle.self),
    ("Group", Group.self), ("Track", Track.self), ("Mirror", Mirror.self), ("Arrow", Arrow.self),
    ("Size", Size.self), ("Limit", Limit<Int>.self), ("Level", Level.self), ("Choice", Choice.self),
  ]

  struct Drawing: Archivable {
    static let archiveName = "Drawing"
    /// The table, of which a test leaves entries out.
    @TaskLocal static var table = KeyedArchive.Classes(entries)
    static var archiveClasses: KeyedArchive.Classes { table }

    var shapes: [Shape] = []
    var best: Shape?
    var named: [String: Shape] = [:]
    var signs: [Sign] = []
    var items: [Item] = []
    var first: Node?
    var nodes: [Node] = []
    var last = Shared<Node>()
    var size: Size?
    var level: Level?
    var limit: Limit<Int>?
    var choice: Choice?
    var data: Value = .null
  }
}
