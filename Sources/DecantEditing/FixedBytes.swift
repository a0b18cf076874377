public import DecantCore

/// Bytes that do not change while they are in use, of which `EditedBytes` has pieces.
///
/// Two kinds exist: `StoredBytes` in memory, and `FileBytes`, so that an edit of a large file copies what it does not change from
/// file to file.
@usableFromInline package protocol FixedBytes: AnyObject, Sendable {
  subscript(offset: Int) -> UInt8 { get }

  /// Appends the same bytes as the subscript returns.
  func append(_ range: Range<Int>, to bytes: inout [UInt8])

  func copy(_ range: Range<Int>, to output: inout OutputRawSpan) throws(DecantError)

  func write(_ range: Range<Int>, to destination: any ByteDestination) throws(DecantError)
}

/// Fixed bytes in memory or in a mapped temporary file.
///
/// `@unchecked Sendable`: the storage is written only before another thread receives the object.
package final class StoredBytes: FixedBytes, @unchecked Sendable {
  private let storage: ByteStorage

  static let memoryLimit = 4 << 20

  private static let longestRun = 1 << 20

  init(_ bytes: [UInt8] = []) {
    storage = ByteStorage(capacity: bytes.count)
    bytes.withBytes { storage.append($0) }
  }

  /// Stores more than `memoryLimit` bytes in a file.
  init(
    reading source: any ByteSource, memoryLimit: Int = StoredBytes.memoryLimit
  ) throws(DecantError) {
    var spool = Spool(ByteStorage(capacity: 1 << 16), limit: memoryLimit)
    storage = try spool.readAll(from: source)
  }

  /// Precondition: no other thread has received this object.
  package func append(_ bytes: [UInt8]) { bytes.withBytes { storage.append($0) } }

  var count: Int { storage.count }

  package subscript(offset: Int) -> UInt8 { storage.withBytes { $0.byte(at: offset) } }

  package func append(_ range: Range<Int>, to bytes: inout [UInt8]) {
    storage.withBytes { bytes.append(copying: $0.extracting(range)) }
  }

  package func copy(_ range: Range<Int>, to output: inout OutputRawSpan) {
    storage.withBytes { $0.extracting(range).append(to: &output) }
    storage.releasePages(in: range)
  }

  package func write(_ range: Range<Int>, to destination: any ByteDestination) throws(DecantError) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let run = offset..<min(range.upperBound, offset + Self.longestRun)
      try storage.withBytes { (bytes) throws(DecantError) in
        try destination.write(bytes.extracting(run))
      }
      storage.releasePages(in: run)
      offset = run.upperBound
    }
  }
}
