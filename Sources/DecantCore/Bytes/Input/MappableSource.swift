internal import DecantSystem

/// A source that may be able to map its bytes into memory.
package protocol MappableSource: ByteSource {
  /// Maps the bytes from `count` before the next one to the end; nil if that is not possible.
  ///
  /// The source is at its end afterward.
  func mapRest(after count: Int) -> FileMapping?

  /// The number of bytes up to the present end; nil if it is unknown.
  var unread: Int? { get }
}

extension DescriptorSource: MappableSource {
  @usableFromInline package func mapRest(after count: Int) -> FileMapping? {
    guard let next = System.offset(of: descriptor), let size = System.size(of: descriptor),
      next >= count, size > next - count,
      let mapping = FileMapping(descriptor, from: next - count, to: size)
    else { return nil }
    // Other users of the descriptor find it at the end, as if every byte had been read.
    System.skip(descriptor, to: size)
    return mapping
  }

  @usableFromInline package var unread: Int? {
    guard let next = System.offset(of: descriptor), let size = System.size(of: descriptor)
    else { return nil }
    return max(size - next, 0)
  }
}

extension FileSource: MappableSource {
  @inlinable package func mapRest(after count: Int) -> FileMapping? { bytes.mapRest(after: count) }

  @inlinable package var unread: Int? { bytes.unread }
}
