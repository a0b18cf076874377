import DecantTestSupport
import Testing
import Decant

@Suite struct YAMLReaderTests {
  static func options(_ schema: YAMLSchema) -> ReadingOptions {
    var options = ReadingOptions()
    options.yamlSchema = schema
    return options
  }

  static let core = [
    ("null", "null"), ("Null", "null"), ("NULL", "null"), ("~", "null"), ("nuLL", #""nuLL""#),
    ("", "null"), ("true", "true"), ("True", "true"), ("TRUE", "true"), ("tRue", #""tRue""#),
    ("false", "false"), ("False", "false"), ("FALSE", "false"), ("FaLSE", #""FaLSE""#),
    ("yes", #""yes""#), ("no", #""no""#), ("on", #""on""#), ("y", #""y""#),
    ("0", "0"), ("-0", "-0"), ("123", "123"), ("+12", "12"), ("-12", "-12"), ("007", "7"),
    ("-007", "-7"), ("000", "0"), ("12e03", "12e03"), ("1e3", "1e3"), ("1E+3", "1E+3"),
    ("0x1F", "31"), ("0xff", "255"), ("-0x1F", #""-0x1F""#), ("0x", #""0x""#), ("0xg", #""0xg""#),
    ("0o17", "15"), ("0o8", #""0o8""#), ("0b1", #""0b1""#),
    ("0o7777777777777777777777", "73786976294838206463"),
    ("0xFFFFFFFFFFFFFFFFFFFF", "1208925819614629174706175"),
    (".5", "0.5"), ("+.5", "0.5"), ("-.5", "-0.5"), ("5.", "5.0"), ("5.e3", "5.0e3"),
    ("01.50", "1.50"), ("1.10", "1.10"), (".", #"".""#), ("--", #""--""#), ("+", #""+""#),
    ("1.2.3", #""1.2.3""#), ("1e", #""1e""#), ("1e+", #""1e+""#), (".e3", #"".e3""#),
    ("1_000", #""1_000""#), ("1:30", #""1:30""#), ("2001-01-01", #""2001-01-01""#),
    (".inf", "inf"), ("+.Inf", "inf"), ("-.INF", "-inf"), (".iNF", #"".iNF""#),
    (".nan", "nan"), (".NaN", "nan"), (".NAN", "nan"), (".Nan", #"".Nan""#), ("-.nan", #""-.nan""#),
    ("1 2", #""1 2""#), ("0x1F x", #""0x1F x""#),
    ("12345678901234567890123", "12345678901234567890123"),
  ]

  @Test(arguments: core) func plainScalarsResolveByTheCoreSchema(text: String, event: String) throws
  {
    #expect(try events(of: "- \(text)\n", as: .yaml) == "[ \(event) ]")
  }

  static let old = [
    ("yes", "true"), ("Yes", "true"), ("NO", "false"), ("off", "false"), ("On", "true"),
    ("y", #""y""#), ("nO", #""nO""#), ("~", "null"), ("TRUE", "true"),
    ("017", "15"), ("08", #""08""#), ("-017", "-15"), ("0", "0"), ("-0", "-0"),
    ("0o17", #""0o17""#),
    ("0b101", "5"), ("0b_1_0", "2"), ("0x_1F", "31"), ("-0x1F", "-31"), ("0x_", #""0x_""#),
    ("1_000", "1000"), ("+1_0", "10"), ("_1", #""_1""#), ("1e3", #""1e3""#), ("1.5e3", #""1.5e3""#),
    ("1.5e+3", "1.5e+3"), ("1_0.5_0", "10.50"), (".5", "0.5"), ("5.", "5.0"), ("._5", #""._5""#),
    ("1:30", "90"), ("-1:30", "-90"), ("190:20:30", "685230"), ("1:60", #""1:60""#),
    ("01:30", #""01:30""#), ("1:30.5", "90.5"), ("1:", "{ 1: null }"), ("12:30:45", "45045"),
    (".inf", "inf"), (".NaN", "nan"),
    ("2001-01-01", "date(2001-01-01T00:00:00Z)"), ("2001-13-01", #""2001-13-01""#),
    ("2001-12-14t21:59:43.10-05:00", "date(2001-12-15T02:59:43.1Z)"),
    ("2001-12-14 21:59:43.10 -5", "date(2001-12-15T02:59:43.1Z)"),
    ("2001-12-15 2:59:43.10", "date(2001-12-15T02:59:43.1Z)"),
    ("2001-12-15T02:59:43Z", "date(2001-12-15T02:59:43Z)"),
    ("2001-1-1", #""2001-1-1""#), ("2001-01-01x", #""2001-01-01x""#),
  ]

  @Test(arguments: old) func plainScalarsResolveByTheRulesOf11(text: String, event: String) throws {
    #expect(
      try events(of: "- \(text)\n", as: .yaml, reading: Self.options(.yaml11)) == "[ \(event) ]")
  }

  @Test(arguments: ["null", "~", "1", "0x1F", ".inf", "true", "2001-01-01", "<<"])
  func everyScalarIsAStringInTheFailsafeSchema(text: String) throws {
    let read = try events(of: "- \(text)\n-\n", as: .yaml, reading: Self.options(.failsafe))
    #expect(read == "[ \"\(text)\" \"\" ]")
  }

  @Test(arguments: [
    ("!!str 123", #""123""#), ("!!str", #""""#), ("!!int \"3\"", "3"), ("!!int 0x1F", "31"),
    ("!!int 0b11", "3"), ("!!float 3", "3.0"), ("!!float 0x10", "16.0"), ("!!float .inf", "inf"),
    ("!!float '1.5'", "1.5"), ("!!bool \"true\"", "true"), ("!!bool yes", "true"),
    ("!!null ''", "null"), ("!!null", "null"), ("!!binary aGVs bG8=", "data(68656c6c6f)"),
    ("!!binary |\n  aGVs\n  bG8=\n", "data(68656c6c6f)"),
    ("!!timestamp 2001-01-01", "date(2001-01-01T00:00:00Z)"),
    ("!x 123", #"tag(!x) "123""#), ("!x [1]", "tag(!x) [ 1 ]"), ("!x {}", "tag(!x) { }"),
    ("!<tag:example.com,2000:x> a", #"tag(!<tag:example.com,2000:x>) "a""#),
    ("!!set {a, b}", #"tag(!!set) { "a": null "b": null }"#),
    ("!!omap [a: 1]", #"tag(!!omap) [ { "a": 1 } ]"#),
    ("!!map {a: 1}", #"{ "a": 1 }"#), ("!!seq []", "[ ]"),
    ("!a%21b c", #"tag(!a%21b) "c""#), ("&a !x 1", #"&a tag(!x) "1""#),
    ("!x &a 1", #"&a tag(!x) "1""#),
    ("! 12", #""12""#), ("! [a]", #"[ "a" ]"#), ("! '12'", #""12""#),
  ])
  func explicitTagsDecide(source: String, script: String) throws {
    #expect(try events(of: source, as: .yaml) == script)
  }

  @Test(arguments: [
    ("", ""), ("# nothing\n", ""), ("---\n", "null"), ("a", #""a""#),
    ("--- a\n--- b\n...\n", "\"a\"\n\"b\""),
    ("a: &x 1\nb: *x\n", #"{ "a": &x 1 "b": *x }"#),
    ("? [a, {b: c}]\n: d\n", #"{ [ "a" { "b": "c" } ] "d" }"#),
    ("? {a: 1}\n: {b: 2}\n", #"{ { "a": 1 } { "b": 2 } }"#),
    ("&a a: 1\n*a : 2\n".replacing("*a", with: "b"), #"{ &a "a": 1 "b": 2 }"#),
    ("1: a\n~: b\ntrue: c\n1.5: d\n", #"{ 1: "a" null: "b" true: "c" 1.5: "d" }"#),
    ("%YAML 1.1\n%TAG !e! tag:e.org,2000:\n---\n!e!x 1\n", #"tag(!<tag:e.org,2000:x>) "1""#),
    ("|\n  a\n   b\n", #""a\n b\n""#), (">\n  a\n  b\n", #""a b\n""#),
    ("\"a\\x00\\u00e9\\t\"", "\"a\\u{0}é\\u{9}\""), ("'it''s'", #""it's""#),
    ("{a: 1, b: [2]}", #"{ "a": 1 "b": [ 2 ] }"#),
    ("\u{FEFF}a: 1", #"{ "a": 1 }"#),
  ])
  func readsDocuments(source: String, script: String) throws {
    #expect(try events(of: source, as: .yaml) == script)
    expectSameInPieces(Array(source.utf8), as: .yaml)
  }

  @Test func theVersionOfADocumentSelectsItsSchema() throws {
    let old = "%YAML 1.1\n---\na: no\nb: 010\n", new = "%YAML 1.2\n---\na: no\nb: 010\n"
    let source = old + "...\n---\na: no\n...\n" + new + "...\n" + old
    #expect(
      try events(of: source, as: .yaml) == #"""
        { "a": false "b": 8 }
        { "a": "no" }
        { "a": "no" "b": 10 }
        { "a": false "b": 8 }
        """#)
    #expect(
      try events(of: old, as: .yaml, reading: Self.options(.core)) == #"{ "a": "no" "b": 10 }"#)
    #expect(
      try events(of: new, as: .yaml, reading: Self.options(.yaml11)) == #"{ "a": false "b": 8 }"#)
    #expect(
      try events(of: old, as: .yaml, reading: Self.options(.failsafe))
        == #"{ "a": "no" "b": "010" }"#)
    #expect(try converted(old, from: .yaml, by: Plan(to: .yaml)) == "a: false\nb: 8\n")
  }

  @Test func keepsStyles() {
    let transcript = Transcript(
      reading: Array("- a\n- 'b'\n- \"c\"\n- |\n  d\n- >\n  e\n- []\n- {}\n- - 1\n- f: 0\n".utf8),
      as: .yaml)
    let styles = transcript.entries.filter { $0.depthCounts || $0.kind == .string }.map(\.style)
    #expect(
      styles == [
        .block, .plain, .singleQuoted, .doubleQuoted, .literal, .folded, .flow, .flow, .block,
        .block,
        .plain,
      ])
  }

  @Test func readsUTF16() throws {
    let units = Array("\u{FEFF}é: [😀]\n".utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [little, big] {
      #expect(try script(of: bytes, as: .yaml) == #"{ "é": [ "😀" ] } ;"#)
    }
  }

  @Test func eventsKnowTheirPlaceWhateverTheTextBefore() {
    let source = "é: ñ\n😀: [a,\n  \u{2028}b, ü]\r\nx: 1\n"
    let transcript = Transcript(reading: Array(source.utf8), as: .yaml)
    let bytes = Array(source.utf8)
    for entry in transcript.entries where entry.kind == .string || entry.kind == .integer {
      #expect(Array(bytes[entry.offset...].prefix(entry.text.count)) == entry.text)
    }
    #expect(transcript.entries.count == 14)
  }
}

extension Transcript.Entry {
  fileprivate var depthCounts: Bool { kind == .beginSequence || kind == .beginMapping }
}
