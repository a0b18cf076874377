import Decant
import Testing

@testable import DecantCommands

/// Each cell of the table of `decant formats` agrees with a conversion.
@Suite struct HoldingTests {
  static let probes: [String: (document: String, options: [String])] = [
    "null": ("a: null", []),
    "booleans": ("a: true", []),
    "numbers": ("a: 1", []),
    "integers of any size": ("a: 123456789012345678901234567890123456789012345", []),
    "reals of any precision": ("a: 3.14159265358979323846264338327950288", []),
    "NaN and infinities": ("a: [.nan, -.inf]", []),
    "dates": ("a: !!timestamp 2001-02-03T04:05:06Z", []),
    "fractions of a second": ("a: !!timestamp 2001-02-03T04:05:06.5Z", []),
    "local dates and times": ("a = 2001-02-03", []),
    "binary data": ("a: !!binary AQID", []),
    "control characters": (#"a: "\u0001""#, []),
    "keys that are not strings": ("a: {1: b}", []),
    "duplicate keys": ("{a: 1, a: 2}", ["--duplicate-keys", "keep"]),
    "anchors": ("a: &x [b]\nc: *x", []),
    "tags": ("a: !t b", []),
    "many documents": ("--- {a: b}\n--- {a: c}", []),
  ]

  static let written = FormatRegistry.standard.formats.filter(\.isWritable).map(\.name)

  @Test func probesEachRow() {
    #expect(Set(Self.probes.keys) == Set(Holding.all.map(\.name)))
  }

  @Test(arguments: Holding.all.map(\.name), written)
  func tellsWhatAConversionDoes(row: String, format: String) throws {
    let probe = try #require(Self.probes[row])
    // Only JSON can keep duplicate keys, and only TOML has local dates.
    let sources = ["duplicate keys": "json", "local dates and times": "toml"]
    let source = sources[row] ?? "yaml"
    let input = source == "json" ? #"{"a": "b", "a": "c"}"# : probe.document
    var options = probe.options + (row == "anchors" || row == "tags" ? [] : ["--strict"])
    // A pipe accepts more documents than a file.
    let scratch = try Scratch()
    if row == "many documents" { options += ["-o", scratch.path + "/file"] }
    let outcome = decant(words: ["-f", source, "-t", format] + options, input: input)
    var isHeld = outcome.status == 0
    if row == "anchors" { isHeld = outcome.output.contains("*x") }
    if row == "anchors", format == "keyedarchive" {
      // References have no names.
      let file = scratch.path + "/archive"
      _ = decant(words: ["-f", source, "-t", format, "-o", file], input: input)
      isHeld = decant(words: ["-f", format, "-t", "yaml", file], input: "").output.contains("*")
    }
    if row == "tags" { isHeld = outcome.output.contains("!t") }
    let holding = try #require(Holding.all.first { $0.name == row })
    let target = try FormatRegistry.standard.format(named: format)
    #expect(holding.isOf(target) == isHeld, "\(outcome.errors)")
  }
}
