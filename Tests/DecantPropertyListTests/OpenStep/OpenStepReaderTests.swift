import DecantTestSupport
import Testing
import Decant

@Suite struct OpenStepReaderTests {
  private func script(_ source: String, _ options: ReadingOptions = .init()) throws -> String {
    try DecantTestSupport.script(of: source, as: .openStepPropertyList, options)
  }

  @Test(arguments: [
    ("a", #""a" ;"#), (#""a b""#, #""a b" ;"#), ("'it\"s'", #""it"s" ;"#), (#""""#, #""" ;"#),
    ("()", "[ ] ;"), ("{}", "{ } ;"), ("( a, b )", #"[ "a" "b" ] ;"#),
    ("(a,b,)", #"[ "a" "b" ] ;"#), ("((),({}),)", "[ [ ] [ { } ] ] ;"),
    ("{ a = 1; }", #"{ "a": "1" } ;"#),
    ("{a=1;b=(x,{c=d;});}", #"{ "a": "1" "b": [ "x" { "c": "d" } ] } ;"#),
    ("{a;'b c';}", #"{ "a": "a" "b c": "b c" } ;"#),
    ("{ \"a\"=\"b\" ; }", #"{ "a": "b" } ;"#),
    (
      "( a_$/:.-b, /usr/lib, 1.5, -1, YES, //x\n y )",
      #"[ "a_$/:.-b" "/usr/lib" "1.5" "-1" "YES" "y" ] ;"#
    ),
    ("a//b", #""a//b" ;"#), ("/", #""/" ;"#), (":", #"":" ;"#), ("{/a=/;}", #"{ "/a": "/" } ;"#),
    ("{a=b//;}", #"{ "a": "b//" } ;"#),
    ("{a = b /*c*/ ;// d\r}", #"{ "a": "b" } ;"#),
    ("/* x **/ a // y", #""a" ;"#), ("\u{2028}(\u{2029}a\u{2028})//\u{2029}", #"[ "a" ] ;"#),
    ("\t\n\u{B}\u{C}\r a \n", #""a" ;"#),
  ])
  func readsPropertyLists(source: String, expected: String) throws {
    #expect(try script(source) == expected)
  }

  @Test(arguments: [
    ("", "{ } ;"), ("  // x", "{ } ;"), ("/* */\n", "{ } ;"),
    ("a = b;", #"{ "a": "b" } ;"#), (#""a" = "b"; c;"#, #"{ "a": "b" "c": "c" } ;"#),
    ("a;", #"{ "a": "a" } ;"#), ("'a' ; b ;", #"{ "a": "a" "b": "b" } ;"#),
    ("/* x */ a /* = */ = (1); b = {c = d;}; // y", #"{ "a": [ "1" ] "b": { "c": "d" } } ;"#),
    (#""\U00e9" = "\n";"#, #"{ "é": "<a>" } ;"#),
    ("// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n}\n", #"{ "archiveVersion": "1" } ;"#),
  ])
  func readsFilesOfStrings(source: String, expected: String) throws {
    #expect(try DecantTestSupport.script(of: source, as: .strings) == expected)
    guard expected != "{ } ;" else { return }
    #expect(try script(source) == expected)
  }

  @Test(arguments: [
    ("{CF$UID=5;}", "uid(5) ;"), ("{ \"CF$UID\" = \"0\" ;\n}", "uid(0) ;"),
    ("({CF$UID = <*I18446744073709551615>;})", "[ uid(18446744073709551615) ] ;"),
    ("{a={CF$UID = 7;};}", #"{ "a": uid(7) } ;"#), ("{CF$UID = 07;}", #"{ "CF$UID": "07" } ;"#),
    ("{CF$UID = 18446744073709551616;}", #"{ "CF$UID": "18446744073709551616" } ;"#),
    ("{CF$UID = 1; a = b;}", #"{ "CF$UID": "1" "a": "b" } ;"#),
    ("{CF$UID;}", #"{ "CF$UID": "CF$UID" } ;"#),
    ("{CF$UIDs = 1;}", #"{ "CF$UIDs": "1" } ;"#), ("{CF$UID = 1a;}", #"{ "CF$UID": "1a" } ;"#),
    ("{CF$UID = <*R5>;}", #"{ "CF$UID": r5.0 } ;"#), ("{CF$UID = \"\";}", #"{ "CF$UID": "" } ;"#),
    ("{\"CF$UID\\n\" = 1;}", #"{ "CF$UID<a>": "1" } ;"#), ("{C=1;}", #"{ "C": "1" } ;"#),
  ])
  func readsReferencesOfArchives(source: String, expected: String) throws {
    #expect(try script(source) == expected)
  }

  @Test func leavesReferencesToTaggedForms() throws {
    let options = ReadingOptions().adapted(to: .tagged)
    #expect(try script("{CF$UID=5;}", options) == #"{ "CF$UID": "5" } ;"#)
    #expect(try script("{CF$UID=<*I5>;}", options) == #"{ "CF$UID": i5 } ;"#)
  }

  @Test(arguments: ["", "  // x", "/* */\n"])
  func aPropertyListHoldsAValue(source: String) throws {
    #expect(try failure(of: source, as: .openStepPropertyList).problem == .emptyInput)
  }

  @Test(arguments: [
    (#""a\nb\tc\a\b\f\r\v\\\"\'\q""#, "\"a<a>b<9>c<7><8><c><d><b>\\\"'q\" ;"),
    ("\"a\\\nb\"", "\"a<a>b\" ;"), ("\"a\\\r\nb\"", "\"a<d><a>b\" ;"), ("'a\nb'", "\"a<a>b\" ;"),
    (#""\101\1\18\1234\0""#, "\"A<1><1>8S4<0>\" ;"), (#""\8""#, "\"8\" ;"),
    (#""\200\240\256\375\177""#, "\"\u{A0}©ﬁÿ<7f>\" ;"),
    (#""\U00e9\U12\U1g\Uabcde""#, "\"é<12><1>g\u{ABCD}e\" ;"),
    (#""\Ud83d\Ude00\UD83D\UDE00""#, "\"😀😀\" ;"), ("\"\\é\\😀\"", "\"é😀\" ;"),
    ("\"\u{0}\u{1}\u{7F}\u{FFFF}\"", "\"<0><1><7f>\u{FFFF}\" ;"),
  ])
  func decodesStrings(source: String, expected: String) throws {
    #expect(try script(source) == expected)
  }

  @Test(arguments: [
    "a", "( a, b, )", "{ a; b = c; }", "a = 1; 'b';", "a//b", "{/a=/;}", "/* x */ a // y",
    "// x\na",
    "a_$/:.-b", "<0fbd77>", "(<0f bd\n77>)", "a = {b=c;}; d = (1);", "{a = b /**/ ;}",
    "\u{2028}(\u{2029}a)", "(\"\\8\\a\\b\\f\\v\\r\\\r\\é\")", "{'a\"b\\'c'=\"\\U00e9\\U12\\U1g\";}",
    "{a = 1; b = 2; a = 3;}",
  ])
  func agreesWithFoundation(source: String) throws {
    var options = ReadingOptions()
    options.duplicateKeys = .last
    let bytes = Array(source.utf8)
    let ours = try Value(parsing: bytes, as: .openStepPropertyList, options: options)
    #expect(try OpenStepOracle.value(bytes) == ours)
  }

  @Test func agreesWithFoundationOnEveryOctalEscape() throws {
    for code in 0..<254 {
      for digits in Set([
        String(code, radix: 8), "00\(String(code, radix: 8))".suffix(3).description,
      ]) {
        let source = "(\"\\\(digits)\",\"x\\\(digits)x\")"
        let ours = try Value(parsing: source, as: .openStepPropertyList)
        #expect(try OpenStepOracle.value(Array(source.utf8)) == ours)
      }
    }
  }

  @Test(
    arguments: [
      ("<>", []), ("<0fbd77>", [0x0F, 0xBD, 0x77]), ("< 0F Bd\n\t77 >", [0x0F, 0xBD, 0x77]),
      ("<[]>", []), ("<[D713]>", [0x0F, 0xBD, 0x77]), ("<[ D7\n1= ]>", nil), ("<[Dw==]>", [0x0F]),
    ] as [(String, [UInt8]?)])
  func readsData(source: String, expected: [UInt8]?) throws {
    let transcript = expectSameInPieces(Array(source.utf8), as: .openStepPropertyList)
    #expect(transcript.error?.problem == (expected == nil ? .openStep(.invalidBase64) : nil))
    if let expected { #expect(transcript.entries[1].text == expected) }
  }

  @Test(arguments: [
    ("<*I5>", "i5 ;"), ("<*I-007>", "i-7 ;"), ("<*I+0>", "i0 ;"), ("<*I\"12\">", "i12 ;"),
    ("<*I123456789012345678901234567890>", "i123456789012345678901234567890 ;"),
    ("<*R1.10>", "r1.10 ;"), ("<*R1>", "r1.0 ;"), ("<*R.5>", "r0.5 ;"), ("<*R-5.>", "r-5.0 ;"),
    ("<*R+01e5>", "r1e5 ;"), ("<*R1.E-05>", "r1.0E-05 ;"), ("<*Rnan>", "rnan ;"),
    ("<*R-Infinity>", "r-inf ;"), ("<*RINF>", "rinf ;"), ("<*BY>", "true ;"), ("<*BN>", "false ;"),
    ("<*D2026-11-21 09:30:00 +0000>", "date(2026-11-21T09:30:00Z) ;"),
    ("<*D2026-11-21 09:30:00.125 +0000>", "date(2026-11-21T09:30:00.125Z) ;"),
    ("<*D2026-11-21 00:30:00.5 +0130>", "date(2026-11-20T23:00:00.5Z) ;"),
    ("<*D1969-12-31 23:30:00 -0030>", "date(1970-01-01T00:00:00Z) ;"),
    ("{a=<*I1>;b=(<*BY>,<*BN>);}", #"{ "a": i1 "b": [ true false ] } ;"#),
  ])
  func readsValuesWithTypes(source: String, expected: String) throws {
    #expect(try script(source) == expected)
  }

  @Test func readsUTF16() throws {
    let text = "/* é */ \"ключ\" = \"😀\";\n"
    for (mark, isBig) in [([0xFF, 0xFE] as [UInt8], false), ([0xFE, 0xFF], true)] {
      let bytes = text.utf16.flatMap { unit in
        let pair = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isBig ? pair.reversed() : pair
      }
      #expect(
        try DecantTestSupport.script(of: mark + bytes, as: .openStepPropertyList)
          == #"{ "ключ": "😀" } ;"#)
    }
    #expect(try script("\u{FEFF}a = b;") == #"{ "a": "b" } ;"#)
  }

  @Test func marksDuplicateKeys() throws {
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    #expect(try script("{a=1;\"a\"=2;a;}", options) == #"{ "a": "1" "a": "2" "a": "a" } ;"#)
    #expect(try script("a;\"a\"=2;", options) == #"{ "a": "a" "a": "2" } ;"#)
  }

  @Test func treatsLoneSurrogatesAsItIsTold() throws {
    let losses = Losses()
    var options = ReadingOptions().adapted(to: .lossy, counting: losses)
    #expect(try script(#"("\Ud83d", "\Ude00x")"#, options) == "[ \"\u{FFFD}\" \"\u{FFFD}x\" ] ;")
    #expect(losses.counts[.loneSurrogate] ?? 0 >= 2)
    options = options.adapted(to: .tagged)
    #expect(try script(#"("\Ud83d\n", a)"#, options) == #"[ "\ud83d\n" "a" ] ;"#)
  }
}
