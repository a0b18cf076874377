import DecantTestSupport
import Testing
import Decant
import DecantConversion

@Suite struct AliasExpansionStageTests {
  static let examples = [
    ("[ &a 1 *a *a ]", "[1,1,1]"),
    ("&a [ 1 ]", "[1]"),
    ("{ a: &x { b: [ 1 2 ] c: {  } } d: *x }", #"{"a":{"b":[1,2],"c":{}},"d":{"b":[1,2],"c":{}}}"#),
    ("[ &a [ &b 1 &c [ *b ] ] *a *b *c ]", "[[1,[1]],[1,[1]],1,[1]]"),
    (
      "[ &a x &b [ *a *a ] &c [ *b *b ] *c ]",
      #"["x",["x","x"],[["x","x"],["x","x"]],[["x","x"],["x","x"]]]"#
    ),
    // A redefined name: aliases refer to the last definition before them, also in a copy.
    ("[ &a 1 &b [ *a ] &a 2 *a *b ]", "[1,[1],2,2,[1]]"),
    ("[ &a 1 &a [ 2 ] *a ]", "[1,[2],[2]]"),
    ("{ a: &x k *x : 1 }", #"{"a":"k","k":1}"#),
    ("{ &x k: 1 v: *x }", #"{"k":1,"v":"k"}"#),
    ("{ &x k: 1 in: { *x : *x } }", #"{"k":1,"in":{"k":"k"}}"#),
    // Names are local to a document.
    ("&a 1 ; &a 2 ; [ &a 3 *a ]", "1\n2\n[3,3]"),
    ("{ a: &e {  } b: &f [  ] c: [ *e *f ] }", #"{"a":{},"b":[],"c":[{},[]]}"#),
  ]

  @Test(arguments: examples, batchLimits)
  func putsCopiesInThePlaceOfAliases(example: (sketch: String, json: String), limit: Int) throws {
    #expect(try poured(example.sketch, atOnce: limit) == example.json + "\n")
  }

  @Test func leavesAliasesToATargetThatHasThem() throws {
    let sketch = "{ a: &x [ 1 ] b: *x c: { <<: *x } }"
    #expect(
      try poured(sketch, to: .writtenYAML) == "a: &x\n  - 1\nb: *x\nc:\n  <<: *x\n")
  }

  /// A stage may remove or move an anchor that an alias needs.
  @Test func expandsForATargetThatHasAliasesWhereAStageCouldPartThem() throws {
    let sketch = "{ b: &x [ 1 ] a: *x }"
    #expect(
      try poured(sketch, to: .writtenYAML) { $0.keyOrder = .byBytes }
        == "a:\n  - 1\nb:\n  - 1\n")
    #expect(
      try poured(sketch, to: .writtenYAML) { $0.pointer = DocumentPointer("/a") } == "- 1\n")
    #expect(
      try poured("[ &a 1 *a ]", to: .writtenYAML) { $0.gathering = .split } == "1\n---\n1\n")
  }

  @Test func keepsTagsInTheCopies() throws {
    #expect(
      try poured("[ &a !t [ !u 1 ] *a ]", to: .writtenYAML) { $0.gathering = .split }
        == "!t\n- !u 1\n---\n!t\n- !u 1\n")
  }

  @Test func refusesAnAliasInsideItsOwnNode() {
    for sketch in ["&a [ *a ]", "[ &a { k: [ *a ] } ]", "[ &a 1 &a [ *a ] ]", "&a { *a : 1 }"] {
      let error = #expect(throws: DecantError.self, "\(sketch)") { try poured(sketch) }
      #expect(error?.problem == .cyclicAlias("a"))
    }
  }

  @Test func refusesAnAliasWithoutAnAnchor() {
    for sketch in ["*a", "[ &b 1 *a ]", "&a 1 ; *a"] {
      #expect(throws: DecantError.self, "\(sketch)") { try poured(sketch) }
    }
  }

