internal import DecantCore

/// Doubles that fit into fewer bytes.
enum ShortFloat {
  /// Returns the value of a half (IEEE 754 binary16).
  static func double(half bits: UInt16) -> Double {
    let exponent = Int(bits >> 10 & 0x1F)
    let fraction = Double(bits & 0x3FF)
    let magnitude: Double
    switch exponent {
    case 0: magnitude = fraction * 0x1p-24
    case 31: magnitude = fraction == 0 ? .infinity : .nan
    default:
      magnitude = Double(sign: .plus, exponent: exponent - 25, significand: 1024 + fraction)
    }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }

  /// Returns the bits of the half with this value; nil if there is none.
  static func half(_ value: Double) -> UInt16? {
    guard value.isFinite else {
      return value.isNaN ? 0x7E00 : value < 0 ? 0xFC00 : 0x7C00
    }
    let bits = value.bitPattern
    let sign = UInt16(bits >> 48) & 0x8000
    guard value != 0 else { return sign }
    let exponent = Int(bits >> 52 & 0x7FF) - 1023
    let significand = bits & (1 << 52 - 1) | 1 << 52
    guard -24...15 ~= exponent else { return nil }
    // A subnormal half has fewer bits.
    let dropped = UInt64(42 + max(0, -14 - exponent))
    guard significand & (1 << dropped - 1) == 0 else { return nil }
    let kept = UInt16(truncatingIfNeeded: significand >> dropped)
    return sign | (exponent < -14 ? kept : UInt16(exponent + 15) << 10 | kept & 0x3FF)
  }

  /// Returns the bits of the single with this value; nil if there is none.
  @inline(__always)
  static func single(_ value: Double) -> UInt32? {
    let single = Float(value)
    return Double(single) == value ? single.bitPattern : nil
  }
}
