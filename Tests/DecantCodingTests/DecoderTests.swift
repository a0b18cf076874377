import Decant
import Foundation
import Testing

@Suite struct DecoderTests {
  enum Key: String, CodingKey, CaseIterable {
    case a, b, c, d
  }

  private struct Asker: Decodable {
    @TaskLocal static var ask: @Sendable (any Decoder) throws -> Void = { _ in }
    init(from decoder: any Decoder) throws { try Self.ask(decoder) }
  }

  private func ask(
    _ json: String, as format: Format = .json, _ options: DecodingOptions = DecodingOptions(),
    _ body: @escaping @Sendable (any Decoder) throws -> Void
  ) throws {
    try Asker.$ask.withValue(body) {
      _ = try format.decode(Asker.self, from: json, options: options)
    }
  }

  @Test func givesKeysInAnyOrder() throws {
    try ask(#"{"a":1,"b":{"x":[1]},"c":3}"#) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(container.allKeys == [.a, .b, .c])
      for _ in 0..<2 {
        #expect(try container.decode(Int.self, forKey: .c) == 3)
        #expect(try container.decode([String: [Int]].self, forKey: .b) == ["x": [1]])
        #expect(try container.decode(Int.self, forKey: .a) == 1)
      }
      #expect(container.contains(.b))
      #expect(!container.contains(.d))
      #expect(try container.decodeIfPresent(Int.self, forKey: .d) == nil)
      #expect(try !container.decodeNil(forKey: .a))
      #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .d) }
    }
  }

  @Test func nullIsAbsentWhereThatMayBe() throws {
    try ask(#"{"a":null,"b":1}"#) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(try container.decodeIfPresent(Int.self, forKey: .a) == nil)
      #expect(try container.decodeIfPresent(String.self, forKey: .a) == nil)
      #expect(try container.decodeIfPresent([Int].self, forKey: .a) == nil)
      #expect(try container.decodeNil(forKey: .a))
      #expect(container.contains(.a))
      #expect(container.allKeys == [.a, .b])
    }
  }

  @Test func countsElements() throws {
    try ask(#"[1,[2,3],null,"x"]"#) { decoder in
      var container = try decoder.unkeyedContainer()
      #expect(container.count == 4)
      #expect(container.currentIndex == 0)
      #expect(throws: DecodingError.self) { try container.decode(String.self) }
      #expect(try container.decode(Int.self) == 1)
      #expect(container.currentIndex == 1)
      var nested = try container.nestedUnkeyedContainer()
      #expect(nested.codingPath.map(\.stringValue) == ["Index 1"])
      #expect(try nested.decode(Int.self) == 2)
      #expect(try container.decodeNil())
      #expect(try !container.decodeNil())
      #expect(try container.superDecoder().singleValueContainer().decode(String.self) == "x")
      #expect(container.isAtEnd)
      #expect(try nested.decode(Int.self) == 3)
      #expect(nested.isAtEnd)
      #expect(try container.decodeIfPresent(Int.self) == nil)
    }
  }

