internal import DecantSystem

/// A destination of bytes, such as a descriptor or memory.
///
/// Writers fill a ``ByteSink``, which calls it for each full buffer: 64 KB at a time, not a byte.
public protocol ByteDestination: AnyObject {
  /// Writes all of `bytes`, or throws.
  func write(_ bytes: RawSpan) throws(DecantError)
}

/// A file descriptor as a destination.
public final class DescriptorDestination: ByteDestination {
  private let descriptor: Int32

  /// Creates a destination that writes to an open descriptor, and does not close it.
  public init(_ descriptor: Int32) {
    self.descriptor = descriptor
    System.widenPipe(descriptor)
  }

  public func write(_ bytes: RawSpan) throws(DecantError) {
    var written = 0
    while written < bytes.byteCount {
      switch System.write(descriptor, bytes.extracting(written..<bytes.byteCount)) {
      case .count(let count):
        written += count
      case .failed(let code) where System.wouldBlock.contains(code):
        if case .failed(let code) = System.wait(descriptor, toWrite: true) {
          throw DecantError(.system(.write, code: code))
        }
      case .failed(let code):
        throw DecantError(.system(.write, code: code))
      }
    }
  }
}

/// An array of bytes as a destination.
public final class MemoryDestination: ByteDestination {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty destination.
  public init() {}

  public func write(_ bytes: RawSpan) {
    // Untouched memory of a large block costs nothing, but moving the block takes time.
    let isFull = self.bytes.capacity - self.bytes.count < bytes.byteCount
    if isFull, self.bytes.count >= 1 << 15 { self.bytes.reserveCapacity(self.bytes.count * 8) }
    self.bytes.append(copying: bytes)
  }

  /// The bytes written so far, as text.
  @inlinable public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension ByteDestination where Self == DescriptorDestination {
  /// The process's standard output.
  @inlinable public static var standardOutput: DescriptorDestination { DescriptorDestination(1) }
}
