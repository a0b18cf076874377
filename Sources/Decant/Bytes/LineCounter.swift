/// Lines, and scalars in the last line, of bytes that have gone by.
///
/// Counting costs a small part of what reading the same bytes costs, so positions need no second pass
/// over the input, which a pipe would not allow.
struct LineCounter {
  private var newlines = 0
  private var scalarsInLine = 0

  /// The line that the next byte stands in, from 1.
  var line: Int { newlines + 1 }

  /// The column that the next byte stands in, in Unicode scalars, from 1.
  var column: Int { scalarsInLine + 1 }

  mutating func count(_ bytes: RawSpan) {
    let lineFeed: UInt8 = 0x0A
    let found = Self.sum(bytes, of: { WordScanning.equals($0, lineFeed) }) { $0 == lineFeed }
    var lineStart = 0
    if found > 0 {
      newlines += found
      scalarsInLine = 0
      lineStart = bytes.byteCount
      while lineStart > 0, bytes.byte(at: lineStart - 1) != lineFeed { lineStart -= 1 }
    }
    let line = bytes.extracting(lineStart..<bytes.byteCount)
    let continuations = Self.sum(line, of: WordScanning.isContinuation) { $0 & 0xC0 == 0x80 }
    scalarsInLine += line.byteCount - continuations
  }

  /// Counts the bytes that a question is true of, eight at a time.
  ///
  /// Each byte of `lanes` counts the answers for one of eight positions, until it might overflow.
  @inline(__always)
  private static func sum(
    _ bytes: RawSpan, of answers: (UInt64) -> UInt64, _ isCounted: (UInt8) -> Bool
  ) -> Int {
    var total = 0
    var offset = 0
    while bytes.byteCount &- offset >= 8 {
      let words = min((bytes.byteCount &- offset) &>> 3, 255)
      let lanes = bytes.extracting(offset..<offset &+ words &* 8).sumOfWords { answers($0) &>> 7 }
      let pairs = (lanes & 0x00FF_00FF_00FF_00FF) &+ (lanes &>> 8 & 0x00FF_00FF_00FF_00FF)
      total += Int((pairs &* 0x0001_0001_0001_0001) &>> 48)
      offset += words * 8
    }
    while offset < bytes.byteCount {
      if isCounted(bytes.byte(at: offset)) { total += 1 }
      offset += 1
    }
    return total
  }
}
