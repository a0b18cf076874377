import DecantTestSupport
import Testing
import Decant

/// From TOML to TOML, what is not changed is written as it was.
@Suite struct TOMLNotationTests {
  private static let documents = [
    "[package]\nname = \"x\"\n\n[dependencies]\na = \"1\"\n\n[package.metadata.docs]\nall = true\n",
    "[a.b]\nc = 1\n[d]\n[a]\ne.f = 2\ng = 3\ne.h = 4\n",
    "[[a]]\nb = 1\n[[a.c]]\n[[a]]\n[x]\n[[a.c]]\n[a.c.d]\n",
    "a.b = 1\nc = 2\na . \"d\" = 3\n\"a\".e = 4\n",
    "k = [\n  1,\n  2\n]\nl = [ 1,2 , 3, ]\nm = [ # c\n1, # d\n\n  # e\n]\nn = [\n]\n",
    "d = {version=\"1\", features = [ \"x\" ]}\ne = { a.b = 1, c = 2, a.d = 3 }\nf = { }\n",
    "a = [\n  { b = 1, c = [2, 3] },\n  {d=4},\n  [\n    5,\n  ],\n]\n",
    "\n\n# head\n\n\n# a\n  a   =\t1   # b\n \n\t[ b ]#c\n[ 'd' . e ]  \n\n# end\n\n\n",
    "# only", "", "\n", "  # c\n  ", "a = 1", "a = 1 # c", "[a]\n[b]\n# c",
    "a = {\n  b = 1, # c\n  # d\n  e = [ # f\n    2, ], # g\n}\n",
    "a = 1_000\nb = 0xFF\nc = 'x'\nd = '''\ny'''\ne = 1979-05-27 07:32:00Z\nf = +1e5\n\"g\\u0068\" = 1\n",
    "'x' = 1\n[\"\"]\n\"\\\"\" = {'' = 2}\n",
  ]

  private func same(_ text: String, _ plan: Plan = Plan(to: .toml)) throws {
    let output = try converted(text, from: .toml, by: plan)
    #expect(output == text, "\(text.debugDescription)\n---->\n\(output.debugDescription)")
  }

  @Test(arguments: documents, ["\n", "\r\n"]) func keepsEachNotation(text: String, lineEnd: String)
    throws
  {
    try same(text.replacing("\n", with: lineEnd))
    for fidelity in [Fidelity.strict, .lossy] {
      var plan = Plan(to: .toml)
      plan.fidelity = fidelity
      try same(text.replacing("\n", with: lineEnd), plan)
    }
  }

  @Test func keepsRandomText() throws {
    for seed in 0..<2000 as Range<UInt64> {
      var random = RandomTOMLText(seed: seed, allowsLinesInBraces: seed % 2 == 0)
      try same(random.text())
    }
  }

  /// Sections, dotted keys and tables in braces as other generators have them.
  @Test func keepsRandomLayouts() throws {
    for seed in 0..<500 as Range<UInt64> {
      var layout = RandomLayout(seed: seed)
      let value = layout.value()
      guard case .mapping = value, let text = Optional(layout.toml(value)),
        (try? Value(parsing: text, as: .toml)) != nil
      else { continue }
      try same(text)
    }
  }

  /// What the writer has written from any other format is written again as it is.
  @Test func keepsWhatItHasWritten() throws {
    for seed in 0..<200 as Range<UInt64> {
      let document = RandomTaggedDocument(
        seed: seed, size: 80,
        of: [.boolean, .integer, .real, .nonFinite, .oddText, .date, .localTime])
      var plan = Plan(to: .toml)
      plan.fidelity = [.standard, .lossy, .strict, .tagged][Int(seed % 4)]
      plan.writing.indentation = [nil, .tab, .spaces(2), .compact][Int(seed / 4 % 4)]
      guard let output = try? converted(document.text, from: .json, by: plan) else { continue }
      try same(output)
    }
    for seed in 0..<200 as Range<UInt64> {
      for source in [Format.yaml, .json5] {
        let document = RandomCommentedDocument(seed, as: source)
        guard let output = try? rewritten(document.text, from: source, to: .toml) else { continue }
        try same(output)
      }
    }
  }

  // MARK: Sorted keys

  private static let sorted = Plan.test(.toml) { $0.keyOrder = .byBytes }

  @Test(arguments: [
    ("b   = 1 # c\na =\t2\n", "a =\t2\nb   = 1 # c\n"),
    ("x = {b=1, a = [ 2,3 ]}\n", "x = {a = [ 2,3 ], b=1}\n"),
    (
      "[b]\nd = 1\nc = [\n  2,\n  3\n]\n\n  [a]\n# e\nf = 4",
      "  [a]\n# e\nf = 4\n\n[b]\nc = [\n  2,\n  3\n]\nd = 1\n"
    ),
    ("[a]\n[b]\n[a.c]\n", "[a]\n[b]\n[a.c]\n"),
    ("b = 1\r\na = 2\r\n", "a = 2\r\nb = 1\r\n"),
  ])
  func keepsTheRestOfWhatIsSorted(text: String, expected: String) throws {
    let output = try converted(text, from: .toml, by: Self.sorted)
    #expect(output == expected, "\(output.debugDescription)")
  }

  @Test(.enabled(if: Oracle.tomlValues.isInstalled)) func sortsRandomText() throws {
    var texts: [[UInt8]] = []
    var outputs: [[UInt8]] = []
    for seed in 0..<600 as Range<UInt64> {
      var random = RandomTOMLText(seed: seed, allowsLinesInBraces: false)
      let text = random.text()
      let output = try converted(text, from: .toml, by: Self.sorted)
      let story: Comment = "\(text.debugDescription)\n---->\n\(output.debugDescription)"
      #expect(output.count(of: "#") == text.count(of: "#"), story)
      #expect(try converted(output, from: .toml, by: Self.sorted) == output, story)
      texts.append(Array(text.utf8))
      outputs.append(Array(output.utf8))
    }
    let values = try Oracle.tomlValues(of: texts)
    for (index, value) in try Oracle.tomlValues(of: outputs).enumerated() {
      #expect(
        value != "invalid" && value == values[index],
        "\(String(decoding: texts[index], as: UTF8.self).debugDescription)")
    }
  }

  @Test func dropsTheNotationOfWhatHasChanged() throws {
    let text = "[ a . \"bC\" ]\n  dE =   1\nf = {gH=2}\n"
    let renamed = try rewritten(text, from: .toml) { $0.keyStyle = .snake }
    #expect(renamed == "[a.b_c]\n  d_e = 1\nf = {g_h = 2}\n")
    let selected = try rewritten(text, from: .toml) { $0.pointer = DocumentPointer("/a") }
    #expect(try Value(parsing: selected, as: .toml) == ["bC": ["dE": 1, "f": ["gH": 2]]])
    let indented = try rewritten("a = [\n  1,\n]\n", from: .toml) {
      $0.writing.indentation = .spaces(4)
    }
    #expect(indented == "a = [\n    1,\n]\n")
  }
}
