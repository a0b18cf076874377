import Decant
import Foundation
import Testing

@Suite struct EncoderTests {
  func json(_ value: some Encodable, _ change: (inout EncodingOptions) -> Void = { _ in })
    throws -> String
  {
    var options = EncodingOptions()
    options.writing.indentation = .compact
    change(&options)
    return String(try Format.json.encodeText(value, options: options).dropLast())
  }

  enum Key: String, CodingKey {
    case a, b, c
  }

  struct Speaker: Encodable {
    let speak: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try speak(encoder) }
  }

  @Test func keepsTheOrderOfProperties() throws {
    let person = Models.Person(name: "Ann", age: 1)
    #expect(
      try json(person)
        == #"{"name":"Ann","age":1,"isMember":false,"addresses":[],"favourites":{}}"#)
  }

  @Test func theSecondValueOfAKeyReplacesTheFirst() throws {
    let speaker = Speaker { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try container.encode([2], forKey: .b)
      try container.encode("x", forKey: .a)
    }
    #expect(try json(speaker) == #"{"a":"x","b":[2]}"#)
    // The layout of the first value predicts that of the second.
    #expect(try json([speaker, speaker]) == #"[{"a":"x","b":[2]},{"a":"x","b":[2]}]"#)
  }

  @Test func findsEveryRepeatedKeyAmongMany() throws {
    struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let speaker = Speaker { encoder in
      var container = encoder.container(keyedBy: Name.self)
      for round in 0..<3 {
        for number in 0..<200 {
          try container.encode(number + round, forKey: Name(stringValue: "key\(number)"))
        }
      }
    }
    let decoded = try Format.json.decode([String: Int].self, from: json(speaker))
    #expect(decoded.count == 200)
    #expect(decoded["key7"] == 9)
  }

  @Test func containersMayBeOpenAtOnce() throws {
    let speaker = Speaker { encoder in
      var outer = encoder.unkeyedContainer()
      var first = outer.nestedUnkeyedContainer()
      var second = outer.nestedContainer(keyedBy: Key.self)
      let late = outer.superEncoder()
      try first.encode(1)
      try second.encode(true, forKey: .b)
      try outer.encode(4)
      try first.encode(2)
      try second.encode(false, forKey: .a)
      var value = late.singleValueContainer()
      try value.encode("late")
      #expect(outer.count == 4)
    }
    #expect(try json(speaker) == #"[[1,2],{"b":true,"a":false},"late",4]"#)
  }

  @Test func theSameContainerIsGivenTwice() throws {
    let speaker = Speaker { encoder in
      var first = encoder.container(keyedBy: Key.self)
      var second = encoder.container(keyedBy: Key.self)
      try first.encode(1, forKey: .a)
      try second.encode(2, forKey: .b)
      var list = first.nestedUnkeyedContainer(forKey: .c)
      try list.encode(3)
      var again = second.nestedUnkeyedContainer(forKey: .c)
      try again.encode(4)
    }
    #expect(try json(speaker) == #"{"a":1,"b":2,"c":[3,4]}"#)
  }

  @Test func whatFailedAndWasCaughtIsNotThere() throws {
    let speaker = Speaker { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try? container.encode(Double.nan, forKey: .a)
      try? container.encode([1, .infinity], forKey: .b)
      try container.encode(1, forKey: .c)
      try container.encode(2, forKey: .a)
    }
    #expect(try json([speaker, speaker]) == #"[{"c":1,"a":2},{"c":1,"a":2}]"#)
  }

  @Test func promisesThatAreNotKeptAreEmptyMappings() throws {
    let speaker = Speaker { encoder in
      var container = encoder.container(keyedBy: Key.self)
      _ = container.superEncoder()
      _ = container.superEncoder(forKey: .a)
      _ = container.nestedUnkeyedContainer(forKey: .b)
      try container.encode(Models.Silent(), forKey: .c)
    }
    #expect(try json(speaker) == #"{"super":{},"a":{},"b":[],"c":{}}"#)
  }

  @Test func refusesAnEmptyDocument() {
    let error = #expect(throws: EncodingError.self) { try Format.json.encode(Models.Silent()) }
    #expect(error.map { "\($0)".contains("Silent encoded nothing") } == true)
  }

  // MARK: Contradictions

  /// Foundation's encoders trap on these.
  static let contradictions: [@Sendable (any Encoder) throws -> Void] = [
    { encoder in
      _ = encoder.unkeyedContainer()
      _ = encoder.container(keyedBy: Key.self)
    },
    { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      try container.encode(2)
    },
    { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(1)
      _ = encoder.unkeyedContainer()
    },
    { encoder in
      _ = encoder.container(keyedBy: Key.self)
      var container = encoder.singleValueContainer()
      try container.encode(1)
    },
  ]

  @Test(arguments: contradictions.indices) func refusesTwoValuesInOnePlace(_ index: Int) {
    let speaker = Speaker(speak: Self.contradictions[index])
    #expect(throws: EncodingError.self) { try Format.json.encode(speaker) }
    let error = #expect(throws: EncodingError.self) { try Format.json.encode(["a": [speaker]]) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
  }

  final class Node: Encodable {
    var next: Node?
  }

  @Test func anObjectThatHoldsItselfIsAnError() {
    let node = Node()
    node.next = node
    #expect(throws: EncodingError.self) { try Format.json.encode(node) }
    node.next = nil
  }

  @Test func anEncoderMayBeKept() throws {
    var kept: (any Encoder)?
    let speaker = Speaker { encoder in
      kept = encoder
      var container = encoder.singleValueContainer()
      try container.encode(1)
    }
    #expect(try json(speaker) == "1")
    let encoder = try #require(kept)
    var container = encoder.singleValueContainer()
    #expect(throws: EncodingError.self) { try container.encode(2) }
    _ = encoder.container(keyedBy: Key.self)
    #expect(try json(speaker) == "1")
  }

  @Test func tellsWhereAValueCannotBeWritten() {
    let error = #expect(throws: EncodingError.self) {
      try Format.json.encode(["a": [1, Double.nan]])
    }
    guard case .invalidValue(let value, let context)? = error else { return }
    #expect((value as? Double)?.isNaN == true)
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
    #expect(
      context.debugDescription == "json has no number for nan; "
        + "nonConformingFloatEncodingStrategy.convertToString writes a string")
  }

  @Test func tellsWhatTheFormatCannotHold() {
    let error = #expect(throws: EncodingError.self) {
      try Format.xmlPropertyList.encode(["a": ["\u{1}"]])
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
    #expect(context.underlyingError is DecantError)
  }

  @Test func writesDatesAsItIsTold() throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000.5)
    #expect(try json(date) == #""2001-09-09T01:46:40.5Z""#)
    #expect(try json(date) { $0.dateEncodingStrategy = .iso8601 } == #""2001-09-09T01:46:40.5Z""#)
    #expect(try json(date) { $0.dateEncodingStrategy = .secondsSince1970 } == "1000000000.5")
    #expect(
      try json(date) { $0.dateEncodingStrategy = .millisecondsSince1970 } == "1000000000500")
    #expect(try json(date) { $0.dateEncodingStrategy = .deferredToDate } == "21692800.5")
    let custom = try json([date]) {
      $0.dateEncodingStrategy = .custom { date, encoder in
        var container = encoder.unkeyedContainer()
        try container.encode(date.timeIntervalSince1970 > 0)
      }
    }
    #expect(custom == "[[true]]")
  }

  @Test func writesNativeValuesWhereTheFormatHasThem() throws {
    struct Native: Codable, Equatable {
      var date = Date(timeIntervalSince1970: 1_000_000_000)
      var data = Data([1, 2, 3])
    }
    let yaml = try Format.yaml.encodeText(Native())
    #expect(yaml.contains("!!timestamp") || yaml.contains("date: 2001-09-09"))
    #expect(yaml.contains("!!binary"))
    let xml = try Format.xmlPropertyList.encodeText(Native())
    #expect(xml.contains("<date>2001-09-09T01:46:40Z</date>"))
    #expect(xml.contains("<data>"))
    for format in [
      Format.json, .yaml, .xmlPropertyList, .binaryPropertyList, .openStepPropertyList,
    ] {
      let bytes = try format.encode(Native())
      #expect(try format.decode(Native.self, from: bytes) == Native(), "\(format.name)")
    }
  }

  @Test func writesDataAsItIsTold() throws {
    let data = Data([1, 2, 255])
    #expect(try json(data) == #""AQL/""#)
    #expect(try json(data) { $0.dataEncodingStrategy = .deferredToData } == "[1,2,255]")
    #expect(
      try Format.yaml.encodeText(data, options: with { $0.dataEncodingStrategy = .base64 })
        == "AQL/\n")
  }

  private func with(_ change: (inout EncodingOptions) -> Void) -> EncodingOptions {
    var options = EncodingOptions()
    change(&options)
    return options
  }

  @Test func rewritesKeysButNotThoseOfDictionaries() throws {
    struct Styled: Codable, Equatable {
      var userID = 1
      var homePage = ["someKey": 2]
      var inner: [Inner] = [Inner()]
      struct Inner: Codable, Equatable { var longName = "x" }
    }
    let written = try json(Styled()) { $0.keyEncodingStrategy = .convertToSnakeCase }
    #expect(written == #"{"user_id":1,"home_page":{"someKey":2},"inner":[{"long_name":"x"}]}"#)
    var options = DecodingOptions()
    options.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try Format.json.decode(Styled.self, from: written, options: options) == Styled())
  }

  @Test func writesNonFiniteNumbers() throws {
    let values = [Double.nan, .infinity, -.infinity]
    #expect(try Format.yaml.encodeText(values) == "- .nan\n- .inf\n- -.inf\n")
    let strings = try json(values) {
      $0.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    }
    #expect(strings == #"["?","+","-"]"#)
    var options = DecodingOptions()
    options.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    let back = try Format.json.decode([Double].self, from: strings, options: options)
    #expect(back[0].isNaN && back[1] == .infinity && back[2] == -.infinity)
  }

  @Test func writesIntegersOf128Bits() throws {
    let values = [Int128.max, Int128.min]
    #expect(try Format.json.decode([Int128].self, from: json(values)) == values)
    #expect(try Format.json.decode([UInt128].self, from: json([UInt128.max])) == [UInt128.max])
    #expect(
      try Format.binaryPropertyList.decode(
        [Int128].self, from: Format.binaryPropertyList.encode(values)) == values)
  }

  @Test func sortsKeysWhereThatIsWanted() throws {
    #expect(try json(["b": 1, "a": 2]) { $0.keyOrder = .byBytes } == #"{"a":2,"b":1}"#)
  }

  @Test func knowsItsPathAndTheUsersInformation() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "x"))
    let speaker = Speaker { encoder in
      #expect(encoder.codingPath.map(\.stringValue) == ["k", "Index 1"])
      #expect(encoder.codingPath.last?.intValue == 1)
      #expect(encoder.userInfo[key] as? Int == 7)
      var container = encoder.container(keyedBy: Key.self)
      #expect(container.nestedUnkeyedContainer(forKey: .b).codingPath.count == 3)
      #expect(container.superEncoder().codingPath.last?.stringValue == "super")
    }
    let silent = Speaker { _ in }
    _ = try json(["k": [silent, speaker]]) { $0.userInfo = [key: 7] }
  }
}
