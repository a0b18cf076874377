import DecantTestSupport
import Foundation
import Testing

@testable import Decant
@testable import DecantCore

/// decant's parser and libyaml read the same events, but for the differences in `YAMLParserDifference.known`.
@Suite struct YAMLParserComparisonTests {
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

  @Test(arguments: documents) func bothParsersReadTheSame(_ document: String) {
    let difference = ParserComparison.difference(of: Array(document.utf8))
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// A carriage return before each line feed, or in place of it, changes no text.
  @Test(arguments: documents, ["\r\n", "\r"])
  func carriageReturnsChangeNothing(_ document: String, lineEnd: String) {
    let lines = document.split(separator: "\n", omittingEmptySubsequences: false)
    let bytes = Array(lines.joined(separator: lineEnd).utf8)
    let difference = ParserComparison.difference(of: bytes)
    #expect(difference == nil, "\(difference ?? "")")
    guard !document.contains("\r") else { return }
    let expected = Transcript(reading: Array(document.utf8), as: .yaml)
    let found = Transcript(reading: bytes, as: .yaml)
    #expect(found.script == expected.script)
    #expect((found.error == nil) == (expected.error == nil))
  }

  @Test(arguments: documents) func bothParsersReadEachPrefixTheSame(_ document: String) {
    let bytes = Array(document.utf8)
    for count in 0..<bytes.count {
      if let difference = ParserComparison.difference(of: Array(bytes[..<count])) {
        Issue.record("\(difference)")
        return
      }
    }
  }

  @Test(arguments: 0..<200) func bothParsersReadRandomDocumentsTheSame(seed: Int) {
    let document = RandomYAML(seed: UInt64(seed)).text
    let difference = ParserComparison.difference(of: Array(document.utf8))
    #expect(difference == nil, "\(difference ?? "")")
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

  @Test(arguments: suite) func bothParsersReadTheSuiteTheSame(_ file: Corpora.File) {
    let difference = ParserComparison.difference(of: file.bytes)
    #expect(difference == nil, "\(file.path) \(difference ?? "")")
  }

  /// Each difference occurs, and its rule is one of the specification.
  @Test func eachKnownDifferenceHasAnExample() {
    for difference in YAMLParserDifference.known {
      let pair = ParserComparison.Pair(of: Array(difference.example.utf8))
      #expect(!pair.isSame, "\(difference.rule): \(difference.example.debugDescription)")
      #expect(difference.explains(pair), "\(difference.rule)")
    }
  }

  /// Replaces a byte by an indicator of YAML.
  @Test(arguments: 0..<100) func bothParsersReadAlteredDocumentsTheSame(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let signs = Array(" \n:-#?,[]{}&*!|>'\"%@`\t\\0a\u{e9}".utf8)
    let rounds = ProcessInfo.processInfo.environment["DECANT_YAML_ROUNDS"].flatMap { Int($0) }
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
      if let difference = ParserComparison.difference(of: bytes) {
        Issue.record("\(difference)")
        return
      }
    }
  }
}
