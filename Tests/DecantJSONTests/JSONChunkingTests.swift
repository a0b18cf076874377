import DecantTestSupport
import Testing
import Decant

@Suite struct JSONChunkingTests {
  static let formats: [Format] = [.json, .json5, .jsonLines, .jsonSequence]

  @Test(arguments: Corpora.files(inPackage: "Samples"))
  func samplesAreReadTheSameInPieces(_ sample: Corpora.File) {
    for format in Self.formats { expectSameInPieces(sample.bytes, as: format) }
  }

  @Test(arguments: Corpora.files(inSuite: "json-test-suite/test_parsing"))
  func suiteIsReadTheSameInPieces(_ file: Corpora.File) {
    // Large files are repetitive.
    let bytes =
      file.bytes.count > 2000 ? file.bytes.prefix(700) + file.bytes.suffix(700) : file.bytes[...]
    for format in Self.formats { expectSameInPieces(Array(bytes), as: format) }
  }

  @Test(arguments: Corpora.files(inPackage: "Samples"))
  func everyPrefixOfASampleEndsInEventsOrAnError(_ sample: Corpora.File) {
    for format in Self.formats {
      // The formats share a reader.
      let ends = 0...sample.bytes.count
      for end in format.name == "json" ? Array(ends) : Thoroughness.cases(of: ends) {
        let prefix = Array(sample.bytes[..<end])
        let whole = Transcript(reading: prefix, as: format)
        #expect(whole.grammarFlaw == nil)
        let pieces = Transcript(
          reading: prefix, as: format, feeding: .init(sizes: [1, 7, 3], capacity: 64))
        #expect(pieces == whole, "\(format.name), \(end) bytes")
      }
    }
  }

  /// All kinds of tokens, with lengths around the sizes of a word and of the window.
  @Test func tokensThatStraddleTheWindowAreReadTheSame() {
    for length in [0, 1, 6, 7, 8, 9, 15, 16, 17, 55, 56, 57, 62, 63, 64, 65, 127, 128, 200] {
      let plain = String(repeating: "x", count: length)
      let digits = String(repeating: "7", count: length + 1)
      let documents = [
        "[\"\(plain)\",\"\(plain)é\",\"\(plain)\\n\",\"\(plain)😀\\ud83d\\ude00\"]",
        "[\(digits),-\(digits).\(digits)e+\(digits)]",
        "{\"\(plain)\":1,\"\(plain)2\":{\"\(plain)\":2},\"\(plain)\\u0033\":[true,false,null]}",
        String(repeating: " ", count: length) + "[" + String(repeating: "\n", count: length) + "]",
        "[\"\(plain)",
        "[\"\(plain)\u{1}\"]",
        "[\"\(plain)\\q\"]",
        "{\"\(plain)\":1,\"\(plain)\":2}",
      ]
      for document in documents { expectSameInPieces(Array(document.utf8), as: .json) }
      let extended = [
        "/*\(plain)*/[/*\(plain)**/1//\(plain)\n,'\(plain)\"\\\r\n\\x41', +.\(digits), 0x\(digits)]//\(plain)",
        "{\(plain)a:1,'\(plain)é':2,\\u0061\(plain)b:Infinity,\u{2028}é\(plain):NaN,}",
        "{\"\(plain)\":1,'\(plain)':2}",
        "/*\(plain)",
      ]
      for document in extended { expectSameInPieces(Array(document.utf8), as: .json5) }
    }
  }
}
