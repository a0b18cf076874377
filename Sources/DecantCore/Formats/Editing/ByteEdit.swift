/// A replacement of a range of bytes.
public struct ByteEdit: Sendable, Hashable {
  /// The replaced bytes; empty for an insertion.
  public var range: Range<Int>
  /// The new bytes; empty for a removal.
  public var bytes: [UInt8]

  /// Creates a replacement of `range` by `bytes`, or its removal.
  public init(_ range: Range<Int>, _ bytes: some Sequence<UInt8> = []) {
    self.range = range
    self.bytes = Array(bytes)
  }
}

extension [ByteEdit] {
  /// Joins removals that overlap, such as those of two items with the space between them.
  ///
  /// Precondition: the edits are in ascending order.
  package var joiningRemovals: [ByteEdit] {
    var result: [ByteEdit] = []
    for edit in self {
      if let last = result.last, last.bytes.isEmpty, edit.bytes.isEmpty,
        edit.range.lowerBound < last.range.upperBound
      {
        let end = Swift.max(last.range.upperBound, edit.range.upperBound)
        result[result.count - 1].range = last.range.lowerBound..<end
      } else {
        result.append(edit)
      }
    }
    return result
  }
}
