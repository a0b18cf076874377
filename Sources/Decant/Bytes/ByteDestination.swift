/// Where bytes go in the end: a descriptor, or memory.
public protocol ByteDestination: AnyObject {
  /// Takes all of `bytes`, or throws.
  func write(_ bytes: RawSpan) throws(DecantError)
}

/// A file descriptor as a destination.
public final class DescriptorDestination: ByteDestination {
  private let descriptor: Int32

  /// Creates a destination of an open descriptor, which it does not close.
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

/// Memory as a destination.
public final class MemoryDestination: ByteDestination {
  /// What has been written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty destination.
  public init() {}

  public func write(_ bytes: RawSpan) {
    // Of a large block, what is never used takes no memory, and what has to move takes time.
    let isFull = self.bytes.capacity - self.bytes.count < bytes.byteCount
    if isFull, self.bytes.count >= 1 << 15 { self.bytes.reserveCapacity(self.bytes.count * 8) }
    self.bytes.append(copying: bytes)
  }

  /// What has been written so far, as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension ByteDestination where Self == DescriptorDestination {
  /// The process's standard output.
  public static var standardOutput: DescriptorDestination { DescriptorDestination(1) }
}
