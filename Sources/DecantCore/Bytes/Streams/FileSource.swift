internal import DecantSystem

/// A file that is opened by its path, and closed when the source is released.
public final class FileSource: ByteSource {
  package let descriptor: Int32
  @usableFromInline let bytes: DescriptorSource

  /// Opens the file at `path`, which must not be a directory.
  public init(_ path: String) throws(DecantError) {
    switch System.open(path, for: .reading) {
    case .count(let opened):
      descriptor = Int32(opened)
      bytes = DescriptorSource(descriptor)
    case .failed(let code):
      throw DecantError(.system(.open, code: code)).about(path)
    }
    // Opening a directory succeeds; only reading it fails.
    if case .success(let status) = System.status(of: descriptor), status.kind == .directory {
      throw DecantError(.system(.open, code: System.Errno.isDirectory.code)).about(path)
    }
  }

  deinit {
    _ = System.close(descriptor)
  }

  public func read(into output: inout OutputRawSpan) throws(DecantError) {
    try bytes.read(into: &output)
  }

  @inlinable public var wouldWait: Bool { bytes.wouldWait }

  public func wouldWait(milliseconds: Int32) -> Bool {
    bytes.wouldWait(milliseconds: milliseconds)
  }
}
