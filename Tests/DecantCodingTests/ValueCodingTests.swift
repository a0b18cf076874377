import Decant
import Foundation
import Testing

@Suite struct ValueCodingTests {
  struct Landmark: Codable, Equatable {
    var name: String
    var metadata: Value
    var rest: [Value]?
  }

  @Test func keepsEveryDigitAndTheOrder() throws {
    let json =
      #"{"name":"x","metadata":{"z":1.10,"a":[null,true,12345678901234567890123],"m":{"k":1E-400}}}"#
    let landmark = try Format.json.decode(Landmark.self, from: json)
    #expect(landmark.metadata["z"]?.number?.lexeme == "1.10")
    #expect(try Format.jsonLines.encodeText(landmark) == json + "\n")
  }

  @Test func keepsWhatOnlySomeFormatsHave() throws {
    let yaml = """
      name: x
      metadata:
        when: !!timestamp 2026-11-21T09:30:00.123456789Z
        bytes: !!binary AQID
        big: .inf
      rest:
        - .nan
        - - a

      """
    let landmark = try Format.yaml.decode(Landmark.self, from: yaml)
    #expect(landmark.metadata["bytes"] == .data([1, 2, 3]))
    #expect(try Format.yaml.encodeText(landmark) == yaml)
  }

  @Test func isRefusedWhereTheFormatCannotHoldIt() throws {
    var options = EncodingOptions()
    options.fidelity = .strict
    for text in ["1.10000000000000000001", "null", "1\(String(repeating: "0", count: 40))"] {
      let value = try Format.json.decode(Value.self, from: text)
      let error = #expect(throws: EncodingError.self) {
        try Format.binaryPropertyList.encode(Landmark(name: "x", metadata: value), options: options)
      }
      guard case .invalidValue(_, let context)? = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["metadata"])
    }
    let fine = try Format.binaryPropertyList.encode(Landmark(name: "x", metadata: [1.5, "y"]))
    #expect(
      try PropertyListDecoder().decode(Landmark.self, from: Data(fine)).metadata == [1.5, "y"])
  }

  @Test func staysAsItIsWhereKeysAreRewritten() throws {
    var options = EncodingOptions()
    options.keyEncodingStrategy = .convertToSnakeCase
    let landmark = Landmark(name: "x", metadata: ["aB": ["cD": 1]])
    #expect(
      try Format.jsonLines.encodeText(landmark, options: options)
        == #"{"name":"x","metadata":{"aB":{"cD":1}}}"# + "\n")
  }

  @Test func needsKeysThatAreStrings() throws {
    let value = try Format.yaml.decode(Value.self, from: "1: a\n")
    let error = #expect(throws: EncodingError.self) { try Format.yaml.encode([value]) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.debugDescription == "a key that is not a string")
    #expect(context.codingPath.map(\.intValue) == [0])
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(value) }
  }

  @Test func reportsThePlaceOfAnInvalidValue() throws {
    var options = DecodingOptions()
    options.reading.duplicateKeys = .keep
    let error = #expect(throws: DecodingError.self) {
      try Format.json.decode(
        Landmark.self, from: .text("{\"name\": \"x\",\n \"metadata\": {\"a\": 1, \"a\": 2}}"),
        options: options)
    }
    guard case .dataCorrupted(let context)? = error else { return }
    #expect(context.debugDescription.hasSuffix(", at line 2, column 14"))
    #expect(throws: DecodingError.self) {
      try Format.json.decode(Landmark.self, from: #"{"name": ""}"#)
    }
  }

  @Test func refusesToBeEncodedTwice() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        try (1 as Value).encode(to: encoder)
        try (2 as Value).encode(to: encoder)
      }
    }
    #expect(throws: EncodingError.self) { try Format.json.encode([Twice()]) }
  }

  @Test func goesNoDeeperThanAllowed() throws {
    let value = (0..<1000).reduce(Value.null) { value, _ in [value] }
    #expect(throws: EncodingError.self) { try Format.json.encode(value) }
    var options = EncodingOptions()
    options.maximumDepth = 1001
    let text = try Format.jsonLines.encodeText(value, options: options)
    #expect(text.count == 2005)
    #expect(try Format.json.decode(Value.self, from: text) == value)
  }

  @Test func goesThroughOtherCoders() throws {
    let values: [Value] = [
      nil, true, false, 0, -7, 1.5, 1e300, "", "é🌋", [], [:], [[nil], ["a": [1, "x", nil]]],
      Value(UInt64.max), Value(Int64.min), ["a": ["b": ["c": false]], "d": []],
    ]
    for value in values {
      let bytes = try JSONEncoder().encode([value])
      #expect(try JSONDecoder().decode([Value].self, from: bytes) == [value])
      #expect(try Format.json.decode([Value].self, from: Array(bytes)) == [value])
    }
    let date = try #require(Timestamp("2026-11-21T09:30:00Z"))
    let list: Value = ["date": .date(date), "data": .data([0, 255]), "list": [1, "1", true, 0.5]]
    let bytes = try PropertyListEncoder().encode(list)
    #expect(try PropertyListDecoder().decode(Value.self, from: bytes) == list)
    #expect(try Format.propertyList(.binary).decode(Value.self, from: Array(bytes)) == list)
  }
}
