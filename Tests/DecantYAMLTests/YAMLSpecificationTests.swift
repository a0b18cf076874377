import DecantLibYAML
import DecantTestSupport
import Synchronization
import Testing
import Decant
import DecantCore

/// Rules of YAML 1.2.2 that other programs do not follow, and versions.
@Suite struct YAMLSpecificationTests {
  /// libyaml deviates from the specification in all of these.
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
    ("- |+\n   ", #"[ "<a>" ] ;"#), ("a: |\n  b\n   ", #"{ "a": "b<a> " } ;"#),
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
  func followsTheSpecification(source: String, script: String) throws {
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

  /// Documents of later versions are read as YAML 1.2 (YAML 1.2.2, 6.8.1).
  @Test(arguments: newerVersions)
  func readsNewerVersions(_ document: (source: String, script: String)) {
    let transcript = expectSameInPieces(Array(document.source.utf8), as: .yaml)
    #expect(transcript.error == nil)
    #expect(transcript.script == document.script)
  }

  @Test(arguments: [
    "%YAML 1.0\n--- a\n", "%YAML 2.0\n--- a\n", "%YAML 1.\n--- a\n", "%YAML 1.3x\n--- a\n",
    "%YAML 1.3\n%YAML 1.3\n--- a\n", "%YAML 1.3\na\n", "%YAML 1.3\n",
    "%YAML 1.9999999999\n--- a\n",
  ])
  func refusesOtherVersions(source: String) {
    for parser in YAMLParser.allCases {
      var options = ReadingOptions()
      options.yamlParser = parser
      #expect(Transcript(reading: Array(source.utf8), as: .yaml, options).error != nil)
    }
  }

  /// The tag `!` makes a plain scalar a string (YAML 1.2.2, 6.9.1).
  @Test(arguments: [
    ("<<: a", true), ("! <<: a", false), ("&b ! <<: a", false), ("'<<': a", false),
    ("!!str <<: a", false), ("!!merge '<<': a", true),
  ])
  func onlyUntaggedMergeKeysMerge(source: String, merges: Bool) {
    for parser in YAMLParser.allCases {
      var options = ReadingOptions()
      options.yamlParser = parser
      let transcript = Transcript(reading: Array(source.utf8), as: .yaml, options)
      let key = transcript.entries.first { $0.text == Array("<<".utf8) }
      #expect(key.map { Event.Flags(rawValue: $0.flags).contains(.isMergeKey) } == merges)
    }
  }

  @Test(arguments: [

    "[a\n b: c]\n", "[\"a\"\n: b]\n", "-\t- a\n", "-\ta: b\n", "a: b\n\tc: d\n", "\ta: b\n",
    "? a\n:\t- b\n",
    "a:\n  - b\n: : c\n", "a: : b\n", ": - a\n", "{a: b\n---\n}\n",
    "--- |\na\n...x: y\n--- |\n%\n\t\n...\nb: c: d\n",
    "[a]\n: b\n", "[a,\n b]: c\n", "[[a,\n b]: c]\n", "{? ? a}\n", "a: [b]: c\n", "[a]:b\n",
    "\t- a\n", "a:\n \tb: c\n", "a:\n\tb\n", "a: |\n\t\nb: c\n", "a: &x b\nc: *x: d\n", "{?}\n",
    "[!a\n b: c]\n", "&a\n&b c\n", "- &a !b\n  !c d\n", "k: &a\n  &b\n  c\n",
    "!a{} b\n", "[!a[]]\n",
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

  /// Other programs read lines in quotes and brackets that are indented too little.
  @Test(
    arguments: [
      ("k: {a\n‸: b}\n", #"{ "k": { "a": "b" } } ;"#),
      ("k: {\n‸a\n:\nb\n}\n", #"{ "k": { "a": "b" } } ;"#),
      ("k: {a\n‸b: c}\n", #"{ "k": { "a b": "c" } } ;"#),
      ("k: {\"a\n‸b\": c}\n", #"{ "k": { "a b": "c" } } ;"#),
      ("k: [\n‸:x]\n", #"{ "k": [ ":x" ] } ;"#), ("a: {\n‸b: c}\n", #"{ "a": { "b": "c" } } ;"#),
      ("a: {b\n‸, c}\n", #"{ "a": { "b": null "c": null } } ;"#),
      ("a: [b, # c\n# d\n‸e]\n", #"{ "a": [ "b" "e" ] } ;"#),
      ("a: 'b\n‸'\n", #"{ "a": "b " } ;"#), ("a: \"b\n‸c\"\n", #"{ "a": "b c" } ;"#),
      ("a: 'b\n‸\tc'\n", #"{ "a": "b c" } ;"#), ("a: 'b\n‸\t\n c'\n", #"{ "a": "b<a>c" } ;"#),
      ("é: [b,\n‸c]\n", #"{ "é": [ "b" "c" ] } ;"#), ("a: [b c\n‸c]\n", #"{ "a": [ "b c c" ] } ;"#),
      ("- {b: c # d\n‸\t, d: e}\n", #"[ { "b": "c" "d": "e" } ] ;"#),
      (
        "---\n- message: '0/3 nodes\n  ‸are available'\n  b:\n    - \"c\n    d\"\n",
        #"[ { "message": "0/3 nodes are available" "b": [ "c d" ] } ] ;"#
      ),
    ] as [(Marked, String)])
  func toleratesShallowLines(marked: Marked, script: String) throws {
    var options = ReadingOptions()
    let mistakes = Mutex<[DecantError]>([])
    options.reportTolerated = { mistake in mistakes.withLock { $0.append(mistake) } }
    let bytes = Array(marked.source.utf8)
    #expect(Transcript(reading: bytes, as: .yaml, options).script == script)
    let first = try #require(mistakes.withLock { $0 }.first)
    #expect(mistakes.withLock { $0.count } == 1)
    #expect(first.position?.offset == marked.offset)
    expectSameInPieces(bytes, as: .yaml)
    options.isStrict = true
    let error = expectSameInPieces(bytes, as: .yaml, options).error
    #expect(error?.problem == first.problem)
    #expect(error?.position == first.position)
  }

  /// A quote or bracket that is never closed is not taken for one that closes much later.
  @Test(arguments: [
    "a: ‸\"x\nb: \"y\"\n", "a: ‸'x\nb: 'y'\nc: 1\n", "a: ‸\"x\n\"b\": 1\n",
  ])
  func theFirstOfTwoQuotesIsUnclosed(source: String) throws {
    let marked = Marked(source)
    let error = try failure(of: marked.source, as: .yaml)
    #expect(error.problem == .unterminatedString)
    #expect(error.position?.offset == marked.offset)
  }
}
