import DecantTestSupport
import Testing
import Decant

/// `‸` marks the byte that the error must point at.
@Suite struct XMLReaderProblemTests {
  typealias Problem = DecantError.XMLProblem

  static let structure: [(Marked, Problem)] = [
    ("‸<array>", .unclosed("array", before: nil)),
    ("‸<plist>", .unclosed("plist", before: nil)),
    ("‸<plist><array></array> ", .unclosed("plist", before: nil)),
    ("<plist>‸<dict><key>a</key>", .unclosed("dict", before: nil)),
    ("‸<string>a", .unclosed("string", before: nil)),
    ("<array>‸<string>a<", .unclosed("string", before: nil)),
    ("<dict>‸<key>a\n<true/>", .unclosed("key", before: .init(text: "<true>", line: 2))),
    ("<string>a‸<b/></string>", .elementInside("string")),
    ("<integer>1‸<2</integer>", .elementInside("integer")),
    ("<string>a‸</strin", .unterminated(.tag)),
    ("<array>‸<", .unterminated(.tag)),
    ("<array>‸<string", .unterminated(.tag)),
    ("‸<dict a='b", .unterminated(.tag)),
    ("‸<?xml ", .unterminated(.instruction)),
    ("‸<!DOCTYPE plist", .unterminated(.documentType)),
    ("‸<!DOCTYPE plist \"", .unterminated(.documentType)),
    ("<string>‸<![CDATA[a]]", .unterminated(.section)),
    ("<string>a‸<?b", .unterminated(.instruction)),
    ("‸a<array/>", .strayText(.scalar("a"))),
    ("<array>‸é</array>", .strayText(.scalar("é"))),
    ("<array>‸&amp;</array>", .strayText(.scalar("&"))),
    ("<array>‸<![CDATA[]]></array>", .strayText(.scalar("<"))),
    ("<dict>\n‸x<key>a</key></dict>", .strayText(.scalar("x"))),
    ("<plist><true/>‸x</plist>", .strayText(.scalar("x"))),
    ("<array>‸\u{0}</array>", .strayText(.scalar("\u{0}"))),
    ("‸<foo/>", .unknownElement("foo", suggestion: nil)),
    ("<array>‸<String>a</String></array>", .unknownElement("String", suggestion: "string")),
    ("<array>‸<interger>", .unknownElement("interger", suggestion: "integer")),
    ("<array>‸<dictionary/></array>", .unknownElement("dictionary", suggestion: nil)),
    ("‸<array>\n</dict>", .unclosed("array", before: .init(text: "</dict>", line: 2))),
    ("<plist>‸<dict></array>", .unclosed("dict", before: .init(text: "</array>", line: 1))),
    ("‸<plist><true/></array>", .unclosed("plist", before: .init(text: "</array>", line: 1))),
    ("<array>‸<string>a</key>", .unclosed("string", before: .init(text: "</key>", line: 1))),
    ("‸<string>a</strings>", .unclosed("string", before: .init(text: "</strings>", line: 1))),
    ("‸</array>", .mismatchedEnd(found: "array", of: nil)),
    ("‸<true>x</true>", .notEmpty("true")),
    ("‸<false> </false>", .notEmpty("false")),
    ("<dict><key>a</key>‸</dict>", .missingValue(key: "a")),
    ("<dict><key>a</key>‸<key>b</key></dict>", .missingValue(key: "a")),
    ("<dict>‸<string>a</string></dict>", .missingKey(found: "string")),
    ("<dict><key>a</key><true/>‸<array/></dict>", .missingKey(found: "array")),
    ("<array>‸<key>a</key></array>", .misplaced("key")),
    ("‸<key>a</key>", .misplaced("key")),
    ("<array>‸<plist/></array>", .misplaced("plist")),
    ("<plist>‸<plist>", .misplaced("plist")),
    ("<plist>‸<!DOCTYPE plist>", .misplaced("!DOCTYPE")),
    ("‸<plist/>", .emptyPropertyList),
    ("<plist> ‸</plist>", .emptyPropertyList),
    ("<plist><true/>‸<array/></plist>", .secondValue("array")),
    ("<plist><true/></plist>‸x", .trailing(.scalar("x"))),
    ("<true/>‸<true/>", .trailing(.scalar("<"))),
    ("<true/>‸\u{0}", .trailing(.scalar("\u{0}"))),
    ("<!DOCTYPE plist ‸[<!ENTITY a 'b'>]>", .internalSubset),
  ]

