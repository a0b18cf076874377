import Decant
import Foundation

/// Foundation's coders beside those of the library.
enum LikeFoundation {
  enum Key: String, CodingKey { case a, b, c, other }

  /// A type whose keys have numbers.
  enum Numbered: Int, CodingKey { case first = 1, second, third = 9 }

  struct Speaker: Encodable {
    let speak: (any Encoder) throws -> Void
    func encode(to encoder: any Encoder) throws { try speak(encoder) }
  }

  struct Listener: Decodable {
    init(from decoder: any Decoder) throws {
      try (decoder.userInfo.values.first as? Ear)?.hear(decoder)
    }
  }

  final class Ear: @unchecked Sendable {
    let hear: (any Decoder) throws -> Void
    init(_ hear: @escaping (any Decoder) throws -> Void) { self.hear = hear }
  }

  static func theirs(
    _ value: some Encodable, _ change: (JSONEncoder) -> Void = { _ in }
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    change(encoder)
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func ours(
    _ value: some Encodable, _ change: (inout FormatEncoder) -> Void = { _ in }
  ) throws -> String {
    var encoder = FormatEncoder(.json)
    encoder.outputFormatting = .sortedKeys
    change(&encoder)
    return String(try encoder.encodeText(value).dropLast())
  }

  /// Decodes with both decoders, which report to `hear`.
  static func hear(
    _ json: String, keys: DecodingOptions.KeyDecodingStrategy = .useDefaultKeys,
    theirKeys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys,
    _ hear: @escaping (any Decoder, inout [String]) throws -> Void
  ) throws -> (ours: [String], theirs: [String]) {
    var heard: (ours: [String], theirs: [String]) = ([], [])
    guard let key = CodingUserInfoKey(rawValue: "ear") else { return heard }
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = theirKeys
    foundation.userInfo[key] = Ear { try hear($0, &heard.theirs) }
    _ = try foundation.decode(Listener.self, from: Data(json.utf8))
    var decoder = FormatDecoder(.json)
    decoder.keyDecodingStrategy = keys
    decoder.userInfo[key] = Ear { try hear($0, &heard.ours) }
    _ = try decoder.decode(Listener.self, from: json)
    return heard
  }

  static func words(_ path: [any CodingKey]) -> String {
    path.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }.joined(separator: "/")
  }

  struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
