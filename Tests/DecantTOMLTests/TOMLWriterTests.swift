import DecantTestSupport
import Testing
import Decant

@Suite struct TOMLWriterTests {
  private func text(_ json: String, _ options: WritingOptions = .init()) throws -> String {
    try Value(parsing: json, as: .json).text(as: .toml, options: options)
  }

  @Test func writesValuesBeforeTables() throws {
    let json = """
      {"server": {"port": 80, "tls": {"on": true}, "hosts": ["a", "b"]}, "name": "x", "empty": {},
       "only": {"tables": {"a": 1}}, "list": [{"b": 1, "c": {"d": 2}}, {}], "mixed": [1, {"e": 1.5}]}
      """
    let expected = """
      name = "x"
      mixed = [1, { e = 1.5 }]

      [server]
      port = 80
      hosts = ["a", "b"]

      [server.tls]
      on = true

      [empty]

      [only.tables]
      a = 1

      [[list]]
      b = 1

      [list.c]
      d = 2

      [[list]]

      """
    #expect(try text(json) == expected)
    var options = WritingOptions()
    options.indentation = .compact
    #expect(try text(json, options) == expected.replacing("\n\n[", with: "\n["))
  }

  @Test func breaksLongArrays() throws {
    let word = String(repeating: "x", count: 30)
    let json = "{\"a\": [\"\(word)\", \"\(word)\", [1, 2]], \"b\": [\"c\\nd\"], \"e\": []}"
    let expected = """
      a = [
          "\(word)",
          "\(word)",
          [1, 2],
      ]
      b = [
          \"\"\"
      c
      d\"\"\",
      ]
      e = []

      """
    #expect(try text(json) == expected)
    var options = WritingOptions()
    options.indentation = .tab
    #expect(try text(json, options) == expected.replacing("    ", with: "\t"))
  }

  @Test(arguments: [
    ("a", "\"a\""), ("a\"b\\c", #""a\"b\\c""#), ("\u{8}\t\u{1}\u{7F}\r", #""\b\t\u0001\u007f\r""#),
    ("é😀", "\"é😀\""), ("a\nb", "\"\"\"\na\nb\"\"\""), ("\n", "\"\"\"\n\n\"\"\""),
    ("\"\"\"\n\"", "\"\"\"\n\"\"\\\"\n\\\"\"\"\""), ("a\r\n\tb\\", "\"\"\"\na\\r\n\tb\\\\\"\"\""),
  ])
  func writesStrings(string: String, expected: String) throws {
    let value = Value.mapping(Mapping([(.string("k"), .string(string))]))
    #expect(try value.text(as: .toml) == "k = \(expected)\n")
    #expect(try Value(parsing: "k = \(expected)\n", as: .toml) == value)
  }

  @Test func escapesWhatIsNotASCIIWhenAsked() throws {
    var options = WritingOptions()
    options.ascii = true
    #expect(try text("{\"é\": \"😀\"}", options) == "\"\\u00e9\" = \"\\U0001f600\"\n")
  }

  @Test(arguments: [
    ("[1]", Fidelity.lossy, DecantError.Problem.toml(.rootIsNotATable)),
    ("{\"a\": null}", .standard, .notRepresentable(.null, target: "toml")),
    ("{\"a\": 9223372036854775808}", .standard, .notRepresentable(.largeNumber, target: "toml")),
  ])
  func refusesWhatItCannotWrite(json: String, fidelity: Fidelity, problem: DecantError.Problem) {
    var plan = Plan(to: .toml)
    plan.fidelity = fidelity
    let error = #expect(throws: DecantError.self) {
      try convert(Array(json.utf8), from: .json, by: plan)
    }
    #expect(error?.problem == problem)
    #expect(error?.hint != nil || problem != .toml(.rootIsNotATable))
  }

  @Test func dropsAndRoundsWhenAsked() throws {
    var plan = Plan(to: .toml)
    plan.fidelity = .lossy
    let json = "{\"a\": null, \"b\": [null, 18446744073709551616]}"
    let output = try convert(Array(json.utf8), from: .json, by: plan)
    #expect(String(decoding: output, as: UTF8.self) == "b = [18446744073709551616.0]\n")
  }

  @Test(arguments: [Fidelity.strict, .tagged])
  func keepsTheOrderOfKeysInFull(fidelity: Fidelity) throws {
    var plan = Plan(to: .toml)
    plan.fidelity = fidelity
    let json = "{\"a\":{\"b\":{\"c\":1},\"d\":2},\"e\":[{\"f\":3}],\"g\":4,\"h\":{\"i\":5}}"
    let output = try convert(Array(json.utf8), from: .json, by: plan)
    let expected = """
      a = { b = { c = 1 }, d = 2 }
      e = [{ f = 3 }]
      g = 4

      [h]
      i = 5

      """
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  private static let kept = [
    "a = 0xFF\nb = 1_000\nc = 'x\\y'\nd = +1.0\ne = 1979-05-27 07:32:00-07:00\n",
    "# c\n\n# d\na.b.c = 1 # e\na.b.d = 2\n\n[x] # f\n'y z' = [\n  1, # g\n\n  # h\n  2,\n]\n",
    "a = { b.c = 1, d = [1, 2] }\nb = \"\"\"\nx \\\n  y\"\"\"\n\n[[t]]\n\n# c\n[[t]]\n\n[t.u]\n\n# end\n",
    "[a]\n\n[a.b]\nc = [\n 1,\n]\n\n\n[d]\n\n[d.e]\n",
    "[fruit]\napple.color = 1\n\n[fruit.apple.texture]\nsmooth = true\n",
  ]

  @Test(arguments: kept)
  func keepsTheNotationOfTOML(source: String) throws {
    let output = try convert(Array(source.utf8), from: .toml, by: Plan(to: .toml))
    #expect(String(decoding: output, as: UTF8.self) == source)
  }

  @Test(arguments: kept)
  func dropsTheNotationWithTheComments(source: String) throws {
    var plan = Plan(to: .toml)
    plan.comments = .dropped
    let output = try convert(Array(source.utf8), from: .toml, by: plan)
    let value = try Value(parsing: source, as: .toml)
    #expect(String(decoding: output, as: UTF8.self) == (try value.text(as: .toml)))
  }

  @Test(arguments: [
    (
      "a: 1 # b\n# c\nd: # e\n  # f\n  - 1 # g\n  - {h: 2} # i\n# j\n",
      "a = 1 # b\n# c\n# e\nd = [\n    # f\n    1, # g\n    { h = 2 }, # i\n]\n# j\n"
    ),
    (
      "a: # b\n  c: 1\n  # d\n\n  e: # f\n    - g: 1 # h\n",
      "[a] # b\nc = 1\n\n# d\n\n# f\n[[a.e]]\ng = 1 # h\n"
    ),
  ])
  func writesCommentsOfYAML(yaml: String, expected: String) throws {
    let output = try convert(Array(yaml.utf8), from: .yaml, by: Plan(to: .toml))
    let text = String(decoding: output, as: UTF8.self)
    #expect(try Value(parsing: text, as: .toml) == Value(parsing: yaml, as: .yaml))
    #expect(text.filter { $0 == "#" }.count == yaml.filter { $0 == "#" }.count, "\(text)")
    #expect(try convert(output, from: .toml, by: Plan(to: .toml)) == output)
  }
}
