import DecantTestSupport
import Testing
import Decant

/// The numbers are sections of https://spec.json5.org.
@Suite struct JSON5ReaderTests {
  // 1.2, 1.3: the example.
  static let document = #"""
    {
      // comments
      unquoted: 'and you can quote me on that',
      singleQuotes: 'I can use "double quotes" here',
      lineBreaks: "Look, Mom! \
    No \\n's!",
      hexadecimal: 0xdecaf,
      leadingDecimalPoint: .8675309, andTrailing: 8675309.,
      positiveSign: +1,
      trailingComma: 'in objects', andIn: ['arrays',],
      "backwardsCompatible": "with JSON",
    }
    """#

  @Test func readsTheExampleOfTheSpecification() throws {
    #expect(
      try script(of: Self.document, as: .json5) == #"""
        { "unquoted": "and you can quote me on that" \#
        "singleQuotes": "I can use "double quotes" here" \#
        "lineBreaks": "Look, Mom! No \n's!" "hexadecimal": i912559 \#
        "leadingDecimalPoint": r0.8675309 "andTrailing": r8675309.0 "positiveSign": i1 \#
        "trailingComma": "in objects" "andIn": [ "arrays" ] \#
        "backwardsCompatible": "with JSON" } ;
        """#)
  }

  // 3: objects.
  static let keys: [(String, String)] = [
    ("{}", "{ }"), ("{a:1}", "{ \"a\": i1 }"), ("{a:1,}", "{ \"a\": i1 }"),
    ("{'a':1}", "{ \"a\": i1 }"), ("{\"a\":1}", "{ \"a\": i1 }"),
    ("{$_:1,_$:2,a1:3}", "{ \"$_\": i1 \"_$\": i2 \"a1\": i3 }"),
    ("{ a :1 , b\t:\n2}", "{ \"a\": i1 \"b\": i2 }"),
    (
      "{null:1,true:2,if:3,NaN:4,Infinity:5}",
      "{ \"null\": i1 \"true\": i2 \"if\": i3 \"NaN\": i4 \"Infinity\": i5 }"
    ),
    ("{é:1,ñandú:2,日本:3,ⅷ:4}", "{ \"é\": i1 \"ñandú\": i2 \"日本\": i3 \"ⅷ\": i4 }"),
    (
      "{a\u{301}:1,a\u{200C}b:2,a٣:3,a‿b:4}",
      "{ \"a\u{301}\": i1 \"a\u{200C}b\": i2 \"a٣\": i3 \"a‿b\": i4 }"
    ),
    (#"{\u0061b:1,a\u0062c:2}"#, "{ \"ab\": i1 \"abc\": i2 }"),
    (#"{'\x61':1,'\'':2}"#, "{ \"a\": i1 \"'\": i2 }"),
    ("{'':1}", "{ \"\": i1 }"),
    ("{a/**/:/**/1/**/,/**/b:2/**/}", "{ \"a\": i1 \"b\": i2 }"),
  ]

  // 4: arrays.
  static let arrays: [(String, String)] = [
    ("[]", "[ ]"), ("[1,]", "[ i1 ]"), ("[1,'a',]", "[ i1 \"a\" ]"), ("[[],]", "[ [ ] ]"),
    ("[ 1 , ]", "[ i1 ]"), ("[//\n1]", "[ i1 ]"),
  ]

  // 5: strings.
  static let strings: [(String, String)] = [
    ("''", "\"\""), ("'a'", "\"a\""), ("'\"'", "\"\"\""), ("\"'\"", "\"'\""),
    (#"'\''"#, "\"'\""), (#""\'""#, "\"'\""), (#"'\"'"#, "\"\"\""),
    (#"'\b\f\n\r\t\v\0'"#, "\"<8><c><a><d><9><b><0>\""),
    (#"'\x41\xe9\xFF\x00'"#, "\"Aéÿ<0>\""), (#"'\u0041'"#, "\"A\""),
    (#"'\ud83d\ude00'"#, "\"😀\""),
    (#"'\A\C\/\D\C'"#, "\"AC/DC\""), (#"'\é\😀\€'"#, "\"é😀€\""), (#"'\a\ \-\$'"#, "\"a -$\""),
    ("'a\\\nb'", "\"ab\""), ("'a\\\r\nb'", "\"ab\""), ("'a\\\rb'", "\"ab\""),
    ("'a\\\u{2028}b'", "\"ab\""), ("'a\\\u{2029}b'", "\"ab\""), ("'\\\n'", "\"\""),
    ("'a\\\n\\\nb'", "\"ab\""), ("'a\\\r\\\nb'", "\"ab\""),
    ("'a\\\r\u{1}b'", "\"a<1>b\""), ("'a\\\r\u{0}b'", "\"a<0>b\""), ("'a\\\r\tb'", "\"a<9>b\""),
    ("'\u{2028}\u{2029}'", "\"\u{2028}\u{2029}\""),
    ("'\t'", "\"<9>\""), ("\"\t\"", "\"<9>\""), ("'\u{1}'", "\"<1>\""), ("'\u{0}'", "\"<0>\""),
    (#"'\0a'"#, "\"<0>a\""), (#"'\\0'"#, #""\0""#),
    ("'/* no comment */ // nor this'", "\"/* no comment */ // nor this\""),
  ]

  // 6: numbers.
  static let numbers: [(String, String)] = [
    ("0", "i0"), ("+0", "i0"), ("-0", "i-0"), ("+1", "i1"), ("-1", "i-1"), ("+1.5", "r1.5"),
    (".5", "r0.5"), ("+.5", "r0.5"), ("-.5", "r-0.5"), ("5.", "r5.0"), ("-5.", "r-5.0"),
    ("0.", "r0.0"), (".0", "r0.0"), ("5.e3", "r5.0e3"), (".5E-3", "r0.5E-3"), ("+1e+3", "r1e+3"),
    ("0x0", "i0"), ("0x1F", "i31"), ("0X1f", "i31"), ("-0x10", "i-16"), ("+0xA", "i10"),
    ("0xDEADbeef", "i3735928559"), ("0x10000000000000000", "i18446744073709551616"),
    ("0x00ff", "i255"), ("0xe5", "i229"),
    ("Infinity", "rinf"), ("+Infinity", "rinf"), ("-Infinity", "r-inf"),
    ("NaN", "rnan"), ("+NaN", "rnan"), ("-NaN", "rnan"),
    ("1.10", "r1.10"), ("1E400", "r1E400"),
  ]

  // 7, 8: comments and white space.
  static let space: [(String, String)] = [
    ("//\n1", "i1"), ("1//", "i1"), ("1// a\n", "i1"), ("/**/1", "i1"), ("/***/1", "i1"),
    ("/****/1", "i1"), ("/* * / */1/*\n*/", "i1"), ("/*//*/1", "i1"), ("// /*\n1", "i1"),
    ("//\r1", "i1"), ("//\u{2028}1", "i1"), ("//\u{2029}1", "i1"), ("//é€\u{2027}\n1", "i1"),
    ("/*é\u{2028}*/1", "i1"), ("/*/ */1", "i1"),
    ("\t\u{B}\u{C} \u{A0}\n\r\u{2028}\u{2029}\u{FEFF}1\u{B}", "i1"),
    ("\u{1680}\u{2000}\u{2003}\u{200A}\u{202F}\u{205F}\u{3000}1\u{3000}", "i1"),
    ("[1\u{A0},\u{B}2\u{2029}]", "[ i1 i2 ]"),
    ("\u{FEFF}\u{FEFF}1", "i1"),
  ]

  @Test(arguments: keys + arrays + strings + numbers + space)
  func readsWhatTheSpecificationAllows(source: String, expected: String) throws {
    #expect(try script(of: source, as: .json5) == expected + " ;")
  }

  @Test(arguments: numbers)
  func numbersEndWhereTheyEnd(source: String, expected: String) throws {
    #expect(try script(of: "[\(source),\(source)]", as: .json5) == "[ \(expected) \(expected) ] ;")
    #expect(try script(of: "{n:\(source)}", as: .json5) == "{ \"n\": \(expected) } ;")
    #expect(try script(of: "[\(source)/**/]", as: .json5) == "[ \(expected) ] ;")
    #expect(try script(of: "[\(source)//\n]", as: .json5) == "[ \(expected) ] ;")
  }

  @Test(arguments: Corpora.files(inPackage: "Samples").filter { $0.name.hasSuffix("json") })
  func readsJSON(_ sample: Corpora.File) throws {
    #expect(try script(of: sample.bytes, as: .json5) == script(of: sample.bytes, as: .json))
  }
}
