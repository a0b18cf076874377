import DecantTestSupport
import Testing
import Decant

/// UTF-8 is validated at every offset in the words that the scanner loads.
@Suite struct JSONReaderEncodingTests {
  /// Sequences that RFC 3629 forbids, and the index of the invalid byte.
  static let invalid: [(bytes: [UInt8], fault: Int)] = [
    ([0x80], 0), ([0xBF], 0), ([0xFF], 0), ([0xFE], 0), ([0xF8, 0x88, 0x80, 0x80, 0x80], 0),
    // Overlong.
    ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xE0, 0x80, 0x80], 0), ([0xE0, 0x9F, 0xBF], 0),
    ([0xF0, 0x80, 0x80, 0x80], 0), ([0xF0, 0x8F, 0xBF, 0xBF], 0), ([0xC0, 0xA2], 0),
    // Surrogates.
    ([0xED, 0xA0, 0x80], 0), ([0xED, 0xBF, 0xBF], 0), ([0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80], 0),
    // Above U+10FFFF.
    ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xF7, 0xBF, 0xBF, 0xBF], 0),
    // Cut short.
    ([0xC3], 0), ([0xE2, 0x82], 0), ([0xF0, 0x9F, 0x98], 0), ([0xE2], 0), ([0xF0], 0),
    ([0xF0, 0x9F], 0),
    ([0xC3, 0xC3, 0xA9], 0), ([0xE2, 0x82, 0xC3, 0xA9], 0),
    ([0xC3, 0xA9, 0x80], 2), ([0xF0, 0x9F, 0x98, 0x80, 0xFF], 4), ([0x61, 0xC3, 0x28], 1),
  ]

  static let valid: [[UInt8]] = [
    [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80],
    [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    [0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80],
  ]

  @Test(arguments: 0..<invalid.count)
  func refusesWhatIsNotUTF8AtEveryPlace(index: Int) throws {
    let (bytes, fault) = Self.invalid[index]
    for before in 0..<18 {
      for after in [0, 1, 5, 9] {
        for opening in ["\"", "{\"", "[\"\",\""] {
          let start = Array(opening.utf8) + [UInt8](repeating: 0x78, count: before)
          let source = start + bytes + [UInt8](repeating: 0x79, count: after) + [0x22]
          for format in [Format.json, .json5] {
            let transcript = expectSameInPieces(source, as: format)
            #expect(transcript.error?.problem == .invalidEncoding(.utf8))
            #expect(transcript.error?.offset == start.count + fault)
          }
        }
      }
    }
  }

  @Test(arguments: valid)
  func acceptsTheEdgesOfUTF8AtEveryPlace(bytes: [UInt8]) throws {
    for before in 0..<18 {
      let text = [UInt8](repeating: 0x78, count: before) + bytes
      let source = [0x5B, 0x22] + text + [0x22, 0x2C, 0x22] + text + bytes + [0x22, 0x5D]
      let transcript = expectSameInPieces(source, as: .json)
      #expect(transcript.error == nil)
      #expect(transcript.entries.filter { $0.kind == .string }.map(\.text) == [text, text + bytes])
    }
  }

  @Test(arguments: 0..<invalid.count)
  func refusesWhatIsNotUTF8InComments(index: Int) throws {
    let (bytes, fault) = Self.invalid[index]
    for (opening, closing) in [("1/*", "*/"), ("1//", "\n"), ("[/*é*/1,//\u{2028}/**", "*/]")] {
      for before in 0..<5 {
        let start = Array(opening.utf8) + [UInt8](repeating: 0x78, count: before)
        let transcript = expectSameInPieces(start + bytes + Array(closing.utf8), as: .json5)
        #expect(transcript.error?.problem == .invalidEncoding(.utf8))
        #expect(transcript.error?.offset == start.count + fault)
      }
    }
  }

  @Test(arguments: valid)
  func acceptsTheEdgesOfUTF8InComments(bytes: [UInt8]) throws {
    for (opening, closing) in [("/*", "*/1"), ("//", "\n1"), ("//", "\u{2029}1")] {
      let source = Array(opening.utf8) + bytes + bytes + Array(closing.utf8)
      let transcript = expectSameInPieces(source, as: .json5)
      #expect(transcript.error == nil)
    }
  }

  @Test(arguments: [[UInt8]([0xFF]), [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80]])
  func refusesWhatIsNotUTF8OutsideStrings(bytes: [UInt8]) throws {
    for opening in ["", "[", "[1", "{", "{\"a\"", "1 "] {
      let transcript = expectSameInPieces(Array(opening.utf8) + bytes, as: .json)
      #expect(transcript.error?.offset == opening.utf8.count)
      #expect(transcript.error?.problem == .invalidEncoding(.utf8))
    }
  }

  @Test(arguments: [
    // An odd byte, unpaired surrogates, a swapped pair.
    ([UInt8]([0xFF, 0xFE, 0x31]), DecantError.Encoding.utf16),
    ([0xFE, 0xFF, 0x00, 0x22, 0xD8, 0x00, 0x00, 0x22], .utf16),
    ([0xFE, 0xFF, 0x00, 0x22, 0xDC, 0x00, 0x00, 0x22], .utf16),
    ([0xFE, 0xFF, 0x00, 0x22, 0xD8, 0x00], .utf16),
    ([0, 0, 0xFE, 0xFF, 0, 0, 0xD8, 0], .utf32),
    ([0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0], .utf32),
    ([0xFF, 0xFE, 0, 0, 0x31, 0, 0], .utf32),
  ])
  func refusesWhatIsNotUTF16OrUTF32(bytes: [UInt8], encoding: DecantError.Encoding) throws {
    for feeding in [Transcript.Feeding()] + Transcript.Feeding.all {
      let transcript = Transcript(reading: bytes, as: .json, feeding: feeding)
      #expect(transcript.error?.problem == .invalidEncoding(encoding))
    }
  }
}
