import Decant
import DecantTestSupport
import Foundation
import Testing

/// `Document(encoding:)` and `Value(encoding:)`.
@Suite struct DocumentEncodingTests {
  struct Landmark: Codable, Equatable {
    var landmarkName: String
    var height: Double
    var arches: [Int]
    var surveyed: Date
    var image: Data
    var location: [String: Double]
    var missing: Int?
    var rest: Value
  }

  private static let landmark = Landmark(
    landmarkName: "Pont du Gard", height: 48.8, arches: [6, 11, 35],
    surveyed: Date(timeIntervalSince1970: 1_795_253_400), image: Data([1, 2, 3]),
    location: ["longitude": 4.5, "latitude": 43.9], missing: nil,
    rest: ["z": nil, "a": [true, 1.5]])

  @Test func isWhatTheTypeEncodes() throws {
    let value = try Value(encoding: Self.landmark)
    let expected: Value = [
      "landmarkName": "Pont du Gard", "height": 48.8, "arches": [6, 11, 35],
      "surveyed": .date(try #require(Timestamp("2026-11-21T09:30:00Z"))),
      "image": .data([1, 2, 3]),
      "location": ["latitude": 43.9, "longitude": 4.5], "rest": ["z": nil, "a": [true, 1.5]],
    ]
    #expect(value == expected)
    #expect(value.description == expected.description)
    let document = try Document(encoding: Self.landmark)
    #expect(try document.value == expected)
    #expect(document.root["location"]?["latitude"]?.text == "43.9")
    #expect(try document.decode(Landmark.self) == Self.landmark)
    #expect(try value.decode(Landmark.self) == Self.landmark)
  }

  @Test func strategiesAndOrderAreThoseOfTheOptions() throws {
    var options = EncodingOptions()
    options.keyEncodingStrategy = .convertToSnakeCase
    options.dateEncodingStrategy = .secondsSince1970
    options.dataEncodingStrategy = .base64
    options.keyOrder = .byBytes
    let value = try Value(encoding: Self.landmark, options: options)
    #expect(
      value.mapping?.map(\.key) == [
        "arches", "height", "image", "landmark_name", "location", "rest", "surveyed",
      ])
    #expect(value["surveyed"] == 1_795_253_400)
    #expect(value["image"] == "AQID")
    #expect(value["rest"]?.mapping?.map(\.key) == ["a", "z"])
  }

  @Test func keepsWhatFewFormatsHave() throws {
    let numbers = try Value(encoding: [Double.infinity, -0.0, 1])
    #expect(numbers[0]?.number?.double == .infinity)
    #expect(numbers[1]?.number?.lexeme == "-0.0" && numbers[2]?.number?.lexeme == "1.0")
    #expect(try Value(encoding: [Int?.none, 1]) == [nil, 1])
    #expect(try Value(encoding: Data()) == .data([]))
    #expect(try Value(encoding: UInt64.max).number?.uint64 == .max)
    #expect(try Value(encoding: "") == "")
    let exact: Value = ["n": .number(try #require(Number("1.10"))), "m": [:]]
    #expect(try Value(encoding: exact) == exact)
    #expect(try Value(encoding: exact)["n"]?.number?.lexeme == "1.10")
  }

  /// YAML supports every value of these types, so its text leads to the same tree.
  @Test func isThatOfAFormat() throws {
    struct All: Codable {
      var person: Models.Person
      var list: [[String: Models.Address?]]
    }
    let address = Models.Address(street: "Rue", number: nil, location: [1.5, 2])
    let person = Models.Person(
      name: "Ann", age: 7, addresses: [address], favourites: ["b": 1, "a": 2],
      spouse: Models.Box(Models.Person(name: "Bo", age: 8)))
    let all = All(person: person, list: [["x": address, "y": nil], [:]])
    let text = try Format.yaml.encodeText(all)
    #expect(
      try Value(encoding: all).description == Format.yaml.decode(Value.self, from: text).description
    )
  }

  @Test func largeValuesFillManyBatches() throws {
    let numbers = Array(0..<10_000)
    #expect(try Document(encoding: numbers).decode([Int].self) == numbers)
  }

  @Test func errorsHaveACodingPath() throws {
    struct Bad: Encodable {
      struct Inner: Encodable {
        func encode(to encoder: any Encoder) throws {
          throw EncodingError.invalidValue(
            1, .init(codingPath: encoder.codingPath, debugDescription: "not today"))
        }
      }
      var inner = [Inner()]
    }
    let error = #expect(throws: EncodingError.self) { try Value(encoding: Bad()) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["inner", "Index 0"])
    var options = EncodingOptions()
    options.nonConformingFloatEncodingStrategy = .throw
    #expect(throws: EncodingError.self) {
      try Document(encoding: [Double.nan], options: options)
    }
  }
}
