import Decant
import DecantTestSupport
import Foundation
import Testing

/// The suite https://github.com/toml-lang/toml-test, whose lists name the files of each version.
@Suite struct TOMLTestSuiteTests {
  struct Case: Sendable, CustomStringConvertible {
    let name: String
    let version: TOMLVersion
    let bytes: [UInt8]
    /// The value in the suite's own notation; nil if the document is invalid.
    let expected: [UInt8]?

    var description: String { "\(name) in TOML \(version.rawValue)" }
  }

  /// In every format, a byte-order mark says that the input is UTF-16.
  static let convertedFromUTF16 = "invalid/encoding/utf16-bom.toml"

  static let cases = TOMLVersion.allCases.flatMap(cases)

  private static func cases(_ version: TOMLVersion) -> [Case] {
    let folder = Corpora.suites + "/toml-test/tests/"
    let list = FileManager.default.contents(atPath: folder + "files-toml-\(version.rawValue).0")
    let names = String(decoding: list ?? Data(), as: UTF8.self).split(separator: "\n")
    if names.isEmpty { print("not at hand: \(folder)") }
    return names.filter { $0.hasSuffix(".toml") && $0 != convertedFromUTF16 }.compactMap {
      name -> Case? in
      guard let bytes = FileManager.default.contents(atPath: folder + name) else { return nil }
      let value = FileManager.default.contents(atPath: folder + name.dropLast(5) + ".json")
      return Case(
        name: String(name), version: version, bytes: Array(bytes),
        expected: name.hasPrefix("valid/") ? Array(value ?? Data()) : nil)
    }
  }

  private static func options(_ version: TOMLVersion) -> ReadingOptions {
    var options = ReadingOptions()
    options.tomlVersion = version
    return options
  }

  @Test(arguments: cases)
  func readsWhatIsValid(_ test: Case) throws {
    let read = Result { () throws(DecantError) in
      try Value(parsing: test.bytes, as: .toml, options: Self.options(test.version))
    }
    guard let expected = test.expected else {
      let error = #expect(throws: DecantError.self) { try read.get() }
      #expect(error?.isAboutInput == true)
      #expect(error?.position != nil)
      return
    }
    let value = try read.get()
    #expect(try value == Self.value(Value(parsing: expected, as: .json)))
    // What is written has the same value, and is written again as it is.
    let text = try value.text(as: .toml)
    #expect(try Value(parsing: text, as: .toml, options: Self.options(.v1_0)) == value, "\(text)")
    var plan = Plan(to: .toml)
    plan.reading.tomlVersion = test.version
    let rewritten = try convert(test.bytes, from: .toml, by: plan)
    #expect(try Value(parsing: rewritten, as: .toml) == value)
    #expect(try convert(rewritten, from: .toml, by: plan) == rewritten)
  }

  @Test(arguments: cases.filter { $0.expected != nil && $0.version == .v1_1 })
  func everyPrefixIsReadOrRefused(_ test: Case) {
    let step = max(test.bytes.count / 200, 1)
    for count in stride(from: 0, to: test.bytes.count, by: step) {
      let prefix = Array(test.bytes.prefix(count))
      let transcript = Transcript(reading: prefix, as: .toml)
      #expect(transcript.grammarFlaw == nil)
      #expect(transcript.error?.isAboutInput != false, "\(count)")
    }
  }

  private static func value(_ tagged: Value) throws -> Value {
    switch tagged {
    case .sequence(let elements): return .sequence(try elements.map(value))
    case .mapping(let mapping):
      if mapping.count == 2, let type = tagged["type"]?.string, let text = tagged["value"]?.string {
        return try #require(scalar(type, text))
      }
      return .mapping(Mapping(try mapping.map { ($0.key, try value($0.value)) }))
    default: return tagged
    }
  }

  private static func scalar(_ type: String, _ text: String) -> Value? {
    switch type {
    case "string": return .string(text)
    case "bool": return .bool(text == "true")
    case "integer": return Number(text).map { .number($0) }
    case "float":
      // A text without a point would be an integer.
      let isWord = text.contains { $0.isLetter && $0 != "e" && $0 != "E" }
      let lexeme =
        text.hasSuffix("nan") ? "nan" : text.hasPrefix("+") ? String(text.dropFirst()) : text
      let isReal = isWord || text.contains { ".eE".contains($0) }
      return Number(isReal ? lexeme : lexeme + ".0").map { .number($0) }
    case "datetime": return timestamp(text).map { .date($0) }
    default: return LocalTime(text.replacing(" ", with: "T").uppercased()).map { .localTime($0) }
    }
  }

  private static func timestamp(_ text: String) -> Timestamp? {
    let text = text.replacing(" ", with: "T").uppercased()
    guard !text.hasSuffix("Z") else { return Timestamp(text) }
    let zone = text.suffix(6)
    guard let hours = Int64(zone.dropFirst().prefix(2)), let minutes = Int64(zone.suffix(2)),
      let local = Timestamp(text.dropLast(6) + "Z")
    else { return nil }
    let ahead = (zone.hasPrefix("-") ? -60 : 60) * (hours * 60 + minutes)
    return Timestamp(
      secondsSinceEpoch: local.secondsSinceEpoch - ahead, nanoseconds: local.nanoseconds)
  }
}
