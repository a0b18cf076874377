import Decant
import Foundation
import Testing

/// Containers continue what was encoded at their place, as Foundation's do, or throw.
@Suite struct AmendedValueTests {
  private typealias Key = LikeFoundation.Key
  private typealias Speaker = LikeFoundation.Speaker

  struct Amendment: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let speak: @Sendable (any Encoder) throws -> Void
    init(_ name: String, _ speak: @escaping @Sendable (any Encoder) throws -> Void) {
      testDescription = name
      self.speak = speak
    }
  }

  static let amendments: [Amendment] = [
    Amendment("a nested container after a value") {
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encode(["b": 1, "x": 2], forKey: .a)
      var inner = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
      try inner.encode(3, forKey: .b)
      try inner.encode([4], forKey: .c)
    },
    Amendment("two nested containers, with values of other keys between") {
      var keyed = $0.container(keyedBy: Key.self)
      var one = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
      try keyed.encode(0, forKey: .c)
      var two = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
      try one.encode(1, forKey: .a)
      try two.encode(2, forKey: .a)
      try one.encode(3, forKey: .b)
      try two.encode(4, forKey: .c)
    },
    Amendment("lists that are continued in turn") {
      var keyed = $0.container(keyedBy: Key.self)
      var one = keyed.nestedUnkeyedContainer(forKey: .a)
      try one.encode(1)
      try keyed.encode(0, forKey: .c)
      var two = keyed.nestedUnkeyedContainer(forKey: .a)
      try two.encode(two.count)
      try one.encode(3)
    },
    Amendment("a list after an array") {
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encode([[1], [2]], forKey: .a)
      var list = keyed.nestedUnkeyedContainer(forKey: .a)
      try list.encode([3])
      var inner = list.nestedContainer(keyedBy: Key.self)
      try inner.encode(4, forKey: .a)
    },
    Amendment("a value after a container, which a container continues") {
      var keyed = $0.container(keyedBy: Key.self)
      var one = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
      try one.encode(1, forKey: .a)
      try keyed.encode(["b": 2], forKey: .a)
      var two = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
      try two.encode(3, forKey: .c)
    },
    Amendment("deep inside") {
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encode(["a": ["a": ["b": 1]]], forKey: .a)
      var outer = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
      var inner = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
      var last = inner.nestedContainer(keyedBy: Key.self, forKey: .a)
      try last.encode(2, forKey: .c)
    },
    Amendment("an encoder for a superclass after a value") {
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encode(["b": 1], forKey: .a)
      try ["c": 2].encode(to: keyed.superEncoder(forKey: .a))
    },
    Amendment("a container after an encoder for a superclass") {
      var keyed = $0.container(keyedBy: Key.self)
      try ["b": 1].encode(to: keyed.superEncoder(forKey: .a))
      var inner = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
      try inner.encode(2, forKey: .c)
    },
    Amendment("a dictionary as a single value, then a container") {
      var single = $0.singleValueContainer()
      try single.encode(["a": "b", "other": "foo"])
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encode("c", forKey: .a)
      try keyed.encode("d", forKey: .b)
    },
    Amendment("an array as a single value, then a container") {
      var single = $0.singleValueContainer()
      try single.encode([1, 2])
      var list = $0.unkeyedContainer()
      try list.encode(3)
    },
    Amendment("a value that encodes itself into the same encoder, then a container") {
      try Models.Address(street: "x", number: 1, location: []).encode(to: $0)
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encode(1, forKey: .a)
    },
  ]

  @Test(arguments: amendments) func amendsValues(_ amendment: Amendment) throws {
    let speaker = Speaker(speak: amendment.speak)
    #expect(try LikeFoundation.ours(speaker) == LikeFoundation.theirs(speaker))
    #expect(try LikeFoundation.ours([[speaker]]) == LikeFoundation.theirs([[speaker]]))
    #expect(try LikeFoundation.ours(["k": speaker]) == LikeFoundation.theirs(["k": speaker]))
  }

  @Test(arguments: amendments) func amendsValuesInSnakeCase(_ amendment: Amendment) throws {
    let speaker = Speaker { encoder in
      var keyed = encoder.container(keyedBy: Key.self)
      try keyed.encode(["dataKey": 1], forKey: .other)
      try amendment.speak(keyed.superEncoder(forKey: .c))
    }
    #expect(
      try LikeFoundation.ours(speaker) { $0.keyEncodingStrategy = .convertToSnakeCase }
        == LikeFoundation.theirs(speaker) { $0.keyEncodingStrategy = .convertToSnakeCase })
  }

  /// The keys of a dictionary are data, those of the container that continues it are not.
  @Test func aDictionaryKeepsItsKeysWhereAContainerContinuesIt() throws {
    enum Camel: CodingKey { case oneTwo, threeFour }
    for isNested in [true, false] {
      let speaker = Speaker { encoder in
        let data = ["oneTwo": 1, "fiveSix": 2]
        var container = encoder.container(keyedBy: Camel.self)
        if isNested {
          try container.encode(data, forKey: .oneTwo)
          container = container.nestedContainer(keyedBy: Camel.self, forKey: .oneTwo)
        } else {
          let inner = container.superEncoder(forKey: .oneTwo)
          var single = inner.singleValueContainer()
          try single.encode(data)
          container = inner.container(keyedBy: Camel.self)
        }
        try container.encode(3, forKey: .threeFour)
      }
      #expect(
        try LikeFoundation.ours(speaker) { $0.keyEncodingStrategy = .convertToSnakeCase }
          == LikeFoundation.theirs(speaker) { $0.keyEncodingStrategy = .convertToSnakeCase })
    }
  }

  /// Foundation's encoder traps.
  static let contradictions: [Amendment] = [
    Amendment("a list after a text") {
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encode("first", forKey: .a)
      try keyed.encode(1, forKey: .b)
      var list = keyed.nestedUnkeyedContainer(forKey: .a)
      try list.encode("second")
    },
    Amendment("a mapping after a list") {
      var keyed = $0.container(keyedBy: Key.self)
      _ = keyed.nestedUnkeyedContainer(forKey: .a)
      _ = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
    },
    Amendment("a mapping after null") {
      var keyed = $0.container(keyedBy: Key.self)
      try keyed.encodeNil(forKey: .a)
      _ = keyed.nestedContainer(keyedBy: Key.self, forKey: .a)
    },
    Amendment("a list after a dictionary as a single value") {
      var single = $0.singleValueContainer()
      try single.encode(["a": 1])
      _ = $0.unkeyedContainer()
    },
    Amendment("a single value after a dictionary") {
      var single = $0.singleValueContainer()
      try single.encode(["a": 1])
      try single.encode(["b": 1])
    },
  ]

  @Test(arguments: contradictions) func refusesWhatCannotBeAmended(_ amendment: Amendment) throws {
    let speaker = Speaker(speak: amendment.speak)
    let error = #expect(throws: EncodingError.self) { try LikeFoundation.ours(["k": speaker]) }
    #expect(error.map { "\($0)".contains("a value was encoded where another") } == true)
  }

  @Test func strategiesThatEncodeNothing() throws {
    for level in 0..<3 {
      func encode(_ encode: (any Encodable) throws -> String, _ value: some Encodable) throws
        -> String
      {
        switch level {
        case 0: try encode(value)
        case 1: try encode([value])
        default: try encode(["k": Optional(value)])
        }
      }
      let date = Date(timeIntervalSince1970: 0)
      #expect(
        try encode(
          { try LikeFoundation.ours($0) { $0.dateEncodingStrategy = .custom { _, _ in } } }, date)
          == encode(
            { try LikeFoundation.theirs($0) { $0.dateEncodingStrategy = .custom { _, _ in } } },
            date))
      #expect(
        try encode(
          { try LikeFoundation.ours($0) { $0.dataEncodingStrategy = .custom { _, _ in } } },
          Data([1]))
          == encode(
            { try LikeFoundation.theirs($0) { $0.dataEncodingStrategy = .custom { _, _ in } } },
            Data([1])))
    }
    #expect(throws: EncodingError.self) { try LikeFoundation.ours(Models.Silent()) }
    #expect(throws: EncodingError.self) { try LikeFoundation.theirs(Models.Silent()) }
  }
}
