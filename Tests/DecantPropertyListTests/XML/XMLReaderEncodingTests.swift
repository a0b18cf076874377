import DecantTestSupport
import Foundation
import Testing
import Decant
import DecantConversion

@Suite struct XMLReaderEncodingTests {
  private static func document(_ encoding: String) -> String {
    "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<dict><key>ké</key><string>ÿé</string></dict>"
  }

  private static let expected = "{ \"ké\": \"ÿé\" } ;"

  @Test(arguments: [
    ("ISO-8859-1", String.Encoding.isoLatin1), ("latin1", .isoLatin1), ("iso_8859-1", .isoLatin1),
    ("utf-8", .utf8), ("UTF8", .utf8),
    // A byte-order mark, or the encoding of the first tag, overrides the declaration.
    ("UTF-16", .utf16), ("ISO-8859-1", .utf16), ("foo", .utf16), ("UTF-16", .utf16LittleEndian),
    ("UTF-16BE", .utf16BigEndian), ("ISO-8859-1", .utf16LittleEndian), ("UTF-32", .utf32),
    ("UTF-32", .utf32LittleEndian), ("US-ASCII", .utf32BigEndian),
  ]) func readsWhatIsDeclaredOrMarked(name: String, encoding: String.Encoding) throws {
    let bytes = try #require(Self.document(name).data(using: encoding))
    #expect(try script(of: Array(bytes), as: .xmlPropertyList) == Self.expected)
  }

  @Test(arguments: ["ISO-8859-1", "US-ASCII", "foo"])
  func aMarkOfUTF8TellsMoreThanADeclaration(name: String) throws {
    let bytes = [0xEF, 0xBB, 0xBF] + Array(Self.document(name).utf8)
    #expect(try script(of: bytes, as: .xmlPropertyList) == Self.expected)
  }

  @Test func everyByteOfLatin1IsItsScalar() throws {
    let bytes =
      Array("<?xml encoding='iso-8859-1'?><string>".utf8) + Array(0x80...0xFF)
      + Array("</string>".utf8)
    let scalars = (0x80...0xFF).map { String(Unicode.Scalar(UInt8($0))) }.joined()
    #expect(try script(of: bytes, as: .xmlPropertyList) == "\"\(scalars)\" ;")
  }

  @Test func whatIsDeclaredASCIIMustBe() throws {
    let head = "<?xml version='1.0' encoding='US-ASCII'?><string>"
    #expect(try script(of: head + "a</string>", as: .xmlPropertyList) == "\"a\" ;")
    let error = try failure(of: head + "é</string>", as: .xmlPropertyList)
    #expect(error.problem == .invalidEncoding(.ascii))
    #expect(error.offset == head.utf8.count)
  }

  @Test(arguments: [
    [UInt8]([0x80]), [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3, 0x28],
    [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xFF],
  ]) func refusesWhatIsNotUTF8Anywhere(bytes: [UInt8]) throws {
    for (opening, closing) in [
      ("<string>", "</string>"), ("<dict><key>", "</key>"), ("<!-- ", " -->"), ("<?a ", "?>"),
      ("<string><![CDATA[", "]]></string>"), ("<string>a<!--", "--></string>"), ("<a", ">"),
      ("<array a='", "'>"), ("<!DOCTYPE '", "'>"), ("<array>", ""), ("<true/>", ""), ("<", ""),
      ("<data>", "</data>"), ("<array a=", ">"), ("<!", ">"),
    ] {
      for filling in 0..<9 {
        let start =
          Array(opening.utf8)
          + [UInt8](
            repeating: 0x20,
            count: opening == "<" || opening.hasSuffix("=") || opening == "<!" || opening == "<a"
              ? 0 : filling)
        let source = start + bytes + Array(closing.utf8)
        let error = expectSameInPieces(source, as: .xmlPropertyList).error
        #expect(error?.problem == .invalidEncoding(.utf8), "\(opening)")
        #expect(error?.offset == start.count)
      }
    }
  }

  @Test func recognisesPropertyListsByTheirContent() throws {
    for text in [
      "<?xml version=\"1.0\"?>\n<!DOCTYPE plist PUBLIC \"\" \"\">\n<plist><true/></plist>",
      " \n<plist version=\"1.0\"><dict/></plist>", "<dict/>", "<array><true/></array>",
      "<!-- a -->\n<plist><true/></plist>",
    ] {
      for encoding in [String.Encoding.utf8, .utf16, .utf16LittleEndian] {
        let bytes = Array(try #require(text.data(using: encoding)))
        let input = try Input(MemorySource(bytes), detecting: .standard)
        #expect(input.format.name == "xml1")
      }
    }
  }
}
