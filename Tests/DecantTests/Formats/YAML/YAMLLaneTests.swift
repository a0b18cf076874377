import DecantTestSupport
import Foundation
import Testing

@testable import Decant

/// The fast lane and libyaml read the same events; errors are left to libyaml.
@Suite struct YAMLLaneTests {
  static let documents =
    [
      "a: 1\nb: two\n", "a:\n  b: 1\n  c:\n  - x\n  - y: 1\n    z: 2\nd: []\n",
      "- a\n- - b\n  - c\n-\n- d: e\n",
      "--- a\n...\n--- b\n", "---\n---\n...\n", "a: &x 1\nb: *x\nc: !t {d: !!str 1}\n",
      "a: |\n  one\n   two\n\n  three\nb: >-\n  one\n  two\n\n\n  three\n   four\n  five\nc: |+\n  x\n\nd: 1\n",
      "a: \"x\\ty\\u00e9\\\n   z\n\n  w\"\nb: 'it''s\n  so'\n",
      "a: one\n  two\n\n  three # comment\nb: c\n",
      "[a, {b: c, d}, \"e\": f, g: [h], i: , ]\n", "{a: 1,\n \"b\":2, c: [\n1,\n2], # d\n e}\n",
      "# only\n# comments\n", "", "\n\n", "a", "- a", "a:\n", "a: b\n...\nc: d\n",
      "a:\n- b\n-\nc:\n",
      "&a b: &c d\n? e\n: f\n", "&m\na: b\n", "a: &m\n  b: c\nd: &n\ne: !!str\n",
      "a: 'b' # c\n\"d\" : e\n",
      "a: b: c\n", "a:\n    b: 1\n  c: 2\n", "a: [1, 2\nb: 3\n", "a: \"b\n", "a: *b\n",
      "a: 1\na: 2\n",
      "a\nb: c\n", "- a\nb: c\n", "a: |2\n    x\n   y\n", "[a]: b\n", "- [a, b]: c\n", "[[a]: b]\n",
      "{[a]: b}\n",
      "a: 1 \n\n# c\n  # d\nb: 2", "%YAML 1.2\n---\na: 1\n",
      "%YAML 1.1\n---\na: yes\n...\n---\na: yes\n",
      "a: \"\\ud83e\\udd23\"\n", "é: ü\nk: 語語 語 # é\n",
      "a: >\n  x\n\n\n  y\n\n   z\n  w\n\n# end\n",
      "---\na: 1\n--- |\n text\n--- >-\n a\n b\n--- \"x\"\n--- [1]\n", "a: -\n",
      "- -1\n- -x\n- ?x\n- :x\n", "a: - b\n",
      "a: #x\n  b\n", "a#b: c#d\n", "a:  b  \n", "a: b\n c\n",
      "a: 0x1F\nb: ~\nc: .5\nd: 1e3\n? a\n",
      "a:\n  - b\n - c\n", "a: {b: c}}\n", "a: b\n\tc: d\n", "a: !x!y z\n", "a: ! 1\n", "- !!map\n",
      "1: a\n1: b\n",
      "a: |\n x\n\ty\n", "a: >\n \tx\n", "a: |\n\n   \n  x\n", "a: |\n \n\nb: c\n",
      "a: |\nb: |-\n\nc: |+\n\n\nd: e\n",
      // A carriage return alone is a line break, and its line is blank.
      "a:\n  b: |\n    c\n\r    d\n\ne: f\n", "a:\n\r  b: c\n", "- a:\n\r    - b\n",
      "a: b\n\r  c\n",
      "a: \"b\n\r  c\"\n", "a: [b,\n\rc]\n", "a:\n\t\n  b: c\n", "a:\n\u{FEFF}  b: c\n",
    ] + syntax

