import DecantTestSupport
import Foundation
import Testing

@testable import DecantCore
@testable import Decant
@testable import DecantChanges

/// Text in UTF-16 and UTF-32 is edited as the same text in UTF-8.
@Suite struct EncodedTextEditingTests {
  static let encodings: [(mark: [UInt8], String.Encoding)] = [
    ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
  ]

  static let samples: [(Format, String)] = [
    (.json, "{\n  \"a\": 1,\n  \"é😀\": \"語\",\n  \"l\": [1, 2]\n}\n"),
    (.json5, "// é\n{\n  a: 1, // x\n  'é😀': '語',\n}"),
    (.jsonLines, "{\"a\": 1}\n{\"a\": 2, \"é\": \"😀\"}\n"),
    (.yaml, "# é\na: 1  # 語\n\"é😀\": 語\nl:\n  - 1\n"),
    (.toml, "# é\na = 1  # 語\n\"é😀\" = \"語\"\n[l]\nx = 1\n"),
    (
      .xmlPropertyList,
      """
      <?xml version="1.0" encoding="UTF-16"?>
      <plist version="1.0">
      <dict>
      \t<key>a</key>
      \t<integer>1</integer>
      \t<!-- é -->
      \t<key>é😀</key>
      \t<string>語</string>
      </dict>
      </plist>

      """
    ),
    (.openStepPropertyList, "{\n\ta = 1; /* é */\n\t\"é😀\" = \"語\";\n}\n"),
    (.strings, "/* é */\n\"a\" = \"1\";\n\n\"é😀\" = \"語\";\n"),
  ]

  private func edits() throws -> [DocumentEdit] {
    [
      .set(DocumentPointer(tokens: ["a"]), try Document("😀 ü")),
      .set(DocumentPointer(tokens: ["new"]), try Document("ÿ")),
      .delete(DocumentPointer(tokens: ["a"])),
      .rename(DocumentPointer(tokens: ["a"]), to: "\u{10FFFF}é"),
    ]
  }

  private func bytes(_ text: String, _ encoding: String.Encoding) throws -> [UInt8] {
    Array(try #require(text.data(using: encoding)))
  }

  @Test(arguments: samples.indices, ["\n", "\r\n"])
  func isEditedAsUTF8(sample: Int, lineEnd: String) throws {
    let (format, lines) = Self.samples[sample]
    let text = lines.replacing("\n", with: lineEnd)
    for edit in try edits() {
      var plain = try DocumentEditor([0xEF, 0xBB, 0xBF] + Array(text.utf8), as: format)
      try plain.apply(edit)
      let expected = String(decoding: plain.bytes.dropFirst(3), as: UTF8.self)
      for (mark, encoding) in Self.encodings {
        let old = try mark + bytes(text, encoding)
        var editor = try DocumentEditor(old, as: format)
        #expect(editor.bytes == old)
        try editor.apply(edit)
        #expect(try editor.bytes == mark + bytes(expected, encoding))
        #expect(try Array(editor.result) == editor.bytes)
        guard format.name == Format.xmlPropertyList.name else { continue }
        var unmarked = try DocumentEditor(try bytes(text, encoding), as: format)
        try unmarked.apply(edit)
        #expect(try unmarked.bytes == bytes(expected, encoding))
      }
    }
  }

  /// More text than is converted at once, of which a part is edited by an thinned.
  @Test func isEditedInPieces() throws {
    let rows = (0..<20_000).map { #"{"id": \#($0), "text": "é語😀"}"# }
    let text = "[\n" + rows.joined(separator: ",\n") + "\n]\n"
    for (mark, encoding) in Self.encodings {
      var editor = try DocumentEditor(mark + bytes(text, encoding), as: .json)
      editor.smallestThinnedText = 1
      try editor.apply(.set(DocumentPointer(tokens: ["19999", "text"]), Document("😀")))
      let expected = text.replacing("19999, \"text\": \"é語😀\"", with: "19999, \"text\": \"😀\"")
      #expect(try editor.bytes == mark + bytes(expected, encoding))
      #expect(try Array(editor.result) == editor.bytes)
    }
  }

  @Test(arguments: [[0x00, 0xD8], [0x00, 0xDC], [0x22]] as [[UInt8]])
  func invalidTextIsRefusedWithItsPlace(bad: [UInt8]) throws {
    let text = try [0xFF, 0xFE] + bytes("{\"a\": 1,\n \"b\": \"x", .utf16LittleEndian) + bad
    let error = #expect(throws: DecantError.self) {
      _ = try DocumentEditor(
        bad.count == 1 ? text : text + bytes("\"}", .utf16LittleEndian), named: "x", as: .json)
    }
    #expect(error?.description.hasPrefix("x:2:9") == true, "\(String(describing: error))")
    #expect(error?.problem == .invalidEncoding(.utf16))
  }

  /// An error of an edit has the line and the column of the text.
  @Test func anErrorHasItsPlace() throws {
    var messages: [String?] = []
    for mark in [[], [0xFF, 0xFE]] as [[UInt8]] {
      let text = "{\"a\": 1,,\n}"
      let old = try mark + bytes(text, mark.isEmpty ? .utf8 : .utf16LittleEndian)
      var editor = try DocumentEditor(old, as: .json)
      let error = #expect(throws: DecantError.self) {
        try editor.apply(.delete(DocumentPointer(tokens: ["a"])))
      }
      messages.append(error?.description)
    }
    #expect(messages[0]?.hasPrefix("1:9") == true)
    #expect(messages[0] == messages[1])
  }

  @Test func latin1IsRefused() throws {
    let text =
      #"<?xml version="1.0" encoding="latin1"?><plist><dict><key>é</key><true/></dict></plist>"#
    var editor = try DocumentEditor(try bytes(text, .isoLatin1), as: .xmlPropertyList)
    let error = #expect(throws: DecantError.self) {
      try editor.apply(.delete(DocumentPointer(tokens: ["é"])))
    }
    #expect(error?.problem.specific(EditProblem.self) == .encoding)
  }
}
