/// Reads a source to its end, and keeps what it gives where it is cheapest.
///
/// A few megabytes stay in memory. More goes to a temporary file without a name, which is then
/// mapped: its pages the system may drop and read again, and when they are not used any more the file
/// is gone.
struct Spool {
  /// How many bytes are kept in memory.
  static let memoryLimit = 32 << 20

  private let memory: ByteStorage
  private let limit: Int

  /// Creates a spool that begins with the bytes of `memory`.
  init(_ memory: ByteStorage, limit: Int = Self.memoryLimit) {
    self.memory = memory
    self.limit = limit
  }

  /// Gives what it has begun with, and all that the source gives.
  mutating func readAll(from source: any ByteSource) throws(DecantError) -> ByteStorage {
    while memory.count < limit {
      if memory.count == memory.capacity { memory.grow(to: memory.capacity * 2) }
      let added = try memory.fill { (free) throws(DecantError) in try source.read(into: &free) }
      if added == 0 { return memory }
    }
    return try readIntoFile(from: source)
  }

  private func readIntoFile(from source: any ByteSource) throws(DecantError) -> ByteStorage {
    let descriptor: Int32
    switch System.openTemporaryFile() {
    case .count(let opened): descriptor = Int32(opened)
    case .failed(let code): throw DecantError(.system(.create, code: code))
    }
    defer { _ = System.close(descriptor) }
    let file = DescriptorDestination(descriptor)
    var count = 0
    repeat {
      try memory.withBytes { (bytes) throws(DecantError) in
        try file.write(bytes.extracting(0..<memory.count))
      }
      count += memory.count
      memory.removeAll()
      _ = try memory.fill { (free) throws(DecantError) in try source.read(into: &free) }
    } while memory.count > 0
    guard let mapping = FileMapping(descriptor, from: 0, to: count) else {
      throw DecantError(.system(.read, code: System.outOfMemory))
    }
    return ByteStorage(mapping)
  }
}
