import DecantTestSupport
import Testing
import Decant

/// Numbers in notations that JSON lacks, from YAML to YAML.
struct YAMLNumberNotationTests {
  private static let common = [
    "0x1F", "0xff", "0x00a", "0xFFFFFFFFFFFFFFFFFFFF", "+0", "+1", "+12", "+1.5", "+1.", "-5.",
    "5.",
    ".5", "01.5", "-007.50", "1.e+3", "+1.5E-3", ".5e+3", "0.",
  ]

  @Test(arguments: common)
  func aNumberThatAllReadersTakeAlikeStaysAsItIsWritten(text: String) throws {
    #expect(try yaml("- \(text)\n") == "- \(text)\n")
    #expect(try yaml("- &a !!str x\n- \(text): [\(text)]\n") == "- &a x\n- \(text): [\(text)]\n")
    #expect(try yaml("\(text)\n") { $0.gathering = .slurp } == "- \(text)\n")
    #expect(try yaml("\(text)\n") { $0.fidelity = .strict } == "\(text)\n")
  }

  @Test(arguments: [
    ("0x1F", "0x1F"), ("0x1_F", "31"), ("-0x1F", "-31"), ("0b11", "3"), ("1_0", "10"),
    ("017", "15"),
    ("1:30", "90"), ("+1.5", "+1.5"), ("1_0.5", "10.5"), ("1.5_0", "1.50"), (".5", ".5"),
  ])
  func theSchemaOf11KeepsTheSame(text: String, written: String) throws {
    #expect(try yaml("- \(text)\n") { $0.reading.yamlSchema = .yaml11 } == "- \(written)\n")
  }

  @Test func aBareNumberIsDecimal() throws {
    #expect(try yaml("0x1F\n") { $0.scalars = .raw } == "31\n")
  }

  @Test func otherTargetsSeeDecimalNumbers() throws {
    #expect(
      try converted("0x1F: +1\n", from: .yaml, by: Plan(to: .jsonLines)) == "{\"31\":1}\n")
  }

  @Test(arguments: [
    ("1: a\n0x1: b\n", 5), ("+1: a\n1: b\n", 6), ("0x0A: a\n0xa: b\n", 8), (".5: a\n0.50: b\n", 6),
    ("5.: a\n+5.0: b\n", 6), ("&a 0x1: a\n? *a\n: b\n", 12),
  ])
  func findsRepeatedKeysInAnyNotation(source: String, offset: Int) {
    let error = #expect(throws: DecantError.self) { try yaml(source) }
    guard case .duplicateKey? = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.offset == offset)
  }

  @Test(.enabled(if: Oracle.pyYAML.isInstalled)) func pyYAMLReadsTheSameNumbers() throws {
    let source = Self.common.map { "- \($0)\n" }.joined()
    let decimal = try converted(source, from: .yaml, by: Plan(to: .jsonLines))
    let kept = try yaml(source)
    #expect(kept != decimal)
    let once = try Oracle.pyYAML.run(Array(kept.utf8)),
      again = try Oracle.pyYAML.run(Array(decimal.utf8))
    #expect(once != nil && once == again)
  }

  private func yaml(_ source: String, _ change: (inout Plan) -> Void = { _ in }) throws -> String {
    try converted(source, from: .yaml, by: .test(.yaml, change))
  }
}
