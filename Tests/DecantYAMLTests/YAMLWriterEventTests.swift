import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct YAMLWriterEventTests {
  typealias Example = (parts: [MadeEvents.Part], block: String, flow: String)

  static let examples: [Example] = [
    ([.anchor("a"), .str("x")], "&a x", "&a x"),
    ([.anchor("a"), .tag("!t"), .null], "&a !t null", "&a !t null"),
    ([.anchor("a"), .map, .str("k"), .int("1"), .endMap], "&a\nk: 1", "&a {k: 1}"),
    ([.tag("!t"), .seq, .int("1"), .endSeq], "!t\n- 1", "!t [1]"),
    ([.tag("!t"), .seq, .endSeq], "!t []", "!t []"),
    (
      [
        .seq, .anchor("a"), .map, .anchor("k"), .str("k"), .alias("a"), .endMap, .alias("k"),
        .endSeq,
      ],
      "- &a\n  &k k: *a\n- *k", "[&a {&k k: *a},*k]"
    ),
    (
      [.map, .str("m"), .anchor("a"), .seq, .int("1"), .endSeq, .alias("a"), .int("2"), .endMap],
      "m: &a\n  - 1\n*a : 2", "{m: &a [1],*a : 2}"
    ),
    (
      [.map, .seq, .int("1"), .int("2"), .endSeq, .int("3"), .endMap], "? - 1\n  - 2\n: 3",
      "{? [1,2] : 3}"
    ),
    (
      [
        .map, .map, .str("a"), .int("1"), .endMap, .map, .str("b"), .int("2"), .str("c"), .null,
        .endMap, .endMap,
      ],
      "? a: 1\n: b: 2\n  c: null", "{? {a: 1} : {b: 2,c: null}}"
    ),
    (
      [.map, .seq, .endSeq, .seq, .seq, .endSeq, .endSeq, .endMap], "? []\n: - []", "{? [] : [[]]}"
    ),
    (
      [
        .map, .anchor("a"), .seq, .int("1"), .endSeq, .anchor("b"), .map, .int("2"), .yes, .endMap,
        .endMap,
      ],
      "? &a\n  - 1\n: &b\n  2: true", "{? &a [1] : &b {2: true}}"
    ),
    (
      [.map, .seq, .int("1"), .endSeq, .str("a\nb"), .str("c"), .str("d"), .endMap],
      "? - 1\n: |-\n  a\n  b\nc: d", #"{? [1] : "a\nb",c: d}"#
    ),
    (
      [
        .map, .null, .null, .yes, .yes, .int("0x1F"), .real("1.5"), .nonFinite("-inf"),
        .nonFinite("nan"), .endMap,
      ],
      "null: null\ntrue: true\n0x1F: 1.5\n-.inf: .nan",
      "{null: null,true: true,0x1F: 1.5,-.inf: .nan}"
    ),
    (
      [.seq, .date("2026-11-21T09:30:00Z"), .data("hello"), .data(""), .nonFinite("inf"), .endSeq],
      "- !!timestamp 2026-11-21T09:30:00Z\n- !!binary aGVsbG8=\n- !!binary ''\n- .inf",
      "[!!timestamp 2026-11-21T09:30:00Z,!!binary aGVsbG8=,!!binary '',.inf]"
    ),
    (
      [
        .map, .date("2026-11-21T09:30:00Z"), .data("hello"), .data("a"),
        .tag("tag:yaml.org,2002:binary"), .data("b"), .endMap,
      ],
      "!!timestamp 2026-11-21T09:30:00Z: !!binary aGVsbG8=\n!!binary YQ==: !!binary Yg==",
      "{!!timestamp 2026-11-21T09:30:00Z: !!binary aGVsbG8=,!!binary YQ==: !!binary Yg==}"
    ),
    (
      [
        .seq, .tag("tag:yaml.org,2002:set"), .map, .endMap, .tag("tag:x.org,2000:a,#ß"), .str("x"),
        .tag("!a!b,c"), .str(""), .tag("!"), .str("x"), .endSeq,
      ],
      "- !!set {}\n- !<tag:x.org,2000:a,%23%C3%9F> x\n- !a%21b%2Cc ''\n- ! x",
      "[!!set {},!<tag:x.org,2000:a,%23%C3%9F> x,!a%21b%2Cc '',! x]"
    ),
  ]

  @Test(arguments: examples, batchLimits)
  func writesWhatOnlyYAMLCanSay(example: Example, limit: Int) throws {
    let events = MadeEvents(example.parts)
    let block = try events.written(atOnce: limit)
    #expect(block == example.block + "\n")
    var options = WritingOptions()
    options.indentation = .compact
    let flow = try events.written(options, atOnce: limit)
    #expect(flow == example.flow + "\n")
  }

  @Test(arguments: examples) func libyamlReadsTheSameEvents(example: Example) throws {
    let expected = Self.words(of: example.parts)
    #expect(libyamlWords(example.block + "\n") == expected)
    #expect(libyamlWords(example.flow + "\n") == expected)
  }

  /// Returns the expected events of libyaml, which does not resolve types.
  private static func words(of parts: [MadeEvents.Part]) -> [String] {
    var hasTag = false
    let words = parts.flatMap { part -> [String] in
      defer { hasTag = part.kind == .tag }
      let typed = { (name: String) in hasTag ? [] : ["!tag:yaml.org,2002:" + name] }
      switch part.kind {
      case .beginSequence: return ["["]
      case .endSequence: return ["]"]
      case .beginMapping: return ["{"]
      case .endMapping: return ["}"]
      case .anchor: return ["&" + part.text]
      case .tag: return ["!" + part.text]
      case .alias: return ["*" + part.text]
      case .null: return ["=null"]
      case .true: return ["=true"]
      case .date: return typed("timestamp") + ["=" + part.text]
      case .data:
        return typed("binary") + ["=" + String(decoding: Base64.encode(part.text), as: UTF8.self)]
      case .real where part.isNonFinite:
        return ["=" + part.text.replacing(/^-?/) { $0.output + "." }]
      default: return ["=" + part.text]
      }
    }
    return words + ["."]
  }

  @Test(arguments: [
    (MadeEvents.Part.str("a", .plain), "a"), (.str("no", .plain), "no"),
    (.str("no"), "'no'"), (.str("---", .plain), "'---'"), (.str("a: b", .plain), "'a: b'"),
    (.str("a", .singleQuoted), "'a'"), (.str("a\u{1}", .singleQuoted), #""a\x01""#),
    (.str("a", .doubleQuoted), #""a""#), (.str("a\nb", .doubleQuoted), #""a\nb""#),
    (.str("a", .literal), "|-\n    a"), (.str("a\n", .literal), "|\n    a"),
    (.str("a b\nc\n", .folded), "|\n    a b\n    c"), (.str("", .literal), "''"),
    (.str("a\nb", .plain), "|-\n    a\n    b"), (.str("a\tb", .singleQuoted), #""a\tb""#),
  ])
  func keepsTheStyleOfAScalarWhereTheTextAllowsIt(part: MadeEvents.Part, expected: String) throws {
    let events = MadeEvents([.map, .str("k"), .seq, part, .endSeq, .endMap])
    #expect(try events.written() == "k:\n  - \(expected)\n")
  }

  @Test func keepsTheBracketsOfACollection() throws {
    let events = MadeEvents([
      .map, .str("a"), .flowSeq, .int("1"), .map, .str("b"), .str("c\n", .literal), .endMap, .seq,
      .endSeq, .endSeq, .str("d"), .flowMap, .str("e"), .int("2"), .str("f"), .int("3"), .endMap,
      .str("g"), .seq, .flowSeq, .int("4"), .endSeq, .endSeq, .endMap,
    ])
    #expect(
      try events.written()
        == "a: [1, {b: \"c\\n\"}, []]\nd: {e: 2, f: 3}\ng:\n  - [4]\n")
  }

  @Test func aKeyedArchiveReferenceIsADefect() {
    let events = MadeEvents([MadeEvents.Part(kind: .uid, text: "1")])
    #expect(throws: DecantError.self) { try events.written() }
  }
}

extension Base64 {
  fileprivate static func encode(_ text: String) -> [UInt8] {
    text.withBytes { encode($0) }
  }
}