  @Test func superclassesMayBeAbsent() throws {
    try ask(#"{"a":1}"#) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      let absent = try container.superDecoder()
      #expect(absent.codingPath.map(\.stringValue) == ["super"])
      #expect(try absent.singleValueContainer().decodeNil())
      #expect(throws: DecodingError.self) { try absent.container(keyedBy: Key.self) }
      #expect(throws: DecodingError.self) { try absent.unkeyedContainer() }
      #expect(throws: DecodingError.self) {
        try absent.singleValueContainer().decode(Int.self)
      }
      let there = try container.superDecoder(forKey: .a)
      #expect(try there.singleValueContainer().decode(Int.self) == 1)
    }
  }

  @Test func aDecoderMayBeKept() throws {
    final class Keeper: @unchecked Sendable {
      var decoder: (any Decoder)?
      var container: KeyedDecodingContainer<Key>?
    }
    let keeper = Keeper()
    try ask(#"{"a":[1,2]}"#) { decoder in
      keeper.decoder = decoder
      keeper.container = try decoder.container(keyedBy: Key.self)
    }
    let decoder = try #require(keeper.decoder)
    #expect(try keeper.container?.decode([Int].self, forKey: .a) == [1, 2])
    #expect(try decoder.singleValueContainer().decode([String: [Int]].self) == ["a": [1, 2]])
  }

  @Test func looksUpKeysOfLargeMappings() throws {
    let json = "{" + (0..<1000).map { #""key\#($0)":\#($0)"# }.joined(separator: ",") + "}"
    struct Some: Decodable, Equatable { var key999, key0, key500: Int; var absent: Int? }
    let some = try Format.json.decode(Some.self, from: json)
    #expect(some == Some(key999: 999, key0: 0, key500: 500))
    #expect(try Format.json.decode([String: Int].self, from: json).count == 1000)
  }

  struct Nested: Decodable {
    var next: [Nested]
    init(from decoder: any Decoder) throws { next = try [Nested](from: decoder) }
  }

  @Test func depthIsBounded() throws {
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    let error = Outcome { try Format.json.decode(Nested.self, from: deep) }
    #expect(error.kind == "dataCorrupted")
    let tooDeep = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
    #expect(Outcome { try Format.json.decode(Nested.self, from: tooDeep) }.kind == "dataCorrupted")
    let fine = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    _ = try Format.json.decode(Nested.self, from: fine)
  }

  /// The maximum nesting, on a stack of 2 MB.
  @Test func depthIsSafeOnASmallStack() throws {
    struct Level: Codable {
      var next: [String: [Level]]
    }
    final class Result: @unchecked Sendable {
      var outcomes: [String] = []
    }
    let result = Result()
    let thread = Thread {
      let levels = 2000
      let json =
        String(repeating: #"{"next":{"k":["#, count: levels)
        + String(repeating: "]}}", count: levels)
      var options = DecodingOptions()
      options.reading.maximumDepth = 100_000
      result.outcomes.append(
        Outcome { try Format.json.decode(Level.self, from: json, options: options) }.kind)
      var level = Level(next: [:])
      for _ in 0..<levels { level = Level(next: ["k": [level]]) }
      let isRefused = (try? Format.json.encode(level)) == nil
      result.outcomes.append("\(isRefused)")
      // Swift's destruction of the value recurses deeper than any coder.
      while let next = level.next["k"]?.first { level = next }
    }
    thread.stackSize = 2 << 20
    thread.start()
    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.01) }
    #expect(result.outcomes == ["dataCorrupted", "true"])
  }

  struct Endless: Decodable {
    init(from decoder: any Decoder) throws {
      self = try decoder.singleValueContainer().decode(Endless.self)
    }
  }

  @Test func aTypeThatAsksForItselfIsAnError() {
    #expect(throws: DecodingError.self) { try Format.json.decode(Endless.self, from: "1") }
  }

  static let dates: [(json: String, strategy: DecodingOptions.DateDecodingStrategy)] = [
    (#""2001-09-09T01:46:40.5Z""#, .native),
    (#""2001-09-09T01:46:40.5Z""#, .iso8601),
    (#""2001-09-09T03:46:40.5+02:00""#, .native),
    ("1000000000.5", .secondsSince1970),
    ("1000000000500", .millisecondsSince1970),
    ("21692800.5", .deferredToDate),
    ("[1000000000.5]", .custom { Date(timeIntervalSince1970: try [Double](from: $0)[0]) }),
  ]

  @Test(arguments: dates.indices) func readsDatesAsItIsTold(_ index: Int) throws {
    let (json, strategy) = Self.dates[index]
    var options = DecodingOptions()
    options.dateDecodingStrategy = strategy
    let date = try Format.json.decode(Date.self, from: json, options: options)
    #expect(date == Date(timeIntervalSince1970: 1_000_000_000.5))
  }

  @Test(arguments: ["1000000000", "true", #""yesterday""#, #""2001-09-09""#])
  func takesNothingElseForADate(_ json: String) {
    #expect(throws: DecodingError.self) { try Format.json.decode(Date.self, from: json) }
  }

  @Test func readsKeysOfAnyKindWhereAFormatHasThem() throws {
    #expect(try Format.yaml.decode([Int: String].self, from: "1: a\n2: b\n") == [1: "a", 2: "b"])
    #expect(
      try Format.yaml.decode([String: Int].self, from: "true: 1\nnull: 2\n")
        == ["true": 1, "null": 2])
    let some = try Format.yaml.decode(
      [String: [Int]].self, from: "x: &a [1, 2]\ny: *a\n")
    #expect(some == ["x": [1, 2], "y": [1, 2]])
  }

  @Test func readsNumbersFromStringsWhereAFormatHasNone() throws {
    struct Settings: Codable, Equatable { var port = 80, ratio = 0.5, isOn = true, name = "x" }
    let text = "{ port = 80; ratio = 0.5; isOn = YES; name = x; }"
    #expect(try Format.openStepPropertyList.decode(Settings.self, from: text) == Settings())
    let bytes = try Format.openStepPropertyList.encode(Settings())
    #expect(try Format.openStepPropertyList.decode(Settings.self, from: bytes) == Settings())
    #expect(throws: DecodingError.self) {
      try Format.openStepPropertyList.decode(
        Settings.self, from: "{ port = 0x50; ratio = 1; isOn = 1; name = x; }")
    }
  }

  @Test func takesNoNumberForAnotherInSilence() {
    for json in ["1.5", "1e30", "-1e-3", "123456789012345678901234567890"] {
      #expect(throws: DecodingError.self) { try Format.json.decode(Int.self, from: json) }
    }
  }

  @Test func knowsItsPathAndTheUsersInformation() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "x"))
    struct Inner: Decodable {
      init(from decoder: any Decoder) throws {
        #expect(decoder.codingPath.map(\.stringValue) == ["k", "Index 1"])
        #expect(decoder.userInfo.values.first as? Int == 7)
        #expect(try decoder.singleValueContainer().codingPath.count == 2)
        throw DecodingError.dataCorruptedError(
          in: try decoder.singleValueContainer(), debugDescription: "not today")
      }
    }
    struct Outer: Decodable {
      enum Key: CodingKey { case k }
      init(from decoder: any Decoder) throws {
        var list = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .k)
        _ = try list.decode(Int.self)
        _ = try list.decode(Inner.self)
      }
    }
    var options = DecodingOptions()
    options.userInfo = [key: 7]
    let error = Outcome {
      try Format.json.decode(Outer.self, from: "{\"k\": [1,\n {}]}", options: options)
    }
    #expect(error.words == "not today, at line 2, column 2")
  }
}
