internal import CSystem

extension System {
  /// Returns the top bits of sixteen bytes, that of the first byte lowest.
  @inline(__always)
  static func topBits(of bytes: SIMD16<Int8>) -> UInt16 {
    decant_top_bits(bytes)
  }
}
