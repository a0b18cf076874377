import DecantTestSupport
import Testing
import Decant

/// Dates in years that have not four digits come back from every format that has dates.
@Suite struct FarDateTests {
  static let formats = FormatRegistry.standard.formats.filter {
    $0.isReadable && $0.isWritable && $0.members.isEmpty
  }

  private static let dates = [
    "-555505-10-25T14:19:44Z", "-0001-01-01T00:00:00Z", "0000-02-29T00:00:00Z",
    "0099-12-31T23:59:59Z", "9999-12-31T23:59:59Z", "+10000-01-01T00:00:00Z",
    "+559444-03-08T09:40:16Z",
  ]

  private func converted(
    _ bytes: [UInt8], from source: Format, to target: Format, _ fidelity: Fidelity
  ) throws -> [UInt8] {
    var plan = Plan(to: target)
    plan.fidelity = fidelity
    return try convert(bytes, from: source, by: plan)
  }

  @Test(arguments: formats, [Fidelity.standard, .tagged])
  func comeBackOrAreRefused(format: Format, fidelity: Fidelity) throws {
    for text in Self.dates {
      let dated = Array("{\"a\":{\"$date\":\"\(text)\"}}".utf8)
      let value = try converted(dated, from: .json, to: .messagePack, .tagged)
      guard let there = try? converted(value, from: .messagePack, to: format, fidelity) else {
        // Only a format of fewer dates may refuse them.
        #expect(format.name == "toml" && !text.hasPrefix("0") && !text.hasPrefix("9"), "\(text)")
        continue
      }
      let back = try converted(there, from: format, to: .json, .tagged)
      let isDate = format.abilities.contains(.dates) || fidelity == .tagged
      let document = isDate ? dated : Array("{\"a\":\"\(text)\"}".utf8)
      // A table is one array.
      let expected = format.abilities.contains(.rows) ? [0x5B] + document + [0x5D] : document
      let same = try Value(parsing: back, as: .json) == Value(parsing: expected, as: .json)
      #expect(same, "\(text): \(String(decoding: there, as: UTF8.self))")
    }
  }
}
