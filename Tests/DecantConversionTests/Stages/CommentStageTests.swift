import Testing
import Decant
import DecantCore

import DecantTestSupport
@testable import DecantConversion

/// Stages move comments together with the nodes that these are about.
@Suite struct CommentStageTests {
  /// Returns the events after the stages of a plan, and checks the grammar after each stage.
  static func events(
    of text: String, as format: Format = .json5, atOnce limit: Int,
    _ change: (inout Plan) -> Void
  ) throws -> String {
    var plan = Plan.test(.yaml, change)
    plan.reading.comments = true
    return try DecantTestSupport.events(of: text, as: format, through: plan, atOnce: limit)
  }

  static let sorted: [(String, String)] = [
    (
      "{\n// b\n\"b\": 1, // tb\n// a\n\"a\": 2 // ta\n// end\n}",
      ##"{ #( a) "a": 2 ^#( ta) #( b) "b": 1 ^#( tb) #( end) }"##
    ),
    (
      "// h\n{ // o\n\"b\": { // ob\n\"d\": 1, // d\n\"c\": 2 // c\n} // tb\n,"
        + "\n\"a\": /* v */ 3\n}",
      ##"#( h) { ^#( o) "a": #( v ) 3 "b": { ^#( ob) "c": 2 ^#( c) "d": 1 ^#( d) } ^#( tb) }"##
    ),
    ("{\n// none\n}\n// end", "{ #( none) } #( end)"),
    ("[{\"b\": 1}, // one\n2]", ##"[ { "b": 1 } ^#( one) 2 ]"##),
    ("{\n\n\"b\": 1,\n\n// a\n\n\"a\": 2\n\n}", ##"{ ~ #( a) ~ "a": 2 ~ "b": 1 ~ }"##),
  ]

  @Test(arguments: sorted, batchLimits)
  func sortingTakesCommentsAlong(example: (text: String, script: String), limit: Int) throws {
    #expect(
      try Self.events(of: example.text, atOnce: limit) { $0.keyOrder = .byBytes }
        == example.script)
  }

  /// A blank line separates the comment of the document from that of the first key.
  @Test func sortingLeavesTheHeaderOfADocument() throws {
    let text = "# header\n\n# b\nb: 2  # two\n# a\na: 1  # one\n"
    let output = try rewritten(text, from: .yaml) { $0.keyOrder = .byBytes }
    #expect(output == "# header\n\n# a\na: 1  # one\n# b\nb: 2  # two\n")
  }

  static let document = """
    // header
    { // open
      "a": 1, // ta
      // about b
      "b": {
        "c": 1 // tc
        // end of b
      }, // tb
      // about d
      "d": [ // od
        1, // t1
        // about 2
        2 // t2
        // end of d
      ] // td
      // end
    }
    // footer
    """

  static let found: [(String, String)] = [
    ("/a", "1 ^#( ta)"),
    ("/b", ##"#( about b) { "c": 1 ^#( tc) #( end of b) } ^#( tb)"##),
    ("/b/c", "1 ^#( tc)"),
    ("/d", "#( about d) [ ^#( od) 1 ^#( t1) #( about 2) 2 ^#( t2) #( end of d) ] ^#( td)"),
    ("/d/0", "1 ^#( t1)"),
    ("/d/1", "#( about 2) 2 ^#( t2)"),
  ]

  @Test(arguments: found, batchLimits)
  func aValueAtAPointerHasItsComments(
    example: (pointer: String, script: String), limit: Int
  ) throws {
    let pointer = try #require(DocumentPointer(example.pointer))
    #expect(
      try Self.events(of: Self.document, atOnce: limit) { $0.pointer = pointer } == example.script)
  }

  @Test(arguments: batchLimits)
  func commentsBetweenAKeyAndItsValueAreThoseOfTheValue(limit: Int) throws {
    let pointer = try #require(DocumentPointer("/b"))
    let text = "{\"a\": /* no */ 0, \"b\" /* x */: /* y */ 1, // z\n\"c\": 2}"
    #expect(
      try Self.events(of: text, atOnce: limit) { $0.pointer = pointer } == "#( x ) #( y ) 1 ^#( z)")
  }

  @Test(arguments: batchLimits)
  func splittingTakesCommentsAlong(limit: Int) throws {
    let script = try Self.events(
      of: "// h\n[\n1, // t1\n// two\n{\"a\": 2 // a\n}, // t2\n3\n]", atOnce: limit
    ) { $0.gathering = .split }
    #expect(script == "#( h) 1 ^#( t1)\n#( two) { \"a\": 2 ^#( a) } ^#( t2)\n3")
  }

  @Test(arguments: ["[1 // t\n// end\n]", "[1\n]\n// end\n", "[1\n] // end"])
  func splittingKeepsCommentsAtTheEnd(text: String) throws {
    let output = try rewritten(text, from: .json5, to: .yaml) { $0.gathering = .split }
    #expect(output.count(of: "# end") == 1, "\(output)")
    #expect(try rewritten(output, from: .yaml, to: .jsonLines) == "1\n")
  }

  @Test(arguments: batchLimits)
  func slurpingTakesCommentsAlong(limit: Int) throws {
    let script = try Self.events(
      of: "# one\na: 1\n---\n# two\nb: 2  # t\n# end\n---\n3  # three\n", as: .yaml, atOnce: limit
    ) { $0.gathering = .slurp }
    #expect(
      script
        == ##"[ { #( one) "a": 1 } { #( two) "b": 2 ^#( t) } #( end) 3 ^#( three) ]"##)
  }

