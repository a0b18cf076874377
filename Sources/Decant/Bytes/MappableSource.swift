/// A source whose bytes may be those of a file that can be mapped into memory.
protocol MappableSource: ByteSource {
  /// Maps the bytes from `count` before the next one to the end; nil where that is not possible.
  ///
  /// The source is at its end afterwards.
  func mapRest(after count: Int) -> FileMapping?
}

extension DescriptorSource: MappableSource {
  func mapRest(after count: Int) -> FileMapping? {
    guard let next = System.offset(of: descriptor), let size = System.size(of: descriptor),
      next >= count, size > next - count,
      let mapping = FileMapping(descriptor, from: next - count, to: size)
    else { return nil }
    // Whoever shares the descriptor finds it where a reader of every byte leaves it.
    System.skip(descriptor, to: size)
    return mapping
  }
}

extension FileSource: MappableSource {
  func mapRest(after count: Int) -> FileMapping? { bytes.mapRest(after: count) }
}
