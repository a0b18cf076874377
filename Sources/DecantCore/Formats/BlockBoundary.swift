/// The positions at which an input can be cut into blocks: the start of lines, such that the documents
/// of a block mean the same as in the whole input, or reading it fails and the rest is read unsplit.
public struct BlockBoundary: Sendable {
  /// Finds the last boundary in a range; a document begins at `start`, which is before the range or where it begins.
  package let last: @Sendable (_ bytes: RawSpan, _ start: Int, _ range: Range<Int>) -> Int?

  /// Reads the beginning of an input that all blocks need, such as a header; returns the format of the rest, or nil if it
  /// cannot be read.
  package let continuing:
    (@Sendable (Format, inout Window, ReadingOptions) throws(DecantError) -> Format?)?

  /// Creates the rule that finds the last boundary in a range of the bytes of an input; nil if there is none.
  public init(last: @escaping @Sendable (_ bytes: RawSpan, _ range: Range<Int>) -> Int?) {
    self.last = { bytes, _, range in last(bytes, range) }
    continuing = nil
  }

  /// Creates the rule for a format whose boundaries depend on the bytes before them, and its blocks on the beginning.
  package init(
    lastAfter last:
      @escaping @Sendable (_ bytes: RawSpan, _ start: Int, _ range: Range<Int>) ->
      Int?,
    continuing:
      @escaping @Sendable (Format, inout Window, ReadingOptions) throws(DecantError) ->
      Format?
  ) {
    self.last = last
    self.continuing = continuing
  }
}

extension RawSpan {
  package func lastLineStart(
    in range: Range<Int>, where isBoundary: (Int) -> Bool = { _ in true }
  ) -> Int? {
    var offset = range.upperBound
    while offset > range.lowerBound {
      if byte(at: offset - 1) == 0x0A, isBoundary(offset) { return offset }
      offset -= 1
    }
    return nil
  }
}
