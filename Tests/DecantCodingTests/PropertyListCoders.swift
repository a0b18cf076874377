import Decant
import Foundation

struct PropertyListCoders: CoderPair {
  let format: Format
  let isXML: Bool
  let encoding = EncodingOptions()
  let decoding = DecodingOptions()

  static let xml = PropertyListCoders(format: .xmlPropertyList, isXML: true)
  static let binary = PropertyListCoders(format: .binaryPropertyList, isXML: false)

  func foundationEncode<T: Encodable>(_ value: T) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    return try encoder.encode(value)
  }

  func foundationDecode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try PropertyListDecoder().decode(type, from: data)
  }
}
