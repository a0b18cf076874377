internal import DecantCore
internal import DecantConversion
internal import DecantFiles
internal import DecantSystem

/// A temporary store of bytes: in memory up to 1 MiB, then in an unnamed temporary file.
final class ScratchFile: ByteDestination {
  private var memory: [UInt8] = []
  private var descriptor: Int32?

  private static let memoryLimit = 1 << 20

  init() {}

  deinit {
    if let descriptor { _ = System.close(descriptor) }
  }

  private(set) var count = 0

  func write(_ bytes: RawSpan) throws(DecantError) {
    count += bytes.byteCount
    if let descriptor { return try DescriptorDestination(descriptor).write(bytes) }
    guard memory.count + bytes.byteCount > Self.memoryLimit else {
      memory.append(copying: bytes)
      return
    }
    let opened = Int32(try System.openTemporaryFile().count(orThrow: .create))
    descriptor = opened
    let file = DescriptorDestination(opened)
    try memory.withBytes { (kept) throws(DecantError) in try file.write(kept) }
    memory = []
    try file.write(bytes)
  }

  /// Returns a source of all bytes; only one can be used at a time.
  func readBack() -> any ByteSource {
    guard let descriptor else { return .bytes(memory) }
    System.skip(descriptor, to: 0)
    // The closure keeps this object, which closes the descriptor, as long as the source.
    return ObservedSource(DescriptorSource(descriptor)) { [self] _ in withExtendedLifetime(self) {}
    }
  }
}
