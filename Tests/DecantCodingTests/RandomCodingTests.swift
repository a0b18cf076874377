import Decant
import DecantTestSupport
import Foundation
import Testing

@Suite struct RandomCodingTests {
  indirect enum Anything: Codable, Equatable {
    case null, bool(Bool), number(Double), string(String)
    case list([Anything]), map([String: Anything])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([Anything].self) {
        self = .list(value)
      } else {
        self = .map(try container.decode([String: Anything].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      case .map(let value): try container.encode(value)
      }
    }
  }

  @Test(arguments: 0..<200 as Range<UInt64>) func agreesWithFoundation(seed: UInt64) throws {
    let document = RandomDocument(seed: seed)
    let text = document.text
    guard !document.hasTwinKeys else {
      // Foundation keeps one of the values without a word.
      #expect(throws: DecodingError.self) { try Format.json.decode(Anything.self, from: text) }
      return
    }
    guard let theirs = try? JSONDecoder().decode(Anything.self, from: Data(text.utf8)) else {
      return
    }
    let ours = try Format.json.decode(Anything.self, from: text)
    #expect(ours == theirs)
    for format in [Format.json, .yaml] {
      let bytes = try format.encode(ours)
      #expect(try format.decode(Anything.self, from: bytes) == ours)
    }
    let json = try Format.json.encode(ours)
    #expect(try JSONDecoder().decode(Anything.self, from: Data(json)) == ours)
    #expect(try Document(parsing: text, as: .json).decode(Anything.self) == ours)
  }

  static let types: [any (Decodable & SendableMetatype).Type] = [
    Models.Person.self, [Models.Address].self, Models.Shape.self, [String: Models.Colour].self,
    [Models.Dog].self, Models.Tuple.self, Models.Everything.self, [Date].self, [Data].self,
    [Int: URL].self, Range<Int>.self, [Foundation.Decimal].self, [[String: [UInt8]]].self,
  ]

  @Test(arguments: 0..<100 as Range<UInt64>) func failsInGoodOrder(seed: UInt64) {
    let text = RandomDocument(seed: seed, keyChoices: 3).text
    for type in Self.types {
      for format in [Format.json, .yaml] {
        let outcome = Outcome { try format.decode(type, from: text) }
        #expect(outcome.kind == "nothing" || outcome.words.contains("line") || outcome.path.isEmpty)
      }
    }
  }

  @Test func decodesTreesToo() throws {
    let value: Value = [
      "name": "Ann", "age": 41, "isMember": true, "addresses": [], "favourites": [:],
    ]
    let person = try value.decode(Models.Person.self)
    #expect(person == Models.Person(name: "Ann", age: 41, isMember: true))
    let error = Outcome { try value.decode([Int].self) }
    #expect(error.words == "expected a sequence but found a mapping")
  }
}
