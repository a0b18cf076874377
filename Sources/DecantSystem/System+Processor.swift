public import CSystem

extension System {
  /// Returns the top bits of sixteen bytes, that of the first byte lowest.
  @inlinable @inline(__always)
  package static func topBits(of bytes: SIMD16<Int8>) -> UInt16 {
    decant_top_bits(bytes)
  }

  /// Whether the processor has instructions for SHA-256; asking it takes longer than hashing a block.
  package static let hasSHA256 = decant_has_sha256()

  /// Adds whole blocks to the state of SHA-256.
  ///
  /// Precondition: `hasSHA256`.
  package static func addSHA256(
    of blocks: RawSpan, to state: inout InlineArray<8, UInt32>,
    _ constants: Span<UInt32>
  ) {
    precondition(constants.count == 64)
    var words = state.mutableSpan
    // SAFETY: the function reads the whole blocks of the span and 64 constants, and writes eight words.
    unsafe blocks.withUnsafeBytes { blocks in
      guard let start = blocks.baseAddress else { return }
      unsafe constants.withUnsafeBufferPointer { constants in
        unsafe words.withUnsafeMutableBufferPointer { words in
          unsafe decant_sha256(
            words.baseAddress, start.assumingMemoryBound(to: UInt8.self), blocks.count / 64,
            constants.baseAddress)
        }
      }
    }
  }
}