  static let duplicates: [(String, first: String, last: String)] = [
    (
      "{\n// 1\n\"a\": 1, // t1\n// 2\n\"a\": 2 // t2\n// end\n}",
      first: ##"{ #( 1) "a": 1 ^#( t1) #( end) }"##, last: ##"{ #( 1) "a": 2 ^#( t2) #( end) }"##
    ),
    (
      "{\n// 1\n\"a\": [1 // i1\n], // t1\n// b\n\"b\": 0, // tb\n"
        + "// 2\n\"a\": [2 // i2\n] // t2\n}",
      first: ##"{ #( 1) "a": [ 1 ^#( i1) ] ^#( t1) #( b) "b": 0 ^#( tb) }"##,
      last: ##"{ #( 1) "a": [ 2 ^#( i2) ] ^#( t2) #( b) "b": 0 ^#( tb) }"##
    ),
    (
      "{\"a\": /* x */ 1, \"a\": /* y */ 2 // t\n, \"b\": 3 // tb\n}",
      first: ##"{ "a": #( x ) 1 "b": 3 ^#( tb) }"##,
      last: ##"{ "a": #( y ) 2 ^#( t) "b": 3 ^#( tb) }"##
    ),
  ]

  @Test(arguments: duplicates, batchLimits)
  func theRemainingValueHasItsOwnComments(
    example: (text: String, first: String, last: String), limit: Int
  ) throws {
    #expect(
      try Self.events(of: example.text, atOnce: limit) { $0.reading.duplicateKeys = .first }
        == example.first)
    #expect(
      try Self.events(of: example.text, atOnce: limit) { $0.reading.duplicateKeys = .last }
        == example.last)
  }

  static let merged = """
    # shared
    base: &base  # anchored
      # about x
      x: 1  # tx
      y: 2
    other:
      # about the merge
      <<: *base
      # about z
      z: 3  # tz
      y: 4  # ty
    list:
      - *base  # alias
      - <<: [*base, {w: 5}]
        # end
    """

  @Test func mergedPairsHaveNoCommentsOfTheirOwn() throws {
    let words = [
      "shared", "anchored", "about x", "tx", "about z", "tz", "ty", "# alias", "end",
    ]
    let output = try rewritten(Self.merged, from: .yaml, to: .json5)
    for word in words {
      let word = word.replacing("# ", with: "// ")
      #expect(output.count(of: word) == 1, "'\(word)' in \(output)")
    }
    #expect(
      try rewritten(output, from: .json5, to: .jsonLines)
        == rewritten(Self.merged, from: .yaml, to: .jsonLines))
    #expect(try rewritten(output, from: .json5) == output)
  }

  @Test(arguments: [false, true], batchLimits)
  func copiesOfAnchoredNodesHaveNoComments(mergesKeys: Bool, limit: Int) throws {
    var options = ReadingOptions()
    options.comments = true
    let stages: [any EventStage] =
      mergesKeys ? [AliasExpansionStage(options), MergeKeyStage()] : [AliasExpansionStage(options)]
    let text = "a: &a  # k\n  # x\n  x: 1  # t\nb: *a  # alias\nc:\n  # m\n  <<: *a\n  y: 2  # y\n"
    let script = try expanded(text, by: stages, options, atOnce: limit)
    for word in ["k", "x", "t", "alias", "y"] {
      #expect(script.count(of: "#( \(word))") == 1, "\(word) in \(script)")
    }
    #expect(script.count(of: #""x": 1"#) == 3)
    #expect(script.contains("} ^#( alias)"), "\(script)")
  }

  @Test(arguments: batchLimits)
  func expansionOfADocumentWithCommentsEverywhereIsValid(limit: Int) throws {
    var options = ReadingOptions()
    options.comments = true
    for text in [Self.merged] + YAMLCommentSamples.layouts + YAMLCommentSamples.others.map(\.0) {
      let stages: [any EventStage] = [AliasExpansionStage(options), MergeKeyStage()]
      _ = try expanded(text, by: stages, options, atOnce: limit)
    }
  }

  /// Returns the events of YAML after stages, and checks their grammar.
  private func expanded(
    _ text: String, by stages: [any EventStage], _ options: ReadingOptions, atOnce limit: Int
  ) throws -> String {
    var window = Window(MemorySource(Array(text.utf8)))
    try window.decodeUnicode()
    var reader = try Format.yaml.reader(options)
    var batch = EventBatch()
    var grammar = EventGrammarChecker(.content)
    var script = EventScript()
    while try reader.read(from: &window, into: &batch) {
      var start = 0
      while start < batch.count {
        var part = EventBatch()
        part.refer(to: batch)
        let end = start + min(limit, batch.count - start)
        for index in start..<end { part.append(batch[index], of: batch) }
        try pass(part, through: stages[...], &grammar, &script)
        start = end
      }
      batch.removeAll()
    }
    for index in stages.indices {
      var rest = EventBatch()
      try stages[index].finish(into: &rest)
      try pass(rest, through: stages[(index + 1)...], &grammar, &script)
    }
    try grammar.finish()
    return script.text
  }

  private func pass(
    _ batch: borrowing EventBatch, through stages: ArraySlice<any EventStage>,
    _ grammar: inout EventGrammarChecker, _ script: inout EventScript
  ) throws {
    guard let stage = stages.first else {
      try grammar.check(batch)
      script.append(batch)
      return
    }
    var output = EventBatch()
    output.refer(to: batch)
    var result = try stage.process(batch, into: &output)
    if result == .unchanged {
      return try pass(batch, through: stages.dropFirst(), &grammar, &script)
    }
    while true {
      try pass(output, through: stages.dropFirst(), &grammar, &script)
      guard result == .more else { return }
      output.removeAll()
      output.refer(to: batch)
      result = try stage.processMore(batch, into: &output)
    }
  }
}
