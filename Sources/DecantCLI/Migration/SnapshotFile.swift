internal import Decant

/// A file that is read more than once, and is to say the same each time.
///
/// A small one is read once and kept. It is never mapped into memory: whoever cuts a mapped file short
/// brings down those who look at it.
final class SnapshotFile {
  /// What the file was when it was opened.
  let status: System.FileStatus

  private let path: String
  /// The open file; nil where all of it is kept.
  private let descriptor: Int32?
  private let content: [UInt8]

  /// How many bytes a file may have to be kept.
  private static let small = 64 << 10

  /// Opens a file, which must be a regular one; no other is opened at all.
  init(_ path: String) throws(DecantError) {
    self.path = path
    switch System.status(of: path) {
    case .success(let status) where status.kind == .other:
      throw DecantError(.notARegularFile).about(path)
    case .success(let status) where status.kind == .directory:
      throw DecantError(.system(.open, code: System.Errno.isDirectory.code)).about(path)
    case .failure(let errno):
      throw DecantError(.system(.open, code: errno.code)).about(path)
    case .success:
      break
    }
    let opened: Int32
    switch System.open(path, for: .reading) {
    case .count(let descriptor): opened = Int32(descriptor)
    case .failed(let code): throw DecantError(.system(.open, code: code)).about(path)
    }
    do throws(DecantError) {
      status = try Self.status(of: opened, named: path)
      let content = try Self.content(of: opened, count: status.version.size, named: path)
      self.content = content ?? []
      // Many small files may wait for something at once, with no more than their content.
      descriptor = content == nil ? opened : nil
      if content != nil { _ = System.close(opened) }
    } catch {
      _ = System.close(opened)
      throw error
    }
  }

  deinit {
    if let descriptor { _ = System.close(descriptor) }
  }

  /// The file's bytes, from the first; only one such source may be read at a time.
  func source() -> any ByteSource {
    guard let descriptor else { return .bytes(content) }
    System.skip(descriptor, to: 0)
    return StreamedSource(descriptor)
  }

  /// Whether the file is what it was, and still has its name.
  var isUnchanged: Bool {
    guard case .success(let now) = System.status(of: path) else { return false }
    return now.identity == status.identity && now.version == status.version
  }

  private static func status(
    of descriptor: Int32, named path: String
  ) throws(DecantError) -> System.FileStatus {
    switch System.status(of: descriptor) {
    case .success(let status): return status
    case .failure(let errno):
      throw DecantError(.system(.inspect, code: errno.code)).about(path)
    }
  }

  private static func content(
    of descriptor: Int32, count: Int, named path: String
  ) throws(DecantError) -> [UInt8]? {
    guard count <= small else { return nil }
    // Room for more, so that the end is seen.
    let storage = ByteStorage(capacity: count + 1)
    let source = DescriptorSource(descriptor)
    do throws(DecantError) {
      while storage.count <= count {
        let added = try storage.fill { (free) throws(DecantError) in try source.read(into: &free) }
        if added == 0 { break }
      }
    } catch {
      throw error.about(path)
    }
    guard storage.count == count else { throw DecantError(.migration(.changed)).about(path) }
    return storage.withBytes { [UInt8]($0.extracting(0..<count)) }
  }
}

/// A descriptor's bytes, which must not be mapped.
private final class StreamedSource: ByteSource {
  private let source: DescriptorSource

  init(_ descriptor: Int32) {
    source = DescriptorSource(descriptor)
  }

  func read(into output: inout OutputRawSpan) throws(DecantError) {
    try source.read(into: &output)
  }

  var wouldWait: Bool { false }
}

extension FileSource {
  /// The first bytes of a file, `count` at most; none if it cannot be read.
  static func beginning(of path: String, count: Int) -> [UInt8] {
    guard let file = try? FileSource(path) else { return [] }
    let storage = ByteStorage(capacity: count)
    _ = try? storage.fill { (free) throws(DecantError) in try file.read(into: &free) }
    return storage.withBytes { [UInt8]($0.extracting(0..<min(count, storage.count))) }
  }
}
