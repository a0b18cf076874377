import DecantTestSupport
import Testing
import Decant

/// An offset of a date from UTC is kept, or its loss is counted, between all formats.
@Suite struct DateOffsetTests {
  static let date = "2026-01-01T12:00:00+02:00"

  static let documents: [(format: Format, bytes: [UInt8])] = [
    (.toml, Array("x = { d = [\(date)] }\n".utf8)),
    (.yaml, Array("x: {d: [!!timestamp \(date)]}\n".utf8)),
    (.cbor, [0xA1, 0x61, 0x78, 0xA1, 0x61, 0x64, 0x81, 0xC0, 0x78, 0x19] + Array(date.utf8)),
  ]

  private static func convert(
    _ bytes: [UInt8], from source: Format, by plan: Plan, to destination: MemoryDestination
  ) throws {
    var transcoder = Transcoder(from: source, to: plan.target)
    transcoder.plan = plan
    try transcoder.run(from: .bytes(bytes), to: destination)
  }

  @Test(
    arguments: documents.indices, FormatRegistry.standard.formats.filter(\.isWritable).map(\.name))
  func countsLostOffsets(index: Int, name: String) throws {
    let (source, bytes) = Self.documents[index]
    let target = try FormatRegistry.standard.format(named: name)
    guard !["strings", "keyedarchive", "csv", "tsv", "sh", "env"].contains(name) else { return }
    for fidelity in [Fidelity.standard, .tagged, .lossy] {
      var plan = Plan(to: target)
      plan.fidelity = fidelity
      plan.losses = Losses()
      let destination = MemoryDestination()
      try Self.convert(bytes, from: source, by: plan, to: destination)
      let losses = plan.losses?.entries.filter { $0.kind == .dateOffset } ?? []
      // From TOML to TOML the notation is kept, but not with tagged forms.
      let isKept = source.name == "toml" && name == "toml" && fidelity != .tagged
      #expect(losses.map(\.count) == (isKept ? [] : [1]))
      #expect(losses.allSatisfy { $0.path.description == "/x/d/0" })
      if isKept { #expect(String(decoding: destination.bytes, as: UTF8.self).contains(Self.date)) }
    }
    var plan = Plan(to: target)
    plan.fidelity = .strict
    let strict = plan
    if source.name != "toml" || name != "toml" {
      #expect(throws: DecantError.self) {
        try Self.convert(bytes, from: source, by: strict, to: MemoryDestination())
      }
    }
  }

  @Test(arguments: ["Z", "+00:00", "-00:00", "z"])
  func countsNoOffsetOfZero(zone: String) throws {
    let losses = Losses()
    var plan = Plan(to: .yaml)
    plan.losses = losses
    let text = "d = 2026-01-01 12:00:00\(zone)\n"
    try Self.convert(Array(text.utf8), from: .toml, by: plan, to: MemoryDestination())
    #expect(losses.entries.isEmpty)
  }
}
