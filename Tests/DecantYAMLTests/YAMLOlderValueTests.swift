import DecantTestSupport
import Testing
import Decant

extension Oracle {
  /// Reads plain scalars, one per line; writes `1` for each whose value in YAML 1.1, as PyYAML reads it, is another one than
  /// that of the core schema of YAML 1.2 (section 10.3.2), `0` for others, and `?` where PyYAML fails.
  fileprivate static let olderValues = Oracle(
    description: "PyYAML",
    command: [
      "python3", "-c",
      """
      import datetime, re, sys, yaml
      def core(text):
          if re.fullmatch(r'null|Null|NULL|~|', text): return None
          if re.fullmatch(r'true|True|TRUE', text): return True
          if re.fullmatch(r'false|False|FALSE', text): return False
          if re.fullmatch(r'[-+]?[0-9]+', text): return int(text)
          if re.fullmatch(r'0o[0-7]+', text): return int(text[2:], 8)
          if re.fullmatch(r'0x[0-9a-fA-F]+', text): return int(text[2:], 16)
          if re.fullmatch(r'[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?', text):
              return float(text)
          if re.fullmatch(r'[-+]?\\.(inf|Inf|INF)', text): return float(text.replace('.', ''))
          if re.fullmatch(r'\\.(nan|NaN|NAN)', text): return 'not a number'
          return text
      def judge(text):
          try: old = yaml.safe_load('- ' + text)[0]
          except Exception: return '?'
          if isinstance(old, datetime.date): return '0'
          if old != old: old = 'not a number'
          new = core(text)
          return '0' if type(old) is type(new) and old == new else '1'
      print(''.join(judge(line) for line in sys.stdin.read().split('\\n')), end='')
      """,
    ])
}

/// Plain scalars that YAML 1.1 reads otherwise are counted where they come out as values.
@Suite(.enabled(if: Oracle.olderValues.isInstalled)) struct YAMLOlderValueTests {
  private static let examples = [
    "0644", "yes", "No", "oN", "OFF", "1_000", "12:30:45", "0o17", "089", "007", "1e3", "1.5e+3",
    "1.5e3", "0x1F", "-0x1F", "0b11", "+1", "190:20:30.15", "2001-01-01", "2001-12-14T21:59:43Z",
    "1.2.3", "10.0.0.1", "~", "null", "True", ".inf", ".NaN", "y", "n", "1.", "555-1234", "3f2b",
    "0_7", "1__0", "12e03", "name", "foo", "0.1_5", "+12:30", "1:60", "null_", "00", "-0", "Yes.",
  ]

  /// Texts that begin as numbers or words do; none that PyYAML reads otherwise than YAML 1.1 says, as `+.5`.
  private static func texts(count: Int) -> [String] {
    var random = SeededGenerator(seed: 1)
    let words = [
      "yes", "no", "on", "off", "true", "null", "0x", "0b", "0o", ".inf", "1:", "1_", "",
    ]
    let letters = Array("0123456789001_.:+-eExbaf")
    return (0..<count).compactMap { _ in
      let head = words.randomElement(using: &random) ?? ""
      let tail = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ in
        letters.randomElement(using: &random)
      }
      let text = head + String(tail)
      let isPlain = !text.isEmpty && text != "-" && text.first != ":" && text.last != ":"
      return isPlain && !["+.", "-."].contains(String(text.prefix(2))) ? text : nil
    }
  }

  private func count(
    _ text: String, to target: Format = .json, _ change: (inout Plan) -> Void = { _ in }
  ) throws -> [Losses.Entry] {
    let losses = Losses()
    var plan = Plan(to: target)
    plan.losses = losses
    plan.reading.needs.insert(.olderValues)
    change(&plan)
    _ = try convert(Array(text.utf8), from: .yaml, by: plan)
    return losses.entries.filter { $0.kind == .olderValue }
  }

  @Test func arePlainScalarsThatPyYAMLReadsOtherwise() throws {
    let texts = Self.examples + Self.texts(count: Thoroughness.isFull ? 20_000 : 2000)
    let input = Array(texts.joined(separator: "\n").utf8)
    let answers = Array(
      String(decoding: try #require(try Oracle.olderValues.run(input)), as: UTF8.self))
    #expect(answers.count == texts.count)
    var found = 0
    for (text, answer) in zip(texts, answers) where answer != "?" {
      let expected = answer == "1" ? 1 : 0
      found += expected
      let entries = try count("- x\n- \(text)\n") { $0.fidelity = .lossy }
      #expect(entries.reduce(0) { $0 + $1.count } == expected, "\(text)")
      #expect(entries.allSatisfy { $0.path.description == "/1" }, "\(text)")
    }
    // Neither side is always right.
    #expect(found > texts.count / 20 && found < texts.count)
  }

  @Test(arguments: [
    ("a: yes\n", 1), ("yes: a\n", 0), ("a: 'yes'\n", 0), ("a: \"0644\"\n", 0),
    ("a: !!str yes\n", 0),
    ("a: !x yes\n", 0), ("a: &b yes\nc: *b\n", 2), ("{a: [no, 1_0, x]}\n", 2), ("? [no]\n: 1\n", 0),
    ("--- no\n--- 0644\n", 2), ("- |\n  no\n", 0), ("%YAML 1.1\n--- no\n", 0),
    ("a: 2001-01-01\n", 0),
    ("no\n", 1), ("a: {b: no}\nc: {d: on}\n", 2), ("a:\n- no # c\n", 1),
  ])
  func areValuesOfPlainScalars(text: String, expected: Int) throws {
    let plans: [(inout Plan) -> Void] = [
      { _ in }, { $0.fidelity = .tagged }, { $0.keyOrder = .byBytes }, { $0.gathering = .slurp },
      { $0.fidelity = .lossy }, { $0.reading.duplicateKeys = .last }, { $0.jobs = 2 },
    ]
    for target in [Format.jsonLines, .cbor, .messagePack] {
      for (index, change) in plans.enumerated() where !text.hasPrefix("?") || target.name != "jsonl"
      {
        let entries = try count(text, to: target, change)
        #expect(entries.reduce(0) { $0 + $1.count } == expected, "\(target.name) \(index)")
      }
    }
    #expect(try count(text, to: .yaml).isEmpty)
    for schema in YAMLSchema.allCases {
      #expect(try count(text, to: .cbor) { $0.reading.yamlSchema = schema }.isEmpty)
    }
  }

  @Test func aPartHasOnlyItsOwn() throws {
    let text = "a: yes\nb: {c: x, d: 0644}\n"
    for (pointer, expected) in [("/a", 1), ("/b", 1), ("/b/c", 0), ("", 2)] {
      let entries = try count(text) { $0.pointer = DocumentPointer(pointer) }
      #expect(entries.reduce(0) { $0 + $1.count } == expected, "\(pointer)")
    }
  }
}
