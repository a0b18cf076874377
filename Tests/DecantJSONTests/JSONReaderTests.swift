import DecantTestSupport
import Testing
import Decant
import DecantCore

@Suite struct JSONReaderTests {
  @Test(arguments: [
    ("null", "null ;"),
    ("true", "true ;"),
    ("false", "false ;"),
    (" \t\r\n null \t\r\n ", "null ;"),
    ("[]", "[ ] ;"),
    ("[ ]", "[ ] ;"),
    ("{}", "{ } ;"),
    ("{\n}", "{ } ;"),
    ("[1]", "[ i1 ] ;"),
    ("[1,2 , 3]", "[ i1 i2 i3 ] ;"),
    ("[[],[[]],{}]", "[ [ ] [ [ ] ] { } ] ;"),
    (#"{"a":1}"#, #"{ "a": i1 } ;"#),
    (#"{"a" : {"b":[]}, "c":null}"#, #"{ "a": { "b": [ ] } "c": null } ;"#),
    (#"{"":0}"#, #"{ "": i0 } ;"#),
    (#"[true,false,null,""]"#, #"[ true false null "" ] ;"#),
    (#""text""#, #""text" ;"#),
    ("\u{FEFF}[]", "[ ] ;"),
  ])
  func readsValues(source: String, expected: String) throws {
    #expect(try script(of: source) == expected)
  }

  @Test(arguments: [
    ("0", "i0"), ("-0", "i-0"), ("7", "i7"), ("-12", "i-12"),
    ("9007199254740993", "i9007199254740993"),
    ("1.10", "r1.10"), ("-0.0", "r-0.0"), ("1e5", "r1e5"), ("1E400", "r1E400"),
    ("1e-5", "r1e-5"), ("1E+05", "r1E+05"), ("0e0", "r0e0"), ("0.000", "r0.000"),
    ("123456.789012e-300", "r123456.789012e-300"),
    (String(repeating: "9", count: 200), "i" + String(repeating: "9", count: 200)),
    ("-1." + String(repeating: "1", count: 200), "r-1." + String(repeating: "1", count: 200)),
  ])
  func keepsNumbersAsTheyAreWritten(source: String, expected: String) throws {
    #expect(try script(of: source) == expected + " ;")
    #expect(try script(of: "[\(source),\(source) ]") == "[ \(expected) \(expected) ] ;")
    #expect(try script(of: "{\"n\":\(source)}") == "{ \"n\": \(expected) } ;")
  }

  @Test(arguments: [
    (#"\"\\\/"#, #""\/"#),
    (#"\b\f\n\r\t"#, "<8><c><a><d><9>"),
    (#"\u0041"#, "A"),
    (#"\u00e9\u00E9"#, "éé"),
    (#"\u0000"#, "<0>"),
    (#"\u001f\u007f"#, "<1f><7f>"),
    (#"\u20ac"#, "€"),
    (#"\ud83d\ude00"#, "😀"),
    (#"\uD83D\uDE00"#, "😀"),
    (#"\ud800\udc00\udbff\udfff"#, "\u{10000}\u{10FFFF}"),
    (#"\ufffe\uffff"#, "\u{FFFE}\u{FFFF}"),
    (#"a\\nb"#, #"a\nb"#),
    (#"\\"#, #"\"#),
    (#"\\\\"#, #"\\"#),
    ("é😀\\n€", "é😀<a>€"),
    ("\u{7F}\u{80}\u{2028}", "<7f>\u{80}\u{2028}"),
    ("e\u{301}\u{1F1E9}\u{1F1EA}", "e\u{301}\u{1F1E9}\u{1F1EA}"),
  ])
  func decodesStrings(source: String, expected: String) throws {
    for padding in ["", "x", "xxxxxx", "xxxxxxx", "xxxxxxxx", "xxxxxxxxxxxxxxx"] {
      #expect(try script(of: "\"\(padding + source)\"") == "\"\(padding + expected)\" ;")
      #expect(try script(of: "\"\(source + padding)\"") == "\"\(expected + padding)\" ;")
      #expect(
        try script(of: "{\"\(padding + source)\":0}") == "{ \"\(padding + expected)\": i0 } ;")
    }
  }

  @Test(arguments: [
    "", "a", "plain text", "é", "\u{7F}", "\\n", "a\\\"b", "\\u0041", "\\u00e9", "\\/",
  ])
  func flagsStringsAsTheyAre(source: String) throws {
    let transcript = Transcript(reading: Array("\"\(source)\"".utf8), as: .json)
    let entry = try #require(transcript.entries.first { $0.kind == .string })
    let flags = Event.Flags(rawValue: entry.flags)
    #expect(flags.contains(.isASCII) == entry.text.allSatisfy { $0 < 0x80 })
    let isPlain = entry.text.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    #expect(flags.contains(.needsNoJSONEscape) == isPlain)
  }

  @Test func readsUTF16AndUTF32WithAByteOrderMark() throws {
    let source = #"{"é😀":["\u0000",1.50]}"#
    let expected = #"{ "é😀": [ "<0>" r1.50 ] } ;"#
    let units = Array(source.utf16)
    let scalars = source.unicodeScalars.map(\.value)
    let encodings: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array(source.utf8),
      [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
      [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      [0, 0, 0xFE, 0xFF]
        + scalars.flatMap { value in [24, 16, 8, 0].map { UInt8(value >> $0 & 0xFF) } },
      [0xFF, 0xFE, 0, 0]
        + scalars.flatMap { value in [0, 8, 16, 24].map { UInt8(value >> $0 & 0xFF) } },
    ]
    for bytes in encodings { #expect(try script(of: bytes) == expected) }
  }

  @Test func nestingIsLimitedByTheOptionsAndNotByTheStack() throws {
    var options = ReadingOptions()
    options.maximumDepth = 1_000_000
    let depth = 1_000_000
    let source = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let transcript = Transcript(reading: Array(source.utf8), as: .json, options)
    #expect(transcript.error == nil)
    #expect(transcript.entries.count == 2 * depth + 2)

    let error = try #require(Transcript(reading: Array(source.utf8), as: .json).error)
    #expect(error.problem == .tooDeep(limit: 1000))
    #expect(error.position?.offset == 1000)
  }

  @Test(arguments: [0, 1, 5]) func depthLimitCountsOpenCollections(limit: Int) throws {
    var options = ReadingOptions()
    options.maximumDepth = limit
    let allowed =
      String(repeating: "{\"a\":", count: limit) + "0" + String(repeating: "}", count: limit)
    #expect(throws: Never.self) { try script(of: allowed, as: .json, options) }
    let tooDeep = try failure(of: String(repeating: "[", count: limit + 1), as: .json, options)
    #expect(tooDeep.problem == .tooDeep(limit: limit))
    #expect(tooDeep.position?.offset == limit)
  }
}
