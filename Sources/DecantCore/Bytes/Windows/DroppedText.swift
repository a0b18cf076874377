/// The facts about the bytes before a window that the place of an error needs.
package struct DroppedText {
  package var lines = LineCounter()
  /// The last bytes.
  package private(set) var tail: [UInt8] = []

  package init(lines: LineCounter = LineCounter()) {
    self.lines = lines
  }

  private static let tailLength = 128

  mutating func keepTail(of bytes: RawSpan) {
    let kept = min(bytes.byteCount, Self.tailLength)
    tail =
      tail.suffix(Self.tailLength - kept)
      + [UInt8](bytes.extracting(bytes.byteCount - kept..<bytes.byteCount))
  }
}
