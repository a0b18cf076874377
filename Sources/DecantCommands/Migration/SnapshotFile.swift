internal import DecantCore
internal import DecantFiles
internal import DecantSystem

/// A file that is read more than once, and detects changes in between.
///
/// A small file is kept in memory. Files are not mapped: truncating one would crash its reader.
final class SnapshotFile {
  let status: System.FileStatus

  private let path: String
  private let descriptor: Int32?
  private let content: [UInt8]

  private static let small = 64 << 10

  /// Opens a regular file; throws for any other before opening it.
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
    let opened = Int32(try System.open(path, for: .reading).count(orThrow: .open, about: path))
    do throws(DecantError) {
      status = try Self.status(of: opened, named: path)
      let content = try Self.content(of: opened, count: status.version.size, named: path)
      self.content = content ?? []
      // Without open descriptors, many small files can wait at once.
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

  /// Returns a source of the bytes, which is only valid until the next call.
  func source() -> any ByteSource {
    guard let descriptor else { return .bytes(content) }
    System.skip(descriptor, to: 0)
    return CheckedSource(DescriptorSource(descriptor))
  }

  var isUnchanged: Bool { status.isCurrent(at: path) }

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
    // One byte more, to detect growth.
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
    guard storage.count == count else { throw DecantError(.changedFile).about(path) }
    return storage.withBytes { [UInt8]($0.extracting(0..<count)) }
  }
}