  static let tags: [(Marked, Problem)] = [
    ("<‸ array>", .malformedTag(.scalar(" "))),
    ("<‸1>", .malformedTag(.scalar("1"))),
    ("<‸>", .malformedTag(.scalar(">"))),
    ("</‸>", .malformedTag(.scalar(">"))),
    ("<array‸<", .malformedTag(.scalar("<"))),
    ("<array/‸ >", .malformedTag(.scalar(" "))),
    ("<array a‸>", .malformedTag(.scalar(">"))),
    ("<array a=‸b>", .malformedTag(.scalar("b"))),
    ("<array a=''‸b=''>", .malformedTag(.scalar("b"))),
    ("<array></array ‸a=''>", .malformedTag(.scalar("a"))),
    ("<array></array‸/>", .malformedTag(.scalar("/"))),
    ("<!‸doctype plist>", .malformedTag(.scalar("d"))),
    ("<!‸->", .malformedTag(.scalar("-"))),
    ("<!DOCTYPE plist ‸<plist>", .malformedTag(.scalar("<"))),
    ("<array ‸=\"\">", .malformedTag(.scalar("="))),
  ]

  static let text: [(Marked, Problem)] = [
    ("<string>‸&nbsp;</string>", .unknownEntity("nbsp")),
    ("<string>‸&amp</string>", .bareAmpersand),
    ("<string>a ‸& b</string>", .bareAmpersand),
    ("<string>‸&;</string>", .bareAmpersand),
    ("<string>‸&#;</string>", .malformedReference),
    ("<string>‸&#x;</string>", .malformedReference),
    ("<string>‸&#X41;</string>", .malformedReference),
    ("<string>‸&#65</string>", .malformedReference),
    ("<string>‸&#0;</string>", .forbiddenCharacter(0)),
    ("<string>‸&#x1F;</string>", .forbiddenCharacter(0x1F)),
    ("<string>‸&#xD800;</string>", .forbiddenCharacter(0xD800)),
    ("<string>‸&#xFFFF;</string>", .forbiddenCharacter(0xFFFF)),
    ("<string>‸&#99999999999999999999;</string>", .forbiddenCharacter(0x11_0000)),
    ("<string>a‸\u{0}</string>", .forbiddenCharacter(0)),
    ("<string>a‸\u{1}</string>", .forbiddenCharacter(1)),
    ("<dict><key>‸\u{FFFE}</key>", .forbiddenCharacter(0xFFFE)),
    ("<string>éé‸\u{FFFF}</string>", .forbiddenCharacter(0xFFFF)),
    ("<!-- ‸\u{B} --><true/>", .forbiddenCharacter(0xB)),
    ("‸<integer>5 </integer>", .invalidText("5 ", of: "integer")),
    ("‸<integer></integer>", .invalidText("", of: "integer")),
    ("‸<integer/>", .invalidText("", of: "integer")),
    ("‸<integer>5a</integer>", .invalidText("5a", of: "integer")),
    ("‸<integer>0x</integer>", .invalidText("0x", of: "integer")),
    ("‸<integer>--5</integer>", .invalidText("--5", of: "integer")),
    ("‸<integer>1.5</integer>", .invalidText("1.5", of: "integer")),
    (
      "<array>‸<integer>18446744073709551616</integer></array>",
      .integerOutOfRange("18446744073709551616")
    ),
    ("‸<integer>-9223372036854775809</integer>", .integerOutOfRange("-9223372036854775809")),
    ("‸<real>1.5 </real>", .invalidText("1.5 ", of: "real")),
    ("‸<real>.</real>", .invalidText(".", of: "real")),
    ("‸<real>1e</real>", .invalidText("1e", of: "real")),
    ("‸<real>-nan</real>", .invalidText("-nan", of: "real")),
    ("‸<real>0x10</real>", .invalidText("0x10", of: "real")),
    ("‸<date>2026-11-21</date>", .invalidText("2026-11-21", of: "date")),
    ("‸<date>2026-02-30T00:00:00Z</date>", .invalidText("2026-02-30T00:00:00Z", of: "date")),
    ("‸<date>2026-02-03T00:00:00.5Z</date>", .invalidText("2026-02-03T00:00:00.5Z", of: "date")),
    ("‸<date>2026-02-03T24:00:00Z</date>", .invalidText("2026-02-03T24:00:00Z", of: "date")),
    ("<data>AQ‸*D</data>", .invalidBase64(.scalar("*"))),
    ("<data>AQID‸é</data>", .invalidBase64(.scalar("é"))),
    ("<data>AQ==‸AQ==</data>", .invalidBase64(.scalar("A"))),
    ("<data>‸====</data>", .invalidBase64(.scalar("="))),
    ("‸<data>AQI</data>", .unfinishedBase64),
    ("‸<data>AQIDA</data>", .unfinishedBase64),
    ("<?xml version='1.0' encoding='‸foo'?><true/>", .unsupportedEncoding("foo")),
    ("<?xml encoding = \"‸Windows-1252\"?><true/>", .unsupportedEncoding("Windows-1252")),
    ("<?xml encoding='‸UTF-16'?><true/>", .contradictedEncoding("UTF-16")),
  ]

