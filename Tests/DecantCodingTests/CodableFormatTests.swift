import Decant
import Foundation
import Testing

@Suite struct CodableFormatTests {
  static let person = Models.Person(name: "Ann", age: 41, favourites: ["tea": 1])

  @Test func foundationsCodersAreFormats() throws {
    let json = CodableFormat("json", encoder: JSONEncoder(), decoder: JSONDecoder())
    let bytes = try json.encode(Self.person)
    #expect(try json.decode(Models.Person.self, from: bytes) == Self.person)
    #expect(try Format.json.decode(Models.Person.self, from: bytes) == Self.person)

    let list = CodableFormat(
      "plist", encoder: PropertyListEncoder(), decoder: PropertyListDecoder())
    let plist = try transcode(bytes, as: Models.Person.self, from: json, to: list)
    #expect(try Format.binaryPropertyList.decode(Models.Person.self, from: plist) == Self.person)
    let yaml = try transcode(plist, as: Models.Person.self, from: list, to: Format.yaml)
    #expect(try Format.yaml.decode(Models.Person.self, from: yaml) == Self.person)
  }

  @Test func settingsOfTheCodersCount() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let format = CodableFormat("json", encoder: encoder, decoder: JSONDecoder())
    let text = String(decoding: try format.encode(["k": Self.person]), as: UTF8.self)
    #expect(text.contains("is_member"))
  }

  struct Words: DocumentEncoder, DocumentDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String { try Format.yaml.encodeText(value) }
    func decode<T: Decodable>(_ type: T.Type, from input: String) throws -> T {
      try Format.yaml.decode(type, from: input)
    }
  }

  @Test func codersOfTextAreFormats() throws {
    let format = CodableFormat("words", encoder: Words(), decoder: Words())
    #expect(try format.decode([String].self, from: format.encode(["ä"])) == ["ä"])
    #expect(throws: DecodingError.self) { try format.decode([String].self, from: [0xFF]) }
  }
}
