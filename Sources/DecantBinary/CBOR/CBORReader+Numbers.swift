internal import DecantCore

/// Integers of any size, decimal fractions and bigfloats (RFC 8949, sections 3.4.3 and 3.4.4).
extension CBORReader {
  struct Number {
    let text: String
    let end: Int
  }

  private struct Mantissa {
    enum Magnitude {
      case short(UInt64)
      /// Big-endian.
      case long([UInt8])
    }

    let isNegative: Bool
    let magnitude: Magnitude
    let end: Int

    var bytes: [UInt8] {
      switch magnitude {
      case .short(let value):
        (0..<8).map { UInt8(truncatingIfNeeded: value >> UInt64(56 - 8 * $0)) }
      case .long(let bytes): bytes
      }
    }

    var digits: String { RadixText.text(of: bytes) ?? "0" }
  }

  // MARK: Integers

  /// Reads the byte string of a bignum; nil if the window may cut it off.
  func bignum(
    _ bytes: RawSpan, _ tag: CBORHead, at p: Int, to end: Int
  ) throws(DecantError) -> Number? {
    guard let number = try bigMantissa(bytes, tag, to: end) else { return nil }
    return Number(text: (number.isNegative ? "-" : "") + number.digits, end: number.end)
  }

  private func bigMantissa(
    _ bytes: RawSpan, _ tag: CBORHead, to end: Int
  ) throws(DecantError) -> Mantissa? {
    guard
      let string = try string(
        bytes, at: tag.end, to: end, major: CBORHead.Major.data, in: tag,
        atMost: RadixText.longestInteger)
    else { return nil }
    let isNegative = tag.value == CBORTag.negativeBignum
    return Mantissa(
      isNegative: isNegative,
      magnitude: .long(isNegative ? Self.incremented(string.bytes) : string.bytes),
      end: string.end)
  }

  private static func incremented(_ number: [UInt8]) -> [UInt8] {
    var result = number
    for index in result.indices.reversed() {
      result[index] &+= 1
      if result[index] != 0 { return result }
    }
    return [1] + result
  }

  // MARK: Fractions

  /// Reads a fraction, and emits it; returns the offset after it, or nil if the window may cut it off.
  mutating func fraction(
    _ bytes: RawSpan, _ tag: CBORHead, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let pair = try head(bytes, at: tag.end, to: end) else { return nil }
    guard pair.major == CBORHead.Major.sequence, pair.isIndefinite || pair.value == 2 else {
      throw failure(.wrongContent(tag: tag.value), at: p)
    }
    guard let exponent = try head(bytes, at: pair.end, to: end) else { return nil }
    guard exponent.major <= CBORHead.Major.negative, !exponent.isIndefinite else {
      throw failure(.wrongContent(tag: tag.value), at: p)
    }
    guard let mantissa = try mantissa(bytes, at: exponent.end, to: end, in: tag, at: p) else {
      return nil
    }
    var next = mantissa.end
    if pair.isIndefinite {
      guard let part = try head(bytes, at: next, to: end) else { return nil }
      guard part.byte == CBORHead.breakByte else {
        throw failure(.wrongContent(tag: tag.value), at: p)
      }
      next = part.end
    }
    let power = exponent.major == 0 ? Int128(exponent.value) : -1 - Int128(exponent.value)
    if tag.value == CBORTag.decimalFraction, case .short(let digits) = mantissa.magnitude,
      let power = Int(exactly: power), DecimalFraction.nearExponents ~= power
    {
      try nodes.decimal(
        digits, exponent: power, isNegative: mantissa.isNegative, at: p, &batch)
    } else {
      try nodes.scalar(.real, try text(of: mantissa, power, tag, at: p), at: p, &batch)
    }
    return next
  }

  @inline(never)
  private func text(
    of mantissa: Mantissa, _ power: Int128, _ tag: CBORHead, at p: Int
  ) throws(DecantError) -> String {
    if tag.value == CBORTag.decimalFraction {
      return DecimalFraction.text(
        isNegative: mantissa.isNegative, digits: Array(mantissa.digits.utf8)[...],
        exponent: power)
    }
    let text = DecimalFraction.text(
      isNegative: mantissa.isNegative, magnitude: mantissa.bytes, binaryExponent: power)
    guard let text else { throw nodes.failure(.numberTooLong, at: p) }
    return text
  }

  private func mantissa(
    _ bytes: RawSpan, at q: Int, to end: Int, in tag: CBORHead, at p: Int
  ) throws(DecantError) -> Mantissa? {
    guard let head = try head(bytes, at: q, to: end) else { return nil }
    if head.major == CBORHead.Major.tag,
      head.value == CBORTag.bignum || head.value == CBORTag.negativeBignum
    {
      return try bigMantissa(bytes, head, to: end)
    }
    guard head.major <= CBORHead.Major.negative, !head.isIndefinite else {
      throw failure(.wrongContent(tag: tag.value), at: p)
    }
    let isNegative = head.major == CBORHead.Major.negative
    // Negative integers count from -1.
    let (value, overflows) = head.value.addingReportingOverflow(isNegative ? 1 : 0)
    return Mantissa(
      isNegative: isNegative,
      magnitude: overflows ? .long([1] + [UInt8](repeating: 0, count: 8)) : .short(value),
      end: head.end)
  }
}

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
