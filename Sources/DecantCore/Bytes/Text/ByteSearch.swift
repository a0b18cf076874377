extension RandomAccessCollection<UInt8> {
  /// Whether the bytes of `word`, which is not empty, are anywhere in the collection.
  ///
  /// `String.contains(_:)` for strings is of the module of regular expressions, which the executable does without.
  @inlinable
  package func contains(bytesOf word: String) -> Bool {
    let first = word.utf8.first
    return indices.contains { self[$0] == first && self[$0...].starts(with: word.utf8) }
  }
}
