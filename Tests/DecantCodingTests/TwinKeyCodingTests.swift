import DecantTestSupport
import Testing
import Decant

@testable import DecantPropertyList
@testable import DecantCoding

/// Coding keys are compared by their bytes, as those of documents are.
@Suite struct TwinKeyCodingTests {
  struct Twins: Codable, Equatable {
    var composed: Int
    var decomposed: Int?

    enum CodingKeys: String, CodingKey {
      case composed = "é"
      case decomposed = "e\u{301}"
    }
  }

  static let formats = FormatRegistry.standard.formats.filter {
    $0.isReadable && $0.isWritable && $0.name != "strings"
  }

  @Test(arguments: formats) func eachKeyHasItsValue(format: Format) throws {
    for twins in [Twins(composed: 1, decomposed: 2), Twins(composed: 1, decomposed: nil)] {
      #expect(try format.decode(Twins.self, from: try format.encode(twins)) == twins)
    }
  }

  @Test func eachStrategyFindsTheKeyThatIsMeant() throws {
    // More keys than are searched without a table, and strategies with tables of their own.
    let many = (0..<100).map { "\"k\($0)\":0," }.joined()
    var identity = FormatDecoder(.json)
    identity.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    var snake = FormatDecoder(.json)
    snake.keyDecodingStrategy = .convertFromSnakeCase
    for decoder in [FormatDecoder(.json), identity, snake] {
      for others in ["", many] {
        for text in ["\"é\":1,\"e\u{301}\":2", "\"e\u{301}\":2,\"é\":1"] {
          let found = try decoder.decode(Twins.self, from: "{\(others)\(text)}")
          #expect(found == Twins(composed: 1, decomposed: 2))
        }
        let alone = try decoder.decode(Twins.self, from: "{\(others)\"é\":1}")
        #expect(alone == Twins(composed: 1, decomposed: nil))
        #expect(throws: DecodingError.self) {
          try decoder.decode(Twins.self, from: "{\(others)\"e\u{301}\":1}")
        }
      }
    }
  }

  @Test func nestedContainersOfTwinsAreTwo() throws {
    struct Nesting: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EventKey.self)
        for (key, number) in [("é", 1), ("e\u{301}", 2)] {
          var nested = container.nestedContainer(
            keyedBy: EventKey.self, forKey: EventKey(stringValue: key))
          try nested.encode(number, forKey: EventKey(stringValue: "x"))
        }
      }
    }
    let value = try Value(parsing: try Format.json.encode(Nesting()), as: .json)
    #expect(value == ["é": ["x": 1], "e\u{301}": ["x": 2]])
  }

  /// A dictionary cannot have both keys, and none of them is dropped without a word.
  @Test(arguments: ["{\"é\":1,\"e\u{301}\":2}", "{1: 0, \"é\": 1, \"e\u{301}\": 2}"])
  func aDictionaryRefusesTwins(text: String) throws {
    do {
      let found = try Format.yaml.decode([String: Int].self, from: text)
      Issue.record("\(found)")
    } catch let DecodingError.dataCorrupted(context) {
      #expect(context.debugDescription.contains("decode a Value"))
    }
    let document = try Format.yaml.decode(Value.self, from: text)
    #expect(document["é"] == 1 && document["e\u{301}"] == 2)
  }

  @Test(arguments: TwinKeys.pairs) func classesOfKeyedArchivesAreNames(
    first: String, second: String
  ) throws {
    let lists = [KeyedArchiveClass(named: first), KeyedArchiveClass(named: second)]
    #expect(lists[0] != lists[1] && Set(lists).count == 2)
    #expect(KeyedArchiveClass(tagText: lists[1].tagText[...]) == lists[1])
  }
}
