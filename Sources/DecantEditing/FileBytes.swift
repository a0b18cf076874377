internal import DecantCore
internal import DecantSystem
internal import Synchronization

/// The bytes of a file, which are read where they are: a copy would take as long as reading them.
///
/// A file that becomes shorter while it is mapped ends the process, so it is not mapped.
final class FileBytes: FixedBytes {
  let count: Int
  private let descriptor: Int32
  private let version: System.FileVersion
  private let block: Mutex<Block>
  private let file: FileInUse?

  /// The block of the byte that the subscript returned last.
  private struct Block {
    var range = 0..<0
    var hasFailed = false
    let bytes = ByteStorage(capacity: FileBytes.blockSize)
  }

  private static let blockSize = 1 << 12
  private static let longestRun = 1 << 17

  /// Returns nil unless a later change of the file will be noticed.
  init?(_ source: FileSource) {
    guard case .success(let status) = System.status(of: source.descriptor),
      status.kind == .regular, status.version.willDifferIfChanged,
      System.offset(of: source.descriptor) == 0,
      case .count(let descriptor) = System.duplicate(source.descriptor)
    else { return nil }
    self.descriptor = Int32(descriptor)
    version = status.version
    count = status.version.size
    block = Mutex(Block())
    file = FileInUse(Int32(descriptor))
  }

  deinit {
    _ = System.close(descriptor)
  }

  package subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count)
    return block.withLock { block in
      if !block.range.contains(offset) {
        let start = offset / Self.blockSize * Self.blockSize
        block.range = start..<min(start + Self.blockSize, count)
        if !read(block.range, into: block.bytes) { block.hasFailed = true }
      }
      return block.bytes.withBytes { $0.byte(at: offset - block.range.lowerBound) }
    }
  }

  func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    for offset in range { bytes.append(self[offset]) }
  }

  func copy(_ range: Range<Int>, to output: inout OutputRawSpan) throws(DecantError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      switch System.read(
        descriptor, at: offset, atMost: range.upperBound - offset, into: &output)
      {
      case .count(0): throw DecantError(.changedFile)
      case .count(let count): offset += count
      case .failed(let code): throw DecantError(.system(.read, code: code))
      }
    }
  }

  package func write(_ range: Range<Int>, to destination: any ByteDestination) throws(DecantError) {
    let buffer = ByteStorage(capacity: min(range.count, Self.longestRun))
    var offset = range.lowerBound
    while offset < range.upperBound {
      let run = offset..<min(range.upperBound, offset + Self.longestRun)
      buffer.removeAll()
      _ = try buffer.fill(atMost: run.count) { (output) throws(DecantError) in
        try copy(run, to: &output)
      }
      try buffer.withBytes { (bytes) throws(DecantError) in
        try destination.write(bytes.extracting(0..<run.count))
      }
      offset = run.upperBound
    }
  }

  /// Throws if another program has written to the file since `init`.
  ///
  /// The subscript cannot throw: after a failure, it returns zeros.
  func checkUnchanged() throws(DecantError) {
    guard case .success(let status) = System.status(of: descriptor), status.version == version,
      !block.withLock({ $0.hasFailed })
    else { throw DecantError(.changedFile) }
  }

  private func read(_ range: Range<Int>, into bytes: ByteStorage) -> Bool {
    bytes.removeAll()
    do throws(DecantError) {
      _ = try bytes.fill(atMost: range.count) { (output) throws(DecantError) in
        try copy(range, to: &output)
      }
      return true
    } catch {
      while bytes.count < range.count { bytes.append(0) }
      return false
    }
  }
}
