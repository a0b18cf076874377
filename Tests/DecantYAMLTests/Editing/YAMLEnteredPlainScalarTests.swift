import DecantTestSupport
import Testing
import Decant

/// In YAML, text in place of a plain scalar stays plain if readers of 1.1 and of 1.2 give it the types of the old one, and
/// is otherwise in quotes if a reader could take it for something else.
@Suite struct YAMLEnteredPlainScalarTests {
  static let scalars = [
    "yes", "no", "on", "Off", "NO", "y", "n", "de", "true", "False", "null", "~", "2026-01-01",
    "2001-12-14 21:59:43.10 -5", "2001-12-14t21:59:43Z", "0644", "0755", "80", "0o17", "0o20",
    "0x1F",
    "0b11", "1:30", "10:20:30", "1_000", "2_000", "+5", "-3", "1.5", ".5", "1.", "1e3",
    "1.5e+3", ".inf", "-.INF", ".nan", "1.2.3", "1,000", "<<", "=", "a b", "x: y", "# c",
  ]

  /// The types of texts, as plain scalars, for PyYAML and by the expressions of YAML 1.2.2, 10.3.2.
  private static let types = Oracle(
    description: "PyYAML",
    command: [
      "python3", "-c",
      """
      import json, re, sys, yaml
      core = [('null', r'null|Null|NULL|~|'), ('bool', r'true|True|TRUE|false|False|FALSE'),
          ('number', r'[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+'),
          ('number', r'[-+]?([.][0-9]+|[0-9]+([.][0-9]*)?)([eE][-+]?[0-9]+)?'),
          ('number', r'[-+]?([.]inf|[.]Inf|[.]INF)|[.]nan|[.]NaN|[.]NAN')]
      names = {'int': 'number', 'float': 'number', 'datetime': 'date', 'NoneType': 'null'}
      data = json.load(sys.stdin)
      if data == 0: print(0)
      else:
          for text in data:
              try: old = type(yaml.safe_load('- ' + text)[0]).__name__
              except Exception: old = 'error'
              new = next((name for name, form in core if re.fullmatch(form, text)), 'str')
              print(new, names.get(old, old))
      """,
    ])

  @Test(.enabled(if: types.isInstalled)) func staysPlainWithBothTypes() throws {
    let list = try Value.sequence(Self.scalars.map { .string($0) }).encoded(as: .json)
    let lines = String(decoding: try #require(try Self.types.run(list)), as: UTF8.self)
    let types = Dictionary(
      uniqueKeysWithValues: zip(Self.scalars, lines.split(separator: "\n").map(String.init)))
    let x = DocumentPointer(tokens: ["x"])
    var plain = 0
    for old in Self.scalars where !["<<", "=", "x: y", "# c"].contains(old) {
      for new in Self.scalars {
        var editor = try DocumentEditor(Array("x: \(old) # c\n".utf8), as: .yaml)
        try editor.apply(.set(x, .entered(new)))
        let text = String(decoding: editor.bytes, as: UTF8.self)
        let isPlain = text == "x: \(new) # c\n"
        let (before, after) = (types[old] ?? "", types[new] ?? "")
        let story = "\(old) (\(before)) to \(new) (\(after)): \(text)"
        if isPlain, after != "str str" {
          // A number of JSON, a boolean or null is one wherever text is not replaced.
          let isJSON =
            !before.hasPrefix("str")
            && new.wholeMatch(of: /-?[1-9][0-9]*|1\.5|1e3|1\.5e\+3|true|null/) != nil
          #expect(before == after || isJSON, "\(story)")
          plain += 1
        }
        if before == after, after != "str str" {
          // Booleans and null are written in lower case.
          #expect(
            isPlain || text == "x: \(new == "~" ? "null" : new.lowercased()) # c\n", "\(story)")
        }
        let value = try Value(parsing: text, as: .yaml)["x"]
        if after.hasPrefix("str") { #expect(value == .string(new), "\(story)") }
      }
    }
    #expect(plain > 100)
  }

  @Test(arguments: [
    ("enabled: yes\n", "no", "enabled: no\n"), ("enabled: 'yes'\n", "no", "enabled: 'no'\n"),
    ("enabled: de\n", "no", "enabled: 'no'\n"), ("enabled: y\n", "n", "enabled: n\n"),
    ("enabled: yes\n", "n", "enabled: 'n'\n"), ("enabled: de\n", "n", "enabled: 'n'\n"),
    ("{enabled: yes}\n", "no", "{enabled: no}\n"),
    ("enabled: 2026-01-01 # c\n", "2026-02-02", "enabled: 2026-02-02 # c\n"),
    ("enabled: !!str yes\n", "no", "enabled: 'no'\n"),
    ("enabled: |\n  yes\n", "no", "enabled: 'no'\n"),
    ("%YAML 1.1\n---\nenabled: yes\n", "no", "%YAML 1.1\n---\nenabled: 'no'\n"),
    ("- &a yes\n- enabled: *a\n", "no", "- &a yes\n- enabled: no\n"),
    ("enabled: 1,000\n", "2,000", "enabled: 2,000\n"),
    ("enabled: x\n", "2,000", "enabled: '2,000'\n"),
  ])
  func keepsTheRuleOfQuotes(old: String, entered: String, new: String) throws {
    var editor = try DocumentEditor(Array(old.utf8), as: .yaml)
    try editor.apply(.set(PathPattern("/**/enabled"), .entered(entered)))
    #expect(String(decoding: editor.bytes, as: UTF8.self) == new)
  }

  @Test func readsTheNotationOfYAML11() throws {
    var options = ReadingOptions()
    options.yamlSchema = .yaml11
    for (old, entered, value) in [
      ("0644", "0755", 493), ("80", "0755", 493), ("1:30", "0:10", "0:10"), ("yes", "no", "no"),
    ] as [(String, String, Value)] {
      var editor = try DocumentEditor(Array("x: \(old)\n".utf8), as: .yaml, options: options)
      try editor.apply(.set(DocumentPointer(tokens: ["x"]), .entered(entered)))
      #expect(try Value(parsing: editor.bytes, as: .yaml, options: options)["x"] == value)
    }
  }
}