  @Test(arguments: [(0, 1), (3, 4), (4, 4)])
  func allowsAsManyNodesAsItIsTold(limit: Int, needed: Int) {
    let sketch = needed == 1 ? "[ &a 1 *a ]" : "[ &a [ x { y: 1 } ] ] ; [ &a [ 1 ] *a &b [ 2 ] *b ]"
    let pour = { try poured(sketch) { $0.reading.maximumAliasNodes = limit } }
    if limit >= needed {
      #expect(throws: Never.self) { try pour() }
    } else {
      let error = #expect(throws: DecantError.self) { try pour() }
      #expect(error?.problem == .tooManyAliasNodes(limit: limit))
      #expect(error?.message == "aliases expand to more than \(limit) nodes")
      #expect(error?.position?.line == 1)
    }
  }

  /// A node costs 1, plus 1 per 16 bytes of text; 16 times that if the document is held in memory.
  @Test func theCostOfACopyIsKnownBeforeItBegins() throws {
    let text = String(repeating: "x", count: 160)
    let yaml = Array("[&a [\(text)], *a]".utf8)
    let merging = Array("{<<: {k: 1}, a: {b: &a [\(text)]}, c: *a}".utf8)
    for (yaml, order, cost) in [
      (yaml, Plan.KeyOrder.asRead, 12), (yaml, .byBytes, 192), (merging, .asRead, 192),
    ] {
      for limit in [cost - 1, cost] {
        var plan = Plan.compact(.jsonLines)
        plan.keyOrder = order
        plan.reading.maximumAliasNodes = limit
        let output = try? convert(yaml, from: .yaml, by: plan)
        #expect((output != nil) == (limit == cost), "\(limit)")
      }
    }
  }

  @Test func aBillionLaughsEndSoon() {
    var sketch = "[ &a0 lol"
    for level in 1...9 {
      let before = String(repeating: "*a\(level - 1) ", count: 10)
      sketch += " &a\(level) [ \(before)]"
    }
    let error = #expect(throws: DecantError.self) {
      try poured(sketch + " ]") { $0.reading.maximumAliasNodes = 100_000 }
    }
    #expect(error?.problem == .tooManyAliasNodes(limit: 100_000))
  }

  /// The size of the copies is computed before the first one is made.
  @Test func writesNothingOfASmallDocumentThatExpandsToTooMuch() throws {
    var yaml = "first: 1\n---\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...8 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      yaml += "a\(level): &a\(level) [\(aliases)]\n"
    }
    let destination = MemoryDestination()
    var pipeline = try Pipeline(Plan.compact(.jsonLines), to: destination)
    var input = try Input(MemorySource(Array(yaml.utf8)), as: .yaml)
    let error = #expect(throws: DecantError.self) { try pipeline.convert(&input) }
    #expect(error?.problem == .tooManyAliasNodes(limit: 10_000_000))
    #expect(error?.position?.line == 9)
    try pipeline.abort()
    #expect(String(decoding: destination.bytes, as: UTF8.self) == "{\"first\":1}\n")
  }

  @Test func copiesNestNoDeeperThanCollectionsMay() {
    var sketch = "[ &a0 [ 1 ]"
    for level in 1...30 { sketch += " &a\(level) [ *a\(level - 1) ]" }
    let error = #expect(throws: DecantError.self) {
      try poured(sketch + " ]") { $0.reading.maximumDepth = 20 }
    }
    #expect(error?.problem == .tooDeep(limit: 20))
  }

  @Test func aLargeCopyLeavesInBatches() throws {
    let many = (0..<5000).map { "k\($0): v" }.joined(separator: " ")
    let json = "{" + (0..<5000).map { "\"k\($0)\":\"v\"" }.joined(separator: ",") + "}"
    let sketch = "{ z: &a { \(many) } y: [ *a *a ] }"
    #expect(try poured(sketch) == "{\"z\":\(json),\"y\":[\(json),\(json)]}\n")
    #expect(
      try poured(sketch) { $0.pointer = DocumentPointer("/y") } == "[\(json),\(json)]\n")
  }

  @Test func documentsInMemoryHaveNoAliases() throws {
    var reader = try DocumentReader(
      .text("{ a: &x { b: 1 } c: { <<: *x } }"), as: .sketched())
    let document = try #require(try reader.next())
    #expect(document.root["c"]?["b"] != nil)
  }
}
