internal import DecantCore

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
}
