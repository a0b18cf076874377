internal import DecantSystem

/// A source of bytes, such as a descriptor or memory.
///
/// Sources can be put around others: one counts what is read for a progress bar, another converts UTF-16 on the way.
public protocol ByteSource: AnyObject {
  /// Appends at least one byte to `output`, or none at the end of the source.
  ///
  /// Precondition: `output` has room for four bytes, since a source that converts text appends whole scalars.
  func read(into output: inout OutputRawSpan) throws(DecantError)

  /// Whether a read would have to wait for a producer.
  ///
  /// Readers ask before they wait, so that finished output can be written first.
  var wouldWait: Bool { get }

  /// Whether a read would still have to wait after `milliseconds`.
  func wouldWait(milliseconds: Int32) -> Bool
}

extension ByteSource {
  /// Returns ``wouldWait`` at once.
  @inlinable public func wouldWait(milliseconds: Int32) -> Bool { wouldWait }
}

/// A file descriptor as a source: a file, a pipe, a terminal or a socket.
///
/// A file that becomes shorter before it is read is an error; of one that grows, what is found at its end is read too.
public final class DescriptorSource: ByteSource {
  let descriptor: Int32
  /// The size of a regular file when the source was created.
  private let size: Int

  /// Creates a source that reads an open descriptor, and does not close it.
  public init(_ descriptor: Int32) {
    self.descriptor = descriptor
    size = System.size(of: descriptor) ?? 0
    System.widenPipe(descriptor)
  }

  public func read(into output: inout OutputRawSpan) throws(DecantError) {
    while true {
      switch System.read(descriptor, into: &output) {
      case .count(0):
        return try checkEnd()
      case .count:
        return
      case .failed(let code) where System.wouldBlock.contains(code):
        if case .failed(let code) = System.wait(descriptor, toWrite: false) {
          throw DecantError(.system(.read, code: code))
        }
      case .failed(let code):
        throw DecantError(.system(.read, code: code))
      }
    }
  }

  /// Throws if the file has lost bytes that were not read: what is left may look whole, as if other records had never been there.
  private func checkEnd() throws(DecantError) {
    guard let now = System.size(of: descriptor), now < size,
      let next = System.offset(of: descriptor), next < size
    else { return }
    throw DecantError(.changedFile)
  }

  @inlinable public var wouldWait: Bool { wouldWait(milliseconds: 0) }

  public func wouldWait(milliseconds: Int32) -> Bool {
    System.readWouldBlock(descriptor, milliseconds: milliseconds)
  }
}

/// Bytes in memory as a source.
public final class MemorySource: ByteSource {
  private let bytes: [UInt8]
  private var position: Int

  /// Creates a source of `bytes`.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
  }

  init(_ bytes: [UInt8], from start: Int) {
    self.bytes = bytes
    position = start
  }

  /// Creates a source of a string's UTF-8 bytes.
  public convenience init(_ text: String) {
    self.init(Array(text.utf8))
  }

  public func read(into output: inout OutputRawSpan) throws(DecantError) {
    let end = min(position + output.freeCapacity, bytes.count)
    bytes.withBytes { $0.extracting(position..<end).append(to: &output) }
    position = end
  }

  @inlinable public var wouldWait: Bool { false }

  var unread: Int { bytes.count - position }

  func history(from origin: Int, before count: Int) -> WindowHistory {
    WindowHistory(sharing: bytes, at: position - count, from: origin)
  }
}

extension ByteSource where Self == DescriptorSource {
  /// The process's standard input.
  @inlinable public static var standardInput: DescriptorSource { DescriptorSource(0) }
}

extension ByteSource where Self == MemorySource {
  /// Returns a source of the UTF-8 bytes of `text`.
  @inlinable public static func text(_ text: String) -> MemorySource { MemorySource(text) }

  /// Returns a source of `bytes`.
  @inlinable public static func bytes(_ bytes: [UInt8]) -> MemorySource { MemorySource(bytes) }
}

extension ByteSource {
  /// Reads all remaining bytes, for coders that need the whole document.
  public func readToEnd() throws(DecantError) -> [UInt8] {
    var bytes: [UInt8] = []
    var window = Window(self)
    if let end = window.end { bytes.reserveCapacity(end) }
    while try window.refill() {
      window.withBytes { bytes.append(copying: $0.extracting(0..<window.count)) }
      window.position = window.count
    }
    return bytes
  }
}
