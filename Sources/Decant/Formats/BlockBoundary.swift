/// The places at which an input of a format can be cut into blocks.
///
/// A block begins a line, and its documents mean what they mean in the whole input. Where that is not certain
/// until the block is read, reading it must fail: the caller then reads the rest of the input as a whole.
struct BlockBoundary: Sendable {
  /// Returns the last place at which the bytes in a range can be cut; nil if there is none.
  let last: @Sendable (RawSpan, Range<Int>) -> Int?

  /// Whether the lines of a block are counted by its line feeds, as those of the input before it are.
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
  /// The last place in a range that follows a line feed, and at which `isBoundary` is true.
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
