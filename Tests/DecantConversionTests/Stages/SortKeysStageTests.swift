import DecantTestSupport
import Testing
import Decant

@Suite struct SortKeysStageTests {
  static let plan = Plan.test(.jsonLines) { $0.keyOrder = .byBytes }

  static let examples: [(String, String)] = [
    ("1", "1"),
    ("{}", "{ }"),
    (#"{"b":1,"a":2}"#, #"{ "a": 2 "b": 1 }"#),
    (
      #"{"b":{"d":1,"c":[{"z":0,"y":1}]},"a":[]}"#,
      #"{ "a": [ ] "b": { "c": [ { "y": 1 "z": 0 } ] "d": 1 } }"#
    ),
    (#"[{"b":1,"a":2},{},{"d":{},"c":{}}]"#, #"[ { "a": 2 "b": 1 } { } { "c": { } "d": { } } ]"#),
    (#"{"":0,"a":1,"aa":2,"B":3," ":4}"#, #"{ "": 0 " ": 4 "B": 3 "a": 1 "aa": 2 }"#),
    (
      #"{"aaaaaaaab":1,"aaaaaaaaa":2,"aaaaaaaa":3}"#,
      #"{ "aaaaaaaa": 3 "aaaaaaaaa": 2 "aaaaaaaab": 1 }"#
    ),
    // By UTF-8 bytes, not by UTF-16 units: U+FFFD precedes U+1F600.
    ("{\"😀\":1,\"\u{FFFD}\":2,\"é\":3,\"z\":4}", "{ \"z\": 4 \"é\": 3 \"\u{FFFD}\": 2 \"😀\": 1 }"),
    (#"{"b\u0000":1,"b":2}"#, #"{ "b": 2 "b\u{0}": 1 }"#),
    ("{\"b\":1,\"a\":2}\n{\"d\":1,\"c\":2}", "{ \"a\": 2 \"b\": 1 }\n{ \"c\": 2 \"d\": 1 }"),
  ]

  @Test(arguments: examples, batchLimits)
  func sortsKeysByTheirBytes(example: (source: String, script: String), limit: Int) throws {
    let script = try events(
      of: example.source, as: .jsonLines, through: Self.plan, atOnce: limit)
    #expect(script == example.script)
  }

  @Test func leavesEqualKeysInTheirOrder() throws {
    var plan = Self.plan
    plan.reading.duplicateKeys = .keep
    #expect(
      try events(of: #"{"b":1,"a":2,"b":3,"a":4}"#, through: plan)
        == #"{ "a": 2 "a"!: 4 "b": 1 "b"!: 3 }"#)
  }

  @Test func sortsAHundredThousandLevels() throws {
    let depth = 100_000
    var plan = Self.plan
    plan.reading.maximumDepth = .max
    let open = String(repeating: #"{"b":0,"a":["#, count: depth / 2)
    let close = String(repeating: "]}", count: depth / 2)
    let script = try converted(open + "1" + close, by: plan)
    let sortedOpen = String(repeating: #"{"a":["#, count: depth / 2)
    let sortedClose = String(repeating: #"],"b":0}"#, count: depth / 2)
    #expect(script == sortedOpen + "1" + sortedClose + "\n")
  }

  @Test(arguments: [1, .max])
  func knowsWhereEventsStoodThatItHeldBack(limit: Int) throws {
    var plan = Self.plan
    plan.target = GatheringTests.single
    let long = String(repeating: "x", count: 300_000)
    let error = #expect(throws: DecantError.self) {
      try events(of: "{\"a\":\"\(long)\"}\n{}", as: .jsonLines, through: plan, atOnce: limit)
    }
    #expect(error?.offset == 300_009)
    #expect(error?.position?.line == 2)
  }

  @Test func agreesWithSortingInMemory() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let keys = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        String(
          (0..<Int.random(in: 0...12, using: &generator)).map { _ in
            "aAbßé字😀".randomElement(using: &generator) ?? "a"
          })
      }
      let distinct = Array(Set(keys)).shuffled(using: &generator)
      let source = "{" + distinct.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
      let sorted = distinct.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
      let expected = "{" + sorted.map { "\"\($0)\":0" }.joined(separator: ",") + "}\n"
      #expect(try converted(source, by: Self.plan) == expected)

      var plan = Self.plan
      let first = distinct.shuffled(using: &generator).prefix(3)
      plan.firstKeys = first + ["absent"]
      let all = first + sorted.filter { !first.contains($0) }
      let others = "{" + all.map { "\"\($0)\":0" }.joined(separator: ",") + "}\n"
      #expect(try converted(source, by: plan) == others)
    }
  }

  /// The keys that come first, in the root mapping, or in the mappings of a root sequence.
  static let firstKeys: [(String, String)] = [
    (#"{"b":1,"spec":2,"a":3,"kind":4}"#, #"{ "kind": 4 "spec": 2 "a": 3 "b": 1 }"#),
    (
      #"{"z":{"spec":1,"kind":2,"a":3},"spec":{}}"#,
      #"{ "spec": { } "z": { "a": 3 "kind": 2 "spec": 1 } }"#
    ),
    (
      #"[{"a":1,"kind":{"z":1,"kind":2}},[{"a":1,"spec":2}]]"#,
      #"[ { "kind": { "kind": 2 "z": 1 } "a": 1 } [ { "spec": 2 "a": 1 } ] ]"#
    ),
    (
      "{\"kinds\":1,\"kin\":2,\"kind\":3}\n{\"a\":1,\"spec\":2}",
      "{ \"kind\": 3 \"kin\": 2 \"kinds\": 1 }\n{ \"spec\": 2 \"a\": 1 }"
    ),
  ]

  @Test(arguments: firstKeys, batchLimits)
  func putsSomeKeysFirst(example: (source: String, script: String), limit: Int) throws {
    var plan = Self.plan
    plan.firstKeys = ["kind", "spec"]
    #expect(
      try events(of: example.source, as: .jsonLines, through: plan, atOnce: limit) == example.script
    )
  }
}
