import DecantTestSupport
import Testing
import Decant

@Suite struct YAMLWriterTests {
  @Test(arguments: [
    ("null", "null"), ("true", "true"), ("[]", "[]"), ("{}", "{}"), (#""a""#, "a"),
    ("[1,[],{}]", "- 1\n- []\n- {}"),
    (
      #"{"a":1,"b":{"c":[1,{"d":2,"e":[3]}]}}"#,
      """
      a: 1
      b:
        c:
          - 1
          - d: 2
            e:
              - 3
      """
    ),
    ("[[1,2],[[3]],[{\"a\":[]}]]", "- - 1\n  - 2\n- - - 3\n- - a: []"),
    (
      "[1.10,1E400,-0,1e3,100000000000000000000]",
      "- 1.10\n- 1.0E+400\n- -0\n- 1.0e+3\n- 100000000000000000000"
    ),
  ])
  func writesBlocks(source: String, expected: String) throws {
    #expect(try yaml(source) == expected + "\n")
  }

  @Test(arguments: [
    ("null", "null"), ("[]", "[]"), (#"[1,{"a":[]},"b c"]"#, "[1,{a: []},b c]"),
    (#"{"a":{"b":[1,2]},"c":"x\ny","d":""}"#, #"{a: {b: [1,2]},c: "x\ny",d: ''}"#),
    (#"["a:b","a,b","[","?"]"#, "['a:b','a,b','[','?']"),
  ])
  func writesTheShortestFormInBrackets(source: String, expected: String) throws {
    #expect(try yaml(source) { $0.writing.indentation = .compact } == expected + "\n")
  }

  @Test func documentsAreSeparated() throws {
    #expect(try yaml("1\n[]\n{\"a\":\"b\\n\"}\n\"c\"") == "1\n---\n[]\n---\na: |\n  b\n---\nc\n")
    #expect(try yaml("") == "")
  }

  @Test(arguments: [
    (1, "a:\n b:\n  - c: 1\n    d:\n     - 2\n"),
    (2, "a:\n  b:\n    - c: 1\n      d:\n        - 2\n"),
    (4, "a:\n    b:\n        - c: 1\n          d:\n              - 2\n"),
  ])
  func indentsByWhatItIsTold(width: Int, expected: String) throws {
    let source = #"{"a":{"b":[{"c":1,"d":[2]}]}}"#
    #expect(try yaml(source) { $0.writing.indentation = .spaces(width) } == expected)
  }

  @Test(arguments: [
    (#""a\nb""#, "k: |-\n  a\n  b"), (#""a\nb\n""#, "k: |\n  a\n  b"),
    (#""a\n\nb\n\n\n""#, "k: |+\n  a\n\n  b\n\n"), (#""a\n""#, "k: |\n  a"),
    (#""\n a\n""#, "k: |2\n\n   a"), (#""  a\nb""#, "k: |2-\n    a\n  b"),
    (#""\ta\nb""#, "k: |2-\n  \ta\n  b"), (#""a \n b""#, "k: |-\n  a \n   b"),
    (#""\n""#, #"k: "\n""#), (#"" \n ""#, #"k: " \n ""#), (#""a\r\nb""#, #"k: "a\r\nb""#),
    (#""a\nb\u2028""#, #"k: "a\nb\L""#), (#""a\nb\u0007""#, #"k: "a\nb\a""#),
    (##""# a\n---\n...\n""##, "k: |\n  # a\n  ---\n  ..."),
  ])
  func severalLinesAreABlockWhereThatIsExact(string: String, expected: String) throws {
    let text = try yaml("{\"k\":\(string)}")
    #expect(text == expected + "\n")
  }

  @Test func aTextAtTheRootNeedsNoIndicatorOrQuotes() throws {
    #expect(try yaml(#""a\nb""#) == "|-\n  a\n  b\n")
    #expect(try yaml(#"" a\nb""#) == "\" a\\nb\"\n")
  }

  @Test(arguments: [
    (#""\u0000\u0001\u0007\b\t\u000b\f\r\u001b\u007f""#, #""\0\x01\a\b\t\v\f\r\e\x7f""#),
    (#""\u0080\u0085\u2028\u2029\ufeff\uffff""#, #""\x80\N\L\P\ufeff\uffff""#),
    (#""\"\\\t""#, #""\"\\\t""#), ("\"é😀\u{A0}\"", "é😀\u{A0}"), (#""it's""#, "it's"),
    (#""'""#, "''''"), (#""'tis""#, "'''tis'"), (#""\"a\"""#, #"'"a"'"#),
  ])
  func quotesAndEscapesNoMoreThanItMust(string: String, expected: String) throws {
    #expect(try yaml(string) == expected + "\n")
  }

  @Test func escapesWhatIsNotASCIIWhenAsked() throws {
    #expect(
      try yaml(#"{"é":"€😀","a":"b","c":"d\né"}"#) { $0.writing.ascii = true }
        == "\"\\xe9\": \"\\u20ac\\U0001f600\"\na: b\nc: \"d\\n\\xe9\"\n")
  }

  @Test func aKeyOfMoreThanAThousandCharactersIsExplicit() throws {
    let short = String(repeating: "k", count: 1000)
    let long = short + "k"
    #expect(try yaml("{\"\(short)\":1}") == "\(short): 1\n")
    #expect(try yaml("{\"\(long)\":1}") == "? \(long)\n: 1\n")
    #expect(try yaml("{\"\(long)\":[1,{}]}") == "? \(long)\n: - 1\n  - {}\n")
    #expect(try yaml("{\"\(long)\":{\"a\":{\"b\":1}}}") == "? \(long)\n: a:\n    b: 1\n")
    #expect(
      try yaml("{\"\(long)\":[1]}") { $0.writing.indentation = .compact } == "{? \(long) : [1]}\n")
    #expect(try yaml("{\"a\\nb\":1}") == "\"a\\nb\": 1\n")
  }

  @Test func colorsScalarsAndKeys() throws {
    let text = try yaml(#"{"a":["b",1,null,"c\nd"]}"#) { $0.writing.palette = .standard }
    let palette = Palette.standard
    let end = palette.end
    #expect(
      text == """
        \(palette.key)a\(end):
          - \(palette.string)b\(end)
          - \(palette.number)1\(end)
          - \(palette.word)null\(end)
          - \(palette.string)|-
            c
            d\(end)

        """)
  }

  /// Indentation is written in words, and deep indentation in several parts.
  @Test func indentsAnyDepth() throws {
    let depth = 900
    let source =
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
    let lines = try yaml(source) { $0.writing.indentation = .spaces(8) }.split(separator: "\n")
    #expect(lines.count == depth)
    for (level, line) in lines.enumerated() {
      let value = level == depth - 1 ? " 1" : ""
      #expect(line == String(repeating: " ", count: 8 * level) + "a:" + value)
    }
  }

  @Test(arguments: [
    0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 1000, 8191, 8192, 8193, 32_768, 65_280, 65_471, 65_536,
    200_000,
  ])
  func textsOfEverySizeComeThrough(size: Int) throws {
    let plain = "a" + String(repeating: "x", count: size)
    let digits = "1" + String(repeating: "0", count: size)
    #expect(
      try yaml(#"["\#(plain)",\#(digits),"\#(plain)\n\#(plain)","- \#(plain)","\#(plain)\u0001"]"#)
        == """
        - \(plain)
        - \(digits)
        - |-
          \(plain)
          \(plain)
        - '- \(plain)'
        - "\(plain)\\x01"

        """)
  }
}
