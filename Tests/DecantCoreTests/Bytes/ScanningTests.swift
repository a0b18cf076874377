import DecantTestSupport
import Testing
import Decant
import DecantCore

/// Operations on eight bytes at once agree with those on each byte.
@Suite struct ScanningTests {
  private static func words(_ count: Int) -> [[UInt8]] {
    var generator = SeededGenerator(seed: 5)
    let special: [UInt8] = [
      0, 0x1F, 0x20, 0x21, 0x22, 0x27, 0x2F, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x7F, 0x80, 0xBF, 0xC0,
      0xFF,
    ]
    return (0..<count).map { _ in
      (0..<8).map { _ in
        Bool.random(using: &generator)
          ? 0x61 : special.randomElement(using: &generator) ?? 0
      }
    }
  }

  private func first(_ word: [UInt8], _ isMarked: (UInt8) -> Bool) -> Int {
    word.firstIndex(where: isMarked) ?? 8
  }

  @Test func findsTheFirstByteOfEachKind() {
    for bytes in Self.words(20_000) {
      let word = (bytes + [0]).withBytes { $0.word(at: 0) }
      #expect(
        WordScanning.bytesBefore(WordScanning.isNotDigit(word))
          == first(bytes) { !(0x30...0x39 ~= $0) })
      for quote in [UInt8(ascii: "\""), UInt8(ascii: "'")] {
        #expect(
          WordScanning.bytesBefore(WordScanning.endsPlainText(word, quote: quote))
            == first(bytes) { $0 < 0x20 || $0 >= 0x80 || $0 == quote || $0 == 0x5C })
      }
      #expect(
        WordScanning.bytesBefore(WordScanning.differs(word, from: 0x20))
          == first(bytes) { $0 != 0x20 })
      #expect(
        WordScanning.equals(word, 0x22).nonzeroBitCount == bytes.count { $0 == 0x22 })
    }
  }

  @Test func findsAByteInAnyRange() {
    var generator = SeededGenerator(seed: 7)
    for count in 0..<40 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0x09...0x0C, using: &generator) }
      for start in 0...count {
        for end in start...count {
          let found = bytes.withBytes { $0.firstIndex(of: 0x0A, in: start..<end) }
          #expect(found == bytes[start..<end].firstIndex(of: 0x0A))
        }
      }
    }
  }

  @Test func scalarsAreAsLongAsUnicodeSays() {
    for value in 0...UInt32(0x10FFFF) where value % 31 == 0 || value < 0x3000 || value > 0x10FF00 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let encoded = Array(String(scalar).utf8)
      (encoded + [0, 0, 0, 0]).withBytes { bytes in
        if UTF8Scanning.length(bytes, at: 0) != encoded.count
          || UTF8Scanning.scalar(bytes, at: 0) != scalar
        {
          Issue.record("U+\(String(value, radix: 16))")
        }
      }
    }
  }

  /// Without reading past the end, even of text that a scalar is cut off in.
  @Test func lastScalarsAreFound() {
    for value in 0...UInt32(0x10FFFF) where value % 61 == 0 || value < 0x900 || value > 0x10FFF0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let encoded = Array(String(scalar).utf8)
      for before in 0...8 where value < 0x900 || before < 2 {
        let text = [UInt8](repeating: 0x61, count: before) + encoded
        let found = text.withBytes { UTF8Scanning.lastScalar($0, at: before) }
        if found.0 != scalar || found.width != encoded.count {
          Issue.record("U+\(String(value, radix: 16))")
        }
        guard encoded.count > 1 else { continue }
        let cut = text.dropLast().withBytes { UTF8Scanning.lastScalar($0, at: before) }
        #expect(cut.0 == "\u{FFFD}" && cut.width == 1)
      }
    }
  }

  @Test func onlyScalarsHaveALength() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<40_000 {
      let bytes = (0..<4).map { _ in UInt8.random(in: 0x70...0xFF, using: &generator) }
      let expected =
        String(validating: bytes.prefix(1), as: UTF8.self) != nil
        ? 1
        : (2...4).first { String(validating: bytes.prefix($0), as: UTF8.self) != nil } ?? 0
      let length = bytes.withBytes { UTF8Scanning.length($0, at: 0) }
      if length != expected { Issue.record("\(bytes): \(length), not \(expected)") }
    }
  }
}
