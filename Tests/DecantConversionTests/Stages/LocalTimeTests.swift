import DecantTestSupport
import Testing
import Decant

/// Dates and times of day without a zone, which most formats lack.
@Suite struct LocalTimeTests {
  private static let source = "a = 2026-11-21T09:30:00.50\nb = 2026-11-21\nc = 09:30:00\n"

  private func text(
    _ source: String, from format: Format = .toml, to target: Format,
    _ fidelity: Fidelity = .standard, _ losses: Losses? = nil
  ) throws -> String {
    var plan = Plan.compact(target)
    plan.fidelity = fidelity
    plan.losses = losses
    let output = try convert(Array(source.utf8), from: format, by: plan)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: ["2026-11-21T09:30:00", "2026-11-21", "09:30:00.125", "0000-02-29", "23:59:60"])
  func parsesLocalTimes(text: String) throws {
    let time = try #require(LocalTime(text))
    #expect(time.text == text)
    #expect(try Value.localTime(time) == Value(parsing: "a = \(text)", as: .toml)["a"])
  }

  @Test(arguments: [
    "", "2026", "2026-02-30", "2026-11-21T", "2026-11-21T09:30", "24:00:00", "9:30:00", "09:30:00Z",
    "2026-11-21T09:30:00Z", "-2026-11-21", "2026-11-21 09:30:00", "09:30:00.", "+12345-01-01",
  ])
  func refusesOtherText(text: String) {
    #expect(LocalTime(text) == nil)
  }

  @Test func trailingZerosDoNotCount() {
    #expect(LocalTime("09:30:00.50") == LocalTime("09:30:00.5"))
    #expect(LocalTime("09:30:00.0") == LocalTime("09:30:00"))
    #expect(LocalTime("09:30:00") != LocalTime("09:30:01"))
    #expect(LocalTime("2026-11-20")?.kind == .date)
  }

  @Test func becomeStringsWithANote() throws {
    let losses = Losses()
    let json = try text(Self.source, to: .json, .standard, losses)
    #expect(json == "{\"a\":\"2026-11-21T09:30:00.50\",\"b\":\"2026-11-21\",\"c\":\"09:30:00\"}\n")
    #expect(losses.entries.map(\.kind) == [.localTime])
    #expect(losses.entries.first?.count == 3)
    #expect(losses.entries.first?.path.description == "/a")
    let error = #expect(throws: DecantError.self) {
      try text(Self.source, to: .yaml, .strict)
    }
    #expect(error?.problem == .degraded(.localTime, target: "yaml"))
    // A string stays one.
    #expect(try text(json, from: .json, to: .toml).hasPrefix("a = \"2026"))
  }

  @Test func areTaggedInOtherFormats() throws {
    let tagged = try text(Self.source, to: .json, .tagged)
    #expect(
      tagged
        == "{\"a\":{\"$localDateTime\":\"2026-11-21T09:30:00.50\"},"
        + "\"b\":{\"$localDate\":\"2026-11-21\"},\"c\":{\"$localTime\":\"09:30:00\"}}\n")
    #expect(
      try text(Self.source, to: .yaml, .tagged)
        == "{a: !localDateTime 2026-11-21T09:30:00.50,b: !localDate 2026-11-21,c: !localTime 09:30:00}\n"
    )
    for format in FormatRegistry.standard.formats where format.isWritable && format.isReadable {
      var plan = Plan.compact(format)
      plan.fidelity = .tagged
      let there = try convert(Array(Self.source.utf8), from: .toml, by: plan)
      plan.target = .toml
      let back = try convert(there, from: format, by: plan)
      #expect(String(decoding: back, as: UTF8.self) == Self.source, "\(format.name)")
    }
  }

  @Test(arguments: [
    "{\"a\":{\"$localDate\":\"09:30:00\"}}", "{\"a\":{\"$localTime\":\"x\"}}",
    "{\"a\":{\"$localDate\":1}}",
    "{\"a\":{\"$tag\":[\"!localDate\",\"2026-11-21\"]}}",
  ])
  func malformedFormsAreErrors(json: String) {
    #expect(throws: DecantError.self) { try text(json, from: .json, to: .toml, .tagged) }
  }

  @Test func otherTagsOfYAMLStay() throws {
    let yaml = "a: !localDate 2026-11-21\n"
    #expect(try text(yaml, from: .yaml, to: .yaml) == "{a: !localDate 2026-11-21}\n")
    #expect(throws: DecantError.self) {
      try text("a: !localDate x\n", from: .yaml, to: .toml, .tagged)
    }
  }

  private struct Model: Codable, Equatable {
    var a: String
    var b: Value
  }

  @Test func decodeAsStrings() throws {
    let model = try FormatDecoder(.toml).decode(Model.self, from: Array(Self.source.utf8))
    #expect(model.a == "2026-11-21T09:30:00.50")
    #expect(model.b.localTime?.kind == .date)
    let encoded = try FormatEncoder(.toml).encodeText(model)
    #expect(encoded == "a = \"2026-11-21T09:30:00.50\"\nb = 2026-11-21\n")
  }

  @Test func sortAndCompareLikeTheirText() throws {
    let value = try Value(parsing: Self.source, as: .toml)
    let other = try Value(parsing: Self.source.replacing("00.50", with: "00.5"), as: .toml)
    #expect(value == other)
    #expect(value.hashValue == other.hashValue)
    #expect(value.description.contains("b\":2026-11-21"))
  }
}
