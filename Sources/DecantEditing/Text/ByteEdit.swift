internal import DecantCore

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
