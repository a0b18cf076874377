/// A hash of the keys of mappings, seeded at random in each process, so that colliding keys cannot be prepared.
///
/// Folded multiplications, as in wyhash, take a tenth of the instructions of `Hasher` for most keys.
package struct KeyHash: BitwiseCopyable, Sendable {
  private let seed = KeyHash.randomWord(0)
  private let factor = KeyHash.randomWord(1) | 1

  package init() {}

  private static func randomWord(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  /// Returns the hash of a key of an owner, such as a mapping.
  @inline(__always)
  package func callAsFunction(_ key: RawSpan, in owner: Int32) -> UInt32 {
    let count = key.byteCount
    var hash = fold(seed ^ UInt64(truncatingIfNeeded: owner) &<< 32 ^ UInt64(count))
    var offset = 0
    while count &- offset > 8 {
      hash = fold(hash ^ key.word(at: offset))
      offset &+= 8
    }
    // The last word may overlap the one before it.
    let last = count >= 8 ? key.word(at: count &- 8) : count > 0 ? key.lastWord(from: 0) : 0
    return UInt32(truncatingIfNeeded: fold(hash ^ last))
  }

  @inline(__always)
  private func fold(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
