/// The positions at which an input can be cut into blocks: the start of lines, such that the documents
/// of a block mean the same as in the whole input, or reading it fails and the rest is read unsplit.
public struct BlockBoundary: Sendable {
  package let last: @Sendable (_ bytes: RawSpan, _ range: Range<Int>) -> Int?

  /// Creates the rule that finds the last boundary in a range of the bytes of an input; nil if there is none.
  public init(last: @escaping @Sendable (_ bytes: RawSpan, _ range: Range<Int>) -> Int?) {
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
