/// The characters of XML 1.0: U+0009, U+000A, U+000D, and from U+0020 on all but U+FFFE and U+FFFF.
package enum XMLText {
  /// Returns the offset of the first forbidden character; reads up to eight bytes after `range`.
  package static func firstForbidden(in bytes: RawSpan, _ range: Range<Int>) -> Int? {
    var p = range.lowerBound
    while p < range.upperBound {
      let word = bytes.word(at: p)
      let control = (word &- WordScanning.repeated(0x20)) & ~word
      let suspects = (control & WordScanning.highBits) | WordScanning.equals(word, 0xEF)
      guard suspects != 0 else {
        p &+= 8
        continue
      }
      p &+= WordScanning.bytesBefore(suspects)
      if p >= range.upperBound { return nil }
      if isForbidden(bytes.halfWord(at: p)) { return p }
      p &+= 1
    }
    return nil
  }

  /// Returns the offset of the first forbidden character, without reading past the end.
  package static func firstForbidden(in text: RawSpan, from start: Int = 0) -> Int? {
    var p = start
    while p < text.byteCount {
      let byte = text.byte(at: p)
      if byte < 0x20 || byte == 0xEF {
        var word = UInt32(byte)
        for step in 1..<3 where p + step < text.byteCount {
          word |= UInt32(text.byte(at: p + step)) << UInt32(8 * step)
        }
        if isForbidden(word) { return p }
      }
      p += 1
    }
    return nil
  }

  @inline(__always)
  private static func isForbidden(_ word: UInt32) -> Bool {
    let byte = UInt8(truncatingIfNeeded: word)
    if byte < 0x20 { return byte != 0x09 && byte != 0x0A && byte != 0x0D }
    // U+FFFE and U+FFFF are EF BF BE and EF BF BF.
    return word & 0xFE_FFFF == 0xBE_BFEF
  }

  package static func replacingForbidden(in text: RawSpan) -> [UInt8] {
    var result: [UInt8] = []
    var done = 0
    while let offset = firstForbidden(in: text, from: done) {
      result.append(copying: text.extracting(done..<offset))
      result += UTF8.encodedReplacementCharacter
      done = offset + (text.byte(at: offset) == 0xEF ? 3 : 1)
    }
    result.append(copying: text.extracting(done..<text.byteCount))
    return result
  }
}
