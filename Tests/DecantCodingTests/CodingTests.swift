import Decant
import Foundation
import Testing

@Suite struct CodingTests {
  @Test func theTableIsLong() {
    #expect(CodingTable.all.count > 100)
  }

  @Test(arguments: CodingTable.all) func agreesWithFoundationOnJSON(_ example: CodingCase) throws {
    try example.check(JSONCoders())
  }

  @Test(arguments: CodingTable.all)
  func agreesWithFoundationOnPropertyListsInXML(_ example: CodingCase) throws {
    try example.check(PropertyListCoders.xml)
  }

  @Test(arguments: CodingTable.all)
  func agreesWithFoundationOnBinaryPropertyLists(_ example: CodingCase) throws {
    try example.check(PropertyListCoders.binary)
  }

  @Test(arguments: CodingTable.all) func yamlHoldsAllThatJSONDoes(_ example: CodingCase) throws {
    try example.check(YAMLCoders())
  }

  @Test(arguments: CodingTable.all) func writesDatesAsISO8601(
    _ example: CodingCase
  ) throws {
    try example.check(JSONLinesCoders())
  }
}

/// YAML, which Foundation lacks: its documents are converted from and to JSON.
struct YAMLCoders: CoderPair {
  let format = Format.yaml
  var encoding: EncodingOptions { JSONCoders().encoding }
  var decoding: DecodingOptions { JSONCoders().decoding }

  func foundationEncode<T: Encodable>(_ value: T) throws -> Data {
    let json = try JSONEncoder().encode(value)
    return Data(try Document(parsing: Array(json), as: .json).encoded(as: .yaml))
  }

  func foundationDecode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    let json = try Document(parsing: Array(data), as: .yaml).encoded(as: .json)
    return try JSONDecoder().decode(type, from: Data(json))
  }
}

struct JSONLinesCoders: CoderPair {
  let format = Format.jsonLines
  let encoding = EncodingOptions()
  let decoding = DecodingOptions()

  func foundationEncode<T: Encodable>(_ value: T) throws -> Data {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try encoder.encode(value)
  }

  func foundationDecode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: data)
  }
}
