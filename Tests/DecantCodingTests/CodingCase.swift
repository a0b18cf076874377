import Decant
import Foundation
import Testing

struct CodingCase: Sendable, CustomStringConvertible {
  let description: String
  private let tryOut: @Sendable (any CoderPair) throws -> Void

  init<T: Codable & Equatable & Sendable>(_ name: String, _ value: T) {
    description = name
    tryOut = { coders in
      // A property list cannot be a scalar.
      let values = [value]
      let theirs = try coders.foundationEncode(values)
      #expect(try coders.decode([T].self, from: theirs) == values, "decant reads Foundation's")
      guard try coders.format.abilities.contains(.null) || !Self.encodesNull(values) else {
        // Foundation writes the text "$null" instead.
        #expect(throws: EncodingError.self) { try coders.encode(values) }
        return
      }
      let ours = try coders.encode(values)
      #expect(try coders.foundationDecode([T].self, from: ours) == values, "Foundation reads ours")
      #expect(try coders.decode([T].self, from: ours) == values, "decant reads its own")
    }
  }

  private static func encodesNull(_ value: some Encodable) throws -> Bool {
    func containsNull(_ value: Any) -> Bool {
      switch value {
      case let list as [Any]: list.contains(where: containsNull)
      case let pairs as [String: Any]: pairs.values.contains(where: containsNull)
      default: value is NSNull
      }
    }
    return containsNull(try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)))
  }

  func check(_ coders: any CoderPair) throws {
    try tryOut(coders)
  }
}

protocol CoderPair: Sendable {
  func foundationEncode<T: Encodable>(_ value: T) throws -> Data
  func foundationDecode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
  var format: Format { get }
  var encoding: EncodingOptions { get }
  var decoding: DecodingOptions { get }
}

extension CoderPair {
  func encode<T: Encodable>(_ value: T) throws -> Data {
    Data(try format.encode(value, options: encoding))
  }

  func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try format.decode(type, from: Array(data), options: decoding)
  }
}

struct JSONCoders: CoderPair {
  let format = Format.json

  var encoding: EncodingOptions {
    var options = EncodingOptions()
    options.dateEncodingStrategy = .deferredToDate
    return options
  }

  var decoding: DecodingOptions {
    var options = DecodingOptions()
    options.dateDecodingStrategy = .deferredToDate
    return options
  }

  func foundationEncode<T: Encodable>(_ value: T) throws -> Data {
    try JSONEncoder().encode(value)
  }

  func foundationDecode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
    try JSONDecoder().decode(type, from: data)
  }
}
