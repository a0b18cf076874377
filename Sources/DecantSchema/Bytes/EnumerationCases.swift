/// The cases of enumerations without associated values.
enum EnumerationCases {
  /// Returns all values of an enumeration without associated values; empty for other types.
  static func all<T>(of type: T.Type) -> [T] {
    if let iterable = type as? any CaseIterable.Type {
      return Array(values(of: iterable)).compactMap { $0 as? T }
    }
    guard let count = count(of: type), MemoryLayout<T>.size <= 1, count <= 256,
      MemoryLayout<T>.size == 1 || count == 1
    else { return [] }
    // The cases are numbered in their order, and a single one takes no memory.
    return (0..<count).map { number in
      unsafe withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { bytes in
        unsafe bytes[0] = UInt8(number)
        return unsafe bytes.load(as: T.self)
      }
    }
  }

  private static func values<T: CaseIterable>(of type: T.Type) -> [Any] { Array(type.allCases) }

  /// Returns the number of cases by the metadata of a type, whose layout is part of Swift's ABI; nil for other types.
  private static func count(of type: Any.Type) -> Int? {
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: UInt.self) == 0x201 else { return nil }
    let descriptor = unsafe metadata.load(
      fromByteOffset: MemoryLayout<UInt>.size, as: UnsafeRawPointer.self)
    let payloads = unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
    let count = unsafe descriptor.load(fromByteOffset: 24, as: UInt32.self)
    return payloads == 0 ? Int(count) : nil
  }
}
