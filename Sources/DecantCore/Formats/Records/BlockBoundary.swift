/// The positions at which an input can be cut into blocks: the start of lines, such that the documents
/// of a block mean the same as in the whole input, or reading it fails and the rest is read unsplit.
package struct BlockBoundary: Sendable {
  package let last: @Sendable (RawSpan, Range<Int>) -> Int?

  package init(last: @escaping @Sendable (RawSpan, Range<Int>) -> Int?) {
    self.last = last
  }
}

extension RawSpan {
  package func lastLineStart(
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
