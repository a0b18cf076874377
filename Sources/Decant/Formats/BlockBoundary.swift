/// The positions at which the input of a format can be cut into blocks.
///
/// A block begins at the start of a line. Its documents mean the same as in the whole input, or
/// reading it fails: the caller then reads the rest of the input unsplit.
struct BlockBoundary: Sendable {
  /// Returns the last position at which a range can be cut; nil if there is none.
  let last: @Sendable (RawSpan, Range<Int>) -> Int?

  /// Whether the lines of a block can be counted by its line feeds alone.
  let allows: @Sendable (RawSpan, Range<Int>) -> Bool

  init(
    last: @escaping @Sendable (RawSpan, Range<Int>) -> Int?,
    allows: @escaping @Sendable (RawSpan, Range<Int>) -> Bool = { _, _ in true }
  ) {
    self.last = last
    self.allows = allows
  }
}

extension RawSpan {
  func lastLineStart(
    in range: Range<Int>, where isBoundary: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var place = range.upperBound
    while place > range.lowerBound {
      if byte(at: place - 1) == 0x0A, isBoundary(place) { return place }
      place -= 1
    }
    return nil
  }
}
