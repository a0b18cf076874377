import Testing
import Decant
import DecantCore

import DecantTestSupport

@Suite struct DuplicateKeyStageTests {
  static func plan(_ choice: DuplicateKeys) -> Plan {
    .test(.jsonLines) { $0.reading.duplicateKeys = choice }
  }

  static let examples: [(String, first: String, last: String)] = [
    (#"{"a":1}"#, #"{ "a": 1 }"#, #"{ "a": 1 }"#),
    (#"{"a":1,"a":2}"#, #"{ "a": 1 }"#, #"{ "a": 2 }"#),
    (#"{"a":1,"b":2,"a":3,"a":4}"#, #"{ "a": 1 "b": 2 }"#, #"{ "a": 4 "b": 2 }"#),
    (#"{"a":1,"\u0061":2}"#, #"{ "a": 1 }"#, #"{ "a": 2 }"#),
    (
      #"{"a":{"b":1,"b":2},"a":{"c":[3],"c":[4,{}]},"d":5}"#,
      #"{ "a": { "b": 1 } "d": 5 }"#, #"{ "a": { "c": [ 4 { } ] } "d": 5 }"#
    ),
    (
      #"[{"x":[{"k":1,"k":{"k":2,"k":3}}]},{"x":1}]"#,
      #"[ { "x": [ { "k": 1 } ] } { "x": 1 } ]"#,
      #"[ { "x": [ { "k": { "k": 3 } } ] } { "x": 1 } ]"#
    ),
    (#"{"":[],"":{},"z":0}"#, #"{ "": [ ] "z": 0 }"#, #"{ "": { } "z": 0 }"#),
    ("{\"a\":1,\"a\":2}\n{\"a\":3}", "{ \"a\": 1 }\n{ \"a\": 3 }", "{ \"a\": 2 }\n{ \"a\": 3 }"),
  ]

  @Test(arguments: examples, batchLimits)
  func keepsOneValueOfEachKey(
    example: (source: String, first: String, last: String), limit: Int
  ) throws {
    let first = try events(
      of: example.source, as: .jsonLines, through: Self.plan(.first), atOnce: limit)
    #expect(first == example.first)
    let last = try events(
      of: example.source, as: .jsonLines, through: Self.plan(.last), atOnce: limit)
    #expect(last == example.last)
  }

  @Test func leavesThemAllWhenToldToKeep() throws {
    #expect(
      try events(of: #"{"a":1,"a":2}"#, through: Self.plan(.keep)) == #"{ "a": 1 "a"!: 2 }"#)
  }

  @Test(arguments: batchLimits)
  func dropsAnchorAndTagWithTheirKey(limit: Int) throws {
    var batch = EventBatch()
    batch.append(.beginDocument)
    batch.append(.beginMapping)
    for flags: Event.Flags in [[.isKey], [.isKey, .isDuplicateKey]] {
      batch.append(.anchor, text: "x")
      batch.append(.tag, text: "!t")
      batch.append(.string, text: "k", flags: flags)
      batch.append(.anchor, text: "y")
      batch.append(.null)
    }
    batch.append(.endMapping)
    batch.append(.endDocument)
    var script = EventScript()
    let chain = CheckedStageChain(Self.plan(.first))
    try chain.pass(batch, atOnce: limit, into: &script)
    try chain.finish(into: &script)
    #expect(script.text == #"{ &x tag(!t) "k": &y null }"#)
  }

  /// Fast only if the work is linear.
  @Test func keepsTheLastOfManyEqualKeys() throws {
    let source = "{" + (0..<200_000).map { "\"k\($0 % 1000)\":\($0)" }.joined(separator: ",") + "}"
    let script = try events(of: source, through: Self.plan(.last))
    #expect(script.hasPrefix(#"{ "k0": 199000 "k1": 199001 "#))
    #expect(script.hasSuffix(#""k999": 199999 }"#))
  }
}
