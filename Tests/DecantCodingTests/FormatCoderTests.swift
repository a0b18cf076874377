import Decant
import Foundation
import Testing

@Suite struct FormatCoderTests {
  struct Station: Codable, Equatable {
    var mainName = "Ost"
    var isOpen = true
    var height = 1.5
    var opened = Date(timeIntervalSince1970: 86_400)
    var photo = Data([1, 2, 255])
  }

  private func foundation(_ change: (JSONEncoder) -> Void) throws -> String {
    let encoder = JSONEncoder()
    change(encoder)
    return String(decoding: try encoder.encode(Station()), as: UTF8.self)
  }

  @Test func encodesAsFoundationDoes() throws {
    var encoder = FormatEncoder(.json)
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dataEncodingStrategy = .base64
    let expected = try foundation {
      $0.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      $0.dateEncodingStrategy = .iso8601
      $0.keyEncodingStrategy = .convertToSnakeCase
    }
    #expect(try encoder.encodeText(Station()) == expected + "\n")
    #expect(try encoder.encode(Station()) == Data((expected + "\n").utf8))
    #expect(try encoder.encodeBytes(Station()) == Array((expected + "\n").utf8))
    #expect(encoder.outputFormatting == .sortedKeys)
  }

  @Test func prettyPrintsAsFoundationDoes() throws {
    struct Plain: Encodable { var b = [1, 2], a = "x" }
    var encoder = FormatEncoder(.json)
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let foundation = JSONEncoder()
    foundation.outputFormatting = [.prettyPrinted, .sortedKeys]
    let theirs = String(decoding: try foundation.encode(Plain()), as: UTF8.self)
    #expect(
      try encoder.encodeText(Plain()).trimmingCharacters(in: .newlines)
        == theirs.replacing(" : ", with: ": "))
  }

  @Test func decodesFromEveryKindOfInput() throws {
    let text = try foundation { $0.keyEncodingStrategy = .convertToSnakeCase }
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .deferredToDate
    #expect(try decoder.decode(Station.self, from: text) == Station())
    #expect(try decoder.decode(Station.self, from: Data(text.utf8)) == Station())
    #expect(try decoder.decode(Station.self, from: Array(text.utf8)) == Station())
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()) station.json")
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try decoder.decode(Station.self, contentsOf: url) == Station())
  }

  @Test func replacesAnyOtherCoder() throws {
    let yaml = CodableFormat(
      "yaml", encoder: FormatEncoder(.yaml), decoder: FormatDecoder(.yaml))
    #expect(try yaml.decode(Station.self, from: yaml.encode(Station())) == Station())
  }

  @Test func keysThatAreNotInSnakeCaseAreFoundAsTheyAre() throws {
    struct Link: Codable, Equatable { var imageURL: String, firstItem: Int }
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    for key in ["imageURL", "image_url"] {
      let link = try decoder.decode(Link.self, from: #"{"\#(key)":"x","first_item":1}"#)
      #expect(link == Link(imageURL: "x", firstItem: 1))
    }
  }

  // MARK: Custom keys

  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  struct Outer: Codable, Equatable {
    struct Inner: Codable, Equatable { var b: Int }
    var a: Inner
    var list: [Inner]
    var words: [String: Int]
  }

  @Test func namesKeysAsTheCallerSays() throws {
    let value = Outer(a: .init(b: 1), list: [.init(b: 2)], words: ["x": 3])
    let encode: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Key("\(path.count)\(path.last?.stringValue ?? "")")
    }
    let decode: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Key(String(path.last?.stringValue.dropFirst() ?? ""))
    }
    let foundation = JSONEncoder()
    foundation.keyEncodingStrategy = .custom(encode)
    foundation.outputFormatting = .sortedKeys
    let theirs = try foundation.encode(value)
    var encoder = FormatEncoder(.json)
    encoder.keyEncodingStrategy = .custom(encode)
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(value) == theirs + Data("\n".utf8))

    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .custom(decode)
    #expect(try decoder.decode(Outer.self, from: theirs) == value)
    let foundationDecoder = JSONDecoder()
    foundationDecoder.keyDecodingStrategy = .custom(decode)
    #expect(try foundationDecoder.decode(Outer.self, from: theirs) == value)
  }

  /// A type with enough keys that decoding creates a lookup table.
  final class Wide: SharedInstance {
    static let names = (0..<100).map { "name\($0)" }
    var values: [Int] = []

    init() { values = Array(0..<100) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      values = try Self.names.map { try container.decode(Int.self, forKey: Key($0)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in zip(Self.names, values) {
        try container.encode(value, forKey: Key(name))
      }
    }
  }

  @Test func namesManyKeysAsTheCallerSays() throws {
    var encoder = FormatEncoder(.json)
    encoder.keyEncodingStrategy = .custom { Key("x\($0.last?.stringValue ?? "")") }
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = .custom {
      Key(String($0.last?.stringValue.dropFirst() ?? ""))
    }
    let text = try encoder.encodeText([Wide()])
    #expect(text.hasPrefix(#"[{"xname0":0,"xname1":1"#) || text.contains(#""xname0": 0"#))
    #expect(try decoder.decode([Wide].self, from: text).map(\.values) == [Array(0..<100)])
  }

  // MARK: Limits of formats

  @Test func datesAreCutToWholeSecondsOnDemand() throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000.75)
    var encoder = FormatEncoder(.xmlPropertyList)
    #expect {
      try encoder.encode(date)
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.debugDescription.contains("dateEncodingStrategy.wholeSeconds")
    }
    encoder.dateEncodingStrategy = .wholeSeconds
    let whole = Date(timeIntervalSince1970: 1_000_000_000)
    #expect(try PropertyListDecoder().decode(Date.self, from: encoder.encode(date)) == whole)
    let early = Date(timeIntervalSince1970: -0.25)
    #expect(
      try PropertyListDecoder().decode(Date.self, from: encoder.encode(early))
        == Date(timeIntervalSince1970: -1))
  }

  @Test func nonFiniteNumbersNameTheirStrategy() {
    #expect {
      try FormatEncoder(.json).encode([Double.nan])
    } throws: { error in
      guard case EncodingError.invalidValue(_, let context) = error else { return false }
      return context.debugDescription.contains("nonConformingFloatEncodingStrategy.convertToString")
        && context.codingPath.map(\.intValue) == [0]
    }
  }

  @Test func binaryFormatsHaveNoText() throws {
    #expect {
      try FormatEncoder(.binaryPropertyList).encodeText(1)
    } throws: { error in
      (error as? DecantError)?.problem == .notText(format: "binary1")
    }
    #expect(throws: DecantError.self) { try Value(1).text(as: .binaryPropertyList) }
    #expect(throws: DecantError.self) { try Document(Value(1)).text(as: .binaryPropertyList) }
  }
}
