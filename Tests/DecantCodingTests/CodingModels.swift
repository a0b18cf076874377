import Foundation

enum Models {
  struct Address: Codable, Equatable, Sendable {
    var street: String
    var number: Int?
    var location: [Double]
  }

  struct Person: Codable, Equatable, Sendable {
    var name: String
    var age: UInt8
    var isMember = false
    var addresses: [Address] = []
    var favourites: [String: Int] = [:]
    var spouse: Box<Person>?
  }

  final class Box<T: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    let value: T

    init(_ value: T) { self.value = value }

    static func == (first: Box, second: Box) -> Bool { first.value == second.value }

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(T.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  enum Colour: String, Codable, CodingKeyRepresentable, Sendable, CaseIterable {
    case red, green = "grün"
  }

  enum Level: Int, Codable, Sendable {
    case low = 1
    case high = 10
  }

  enum Shape: Codable, Equatable, Sendable {
    case none
    case circle(radius: Double)
    case rectangle(Double, Double)
    indirect case group([Shape], name: String?)
  }

  struct Renamed: Codable, Equatable, Sendable {
    var id: Int?
    var title: String

    enum CodingKeys: String, CodingKey {
      case id = "serverId"
      case title = "displayTitle"
    }
  }

  class Animal: Codable, Equatable, @unchecked Sendable {
    var name: String

    init(name: String) { self.name = name }

    func isEqual(to other: Animal) -> Bool {
      name == other.name && type(of: self) == type(of: other)
    }

    static func == (first: Animal, second: Animal) -> Bool { first.isEqual(to: second) }
  }

  final class Dog: Animal, @unchecked Sendable {
    var tricks: [String]

    init(name: String, tricks: [String]) {
      self.tricks = tricks
      super.init(name: name)
    }

    enum CodingKeys: CodingKey { case tricks }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode([String].self, forKey: .tricks)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try super.encode(to: container.superEncoder())
    }

    override func isEqual(to other: Animal) -> Bool {
      super.isEqual(to: other) && tricks == (other as? Dog)?.tricks
    }
  }

  final class Cat: Animal, @unchecked Sendable {
    var lives = 9

    enum CodingKeys: CodingKey { case lives }

    override init(name: String) { super.init(name: name) }

    required init(from decoder: any Decoder) throws {
      lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(lives, forKey: .lives)
    }
  }

  struct Interleaved: Codable, Equatable, Sendable {
    var first = [1, 2]
    var second = ["x": 3]

    enum CodingKeys: CodingKey { case first, second }
    enum Inner: CodingKey { case x }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var list = try container.nestedUnkeyedContainer(forKey: .first)
      let map = try container.nestedContainer(keyedBy: Inner.self, forKey: .second)
      first = [try list.decode(Int.self)]
      second = ["x": try map.decode(Int.self, forKey: .x)]
      first.append(try list.decode(Int.self))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var list = container.nestedUnkeyedContainer(forKey: .first)
      var map = container.nestedContainer(keyedBy: Inner.self, forKey: .second)
      try list.encode(1)
      try map.encode(3, forKey: .x)
      try list.encode(2)
    }
  }

  struct Tuple: Codable, Equatable, Sendable {
    var number = 1
    var text = "two"
    var inner = [3.5]
    var fourth: Int?

    init() {}

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      number = try container.decode(Int.self)
      text = try container.decode(String.self)
      var nested = try container.nestedUnkeyedContainer()
      inner = []
      while !nested.isAtEnd { inner.append(try nested.decode(Double.self)) }
      fourth = try container.decodeIfPresent(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(number)
      try container.encode(text)
      var nested = container.nestedUnkeyedContainer()
      for value in inner { try nested.encode(value) }
      try container.encode(fourth)
    }
  }

  struct Silent: Codable, Equatable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {}
  }

  struct Numbers: Codable, Equatable, Sendable {
    var a = Int8.min
    var b = Int16.max
    var c = Int32.min
    var d = Int64.max
    var e = UInt8.max
    var f = UInt16.max
    var g = UInt32.max
    var h = UInt64.max
    var i = Int.min
    var j = UInt.max
    var k = Float.pi
    var l = Double.pi
  }

  struct Everything: Codable, Equatable, Sendable {
    var date = Date(timeIntervalSinceReferenceDate: 12345)
    var data = Data([0, 1, 254, 255])
    var url = URL(string: "https://example.org/a?b=c#d")
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var decimal = Foundation.Decimal(string: "-1234567890.0987654321")
    var range = 1..<5
    var closed = 2.5...3.5
    var set: Set<Int> = [1, 2, 3]
    var calendar = DateComponents(year: 2026, month: 11)
  }
}