  private static let syntax = [
    // Plain text on several lines at the root and in brackets.
    "a\nb\n\n c # d\n", "--- a\n b\n", "a\n%b\n", "a\n---\nb\n", "a\n: b\n", "a\n# b\nc\n",
    "[a\n b,\nc\n\n d # e\n, f]\n", "{a: b\n c\n, d\n}\n", "[a\n# b\n]\n", "[a\n---\n]\n",
    "[a\n: b]\n", "[a\n b: c]\n", "{a\n b: c}\n", "[a\n- b\n ? c\n :d]\n", "[a\n[b]]\n", "[a\n",
    "a:\tb\nc:\t \t# d\ne: \tf\n", "\"a\":\t[b]\n", "a:\t- b\n", "a:\tb: c\n", "-\ta\n",
    "- \ta\n", "?\ta\n", "? a\n:\tb\n", "a:\t\n  b: c\n", "a:\t|\n  b\n", "a:\t&x b\nc:\t*x\n",
    "? a\n: b\n? c\n? d\n: - e\n  - f: g\n    h: i\nj: k\n", "? a\n  b\n: c\n",
    "? |\n  a\n: >-\n  b\n c: d\n", "? - a\n  - b\n: c\n", "? a: b\n  c: d\n: e: f\n", "?\n: a\n",
    "?\n", "? # a\n  b\n: # c\n  d\n", "- ? a\n  : b\n- ? c\n", "? &x a\n: &y b\nc: *x\n",
    "? &x\n: &y\n", "? [a,\n  b]\n: {c: d}\n", "?\n- a\n: b\n", "? ? a\n  : b\n: c\n",
    "? a\n: b\n: c\n", "? a\n : b\n", "? a\nb\n", "a:\n? b\n", "? a\n:\n- b\n- c\n", "? a\n:\n",
    "&m\n? a\n: b\n", "? a\n\n# b\n\n: c\n", ": a\n", "a: ? b\n", "? \"a\n  b\"\n: c\n",
    "? a\n? a\n",
    "a: &x b\n*x : c\n", "- &x a\n- *x : b\n  c: d\n", "&m\n*x : a\n", "a: &x b\nc: *x : d\n",
    "a: &x b\n*x: c\n", "a: &x b\n*x :\n  c\n", "a: &x b\n&y *x : c\n",
    "# a\n%YAML 1.2\n\n# b\n---\nc: no\n", "%YAML  1.1 # a\n--- b\n", "%YAML 1.2\na: b\n",
    "%YAML 1.3\n---\na\n", "%YAML 1.2", "%YAML 1.2\n%YAML 1.2\n---\na\n", "%YAML 1.2\n ---\na\n",
    "%YAML 1.2\n", "%YAML 1.2 x\n---\na\n", "a\n...\n%YAML 1.1\n---\nno\n", "%YAML 1.2\n...\na\n",
    "a\n%YAML 1.2\n---\nb\n", "a: b\n%YAML 1.2\n---\nc\n", "%YAML 1.20\n---\na\n",
    "%TAG !e! tag:e,1:\n---\n!e!a b\n", "! <<: {a: b}\n<<: {c: d}\n",
    "{&a ! <<: b, !!merge <<: c}\n",
    // libyaml deviates from YAML 1.2.
    "[?x, :y, ::z]\n", "{\"a\"\n: b}\n", "{a\n: b}\n", "{?x: 1}\n", "a\n...\nb\n", "...\na\n",
    "--- |\na\n",
    "a: b\n\t\nc: d\n", "[: a]\n", "{: a, b:, c:?d, e:[f]}\n", "&a:b c\n", "&é a\n",
    "- &a: b\n- *a:\n", "a: &x b\nc: [*x: d]\n", "\t[a]\n", "a:\n \tb\n", "a: \"b\n\tc\"\n",
    "a: [\n\tb]\n", "a: \"b\nc\"\n", "a: [b,\nc]\n", "a: b\n%YAML 1.2\n---\nc\n", "[a]#b\n",
    "a: |#b\n c\n", "a: >\n   \n  b\n", "[-, ?]\n", "%A b\n---\nc\n", "%YAML 1.1#\n---\na\n",
    "- |+\n   ", "a: |\n  x\n   ", "{? a, ? , ? b : c}\n", "[? a : b]\n", "a:\n|\n b\n",
    "a: |\n    \nb: c\n", "--- |+\n  \n--- a\n",
    // Flow collections as keys, aliases in them, and properties of any kind.
    "[a]: b\n", "? a\n: b\n[c, {d: \"]:\"}] : e\n", "- {a: b}: c\n  d: e\n",
    "&x [a]: &y b\nc: *x\n",
    "&m\n&x {a: b}: c\n", "[[a]: b, [c, [d]] : e, {f: g}: h, [i] ]\n", "[[a]:b, {\"c\":d}:e]\n",
    "{[a]: b, {c: d} : e, [f], &x [g]: h}\n", "{[a,\n b]: c}\n", "{[a]\n: b}\n", "[a]\n: b\n",
    "[a]:b\n", "['a]: ', \"b\\\"]: \"]: c\n", "[a # b]: c\n]\n", "[!<a]> b]: c\n", "[a]: [b]: c\n",
    "a: &x b\nc: {*x : d, e: *x , *x }\n", "a: &x b\nc: [*x : d, *x ]\n", "a: &x b\n[*x ]: c\n",
    "[&a , &b c, &d\n e, !!str , !f , ! g]\n", "{&a b: &c , &d e, !f : g, h: !i }\n",
    "[!a]\n", "{&a: b}\n", "[&a\n  # b\n  !c d]\n", "! a\n", "!a;b/c?d:e@f&g=h+i$j.k~l*m'n(o) p\n",
    "!a%21b c\n", "!<tag:a,b:c[d]%20e> f\n", "!<!a> b\n", "!!a%zz b\n", "&a\tb: c\n", "!a\tb\n",
    "%TAG ! tag:a,1:\n%TAG !! tag:b,1:\n---\n- !c d\n- !!e f\n...\n---\n!c !d\n",
    "%TAG !a! !b\n# c\n--- !a!d\ne: !a!f%20g h\n", "%TAG !a! b c\n---\nd\n", "--- \ta\n---\t\nb\n",
  ]

