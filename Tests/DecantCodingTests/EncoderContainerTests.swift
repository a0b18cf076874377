import Foundation
import Testing
import Decant

@testable import DecantCoding

@Suite struct EncoderContainerTests {
  private typealias Key = EncoderTests.Key
  private typealias Speaker = EncoderTests.Speaker

  private func json(_ value: some Encodable, _ change: (inout EncodingOptions) -> Void = { _ in })
    throws -> String
  {
    try EncoderTests().json(value, change)
  }

  /// Foundation's encoder replaces values too.
  @Test(arguments: [KeyedOrder.reversed, .repeated])
  func laterValuesReplaceEarlierOnes(_ order: KeyedOrder) throws {
    let theirs = JSONEncoder()
    theirs.outputFormatting = .sortedKeys
    let expected = String(decoding: try theirs.encode([[order]]), as: UTF8.self)
    #expect(try json([[order]]) { $0.keyOrder = .byBytes } == expected)
    for style in [KeyStyle.snake, .pascal] {
      _ = try json(order) { $0.keyEncodingStrategy = .style(style) }
    }
  }

  enum KeyedOrder: Encodable {
    case reversed, repeated

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .reversed:
        var list = container.nestedUnkeyedContainer(forKey: .c)
        var inner = list.nestedContainer(keyedBy: Key.self)
        try container.encode(["z": [1], "y": [2]], forKey: .a)
        try inner.encode(true, forKey: .b)
        try list.encode("last")
      case .repeated:
        try container.encode(["x": [1, 2]], forKey: .b)
        try container.encode("first", forKey: .a)
        try container.encode([["x": 1]], forKey: .b)
        try container.encode([3], forKey: .b)
      }
    }
  }

  @Test func nestedContainersMoveWithWhatIsPutInOrder() throws {
    struct Nested: Encodable, Hashable {
      let number: Int

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(number, forKey: .a)
        var list = container.nestedUnkeyedContainer(forKey: .b)
        for number in 0..<number { try list.encode(number) }
      }
    }
    let numbers = Array(0..<9)
    let dictionary = Dictionary(
      uniqueKeysWithValues: numbers.map { ("k\($0)", Nested(number: $0)) })
    let theirs = JSONEncoder()
    theirs.outputFormatting = .sortedKeys
    #expect(try json(dictionary) == String(decoding: theirs.encode(dictionary), as: UTF8.self))
    let inOrder = numbers.map { Nested(number: $0) }
    #expect(try json(Set(inOrder)) == json(inOrder))
    #expect(try json([Set(inOrder)]) == json([inOrder]))
  }

  @Test func aValueThatFailedMakesRoomForAnother() throws {
    let speaker = Speaker { encoder in
      var container = encoder.singleValueContainer()
      try? container.encode([1, Double.nan])
      try? container.encode(["a": [Double.nan]])
      try container.encode("instead")
    }
    #expect(try json([speaker]) == #"["instead"]"#)
  }

  @Test func containersOutOfTurnAreRefused() throws {
    for beginsFirst in [true, false] {
      let speaker = Speaker { encoder in
        var outer = encoder.container(keyedBy: Key.self)
        let inner = Speaker { innerEncoder in
          if beginsFirst { _ = innerEncoder.container(keyedBy: Key.self) }
          var again = encoder.container(keyedBy: Key.self)
          try again.encode(1, forKey: .a)
        }
        try outer.encode(inner, forKey: .b)
      }
      let error = #expect(throws: EncodingError.self) { try json(speaker) }
      #expect(error.map { "\($0)".contains("out of turn") } == true)
    }
  }

  @Test func nestedContainersHaveALimitOfTheirDepth() throws {
    func nest(_ depth: Int) -> Speaker {
      Speaker { encoder in
        var container = encoder.unkeyedContainer()
        for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
        try container.encode(1)
      }
    }
    let brackets = String(repeating: "[", count: 500) + "1" + String(repeating: "]", count: 500)
    #expect(try json(nest(500)) == brackets)
    #expect(throws: EncodingError.self) { try json(nest(600)) }
  }

  /// Foundation's encoder merges such keys, which are different texts.
  @Test func keepsEquivalentKeysApartBesideRepeatedOnes() throws {
    struct AnyKey: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let speaker = Speaker { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for (number, name) in ["\u{E9}", "e\u{301}", "b", "b"].enumerated() {
        try container.encode(number, forKey: AnyKey(stringValue: name))
      }
    }
    #expect(Array(try json(speaker).utf8) == Array("{\"\u{E9}\":0,\"e\u{301}\":1,\"b\":3}".utf8))
  }

  @Test func releasesTapes() throws {
    weak var tape: EncodingTape?
    weak var side: EncodingTape?
    let speaker = Speaker { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      try list.encode(1)
      let parent = container.superEncoder()
      try [2].encode(to: parent)
      tape = (encoder as? TapeEncoder)?.tape
      side = (parent as? TapeEncoder)?.tape
      #expect(tape != nil && side != nil)
    }
    #expect(try json([speaker]) == #"[{"a":[1],"super":[2]}]"#)
    #expect(tape == nil && side == nil)
  }

  /// What a container encodes after its document is complete reaches no document.
  @Test func containersMayBeUsedAfterTheirDocument() throws {
    var kept: (any UnkeyedEncodingContainer)?
    let speaker = Speaker { encoder in
      var container = encoder.unkeyedContainer()
      var list = container.nestedUnkeyedContainer()
      try list.encode(1)
      kept = container
    }
    #expect(try json(speaker) == "[[1]]")
    #expect(throws: EncodingError.self) { try kept?.encode(["a": Double.nan]) }
    try? kept?.encode(2)
    #expect(try json(speaker) == "[[1]]")
  }
}
