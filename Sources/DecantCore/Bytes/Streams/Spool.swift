internal import DecantSystem

/// A buffer for all bytes of a source, in memory or in a file.
///
/// Up to `memoryLimit` bytes stay in memory. A larger input goes to a temporary file without a
/// name, which is then mapped: the system may drop its pages and read them again, and the file
/// disappears with the mapping.
package struct Spool {
  package static let memoryLimit = 32 << 20

  /// The room that a source needs, which can append whole scalars only.
  private let leastRoom = 4

  private let memory: ByteStorage
  private let limit: Int

  package init(_ memory: ByteStorage, limit: Int = Self.memoryLimit) {
    self.memory = memory
    self.limit = limit
  }

  package mutating func readAll(from source: any ByteSource) throws(DecantError) -> ByteStorage {
    while memory.count < limit {
      if memory.capacity - memory.count < leastRoom { memory.grow(to: memory.capacity * 2) }
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
    guard let mapping = FileMapping(unnamed: descriptor, count: count) else {
      throw DecantError(.system(.read, code: System.outOfMemory))
    }
    return ByteStorage(mapping)
  }
}
