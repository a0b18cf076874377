import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct XMLReaderTests {
  static let structure: [(String, String)] = [
    ("<plist version=\"1.0\"><integer>5</integer></plist>", "i5 ;"),
    ("<integer>5</integer>", "i5 ;"),
    (" \n<plist>\r\n\t<string>a</string>  </plist >\n", "\"a\" ;"),
    ("<array/>", "[ ] ;"), ("<array></array>", "[ ] ;"), ("<array />", "[ ] ;"),
    ("<dict/>", "{ } ;"), ("<dict>\n</dict>", "{ } ;"), ("<dict a='b'/>", "{ } ;"),
    ("<array><integer>1</integer><array/><dict/></array>", "[ i1 [ ] { } ] ;"),
    (
      "<dict><key>a</key><true/><key>b</key><array><false/></array></dict>",
      "{ \"a\": true \"b\": [ false ] } ;"
    ),
    ("<dict><key/><string/><key > </key ><data/></dict>", "{ \"\": \"\" \" \": data() } ;"),
    ("<true></true>", "true ;"), ("<false ></false\n>", "false ;"),
    ("<array><true\t/><false/></array>", "[ true false ] ;"),
    ("<plist a='<>'><true/></plist>".replacing("<>", with: "/>"), "true ;"),
    ("<string xml:space=\"preserve\" b = '\"'> a </string\n>", "\" a \" ;"),
  ]

  static let markup: [(String, String)] = [
    ("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone='yes'?><true/>", "true ;"),
    ("<!DOCTYPE plist PUBLIC \"-//A//B>\" 'x>y'><true/><!-- -- -->", "true ;"),
    ("<!DOCTYPE plist>\n<!-- <a> --><?a <b>?><plist><!----><true/><?b?></plist>", "true ;"),
    (
      "<dict><!--a--><key>a</key><!--b--><true/><!--c--></dict> <!-- é -->\n<?x ?>",
      "{ \"a\": true } ;"
    ),
    ("<array><!-- - -- ---><true/></array>", "[ true ] ;"),
  ]

  static let text: [(String, String)] = [
    ("<string></string>", "\"\" ;"),
    ("<string>&amp;&lt;&gt;&quot;&apos;</string>", "\"&<>\"'\" ;"),
    ("<string>&#65;&#x42;&#x1F600;&#9;&#10;&#13;</string>", "\"AB😀<9><a><d>\" ;"),
    ("<string>a\r\nb\rc\n\r\n</string>", "\"a<a>b<a>c<a><a>\" ;"),
    ("<string>a]]>b</string>", "\"a]]>b\" ;"),
    ("<string>a<!-- <b> -->c<?d > ?>e</string>", "\"ace\" ;"),
    ("<string><![CDATA[<a>&amp;]] ]>]]]]>&amp;<![CDATA[]]></string>", "\"<a>&amp;]] ]>]]&\" ;"),
    ("<string><![CDATA[a\r\nb\rc]]></string>", "\"a<a>b<a>c\" ;"),
    ("<string> \t\"quoted\" \\ </string>", "\" <9>\"quoted\" \\ \" ;"),
    ("<string>\u{7F}\u{85}\u{2028}é€😀</string>", "\"<7f>\u{85}\u{2028}é€😀\" ;"),
    ("<dict><key>a&amp;b</key><string>c</string></dict>", "{ \"a&b\": \"c\" } ;"),
  ]

  // XML forbids these, but Apple's writers emit them.
  static let forbidden: [(String, lossy: String, tagged: String)] = [
    ("<string>a\u{1}b</string>", "\"a\u{FFFD}b\" ;", "\"a<1>b\" ;"),
    ("<string>\u{0}\u{1F}&amp;</string>", "\"\u{FFFD}\u{FFFD}&\" ;", "\"<0><1f>&\" ;"),
    ("<string>&#1;&#x1F;</string>", "\"\u{FFFD}\u{FFFD}\" ;", "\"<1><1f>\" ;"),
    ("<string>é\u{FFFE}&#xFFFF;</string>", "\"é\u{FFFD}\u{FFFD}\" ;", "\"é\u{FFFE}\u{FFFF}\" ;"),
    ("<string><![CDATA[\u{B}]]></string>", "\"\u{FFFD}\" ;", "\"<b>\" ;"),
    (
      "<dict><key>\u{3}</key><true/></dict>", "{ \"\u{FFFD}\": true } ;", "{ \"<3>\": true } ;"
    ),
  ]

  @Test(arguments: forbidden)
  func readsForbiddenCharactersWhereAskedTo(xml: String, lossy: String, tagged: String) throws {
    for (fidelity, expected) in [(Fidelity.lossy, lossy), (.tagged, tagged)] {
      let options = ReadingOptions().adapted(to: fidelity)
      #expect(try script(of: xml, as: .xmlPropertyList, options) == expected)
    }
  }

  @Test(arguments: forbidden)
  func countsOrKeepsForbiddenCharacters(xml: String, lossy: String, tagged: String) throws {
    let losses = Losses()
    var plan = Plan.compact(.xmlPropertyList)
    plan.fidelity = .lossy
    plan.losses = losses
    _ = try convert(Array(xml.utf8), from: .xmlPropertyList, by: plan)
    #expect(losses.counts == [.forbiddenCharacter: 1])
    plan.fidelity = .tagged
    let written = try convert(Array(xml.utf8), from: .xmlPropertyList, by: plan)
    var json = Plan.compact(.json)
    json.fidelity = .tagged
    #expect(String(decoding: written, as: UTF8.self).contains("$text"))
    #expect(
      try convert(written, from: .xmlPropertyList, by: json)
        == convert(Array(xml.utf8), from: .xmlPropertyList, by: json))
  }

  static let numbers: [(String, String)] = [
    ("0", "i0"), ("-0", "i-0"), ("-5", "i-5"), ("+5", "i5"), ("007", "i7"), (" 5", "i5"),
    ("\n\t5", "i5"), ("- 5", "i-5"), ("+\n5", "i5"), ("0x1F", "i31"), ("-0Xff", "i-255"),
    ("0x0", "i0"), ("18446744073709551615", "i18446744073709551615"),
    ("0xFFFFFFFFFFFFFFFF", "i18446744073709551615"),
    ("-9223372036854775808", "i-9223372036854775808"),
    ("-0x8000000000000000", "i-9223372036854775808"),
    ("00000000000000000000000000000000001", "i1"), ("&#53;", "i5"), ("1<!-- -->2", "i12"),
    ("123456789012345678", "i123456789012345678"),
  ]

  static let reals: [(String, String)] = [
    ("1", "r1.0"), ("-0", "r-0.0"), ("1.5", "r1.5"), ("1.10", "r1.10"), ("1e5", "r1e5"),
    ("-1.5E-05", "r-1.5E-05"), ("+1.5", "r1.5"), (".5", "r0.5"), ("5.", "r5.0"),
    ("-.5e1", "r-0.5e1"),
    ("5.e1", "r5.0e1"), ("007.5", "r7.5"), ("000", "r0.0"), ("00e1", "r0e1"), (" 1", "r1.0"),
    ("&#49;", "r1.0"), ("nan", "rnan"), ("NaN", "rnan"), ("inf", "rinf"), ("+Infinity", "rinf"),
    ("-INF", "r-inf"), ("+infinity", "rinf"), ("-infinity", "r-inf"), ("infinity", "rinf"),
    ("1234567890.12345678901234567890", "r1234567890.12345678901234567890"),
    ("1e400", "r1e400"), ("123456789012345678901234567890", "r123456789012345678901234567890.0"),
  ]

  static let dates: [(String, String)] = [
    ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00Z"),
    ("2026-11-30T23:59:60Z", "2026-11-30T23:59:60Z"),
    ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
    ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
    ("11-01-02T03:04:05Z", "0010-12-31T03:04:05Z"),
    ("-011-01-02T03:04:05Z", "-0011-01-02T03:04:05Z"),
    ("12011-01-02T03:04:05Z", "+12011-01-02T03:04:05Z"),
    ("-0-01-02T03:04:05Z", "0000-01-02T03:04:05Z"),
    ("&#50;026-11-21T09:30:00Z", "2026-11-21T09:30:00Z"),
  ]

  static let uids: [(String, String)] = [
    ("<dict><key>CF$UID</key><integer>5</integer></dict>", "uid(5) ;"),
    ("<dict>\n\t<key>CF$UID</key>\n <integer>0x10</integer>\n</dict>", "uid(16) ;"),
    ("<dict a='b'><key>CF$UID</key><integer>5</integer></dict>", "uid(5) ;"),
    (
      "<array><dict><key>CF$UID</key><integer>0</integer></dict><true/></array>",
      "[ uid(0) true ] ;"
    ),
    (
      "<dict><key>CF$UID</key>" + String(repeating: " ", count: 4000)
        + "<integer>5</integer></dict>", "uid(5) ;"
    ),
    (
      "<dict><key>CF$UID</key>" + String(repeating: " ", count: 4100)
        + "<integer>5</integer></dict>", "{ \"CF$UID\": i5 } ;"
    ),
    (
      "<dict>" + String(repeating: " ", count: 5000)
        + "<key>CF$UID</key><integer>5</integer></dict>", "{ \"CF$UID\": i5 } ;"
    ),
    ("<dict><key>CF$UID</key><integer>-5</integer></dict>", "{ \"CF$UID\": i-5 } ;"),
    ("<dict><key>CF$UID</key><real>5</real></dict>", "{ \"CF$UID\": r5.0 } ;"),
    ("<dict><key>CF$UIX</key><integer>5</integer></dict>", "{ \"CF$UIX\": i5 } ;"),
    (
      "<dict><key>CF$UID</key><integer>5</integer><key>a</key><true/></dict>",
      "{ \"CF$UID\": i5 \"a\": true } ;"
    ),
    (
      "<dict><key>a</key><true/><key>CF$UID</key><integer>5</integer></dict>",
      "{ \"a\": true \"CF$UID\": i5 } ;"
    ),
  ]

  @Test(arguments: structure + markup + text + uids)
  func readsWhatPropertyListsAreMadeOf(source: String, expected: String) throws {
    #expect(try script(of: source, as: .xmlPropertyList) == expected)
  }

  @Test(arguments: numbers) func readsIntegers(source: String, expected: String) throws {
    let element = "<integer>\(source)</integer>"
    #expect(try script(of: element, as: .xmlPropertyList) == expected + " ;")
    #expect(
      try script(of: "<array>\(element)\(element)</array>", as: .xmlPropertyList)
        == "[ \(expected) \(expected) ] ;")
  }

  @Test(arguments: reals) func readsReals(source: String, expected: String) throws {
    let element = "<real>\(source)</real>"
    #expect(try script(of: element, as: .xmlPropertyList) == expected + " ;")
    #expect(
      try script(of: "<dict><key>a</key>\(element)</dict>", as: .xmlPropertyList)
        == "{ \"a\": \(expected) } ;")
  }

  @Test(arguments: dates) func readsDates(source: String, expected: String) throws {
    #expect(
      try script(of: "<date>\(source)</date>", as: .xmlPropertyList) == "date(\(expected)) ;")
  }

  @Test(
    arguments: [
      ("", []), ("AQID", [1, 2, 3]), (" \n\tAQ\r\nID\n", [1, 2, 3]), ("AQI=", [1, 2]),
      ("AQ==", [1]), ("AQ=\n=\n", [1]), ("AB==", [0]), ("&#65;QID", [1, 2, 3]),
      ("<![CDATA[AQID]]>", [1, 2, 3]), ("AQIDBAUGBwgJCgsM", Array(1...12)),
      ("//////////79", [255, 255, 255, 255, 255, 255, 255, 254, 253]),
      ("++++AAAA0189zzZZ", [251, 239, 190, 0, 0, 0, 211, 95, 61, 207, 54, 89]),
    ] as [(String, [UInt8])]) func readsData(source: String, expected: [UInt8]) throws
  {
    let transcript = expectSameInPieces(Array("<data>\(source)</data>".utf8), as: .xmlPropertyList)
    #expect(transcript.error == nil)
    #expect(transcript.entries.dropFirst().first?.text == expected)
  }

  /// Writers rely on the flags.
  @Test func flagsTellWhatTextIsLike() throws {
    let source =
      "<array><string>plain text here</string><string>é</string>"
      + "<string>\"</string><string>&lt;</string><string>&quot;&#233;</string></array>"
    let strings = Transcript(reading: Array(source.utf8), as: .xmlPropertyList).entries
      .filter { $0.kind == .string }.map { Event.Flags(rawValue: $0.flags) }
    let plain: Event.Flags = [.isASCII, .needsNoJSONEscape]
    #expect(strings == [plain, .needsNoJSONEscape, .isASCII, plain, []])
  }

  @Test func repeatedKeysAreRefusedOrKept() throws {
    let source = "<dict><key>a</key><true/><key>b</key><true/><key>&#97;</key><false/></dict>"
    let error = try failure(of: source, as: .xmlPropertyList)
    #expect(error.problem == .duplicateKey("a"))
    #expect(error.offset == 44)
    var options = ReadingOptions()
    options.duplicateKeys = .keep
    #expect(
      try script(of: source, as: .xmlPropertyList, options)
        == "{ \"a\": true \"b\": true \"a\": false } ;")
  }

  /// Keys are predicted by their spelling.
  @Test func keysThatRepeatAreReadAsTheyAreSpelled() throws {
    let spellings = [
      ("a", "a"), ("&amp;", "&"), ("&amp;amp;", "&amp;"), ("a&lt;b", "a<b"), ("é", "é"),
      ("\"", "\""), ("a\nb", "a\nb"), ("&#97;b", "ab"), ("ab", "ab"),
    ]
    for (first, text) in spellings {
      for (second, other) in spellings {
        let records = [first, second, first, second].map { "<dict><key>\($0)</key><true/></dict>" }
        let transcript = expectSameInPieces(
          Array("<array>\(records.joined())</array>".utf8), as: .xmlPropertyList,
          by: [Transcript.Feeding(sizes: [5], capacity: 16)])
        let keys = transcript.entries.filter(\.isKey).map {
          String(decoding: $0.text, as: UTF8.self)
        }
        #expect(keys == [text, other, text, other])
      }
    }
    // Markup in a key, with the text of an earlier key.
    let source =
      "<array><dict><key>a&lt;b/></key><true/></dict><dict><key>a<b/></key><true/></dict></array>"
    let error = Transcript(reading: Array(source.utf8), as: .xmlPropertyList).error
    #expect(error?.problem == .xml(.elementInside("key")))
  }

  @Test func depthIsLimited() throws {
    var options = ReadingOptions()
    options.maximumDepth = 2
    #expect(
      try script(of: "<array><dict/><array></array></array>", as: .xmlPropertyList, options)
        == "[ { } [ ] ] ;")
    let error = try failure(
      of: "<array><dict><key>a</key><array/></dict></array>", as: .xmlPropertyList, options)
    #expect(error.problem == .tooDeep(limit: 2))
    #expect(error.path?.description == "/0/a")
  }
}
