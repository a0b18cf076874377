internal import DecantCore

/// Floating-point numbers and simple values, of major type 7.
extension CBORReader {
  private static var tagFlags: Event.Flags { .plainASCII.union(.isOfScalar) }

  mutating func simple(
    _ byte: UInt8, _ value: UInt64, at p: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    switch byte & 0x1F {
    case 20: try nodes.scalar(.false, at: p, &batch)
    case 21: try nodes.scalar(.true, at: p, &batch)
    case 22: try nodes.scalar(.null, at: p, &batch)
    case 25:
      try nodes.real(ShortFloat.double(half: UInt16(truncatingIfNeeded: value)), at: p, &batch)
    case 26:
      let single = Float(bitPattern: UInt32(truncatingIfNeeded: value))
      try nodes.real(Double(single), at: p, &batch)
    case 27: try nodes.real(Double(bitPattern: value), at: p, &batch)
    default: try otherSimple(byte, value, after: CBORTag.prefix, at: p, at: p, &batch)
    }
  }

  /// Appends `undefined` as a tagged null, any other simple value as a tagged integer.
  @inline(never)
  mutating func otherSimple(
    _ byte: UInt8, _ value: UInt64, after tags: String, at start: Int, at p: Int,
    _ batch: inout EventBatch
  ) throws(DecantError) {
    guard byte & 0x1F != 24 || value >= 32 else {
      throw failure(.longSimpleValue(UInt8(truncatingIfNeeded: value)), at: p)
    }
    let isUndefined = byte == CBORTag.undefinedByte
    let word = isUndefined ? CBORTag.undefined : CBORTag.simple
    batch.append(.tag, text: tags + word, flags: Self.tagFlags, at: start)
    guard !isUndefined else { return try nodes.scalar(.null, at: p, &batch) }
    try nodes.integer(value, isNegative: false, at: p, &batch)
  }
}