  @Test(arguments: structure + tags + text)
  func pointsAtTheProblem(marked: Marked, problem: Problem) throws {
    let error = try failure(of: marked.source, as: .xmlPropertyList)
    #expect(error.problem == .xml(problem))
    #expect(error.offset == marked.offset)
    #expect(error.position != nil)
    #expect(!error.message.isEmpty)
  }

  @Test(
    arguments: [
      ("‸", DecantError.Problem.emptyInput), (" \n ‸", .emptyInput), ("<!-- --> ‸", .emptyInput),
      ("‸<!-- \n", .unterminatedComment), ("<string>a‸<!-- -", .unterminatedComment),
    ] as [(Marked, DecantError.Problem)])
  func pointsAtOtherProblems(marked: Marked, problem: DecantError.Problem) throws {
    let error = try failure(of: marked.source, as: .xmlPropertyList)
    #expect(error.problem == problem)
    #expect(error.offset == marked.offset)
  }

  @Test(arguments: [
    ("<dict><key>a</key><array><true/><foo/></array></dict>", "/a/1"),
    ("<array><dict><key>a</key><true/><key>b</key></dict></array>", "/0/b"),
    ("<array><array/><integer>x</integer></array>", "/1"),
    ("<dict><key>a</key><dict><key>b</key><string>&x;</string></dict></dict>", "/a/b"),
    ("<array><true/><true/>x</array>", "/2"),
  ]) func tellsTheWayToTheProblem(source: String, path: String) throws {
    #expect(try failure(of: source, as: .xmlPropertyList).path?.description == path)
  }

  @Test(
    arguments: [
      (
        "<string>&nbsp;</string>", "unknown entity '&nbsp;'",
        "XML has &amp; &lt; &gt; &quot; and &apos;; '&' itself is written &amp;"
      ),
      (
        "<null/>", "unknown element <null>",
        "a property list has no null; leave the key or element out"
      ),
      ("<array><sting/>", "unknown element <sting>; did you mean <string>?", nil),
      (
        "<dict><key>k</key></dict>", "the key 'k' has no value",
        "in <dict> each <key> is followed by one value"
      ),
      ("<array></dict>", "<array> is not closed before </dict> on line 1", nil),
      ("</dict>", "</dict> has no start tag", nil),
      (
        "<plist><true/><true/></plist>", "expected </plist> but found <true>",
        "put the values in one <array>"
      ),
      (
        "<!DOCTYPE a [", "the DOCTYPE contains declarations",
        "delete the part from '[' to ']'; only the five entities of XML are supported"
      ),
      (
        "<string>&#xDC00;</string>", "XML cannot represent a surrogate or a number above U+10FFFF",
        nil
      ),
      (
        "<string>\u{1}</string>", "XML cannot represent U+0001",
        nil
      ),
      (
        "<integer>99999999999999999999</integer>",
        "the integer '99999999999999999999' has more than 64 bits", "write it as <real> or <string>"
      ),
      ("<date>soon</date>", "invalid date 'soon'", "write it as 2026-11-21T09:30:00Z"),
      (
        "<?xml encoding='EBCDIC'?>", "cannot read the encoding 'EBCDIC'",
        "convert it to UTF-8 with iconv"
      ),
    ] as [(String, String, String?)])
  func reportsWhatToDo(source: String, message: String, hint: String?) throws {
    let error = try failure(of: source, as: .xmlPropertyList)
    #expect(error.message == message)
    #expect(error.hint == hint)
  }
}
