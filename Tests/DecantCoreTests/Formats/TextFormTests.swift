import DecantTestSupport
import Foundation
import Testing

@testable import DecantCore

@Suite struct TextFormTests {
  /// Text in pieces of any size becomes what Foundation makes of the whole.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func convertsPieces(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let characters = ["a", "\n", "\r\n", "é", "語", "😀", "\u{10FFFF}", "\u{0}"]
    let text = (0..<Int.random(in: 1...40, using: &generator))
      .map { _ in characters.randomElement(using: &generator) ?? "" }.joined()
    let encodings: [(mark: [UInt8], String.Encoding)] = [
      ([], .utf8), ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16LittleEndian),
      ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian),
      ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
    ]
    for (mark, encoding) in encodings {
      for end in ["\n", "\r\n", "\r"] {
        var form = TextForm()
        form.encoding = UnicodeSource.Form.all.first { $0.mark == mark } ?? form.encoding
        form.keepLineEnds(of: Array("1\(end)2".utf8))
        let memory = MemoryDestination()
        let destination = form.convert(to: memory)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
          let piece = Array(rest.prefix(Int.random(in: 1...5, using: &generator)))
          rest = rest.dropFirst(piece.count)
          try piece.withBytes { (piece) throws(DecantError) in try destination.write(piece) }
        }
        // A line feed after a carriage return is a part of a line end that is there already.
        let lines = text.replacing("\r\n", with: "\u{1}").replacing("\n", with: end)
          .replacing("\u{1}", with: "\r\n")
        #expect(try memory.bytes == mark + #require(lines.data(using: encoding)))
      }
    }
  }

  @Test(arguments: [
    ("", "\n"), ("a", "\n"), ("a\r\nb\n", "\n"), ("a\r\nb\nc\r\n", "\r\n"), ("a\rb\rc\n", "\r"),
    ("a\r\r\n", "\r\n"),
  ])
  func findsTheLineEndOfMostLines(text: String, end: String) {
    var form = TextForm()
    form.keepLineEnds(of: Array(text.utf8))
    #expect(form.lineEnd == Array(end.utf8))
  }
}