  @Test(arguments: documents) func bothLanesReadTheSame(_ document: String) {
    let difference = LaneComparison.difference(of: Array(document.utf8))
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// A carriage return before each line feed changes no text.
  @Test(arguments: documents) func bothLanesReadCarriageReturnsTheSame(_ document: String) {
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    let bytes = Array(lines.joined(separator: "\r\n").utf8)
    let difference = LaneComparison.difference(of: bytes)
    #expect(difference == nil, "\(difference ?? "")")
    // Cut after a carriage return.
    for count in bytes.indices where bytes[count] == 0x0A {
      let difference = LaneComparison.difference(of: Array(bytes[..<count]))
      #expect(difference == nil, "\(difference ?? "")")
    }
  }

  /// These need no libyaml.
  @Test(arguments: [
    "a: 1\r\nb:\r\n  - |\r\n    c\r\n\r\n    d\r\n  - 'e\r\n    f'\r\n  - [g,\r\n   h]\r\n\r\n# i\r\n---\r\nj\r\n...\r\n",
    "a\nb\n", "[a\n b, {c: d\n  e}]\n", "a:\tb\n", "? a\n: b\n? - c\n: d\n? e\n",
    "a: &x b\n*x : c\n", "%YAML 1.2\n---\na: b\n", "%YAML 1.1\n# a\n---\nb: no\n",
    "{\"a\"\n: b, c\n d: e, ?f: :g}\n", "a\n...\nb\n",
    "%TAG !e! tag:e,1:\n---\n!e!a [!!str , &y , ! b]\n",
    "? [a]\n: b\n[c, {d: e}]: f\n{g: h}: &x i\n*x : [[j]: k, *x : l, ? m]\n", "\t[a]\n",
    "a:\n \tb\n",
    "-\t# a\n  b\n-\n\t\n  \tc\n", "?\ta\n:\tb\n", "a: >\n \tb\n  ", "%A\n%YAML 1.9\n---\nb\n",
  ])
  func readsInTheFastLane(document: String) {
    var options = ReadingOptions()
    let share = YAMLLaneShare()
    options[YAMLReadingOptions.self].laneShare = share
    let transcript = Transcript(reading: Array(document.utf8), as: .yaml, options)
    #expect(transcript.error == nil)
    #expect(share.counts == YAMLLaneShare.Counts(fast: document.utf8.count, libyaml: 0))
  }

  @Test(arguments: [
    ("a: b\n--- c\n", 11, 0), ("--- a\n--- b\u{85}cd\n", 6, 10),
    ("--- a\u{85}cd\n--- b\n--- c\n", 12, 10),
  ])
  func countsTheBytesOfEachLane(document: String, fast: Int, libyaml: Int) {
    var options = ReadingOptions()
    let share = YAMLLaneShare()
    options[YAMLReadingOptions.self].laneShare = share
    _ = Transcript(reading: Array(document.utf8), as: .yaml, options)
    #expect(share.counts == YAMLLaneShare.Counts(fast: fast, libyaml: libyaml))
    options.yamlLane = .libyaml
    _ = Transcript(reading: Array(document.utf8), as: .yaml, options)
    #expect(share.counts == YAMLLaneShare.Counts(fast: fast, libyaml: libyaml + fast + libyaml))
  }

  @Test(arguments: documents) func theCheckRefusesOnlyDifferences(_ document: String) {
    var options = ReadingOptions()
    let fast = Transcript(reading: Array(document.utf8), as: .yaml, options)
    options.yamlLane = .libyaml
    let libyaml = Transcript(reading: Array(document.utf8), as: .yaml, options)
    options.yamlLane = .both
    let checked = Transcript(reading: Array(document.utf8), as: .yaml, options)
    if fast == libyaml || fast.error != nil && libyaml.error != nil {
      #expect(checked == fast)
    } else {
      #expect(checked.entries.isEmpty)
      #expect("\(String(describing: checked.error))".contains("the lanes differ"))
    }
  }

  @Test(arguments: documents) func bothLanesReadEachPrefixTheSame(_ document: String) {
    let bytes = Array(document.utf8)
    for count in 0..<bytes.count {
      let difference = LaneComparison.difference(of: Array(bytes[..<count]))
      if let difference {
        Issue.record("\(difference)")
        return
      }
    }
  }

  @Test(arguments: 0..<200) func bothLanesReadRandomDocumentsTheSame(seed: Int) {
    let document = RandomYAML(seed: UInt64(seed)).text
    let difference = LaneComparison.difference(of: Array(document.utf8))
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Where libyaml deviates from YAML 1.2, the fast lane follows the specification.
  @Test(arguments: [
    // After `...`, a document needs no `---` (rules 210 and 211).
    ("a: 1\n...\nb: 1\n", #"{ "a": i1 } ; { "b": i1 } ;"#),
    ("a\nb\n... \n[c]\n", #""a b" ; [ "c" ] ;"#),
    ("a\n...\n...\n# c\n? b\n", #""a" ; { "b": null } ;"#),
    // `?` or `:` before a character of plain text begins plain text (rule 126).
    ("[?x, :y, ::z]\n", #"[ "?x" ":y" "::z" ] ;"#), ("{?x: :y}\n", #"{ "?x": ":y" } ;"#),
    // In braces, a key may have several lines, and `:` may follow on a later one (145 to 149).
    ("{\"a\"\n:b, 'c'\n: d, e\n: f}\n", #"{ "a": "b" "c": "d" "e": "f" } ;"#),
    ("{a\n b: c, \"d\n e\": f}\n", #"{ "a b": "c" "d e": "f" } ;"#),
    ("{a:, b:}\n", #"{ "a": null "b": null } ;"#),
    // A key may be omitted (rules 146 and 192).
    (": a\nb:\n  -\n    : c\n", #"{ null "a" "b": [ { null "c" } ] } ;"#),
    ("[: a]\n", #"[ { null "a" } ] ;"#),
    ("- ? : a\n", #"[ { { null "a" } null } ] ;"#),
    // White space may be tabs, except as indentation (rules 66 and 75 to 79).
    ("a: b\n\t\n \t # c\nd: e\n", #"{ "a": "b" "d": "e" } ;"#),
    ("-\ta\n- \t[b]\n", #"[ "a" [ "b" ] ] ;"#),
    // Names are any characters but white space and flow indicators (rule 102).
    ("- &a:é b\n- *a:é\n- [*a:é, c]\n", #"[ anchor(a:é) "b" alias(a:é) [ alias(a:é) "c" ] ] ;"#),
    // At the root, block text need not be indented (rule 207).
    ("--- |\na\n# b\n c\n--- >\nd\ne\n...\n", #""a<a># b<a> c<a>" ; "d e<a>" ;"#),
    // Tabs separate nodes in flow style, after the indentation (rules 63 and 66).
    ("\t[\n\ta]\n", #"[ "a" ] ;"#), ("a:\n \tb\n \t\n \tc\n", #"{ "a": "b<a>c" } ;"#),
    ("?\ta\n:\t\n  b\n", #"{ "a": "b" } ;"#), ("a: >\n \tb\n c\n", #"{ "a": "<9>b<a>c<a>" } ;"#),
    ("a: |\n \t\n b\n", #"{ "a": "<9><a>b<a>" } ;"#),
    // Spaces before the end of the input are a line (rule 76).
    ("- |+\n   ", #"[ "<a>" ] ;"#), ("a: |\n  b\n   ", #"{ "a": "b<a> <a>" } ;"#),
    // A colon belongs to the name of an alias.
    ("- &a: b\n- *a:\n- {*a: : c}\n", #"[ anchor(a:) "b" alias(a:) { alias(a:) "c" } ] ;"#),
    // After `?` in brackets, a key may be anything, or omitted (rules 142 to 144).
    ("{? a\n : b, ? [c,\n d]: e, ?\n }\n", #"{ "a": "b" [ "c" "d" ] "e" null null } ;"#),
    (
      "[? a\n b : c, ? , ? : d, ? e]\n",
      #"[ { "a b": "c" } { null null } { null "d" } { "e": null } ] ;"#
    ),
    ("{[a,\n b]: c, {d: e}\n : f}\n", #"{ [ "a" "b" ] "c" { "d": "e" } "f" } ;"#),
    ("[!a, {!b}, {!c : d}]\n", #"[ tag(!a) "" { tag(!b) "": null } { tag(!c) "": "d" } ] ;"#),
    // Anchor and tag may be on lines of their own (rule 96).
    (
      "&a\n!b\n&c d: &e\n !f\n g\n",
      #"anchor(a) tag(!b) { anchor(c) "d": anchor(e) tag(!f) "g" } ;"#
    ),
    ("- !!null : a\n- &b : c\n", #"[ { null "a" } { anchor(b) null "c" } ] ;"#),
    ("?\n- a\n:\n- b\n", #"{ [ "a" ] [ "b" ] } ;"#), ("--- |1+", "\"\" ;"),
    // Directives of later versions are ignored, and their documents read as YAML 1.2 (6.8.1).
    ("%YAML 1.3 # a\n%B c\n--- d\n", #""d" ;"#),
    ("%TAG !a! tag:b,1:%21\n--- !a!c#d\te\n", #"tag(!<tag:b,1:!c#d>) "e" ;"#),
    // `...` may precede the first document.
    ("...\n...\na\n", #""a" ;"#), ("# a\n...\n", ""),
  ])
  func readsYAML12WhereLibYAMLDoesNot(source: String, script: String) throws {
    let transcript = expectSameInPieces(Array(source.utf8), as: .yaml)
    #expect(transcript.error == nil)
    #expect(transcript.script == script)
  }

  static let newerVersions: [(source: String, script: String)] = [
    ("%YAML 1.3\n--- no\n", #""no" ;"#), ("%YAML 1.10\n---\n{a:\r b}\n", #"{ "a": "b" } ;"#),
    (
      "# ü\n%YAML \t 1.3 # é\n# ü\n--- a\n... # é\n%TAG !e! tag:e,1:\n%YAML 1.123 # c\n"
        + "--- !e!c d\n...\n%YAML 1.1\n--- no\n",
      #""a" ; tag(!<tag:e,1:c>) "d" ; false ;"#
    ),
    ("--- {a:\r b}\n... # c\n%YAML 1.3\n--- {c:\r d}\n", #"{ "a": "b" } ; { "c": "d" } ;"#),
    ("--- a\n...\n\n  # b\n%YAML 1.4\n---\n? |\n  c\n", #""a" ; { "c<a>": null } ;"#),
  ]

  /// Both lanes read documents of later versions as YAML 1.2 (YAML 1.2.2, 6.8.1).
  @Test(arguments: newerVersions, [YAMLLane.fast, .libyaml])
  func readsNewerVersions(_ document: (source: String, script: String), in lane: YAMLLane) {
    var options = ReadingOptions()
    options.yamlLane = .fast
    let fast = Transcript(reading: Array(document.source.utf8), as: .yaml, options)
    options.yamlLane = lane
    let transcript = expectSameInPieces(Array(document.source.utf8), as: .yaml, options)
    #expect(transcript.error == nil)
    #expect(transcript.script == document.script)
    #expect(transcript == fast)
  }

  @Test(arguments: [
    "%YAML 1.0\n--- a\n", "%YAML 2.0\n--- a\n", "%YAML 1.\n--- a\n", "%YAML 1.3x\n--- a\n",
    "%YAML 1.3\n%YAML 1.3\n--- a\n", "%YAML 1.3\na\n", "%YAML 1.3\n",
    "%YAML 1.9999999999\n--- a\n",
  ])
  func refusesOtherVersions(source: String) {
    for lane in [YAMLLane.fast, .libyaml] {
      var options = ReadingOptions()
      options.yamlLane = lane
      #expect(Transcript(reading: Array(source.utf8), as: .yaml, options).error != nil)
    }
  }

  /// The tag `!` makes a plain scalar a string (YAML 1.2.2, 6.9.1).
  @Test(arguments: [
    ("<<: a", true), ("! <<: a", false), ("&b ! <<: a", false), ("'<<': a", false),
    ("!!str <<: a", false), ("!!merge '<<': a", true),
  ])
  func onlyUntaggedMergeKeysMerge(source: String, merges: Bool) {
    for lane in [YAMLLane.fast, .libyaml] {
      var options = ReadingOptions()
      options.yamlLane = lane
      let transcript = Transcript(reading: Array(source.utf8), as: .yaml, options)
      let key = transcript.entries.first { $0.text == Array("<<".utf8) }
      #expect(key.map { Event.Flags(rawValue: $0.flags).contains(.isMergeKey) } == merges)
    }
  }

  /// Only the fast lane accepts these.
  @Test(arguments: [
    "k: {a\n: b}\n", "k: {\na\n:\nb\n}\n", "k: {a\nb: c}\n", "k: {\"a\nb\": c}\n", "k: [\n:x]\n",
    "[a\n b: c]\n", "[\"a\"\n: b]\n", "-\t- a\n", "-\ta: b\n", "a: b\n\tc: d\n", "\ta: b\n",
    "? a\n:\t- b\n",
    "a:\n  - b\n: : c\n", "a: : b\n", ": - a\n", "{a: b\n---\n}\n",
    "--- |\na\n...x: y\n--- |\n%\n\t\n...\nb: c: d\n",
    "[a]\n: b\n", "[a,\n b]: c\n", "[[a,\n b]: c]\n", "{? ? a}\n", "a: [b]: c\n", "[a]:b\n",
    "\t- a\n", "a:\n \tb: c\n", "a:\n\tb\n", "a: |\n\t\nb: c\n", "a: &x b\nc: *x: d\n", "{?}\n",
    "[!a\n b: c]\n", "&a\n&b c\n", "- &a !b\n  !c d\n", "k: &a\n  &b\n  c\n",
    "a: 'b\n'\n", "a: {\nb: c}\n", "a: {b\n, c}\n", "a: [b, # c\n# d\ne]\n", "!a{} b\n", "[!a[]]\n",
    "%TAG !a! b\n--- !a!c d\n--- !a!c d\n", "%TAG !a b\n---\n", "%TAG !a!\n---\n", "%A\n",
    "%A\nb\n", "% a\n---\n",
  ])
  func acceptsNoMoreThanYAML12(source: String) {
    let transcript = expectSameInPieces(Array(source.utf8), as: .yaml)
    #expect(transcript.error != nil)
  }

  @Test(arguments: ["a: 1\n... x\n", "a: 1\n...\n... x\nb\n", "? a\n... x\n", "a\n---x\nb: c\n"])
  func refusesTextAfterMarkers(source: String) {
    let transcript = expectSameInPieces(Array(source.utf8), as: .yaml)
    #expect(transcript.error != nil)
  }

  /// libyaml continues in the middle of documents that are too long to be read again.
  @Test(arguments: [
    "? k", "? k\n: v", "? - k\n  - l\n: v", "k: !a!b c", "? [a, {b: c},\n  {? d}]\n: e",
    "? - a: b\n    c: !x!y d\n: v", "? k\n: - v\n  - !x!y w", "[a]: b", "a: 'b' c", "- x", "  - y",
    " z: 1", "é: \u{85}", "a: \"\\q\"",
    "\ta",
    "b: [1, 2", "%x", "---", "... x", "*k : v", "b: {? c}", "b: [\n]\n[c]: d",
  ])
  func libyamlReadsOnInTheMiddle(of line: String) {
    for lines in [1, 300] {
      let entries = (0..<lines).map {
        "k\($0):\n  - a: {b: [1, \"é\"], c: x} # d\n    e: |\n      f\n"
      }
      let flow = (0..<lines).map { "  {a: \($0), \"b\": [c, d]},\n" }.joined()
      let sources = [
        entries.joined() + line + "\nlast: 1\n", entries.joined() + "m:\n  n:\n  " + line + "\n",
        "m:\n- [\n" + flow + line + "\n]\n", "[" + flow + line + "]",
        "[" + flow.split(separator: "\n").joined() + line + "]\n",
        "---\n" + entries.joined() + line + "\n---\n" + entries.joined() + "...\n" + line,
      ]
      for source in sources {
        let difference = LaneComparison.difference(of: Array(source.utf8))
        if let difference { Issue.record("\(difference)") }
      }
    }
  }

  /// libyaml resolves tags by directives that only the fast lane has read.
  @Test(arguments: [0, 4096]) func libYAMLKnowsTheHandlesOfTags(restartDistance: Int) {
    let entries = (0..<300).map { "k\($0): !e!a [!b c, !!str d]\n" }.joined()
    let source = "%TAG !e! tag:e,1:\n%TAG !  !x-\n---\n" + entries + "l:\r  !e!a m\n--- !b n\n"
    var options = ReadingOptions()
    options.yamlRestartDistance = restartDistance
    let share = YAMLLaneShare()
    options[YAMLReadingOptions.self].laneShare = share
    let fast = Transcript(reading: Array(source.utf8), as: .yaml, options)
    #expect(fast.error == nil)
    #expect(share.counts.fast > 0 && share.counts.libyaml > 0)
    options.yamlLane = .libyaml
    #expect(Transcript(reading: Array(source.utf8), as: .yaml, options) == fast)
  }

  static let suite = suiteFiles()

  private static func suiteFiles() -> [Corpora.File] {
    let root = Corpora.suites + "/yaml-test-suite"
    let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix("/in.yaml") }.sorted().compactMap { path in
      FileManager.default.contents(atPath: root + "/" + path).map {
        Corpora.File(path: path, bytes: Array($0))
      }
    }
  }

  @Test(arguments: suite) func bothLanesReadTheSuiteTheSame(_ file: Corpora.File) {
    let difference = LaneComparison.difference(of: file.bytes)
    #expect(difference == nil, "\(file.path) \(difference ?? "")")
  }

  /// Replaces a byte by an indicator of YAML.
  @Test(arguments: 0..<100) func bothLanesReadAlteredDocumentsTheSame(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let signs = Array(" \n:-#?,[]{}&*!|>'\"%@`\t\\0a\u{e9}".utf8)
    let rounds = ProcessInfo.processInfo.environment["DECANT_LANE_ROUNDS"].flatMap { Int($0) }
    for _ in 0..<(rounds ?? 40) {
      let all = Self.documents.map { Array($0.utf8) } + Self.suite.map(\.bytes)
      var bytes = all.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let sign = signs.randomElement(using: &generator) ?? 0x20
        switch Int.random(in: 0...2, using: &generator) {
        case 0: bytes[place] = sign
        case 1: bytes.insert(sign, at: place)
        default: bytes.remove(at: place)
        }
      }
      if let difference = LaneComparison.difference(of: bytes) {
        Issue.record("\(difference)")
        return
      }
    }
  }
}
