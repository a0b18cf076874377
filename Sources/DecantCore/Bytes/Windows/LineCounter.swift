/// A count of lines, and of scalars in the last line.
///
/// Counting takes a fraction of the time that reading takes, so positions need no second pass over
/// the input, which a pipe would not allow.
@usableFromInline package struct LineCounter {
  @usableFromInline var newlines = 0
  private var scalarsInLine = 0

  package init(newlines: Int = 0, scalarsInLine: Int = 0) {
    self.newlines = newlines
    self.scalarsInLine = scalarsInLine
  }

  @inlinable package var line: Int { newlines + 1 }

  package var column: Int { scalarsInLine + 1 }

  package mutating func count(_ bytes: RawSpan) {
    let lineFeed: UInt8 = 0x0A
    let found = bytes.count(of: lineFeed)
    var lineStart = 0
    if found > 0 {
      newlines += found
      scalarsInLine = 0
      lineStart = bytes.byteCount
      while lineStart > 0, bytes.byte(at: lineStart - 1) != lineFeed { lineStart -= 1 }
    }
    scalarsInLine += bytes.extracting(lineStart..<bytes.byteCount).countOfScalars
  }
}

extension RawSpan {
  package var countOfScalars: Int {
    countOfBytes(of: { $0.beginsScalar }) { $0 & 0xC0 != 0x80 }
  }
}
