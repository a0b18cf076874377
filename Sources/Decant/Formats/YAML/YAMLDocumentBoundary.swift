enum YAMLDocumentBoundary {
  /// Returns the position of the last `---` that begins a document.
  ///
  /// At the beginning of a line, `---` is a marker in every context (YAML 1.2, rule 206, `c-forbidden`). Where it is
  /// an error, such as in quotes, reading the block before it fails too.
  static func last(_ bytes: RawSpan, _ range: Range<Int>) -> Int? {
    bytes.lastLineStart(in: range) { place in
      guard place + 3 < range.upperBound, (0..<3).allSatisfy({ bytes.byte(at: place + $0) == dash })
      else { return false }
      return [0x09, 0x0A, 0x0D, 0x20].contains(bytes.byte(at: place + 3))
    }
  }

  private static let dash = UInt8(ascii: "-")

  /// Returns false if libyaml finds other line ends: a carriage return, U+0085, U+2028 and U+2029.
  static func hasUsualLineEnds(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    let block = bytes.extracting(range)
    let suspects = block.countOfBytes(
      of: { $0.equals(0x0D) | $0.equals(0xC2) | $0.equals(0xE2) },
      { $0 == 0x0D || $0 == 0xC2 || $0 == 0xE2 })
    guard suspects > 0 else { return true }
    return (0..<block.byteCount).allSatisfy { place in
      let next = place + 1 < block.byteCount ? block.byte(at: place + 1) : 0
      switch block.byte(at: place) {
      case 0x0D: return next == 0x0A
      case 0xC2: return next != 0x85
      case 0xE2:
        guard next == 0x80, place + 2 < block.byteCount else { return true }
        return block.byte(at: place + 2) & 0xFE != 0xA8
      default: return true
      }
    }
  }
}
