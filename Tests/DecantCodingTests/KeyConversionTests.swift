import Decant
import Foundation
import Testing

/// Strategies for keys and numbers as Foundation's.
@Suite struct KeyConversionTests {
  private typealias Key = LikeFoundation.Key
  private typealias AnyKey = LikeFoundation.AnyKey

  static let seconds: [Double] = [
    0, 1, -1, 1000, 1000.5, 0.001, -0.5, 1_700_000_000, 1_700_000_000.123, 123_456_789_012,
    9_007_199_254_740_992, -62_135_596_800,
  ]

  @Test(arguments: seconds) func wholeSecondsAreIntegers(_ seconds: Double) throws {
    let dates = [Date(timeIntervalSince1970: seconds)]
    #expect(
      try LikeFoundation.ours(dates) { $0.dateEncodingStrategy = .secondsSince1970 }
        == LikeFoundation.theirs(dates) { $0.dateEncodingStrategy = .secondsSince1970 })
    #expect(
      try LikeFoundation.ours(dates) { $0.dateEncodingStrategy = .millisecondsSince1970 }
        == LikeFoundation.theirs(dates) { $0.dateEncodingStrategy = .millisecondsSince1970 })
    var decoder = FormatDecoder(.json)
    decoder.dateDecodingStrategy = .secondsSince1970
    let text = try LikeFoundation.ours(dates) { $0.dateEncodingStrategy = .secondsSince1970 }
    #expect(try decoder.decode([Date].self, from: text) == dates)
  }

  /// Foundation writes the text `$null`, which reads as a text elsewhere.
  @Test(
    arguments: FormatRegistry.standard.formats.filter {
      $0.isWritable && !$0.abilities.contains(.null)
    })
  func nullIsAnErrorInFormatsWithoutIt(_ format: Format) throws {
    struct Optionals: Encodable {
      var a: Int?
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(a, forKey: .a)
      }
    }
    #expect(throws: EncodingError.self) { try format.encode(Optionals()) }
    #expect(throws: EncodingError.self) { try format.encode(["a": [1, nil]]) }
    #expect(throws: EncodingError.self) { try format.encode(["a": Int?.none]) }
  }

  static let snakes = [
    "", "a", "ALLCAPS", "ALL_CAPS", "single", "snake_case", "one_two_three", "one_2_three",
    "one2_three", "snake_Ćase", "snake_ćase", "alreadyCamelCase", "__this_and_that",
    "this__and__that", "this_and_that__", "this_aNd_that", "_one_two_", "_", "__", "_id", "id_",
    "a_b_c", "x_y", "line_2nd", "x_b-c", "x_o'neil", "x_b.c", "x_b c d", "x_a1b", "x_ﬁx", "x_ßa",
    "x_ΑΣ", "İ_x", "🐧_🐟", "e\u{301}_e\u{301}X", "user-id_x", "A__B", "UTF8_text", "imageURL",
    "image_url", "snake__case", "v1_2", "ISO_8601_date",
  ]

  @Test(arguments: snakes) func findsKeysInSnakeCase(_ key: String) throws {
    let json = String(decoding: try JSONEncoder().encode([key: 1]), as: UTF8.self)
    let heard = try LikeFoundation.hear(
      json, keys: .convertFromSnakeCase, theirKeys: .convertFromSnakeCase
    ) {
      let container = try $0.container(keyedBy: AnyKey.self)
      let key = try #require(container.allKeys.first)
      $1 = [key.stringValue, "\(try container.decode(Int.self, forKey: key))"]
    }
    #expect(heard.ours == heard.theirs)
    // Among others, and after a key that is missing.
    let others = #"{"some_key": 0, "other": {}, \#(json.dropFirst())"#
    let name = heard.theirs[0]
    let found = try LikeFoundation.hear(
      others, keys: .convertFromSnakeCase, theirKeys: .convertFromSnakeCase
    ) {
      let container = try $0.container(keyedBy: AnyKey.self)
      let missing = AnyKey(stringValue: "missingKey")
      $1.append("\(try container.decodeIfPresent(Int.self, forKey: missing) ?? -1)")
      $1.append("\(try container.decode(Int.self, forKey: AnyKey(stringValue: name)))")
      $1 += container.allKeys.map(\.stringValue).sorted()
    }
    #expect(found.ours == found.theirs)
  }

  /// The first of the keys that become equal counts.
  @Test func keysThatBecomeEqualAreOne() throws {
    for json in [#"{"x__y": 1, "X_y": 2, "z": 3}"#, #"{"X_y": 2, "z": 3, "x__y": 1}"#] {
      let heard = try LikeFoundation.hear(
        json, keys: .convertFromSnakeCase, theirKeys: .convertFromSnakeCase
      ) {
        let container = try $0.container(keyedBy: AnyKey.self)
        $1 = container.allKeys.map(\.stringValue).sorted()
        $1.append("\(try container.decode(Int.self, forKey: AnyKey(stringValue: "xY")))")
      }
      #expect(heard.ours == heard.theirs)
    }
    let one: @Sendable ([any CodingKey]) -> any CodingKey = { _ in AnyKey(stringValue: "one") }
    let heard = try LikeFoundation.hear(
      #"{"x": 1, "y": 2}"#, keys: .custom(one), theirKeys: .custom(one)
    ) {
      let container = try $0.container(keyedBy: AnyKey.self)
      $1 = container.allKeys.map(\.stringValue)
      $1.append("\(try container.decode(Int.self, forKey: AnyKey(stringValue: "one")))")
    }
    #expect(heard.ours == heard.theirs)
  }
}
