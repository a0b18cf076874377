package import DecantCore

/// A tape, and the bytes of the input of which each of its entries was read.
package struct MarkedTape: Sendable {
  package private(set) var tape: Tape
  /// The extents of the entries; empty ones if the reader does not report them.
  package private(set) var extents: [Extent] = []

  /// Where the document begins, with its marker.
  package let start: Int

  /// Creates an empty tape of a document at `start`; its comments may begin earlier, after `end`, the end of the document before.
  package init(at start: Int = 0, after end: Int = 0) {
    self.start = start
    tape = Tape(origin: min(start, end))
  }

  package mutating func append(
    _ range: Range<Int>, of batch: borrowing EventBatch
  ) throws(DecantError) {
    guard let last = range.last else { return }
    let offset = batch.offset(of: batch[last])
    try tape.append(range, of: batch)
    guard offset - tape.origin <= Int(UInt32.max) else {
      throw DecantError(.tooLong, offset: offset)
    }
    for index in range { extents.append(Extent(batch.extent(at: index))) }
  }
}
