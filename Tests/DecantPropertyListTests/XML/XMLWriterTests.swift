import DecantTestSupport
import Testing
import Decant
import DecantCore

@testable import DecantPropertyList

@Suite struct XMLWriterTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    """

  private func text(
    _ value: Value, _ indentation: Indentation? = nil, ascii: Bool = false
  ) throws -> String {
    var options = WritingOptions()
    options.indentation = indentation
    options.ascii = ascii
    let text = try value.text(as: .xmlPropertyList, options: options)
    try #require(text.hasPrefix(Self.head) && text.hasSuffix("</plist>\n"))
    #expect(try Value(parsing: text, as: .xmlPropertyList) == value)
    return String(text.dropFirst(Self.head.count).dropLast("</plist>\n".count))
  }

  static let document: Value = [
    "a": [1, [], [:], ["b": true]], "c": "", "d": .data([1, 2, 3]), "e": .data([]), "f": .uid(5),
    "g": 1.5,
  ]

  @Test func writesAsAppleDoes() throws {
    #expect(
      try text(Self.document) == """

        <dict>
        \t<key>a</key>
        \t<array>
        \t\t<integer>1</integer>
        \t\t<array/>
        \t\t<dict/>
        \t\t<dict>
        \t\t\t<key>b</key>
        \t\t\t<true/>
        \t\t</dict>
        \t</array>
        \t<key>c</key>
        \t<string></string>
        \t<key>d</key>
        \t<data>
        \tAQID
        \t</data>
        \t<key>e</key>
        \t<data>
        \t</data>
        \t<key>f</key>
        \t<dict>
        \t\t<key>CF$UID</key>
        \t\t<integer>5</integer>
        \t</dict>
        \t<key>g</key>
        \t<real>1.5</real>
        </dict>

        """)
  }

  @Test func writesTheShortestForm() throws {
    let expected =
      "<dict><key>a</key><array><integer>1</integer><array/><dict/><dict><key>b</key><true/></dict>"
      + "</array><key>c</key><string></string><key>d</key><data>AQID</data><key>e</key><data></data>"
      + "<key>f</key><dict><key>CF$UID</key><integer>5</integer></dict><key>g</key><real>1.5</real>"
      + "</dict>"
    #expect(try text(Self.document, .compact) == expected)
    #expect(try text(Self.document, .spaces(0)) == expected)
  }

  @Test(arguments: [1, 2, 4, 8]) func indentsByWhatItIsTold(width: Int) throws {
    let tabs = try text(Self.document)
    let spaces = try text(Self.document, .spaces(width))
    #expect(spaces == tabs.replacing("\t", with: String(repeating: " ", count: width)))
  }

  @Test(arguments: [
    ("1.0", "1"), ("-2.0", "-2"), ("100.0", "100"), ("0.0", "0.0"), ("-0.0", "-0.0"),
    ("10.0", "10"), ("-10.0", "-10"), ("0.10", "0.10"), ("1.50", "1.50"), ("1e22", "1e22"),
    ("1.0e5", "1.0e5"), ("0.1", "0.1"),
    ("123456789.123456789123456789", "123456789.123456789123456789"),
    ("nan", "nan"), ("inf", "+infinity"), ("-inf", "-infinity"),
  ]) func realsKeepTheirDigits(lexeme: String, written: String) throws {
    let number = try #require(Number(lexeme))
    #expect(try text(.number(number), .compact) == "<real>\(written)</real>")
  }

  @Test(arguments: [
    ("&<>\"'", "&amp;&lt;&gt;\"'"), ("a\r\nb\tc", "a&#13;\nb\tc"), ("é€😀", "é€😀"),
    ("\u{7F}\u{85}\u{FFFD}\u{FEFF}\u{F8FF}", "\u{7F}\u{85}\u{FFFD}\u{FEFF}\u{F8FF}"),
    ("]]>", "]]&gt;"), ("&amp;", "&amp;amp;"), (" a ", " a "),
  ]) func writesReferencesWhereTheyMustBe(string: String, written: String) throws {
    #expect(try text(.string(string), .compact) == "<string>\(written)</string>")
    #expect(
      try text([string: .string(string)], .compact)
        == "<dict><key>\(written)</key><string>\(written)</string></dict>")
    for before in 0..<18 {
      let filling = String(repeating: "x", count: before)
      #expect(
        try text(.string(filling + string + filling), .compact)
          == "<string>\(filling)\(written)\(filling)</string>")
    }
  }

  @Test func writesReferencesForAllThatIsNotASCIIWhenAsked() throws {
    #expect(
      try text(["é": "€😀&\u{10FFFF}"], .compact, ascii: true)
        == "<dict><key>&#233;</key><string>&#8364;&#128512;&amp;&#1114111;</string></dict>")
    let long = String(repeating: "é", count: 10_000)
    #expect(
      try text(.string(long), .compact, ascii: true)
        == "<string>" + String(repeating: "&#233;", count: 10_000) + "</string>")
  }

  @Test(arguments: [
    ("2026-11-21T09:30:00Z", "2026-11-21T09:30:00Z"),
    ("0011-01-02T03:04:05Z", "0011-01-04T03:04:05Z"),
    ("-0011-01-02T03:04:05Z", "-011-01-02T03:04:05Z"),
    ("+12011-01-02T03:04:05Z", "12011-01-02T03:04:05Z"),
    ("-12011-01-02T03:04:05Z", "-12011-01-02T03:04:05Z"),
  ]) func datesAreWrittenAsFoundationWritesThem(date: String, written: String) throws {
    let date = try #require(Timestamp(date))
    #expect(try text(.date(date), .compact) == "<date>\(written)</date>")
  }

  /// Lines of data become shorter with each level, until level 8.
  @Test func linesOfDataFitTheirDepth() throws {
    var value = Value.data(Array(repeating: 0, count: 100))
    for depth in 0..<12 {
      let lines = try text(value).split(separator: "\n").filter { $0.contains("A") }
      let level = min(depth, 8)
      let indentation = String(repeating: "\t", count: level)
      for line in lines.dropLast() {
        #expect(line == indentation + String(repeating: "A", count: 76 - 8 * level))
      }
      #expect(lines.last?.hasSuffix("AA==") == true)
      value = [value]
    }
  }

  @Test func dataOfEverySizeComesThrough() throws {
    for size in Array(0...70) + [255, 256, 1000, 65_535, 65_536, 200_001] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
      _ = try text(.data(bytes))
      _ = try text([.data(bytes), 1], .compact)
    }
  }

  /// Lengths around the sizes of a word, a short copy, the reserved space and the sink's buffer.
  @Test(arguments: [
    0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 4095, 4096, 4097, 32_700, 32_768, 65_400,
    65_471, 65_472, 65_473, 65_536, 200_000,
  ]) func textsOfEverySizeComeThrough(size: Int) throws {
    let plain = String(repeating: "x", count: size)
    for string in [plain, plain + "é", plain + "&" + plain, "<" + plain, plain + "\u{F8FF}"] {
      _ = try text([.string(string), [string: .string(string)]])
    }
    let digits = try #require(Number("1." + String(repeating: "3", count: size + 1)))
    #expect(try text(.number(digits), .compact) == "<real>\(digits.lexeme)</real>")
  }

  @Test func indentsAnyDepth() throws {
    let depth = 700
    var value: Value = "x"
    for _ in 0..<depth { value = [value] }
    let lines = try text(value, .spaces(8)).split(separator: "\n")
    #expect(lines.count == 2 * depth + 1)
    #expect(lines[depth] == String(repeating: " ", count: 8 * depth) + "<string>x</string>")
  }

  @Test func refusesWhatXMLCannotHold() throws {
    let sink = ByteSink(MemoryDestination())
    for (kind, text) in [
      (Event.Kind.string, "a\u{1}"), (.string, "\u{FFFE}"), (.string, "é\u{0}é"), (.null, ""),
      (.date, "2026-11-21T09:30:00.5Z"), (.alias, "a"), (.string, "\u{FFFF}"),
    ] {
      var writer = XMLWriter(WritingOptions())
      var batch = EventBatch()
      batch.append(.beginDocument)
      batch.append(kind, text: text)
      #expect(throws: DecantError.self) { try writer.write(batch, to: sink) }
    }
  }
}
