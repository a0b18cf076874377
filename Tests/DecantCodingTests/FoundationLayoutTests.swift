import Decant
import DecantTestSupport
import Foundation
import Testing

/// The layout of Foundation's `JSONEncoder`, byte for byte.
@Suite struct FoundationLayoutTests {
  private func theirs(
    _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func ours(
    _ value: some Encodable, _ formatting: EncodingOptions.OutputFormatting,
    _ slashes: JSONLayoutOptions.Slashes? = nil
  ) throws -> String {
    var encoder = FormatEncoder(.json)
    encoder.outputFormatting = formatting
    encoder.writing.jsonLayout = .foundation
    encoder.writing.jsonSlashes = slashes
    return try encoder.encodeText(value)
  }

  /// A value whose numbers are integers, or reals with a fraction; nil is not in it, as JSON has no text for it there.
  private indirect enum Anything: Encodable {
    case bool(Bool), integer(Int), number(Double), string(String)
    case list([Anything]), map([String: Anything])

    init(_ random: inout SeededGenerator, depth: Int = 0) {
      switch Int.random(in: depth < 4 ? 0...5 : 2...5, using: &random) {
      case 0:
        let count = Int.random(in: 0...4, using: &random)
        self = .list((0..<count).map { _ in Anything(&random, depth: depth + 1) })
      case 1:
        let count = Int.random(in: 0...4, using: &random)
        let pairs = (0..<count).map { _ in
          (Self.text(&random), Anything(&random, depth: depth + 1))
        }
        self = .map(Dictionary(pairs) { first, _ in first })
      case 2: self = .bool(.random(using: &random))
      case 3: self = .integer(.random(in: -1000...1000, using: &random))
      case 4:
        self = .number([0.1, -2.5, 1e300, 1.5e-7, 123.456].randomElement(using: &random) ?? 0)
      default: self = .string(Self.text(&random))
      }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
      let letters = [
        "a", "B", "2", "10", "/", "\"", "\\", "\n", "\u{1}", "\u{7f}", "é", "😀", "\u{2028}",
      ]
      let count = Int.random(in: 0...4, using: &random)
      return (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .integer(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .list(let value): try container.encode(value)
      case .map(let value): try container.encode(value)
      }
    }
  }

  @Test func isThatOfFoundation() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<400 {
      let value = Anything(&random)
      #expect(
        try ours(value, [.prettyPrinted, .sortedKeys])
          == theirs(value, [.prettyPrinted, .sortedKeys]))
      #expect(
        try ours(value, [.prettyPrinted, .sortedKeys], .plain)
          == theirs(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]))
      #expect(try ours(value, .sortedKeys) == theirs(value, .sortedKeys))
    }
  }

  private struct Settings: Encodable {
    var name = "a/b"
    var empty: [String: Int] = [:]
    var none: [Int] = []
    var nested = [["x": [1, 2]], [:]]
    var missing: Int?
  }

  @Test func propertiesKeepTheirOrder() throws {
    let text =
      "{\n  \"name\" : \"a\\/b\",\n  \"empty\" : {\n\n  },\n  \"none\" : [\n\n  ],\n"
      + "  \"nested\" : [\n    {\n      \"x\" : [\n        1,\n        2\n      ]\n    },\n"
      + "    {\n\n    }\n  ]\n}"
    #expect(try ours(Settings(), .prettyPrinted) == text)
    #expect(
      try ours(Settings(), [.prettyPrinted, .sortedKeys])
        == theirs(Settings(), [.prettyPrinted, .sortedKeys]))
  }

  /// Where the doc comment of the layout has it otherwise.
  @Test func realsKeepTheirNotation() throws {
    #expect(try ours([5.0], .prettyPrinted) == "[\n  5.0\n]")
    #expect(try theirs([5.0], .prettyPrinted) == "[\n  5\n]")
  }
}
