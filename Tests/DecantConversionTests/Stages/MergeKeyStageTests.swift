import DecantTestSupport
import Testing
import Decant

@Suite struct MergeKeyStageTests {
  static let examples = [
    ("{ <<: { a: 1 b: 2 } }", #"{"a":1,"b":2}"#),
    ("{ <<: {  } }", "{}"),
    ("{ x: 0 <<: { a: 1 } y: 2 }", #"{"x":0,"a":1,"y":2}"#),
    // Explicit keys win, before or after the merge key.
    ("{ a: 0 <<: { a: 1 b: 2 } }", #"{"a":0,"b":2}"#),
    ("{ <<: { a: 1 b: 2 } a: 0 }", #"{"b":2,"a":0}"#),
    ("{ <<: [ { a: 1 } { a: 2 b: 3 } ] c: 4 }", #"{"a":1,"b":3,"c":4}"#),
    ("{ <<: [  ] c: 4 }", #"{"c":4}"#),
    (
      "[ &x { a: 1 b: 2 } &y { b: 3 c: 4 } { <<: *x b: 5 } { <<: [ *y *x ] } ]",
      #"[{"a":1,"b":2},{"b":3,"c":4},{"a":1,"b":5},{"b":3,"c":4,"a":1}]"#
    ),
    // A merged mapping can have merge keys, which its own keys override.
    ("{ <<: { <<: { a: 1 b: 2 } a: 3 } c: 4 }", #"{"b":2,"a":3,"c":4}"#),
    ("{ <<: [ { <<: { a: 1 b: 1 } } { a: 2 b: 2 c: 2 } ] }", #"{"a":1,"b":1,"c":2}"#),
    ("{ <<: { <<: { <<: { a: 1 } } } }", #"{"a":1}"#),
    (
      "{ <<: { v: { <<: { a: 1 } b: 2 } } w: [ { <<: { c: 3 } } ] }",
      #"{"v":{"a":1,"b":2},"w":[{"c":3}]}"#
    ),
    ("{ a: { <<: { b: 1 } b: 2 } b: 3 <<: { a: 0 c: 4 } }", #"{"a":{"b":2},"b":3,"c":4}"#),
    // Not merged: in quotes, as a value, and without a mapping.
    ("{ '<<: { a: 1 } }", #"{"<<":{"a":1}}"#),
    ("[ << { a: << } ]", #"["<<",{"a":"<<"}]"#),
    ("{ <<: 1 a: 2 }", #"{"<<":1,"a":2}"#),
    ("{ <<: [ { a: 1 } 2 ] }", #"{"<<":[{"a":1},2]}"#),
    ("{ <<: { <<: 1 } }", #"{"<<":1}"#),
    // An integer and a string are different keys.
    ("{ '1: 0 <<: { '1: 2 b: 3 } }", #"{"1":0,"b":3}"#),
    (
      "[ { <<: { a: 1 } a: 2 } { a: 3 <<: { a: 4 } } { <<: { a: 5 } } ]",
      #"[{"a":2},{"a":3},{"a":5}]"#
    ),
    (
      "{ <<: { a: 1 } } ; { a: 2 } ; { <<: { b: 3 } a: 4 }",
      "{\"a\":1}\n{\"a\":2}\n{\"b\":3,\"a\":4}"
    ),
    ("{ a: 1 <<: { b: 2 } <<: { b: 3 c: 4 } }", #"{"a":1,"b":2,"c":4}"#),
  ]

  @Test(arguments: examples, batchLimits)
  func mergesMappings(example: (sketch: String, json: String), limit: Int) throws {
    #expect(try poured(example.sketch, atOnce: limit) == example.json + "\n")
  }

  @Test(arguments: [
    ("{<<: {a: 1}}", #"{"a":1}"#), ("{'<<': {a: 1}}", #"{"<<":{"a":1}}"#),
    ("{!!str <<: {a: 1}}", #"{"<<":{"a":1}}"#), ("{!!merge <<: {a: 1}}", #"{"a":1}"#),
    ("{!!merge \"<<\": {a: 1}}", #"{"a":1}"#), ("{!x <<: {a: 1}}", #"{"<<":{"a":1}}"#),
    ("&a a: 1\n&b !!merge <<: {b: 2}\n", #"{"a":1,"b":2}"#), ("? <<\n: {a: 1}\n", #"{"a":1}"#),
    ("- &m {a: 1}\n- b: 2\n  <<: *m\n- {<<: *m}\n", #"[{"a":1},{"b":2,"a":1},{"a":1}]"#),
  ])
  func mergesWhatYAMLMerges(yaml: String, json: String) throws {
    let destination = MemoryDestination()
    try Transcoder(from: .yaml, to: .jsonLines).run(from: .text(yaml), to: destination)
    #expect(destination.text == json + "\n")
  }

  /// These keys differ in YAML, but are equal in JSON, even when merged.
  @Test(arguments: [
    "b: &b {1: a}\nm: {<<: *b, \"1\": z}\n", "b: &b {1: a}\nm: {\"1\": z, <<: *b}\n",
    "b: &b {null: a}\nm:\n  \"null\": z\n  <<: *b\n",
    "a: &a {true: x}\nb: &b {\"true\": y}\nm: {<<: [*a, *b]}\n",
    "b: &b {1: a}\nm: {k: {<<: [{\"1\": c}, *b]}, <<: {x: y}}\n",
  ])
  func refusesMergedKeysThatBecomeEqual(source: String) throws {
    let error = #expect(throws: DecantError.self) {
      try Transcoder(from: .yaml, to: .json).run(from: .text(source), to: MemoryDestination())
    }
    guard case .collidingKeys = error?.problem else {
      Issue.record("\(String(describing: error))")
      return
    }
    let output = MemoryDestination()
    try Transcoder(from: .yaml, to: .yaml).run(from: .text(source), to: output)
    #expect(output.text.contains("<<"))
  }

  @Test func keepsMergedKeysThatStayApart() throws {
    let output = MemoryDestination()
    let source = "b: &b {1: a, x: b}\nm: {<<: *b, 1: z, \"2\": y}\n"
    try Transcoder(from: .yaml, to: .jsonLines).run(from: .text(source), to: output)
    #expect(output.text == #"{"b":{"1":"a","x":"b"},"m":{"x":"b","1":"z","2":"y"}}"# + "\n")
  }

  @Test(arguments: [
    ("b: &b {a: 1}\nc: {!!merge <<: *b}\n", "b: &b {a: 1}\nc: {<<: *b}\n"),
    ("b: &b {a: 1}\nc: {!x <<: *b}\n", "b: &b {a: 1}\nc: {!x <<: *b}\n"),
    ("c: {'<<': {a: 1}}\n", "c: {'<<': {a: 1}}\n"),
    ("c: {!!str <<: {a: 1}}\n", "c: {'<<': {a: 1}}\n"),
    ("c: {a: !!merge <<}\n", "c: {a: !!merge <<}\n"),
  ])
  func keepsMergeKeysInYAML(source: String, written: String) throws {
    #expect(try converted(source, from: .yaml, by: Plan(to: .yaml)) == written)
  }

  @Test func refusesARepeatedMergeKey() {
    let error = #expect(throws: DecantError.self) {
      try events(of: "<<: {a: 1}\n!!merge <<: {b: 1}\n", as: .yaml)
    }
    #expect(error?.problem == .duplicateKey("<<"))
  }

  @Test(arguments: [
    ("/a/p", "1", "1"), ("/a/q", "[2]", "[2]"),
    ("/a", #"{"p":1,"q":[2],"r":3}"#, "{p: 1,q: [2],r: 3}"),
    ("/b/q/0", "2", "2"),
  ])
  func findsMergedValuesTowardsEveryTarget(pointer: String, json: String, yaml: String) throws {
    let source = "b: &x {p: 1, q: &q [2]}\na: {<<: *x, q: *q, r: 3}\n"
    for (target, value) in [(Format.jsonLines, json), (.yaml, yaml)] {
      var plan = Plan.compact(target)
      plan.pointer = DocumentPointer(pointer)
      #expect(try converted(source, from: .yaml, by: plan) == value + "\n")
    }
  }

  @Test func findsMergedValuesByAPointer() throws {
    let sketch = "{ base: &b { image: x } web: { <<: *b port: 1 } }"
    #expect(try poured(sketch) { $0.pointer = DocumentPointer("/web/image") } == "\"x\"\n")
  }

  @Test func mergesThroughManyMappings() throws {
    var sketch = "[ &a0 { k0: 0 }"
    for level in 1...200 { sketch += " &a\(level) { <<: *a\(level - 1) k\(level): \(level) }" }
    let output = try poured(sketch + " ]")
    let last = (0...200).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
    #expect(output.hasSuffix("{\(last)}]\n"))
  }

  @Test func mergesAtAnyDepth() throws {
    let depth = 20_000
    let sketch =
      String(repeating: "{ <<: { b: 1 } a: ", count: depth) + "0"
      + String(repeating: " }", count: depth)
    let json =
      String(repeating: #"{"b":1,"a":"#, count: depth) + "0" + String(repeating: "}", count: depth)
    #expect(try poured(sketch) { $0.reading.maximumDepth = .max } == json + "\n")
  }
}
