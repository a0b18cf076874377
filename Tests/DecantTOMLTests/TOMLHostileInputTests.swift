import DecantTestSupport
import Testing
import Decant

@Suite struct TOMLHostileInputTests {
  @Test(arguments: [
    ("a = ", "["), ("a = ", "{a="), ("", "a."), ("[", "a."), ("[[", "a."), ("a = {", "a."),
  ])
  func aMillionLevelsAreTooDeep(opening: String, level: String) {
    let source = opening + String(repeating: level, count: 1_000_000)
    let error = Transcript(reading: Array(source.utf8), as: .toml).error
    #expect(error?.problem == .tooDeep(limit: 1000))
  }

  @Test func depthTakesNoStack() throws {
    let depth = 100_000
    var options = ReadingOptions()
    options.maximumDepth = .max
    let brackets =
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let keys = String(repeating: "a.", count: depth) + "a"
    for source in ["a = \(brackets)", "\(keys) = 1", "[\(keys)]", "[[\(keys)]]"] {
      let transcript = Transcript(reading: Array(source.utf8), as: .toml, options)
      #expect(transcript.error == nil)
      var plan = Plan(to: .toml)
      plan.reading = options
      let output = try convert(Array(source.utf8), from: .toml, by: plan)
      #expect(try convert(output, from: .toml, by: plan) == output)
    }
  }

  /// Each would take hours if it took the square of its size.
  private static let long: [(name: String, text: String)] = {
    let numbers = 0..<50_000
    let path = (0..<900).map { "k\($0)" }.joined(separator: ".")
    return [
      ("tables", numbers.map { "[t\($0)]\na = 1\n" }.joined()),
      ("elements", numbers.map { "[[t]]\na = \($0)\n" }.joined()),
      ("keys", numbers.map { "k\($0) = 1\n" }.joined()),
      ("dotted keys", numbers.map { "a.b.k\($0) = 1\n" }.joined()),
      ("keys with escapes", numbers.map { "\"\\u0041\($0)\" = 1\n" }.joined()),
      ("inline keys", "a = {" + numbers.map { "k\($0) = 1" }.joined(separator: ", ") + "}"),
      ("long headers", (0..<2000).map { "[\(path).x\($0)]\n" }.joined()),
      ("long keys", (0..<2000).map { "\(path).x\($0) = 1\n" }.joined()),
      ("arrays", "a = [" + numbers.map { "\($0)" }.joined(separator: ",\n# c\n") + "]"),
      ("comments", String(repeating: "# c\n\n", count: 100_000) + "a = 1 # d\n"),
      ("nested tables", numbers.map { "[a.b\($0 / 2).c\($0)]\n" }.joined()),
      ("elements of elements", numbers.map { $0 % 2 == 0 ? "[[a]]\n" : "[[a.b]]\n" }.joined()),
    ]
  }()

  @Test(arguments: long.indices)
  func timeIsLinear(index: Int) throws {
    let source = Array(Self.long[index].text.utf8)
    let output = try convert(source, from: .toml, by: Plan(to: .toml))
    #expect(!output.isEmpty)
    var plan = Plan(to: .json)
    plan.reading.duplicateKeys = .keep
    _ = try convert(source, from: .toml, by: plan)
  }

  @Test func repeatedKeysTakeLinearTimeToo() throws {
    var options = ReadingOptions()
    options.duplicateKeys = .last
    let source =
      (0..<10).map { "k\($0) = 1\n" }.joined() + String(repeating: "a = 1\n", count: 100_000)
    let value = try Value(parsing: source, as: .toml, options: options)
    #expect(value.mapping?.count == 11)
  }

  /// Each header would repeat the key.
  @Test func outputIsInProportion() throws {
    let key = String(repeating: "k", count: 100_000)
    let tables = (0..<10_000).map { "\"t\($0)\": {}" }.joined(separator: ",")
    let json = "{\"\(key)\": {\(tables)}}"
    let output = try convert(Array(json.utf8), from: .json, by: Plan(to: .toml))
    #expect(output.count < 2 * json.utf8.count)
    let value = try Value(parsing: output, as: .toml)
    #expect(try value == Value(parsing: json, as: .json))
    #expect(try convert(output, from: .toml, by: Plan(to: .toml)) == output)
  }

  @Test func expandedAliasesAreBounded() {
    var yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<9 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let error = #expect(throws: DecantError.self) {
      try convert(Array(yaml.utf8), from: .yaml, by: Plan(to: .toml))
    }
    #expect(error?.problem == .tooManyAliasNodes(limit: 10_000_000))
  }
}
