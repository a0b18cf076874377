public import Decant

/// A source that returns its bytes in chunks, like a slow pipe.
public final class ChunkedSource: ByteSource {
  private let bytes: [UInt8]
  private let sizes: [Int]
  private var position = 0
  private var turn = 0

  public init(_ bytes: [UInt8], sizes: [Int]) {
    self.bytes = bytes
    self.sizes = sizes.map { max($0, 1) }
  }

  public func read(into output: inout OutputRawSpan) throws(DecantError) {
    let size = sizes.isEmpty ? bytes.count : sizes[turn % sizes.count]
    turn += 1
    let end = min(position + min(size, output.freeCapacity), bytes.count)
    while position < end {
      output.append(bytes[position])
      position += 1
    }
  }

  /// Always true, so that readers emit finished events first.
  public var wouldWait: Bool { true }
}
