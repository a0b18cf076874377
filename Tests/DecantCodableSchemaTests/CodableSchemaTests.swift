import DecantCodableSchema
import DecantSchema
import DecantTestSupport
import Foundation
import Testing

@testable import Decant

/// The schemas of types, which their own decoders tell.
@Suite struct CodableSchemaTests {
  private func schema<T: Decodable>(
    of type: T.Type, _ options: DecodingOptions = DecodingOptions()
  ) throws -> String {
    var document = JSONSchema.document(of: type, options: options)
    _ = try JSONSchema(document)
    document["$schema"] = nil
    document["title"] = nil
    return try Format.jsonLines.encodeText(document)
  }

  // MARK: Alternatives

  enum Kind: String, Codable { case walk, ride, rest }

  struct Entry: Codable {
    var kind: Kind
    var metres: Int?
    var bike: String?

    enum CodingKeys: CodingKey { case kind, metres, bike }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      kind = try keys.decode(Kind.self, forKey: .kind)
      if kind != .rest { metres = try keys.decode(Int.self, forKey: .metres) }
      if kind == .ride { bike = try keys.decode(String.self, forKey: .bike) }
    }

    init(_ kind: Kind, _ metres: Int? = nil, _ bike: String? = nil) {
      (self.kind, self.metres, self.bike) = (kind, metres, bike)
    }
  }

  @Test func aCaseThatDecidesWhatIsDecodedIsAConstant() throws {
    #expect(
      try schema(of: Entry.self) == #"{"anyOf":["#
        + #"{"type":"object","properties":{"kind":{"const":"walk"},"metres":{"type":"integer"}},"#
        + #""required":["kind","metres"]},"#
        + #"{"type":"object","properties":{"kind":{"const":"ride"},"metres":{"type":"integer"},"#
        + #""bike":{"type":"string"}},"required":["kind","metres","bike"]},"#
        + #"{"type":"object","properties":{"kind":{"const":"rest"}},"required":["kind"]}]}"# + "\n")
    for entry in [Entry(.walk, 1), Entry(.ride, 2, "x"), Entry(.rest)] {
      #expect(try TypeSchemaInvariants.violations(of: entry) == [])
    }
  }

  enum Shape: Codable {
    case none
    case circle(radius: Double)
    indirect case group([Shape], name: String?)
  }

  @Test(arguments: [Shape.none, .circle(radius: 1), .group([.none], name: "x")])
  func casesWithValues(_ shape: Shape) throws {
    #expect(try TypeSchemaInvariants.violations(of: shape) == [])
  }

  /// What decodes a circle or a square, by the key that is there.
  struct ByKey: Codable {
    var circle: Double?
    var square: Int?

    enum CodingKeys: CodingKey { case circle, square }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      if keys.contains(.circle) {
        circle = try keys.decode(Double.self, forKey: .circle)
      } else {
        square = try keys.decode(Int.self, forKey: .square)
      }
    }
  }

  @Test func aKeyThatDecidesWhatIsDecodedIsThereOrNot() throws {
    #expect(
      try schema(of: ByKey.self) == #"{"anyOf":["#
        + #"{"type":"object","properties":{"circle":{"type":"number"}},"required":["circle"]},"#
        + #"{"type":"object","properties":{"circle":false,"square":{"type":"integer"}},"#
        + #""required":["square"]}]}"# + "\n")
  }

  /// Names of which one moves to the place of another, so that each can be missing without the other.
  struct Parameter: Codable {
    var name: String
    var external: String?

    enum CodingKeys: CodingKey { case name, inner, external }

    init() { (name, external) = ("x", "y") }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      let name = try keys.decodeIfPresent(String.self, forKey: .name) ?? ""
      if let inner = try keys.decodeIfPresent(String.self, forKey: .inner) {
        (self.name, external) = (inner, name)
      } else {
        self.name = name
        external = try keys.decodeIfPresent(String.self, forKey: .external)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try keys.encode(name, forKey: .name)
      try keys.encodeIfPresent(external, forKey: .external)
    }
  }

  @Test func eachAlternativeHasItsOwnMissingKeys() throws {
    #expect(try TypeSchemaInvariants.violations(of: Parameter()) == [])
    let schema = try JSONSchema(of: Parameter.self)
    for document: Value in [[:], ["inner": "x"], ["external": "x"], ["name": "x", "inner": "y"]] {
      #expect(try schema.check(document).isEmpty, "\(document)")
    }
  }

  /// A text, or the numbers of its first and last character.
  enum Label: Codable {
    case text(String)
    case offsets(Int, Int)

    init(from decoder: any Decoder) throws {
      if let text = try? String(from: decoder) {
        self = .text(text)
      } else if let offsets = try? [Int](from: decoder), offsets.count == 2 {
        self = .offsets(offsets[0], offsets[1])
      } else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: ""))
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .text(let text): try text.encode(to: encoder)
      case .offsets(let start, let end): try [start, end].encode(to: encoder)
      }
    }
  }

  @Test func anAlternativeThatRefusesTheUsualValuesIsFound() throws {
    #expect(
      try schema(of: Label.self)
        == #"{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"integer"}}]}"# + "\n")
  }

  /// One key, whose value need not be decoded.
  enum Attribute: Decodable {
    case null
    case text(String)

    enum CodingKeys: String, CodingKey { case null, text }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      guard keys.allKeys.count == 1 else {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: keys.codingPath, debugDescription: ""))
      }
      switch keys.allKeys[0] {
      case .null: self = .null
      case .text: self = .text(try keys.decode(String.self, forKey: .text))
      }
    }
  }

  @Test func aKeyThatDecidesIsRequiredAlsoIfItsValueIsNotDecoded() throws {
    let schema = try JSONSchema(of: Attribute.self)
    for document: Value in [["null": true], ["text": "x"]] {
      #expect(try schema.check(document).isEmpty, "\(document)")
    }
    for document: Value in [[:], ["text": 1]] {
      #expect(try !schema.check(document).isEmpty, "\(document)")
    }
  }

  // MARK: Optional values

  struct Options: Codable {
    var size: Int
    var theme: String?
    var depth: Double??
    var tags: [String]
    var named: Bool

    enum CodingKeys: CodingKey { case size, theme, depth, tags, named }

    init() { (size, theme, depth, tags, named) = (1, "x", 2, ["a"], true) }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      size = try keys.decodeIfPresent(Int.self, forKey: .size) ?? 12
      theme = try keys.decode(String?.self, forKey: .theme)
      depth = try keys.decodeIfPresent(Double?.self, forKey: .depth)
      tags = (try? keys.decode([String].self, forKey: .tags)) ?? []
      guard let isNamed = try keys.decodeIfPresent(Bool.self, forKey: .named) else {
        throw DecodingError.dataCorruptedError(forKey: .named, in: keys, debugDescription: "named?")
      }
      named = isNamed
    }
  }

  @Test func missingAndNullAreApart() throws {
    #expect(
      try schema(of: Options.self) == #"{"type":"object","properties":{"#
        + #""size":{"type":["integer","null"]},"theme":{"type":["string","null"]},"#
        + #""depth":{"type":["number","null"]},"tags":{},"named":{"type":"boolean"}},"#
        + #""required":["theme","named"]}"# + "\n")
    #expect(try TypeSchemaInvariants.violations(of: Options()) == [])
  }

  // MARK: Types of all kinds

  struct Tree: Codable {
    var name: String
    var children: [Tree] = []
    var byName: [String: Tree]?
  }

  class Animal: Codable {
    var name = "x"
  }

  final class Dog: Animal {
    var tricks = ["sit"]

    enum CodingKeys: CodingKey { case tricks }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try keys.decode([String].self, forKey: .tricks)
      try super.init(from: keys.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var keys = encoder.container(keyedBy: CodingKeys.self)
      try keys.encode(tricks, forKey: .tricks)
      try super.encode(to: keys.superEncoder())
    }
  }

  enum Single: String, Codable { case only }

  struct Everything: Codable {
    var wide: Int128 = 1
    var small: UInt8 = 1
    var ratio: Float = 0.5
    var kinds: [Kind: Int] = [.walk: 1]
    var numbered: [Int: String] = [1: "a"]
    var range = 1..<3
    var single = Single.only
    var set: Set<Int> = [1]
    var gaps: [Int?] = [1, nil]
    var any: Value = ["x": 1]
    var price = Decimal(1)
    var at = Date(timeIntervalSince1970: 0)
    var nested: [String: [String: Bool]] = ["a": ["b": true]]
    var tree = Tree(name: "a", children: [Tree(name: "b")], byName: ["c": Tree(name: "c")])
  }

  @Test func everything() throws {
    let violations = try TypeSchemaInvariants.violations(of: Everything())
    // That keys and values alternate is not found.
    #expect(violations.filter { !$0.contains(#""kinds":[7,1]"#) } == [])
    #expect(!violations.contains { $0.hasPrefix("not accepted") }, "\(violations)")
  }

  @Test func classesAndCollections() throws {
    #expect(try TypeSchemaInvariants.violations(of: Dog()) == [])
    #expect(
      try TypeSchemaInvariants.violations(of: Tree(name: "a", children: [Tree(name: "b")])) == [])
    #expect(try TypeSchemaInvariants.violations(of: ["a": [1, 2]]) == [])
    #expect(try TypeSchemaInvariants.violations(of: [Kind.walk, .rest]) == [])
  }

  final class Station: SharedInstance {
    var name = "a"
    @Shared var next: Station?
  }

  @Test func sharedInstancesAndReferencesToThem() throws {
    let station = Station()
    station.next = station
    let schema = try JSONSchema(of: [Station].self)
    let text = try Format.json.encodeText([station, station])
    let errors = try schema.check(Value(parsing: text, as: .json))
    #expect(errors.isEmpty, "\(text) \(errors.map(\.message))")
    #expect(try !schema.check([["next": [:]]]).isEmpty)
    station.next = nil
  }

  @Test func keysAndDatesAreThoseOfTheOptions() throws {
    struct Walk: Codable {
      var startedAt = Date(timeIntervalSince1970: 0)
      var byUser = ["aB": 1]
    }
    var decoding = DecodingOptions()
    decoding.keyDecodingStrategy = .style(.snake)
    decoding.dateDecodingStrategy = .secondsSince1970
    var encoding = EncodingOptions()
    encoding.keyEncodingStrategy = .style(.snake)
    encoding.dateEncodingStrategy = .secondsSince1970
    #expect(
      try schema(of: Walk.self, decoding) == #"{"type":"object","properties":{"#
        + #""started_at":{"type":"number"},"#
        + #""by_user":{"type":"object","additionalProperties":{"type":"integer"}}},"#
        + #""required":["started_at","by_user"]}"# + "\n")
    #expect(
      try TypeSchemaInvariants.violations(of: Walk(), decoding: decoding, encoding: encoding) == [])
  }

  // MARK: What is not found

  struct ByText: Decodable {
    enum CodingKeys: CodingKey { case id, kind, metres }

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: CodingKeys.self)
      _ = try keys.decode(Int.self, forKey: .id)
      switch try keys.decode(String.self, forKey: .kind) {
      case "walk": _ = try keys.decode(Int.self, forKey: .metres)
      default: throw DecodingError.dataCorruptedError(forKey: .kind, in: keys, debugDescription: "")
      }
    }
  }

  @Test func whatIsNotFoundIsSaid() throws {
    #expect(
      try schema(of: ByText.self) == #"{"type":"object","properties":{"#
        + #""id":{"type":"integer"},"kind":{"type":"string"}},"required":["id","kind"],"#
        + #""$comment":"ByText decodes no value that was tried, so what it requires is not all known"}"#
        + "\n")
  }

  struct Endless: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd { _ = try? list.decode(Int.self) }
    }
  }

  final class Ring: Codable { let next: Ring }

  @Test func noTypeMakesItEndless() throws {
    _ = try JSONSchema(of: Endless.self)
    _ = try JSONSchema(of: Ring.self)
  }
}
