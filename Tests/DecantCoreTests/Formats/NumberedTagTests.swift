import DecantTestSupport
import Testing
import Decant

/// Tags of CBOR that have no meaning of their own, at values of every kind and in every target.
@Suite struct NumberedTagTests {
  /// Values in CBOR, of which none loses its type in a format with numbers and booleans.
  static let values = [
    "05", "20", "1bffffffffffffffff", "f93e00", "f5", "f4", "6178", "60", "8101", "80", "a1616201",
    "a0",
  ]
  static let targets = FormatRegistry.standard.formats.filter {
    $0.isReadable && $0.isWritable && !$0.abilities.contains(.rows)
  }

  /// `{"a": VALUE, "l": [VALUE]}`, with the tag 40000 before each value.
  private static func document(_ value: String, tag: String = "d99c40") -> [UInt8] {
    hex("a26161\(tag)\(value)616c81\(tag)\(value)")
  }

  @Test(arguments: targets) func areDroppedWithANote(target: Format) throws {
    for value in Self.values {
      // An integer that TOML lacks.
      if target.limits.integers == .signed64, value.hasPrefix("1b") { continue }
      var plan = Plan(to: target)
      let losses = Losses()
      plan.losses = losses
      let output = try convert(Self.document(value), from: .cbor, by: plan)
      let untagged = try convert(Self.document(value, tag: ""), from: .cbor, by: Plan(to: target))
      let tags = losses.entries.filter { $0.kind == .tag }
      guard !Self.keepsTags(target, of: value) else {
        #expect(tags.isEmpty && output != untagged, "\(value)")
        continue
      }
      #expect(output == untagged, "\(value)")
      #expect(tags.map(\.count) == [2] && tags.first?.path == DocumentPath([.key("a")]), "\(value)")
    }
  }

  private static func keepsTags(_ target: Format, of value: String) -> Bool {
    switch target.name {
    case "cbor": true
    case "yaml": ["6", "8", "a"].contains { value.hasPrefix($0) }
    default: false
    }
  }

  @Test(arguments: targets) func areRefusedIfStrict(target: Format) throws {
    for value in Self.values where !Self.keepsTags(target, of: value) {
      var plan = Plan(to: target)
      plan.fidelity = .strict
      let error = #expect(throws: DecantError.self) {
        try convert(Self.document(value), from: .cbor, by: plan)
      }
      guard case .degraded(.tag, _)? = error?.problem else {
        Issue.record("\(value): \(error?.description ?? "")")
        continue
      }
    }
  }

  @Test(arguments: targets) func areKeptIfTagged(target: Format) throws {
    for value in Self.values {
      let source = Self.document(value)
      var plan = Plan(to: target)
      plan.fidelity = .tagged
      let there = try convert(source, from: .cbor, by: plan)
      plan.target = .cbor
      let back = try convert(there, from: target, by: plan)
      #expect(back == source, "\(value) \(String(decoding: there, as: UTF8.self))")
    }
  }
}
