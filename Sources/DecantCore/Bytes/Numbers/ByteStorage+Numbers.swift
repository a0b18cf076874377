/// Numbers as text in scratch bytes, for formats that hold them in binary.
extension ByteStorage {
  package func append(decimal magnitude: UInt64, isNegative: Bool = false) {
    append(nextDecimalOf: magnitude, isNegative: isNegative)
    seal()
  }

  /// Appends an integer in decimal, as one of many texts.
  package func append(nextDecimalOf magnitude: UInt64, isNegative: Bool) {
    // SAFETY: the place is checked to have its room, and `count` bytes of it are written.
    unsafe append(next: TextPlace.room) { free in
      var text = unsafe TextPlace(free)
      if isNegative { text.put(UInt8(ascii: "-")) }
      text.put(decimal: magnitude)
      return text.count
    }
  }

  /// Appends the shortest JSON number that rounds to `value`, which must be finite.
  ///
  /// It has a point or an exponent, like Swift's `description`: `1.0`, `1e-07`.
  package func append(shortest value: Double) {
    append(nextShortest: value)
    seal()
  }

  /// Appends the same as one of many texts.
  ///
  /// - Precondition: `value` is finite.
  package func append(nextShortest value: Double) {
    // SAFETY: as above.
    unsafe append(next: TextPlace.room) { free in
      var text = unsafe TextPlace(free)
      text.put(shortest: value)
      return text.count
    }
  }

  /// Appends `digits` · 10^`exponent` as one of many texts, with a point or an exponent, as doubles have one.
  ///
  /// - Precondition: `digits` is positive. The number is from 10^-4 to 10^17 if it `isScientific` is false.
  package func append(
    nextDecimal digits: UInt64, exponent: Int, isNegative: Bool, isScientific: Bool
  ) {
    // SAFETY: as above.
    unsafe append(next: TextPlace.room) { free in
      var text = unsafe TextPlace(free)
      if isNegative { text.put(UInt8(ascii: "-")) }
      text.put(decimal: digits, exponent: exponent, isScientific: isScientific)
      return text.count
    }
  }
}

/// Room for a short text; digits are stored sixteen at a time, including excess ones.
@safe
private struct TextPlace {
  /// More than the longest number, plus the sixteen bytes that a store may exceed it by.
  static let room = 48

  private let start: UnsafeMutableRawPointer
  private(set) var count = 0

  @unsafe
  init(_ room: UnsafeMutableRawBufferPointer) {
    guard room.count >= Self.room, let start = room.baseAddress else {
      preconditionFailure("too little room for a number")
    }
    unsafe self.start = start
  }

  @inline(__always)
  private func store<T: BitwiseCopyable>(_ value: T, at offset: Int) {
    precondition(UInt(bitPattern: offset) <= UInt(Self.room &- MemoryLayout<T>.size))
    // SAFETY: the precondition keeps the store inside the room.
    unsafe start.storeBytes(of: value, toByteOffset: offset, as: T.self)
  }

  @inline(__always)
  mutating func put(_ byte: UInt8) {
    store(byte, at: count)
    count &+= 1
  }

  // MARK: Digits

  @inline(__always)
  mutating func put(decimal number: UInt64) {
    if number < 100_000_000 {
      put(short: number, atLeast: 1)
    } else if number < 10_000_000_000_000_000 {
      let digits = Self.sixteenDigits(number)
      let zeros = digits.trailingZeroBitCount &>> 3
      store(Self.text(digits &>> UInt128(truncatingIfNeeded: zeros &* 8)), at: count)
      count &+= 16 &- zeros
    } else {
      let (upper, rest) = number.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
      put(short: upper, atLeast: 1)
      store(Self.text(Self.sixteenDigits(rest)), at: count)
      count &+= 16
    }
  }

  /// Puts an integer of at most eight digits, with leading zeros up to `length`.
  @inline(__always)
  private mutating func put(short number: UInt64, atLeast length: Int) {
    let digits = Self.eightDigits(number)
    let zeros = min(digits.trailingZeroBitCount &>> 3, 8 &- length)
    let shown = digits &>> UInt64(truncatingIfNeeded: zeros &* 8)
    store((shown | WordScanning.repeated(UInt8(ascii: "0"))).littleEndian, at: count)
    count &+= 8 &- zeros
  }

  /// Returns the digits of a number below 10^8, one per byte, the first in the lowest byte.
  @inline(__always)
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    // Splits into fours, pairs and digits; each step divides all parts by one multiplication, and leaves each quotient
    // below its remainder: q + (n - 100 q) · 2^k is n · 2^k - (100 · 2^k - 1) q.
    let upper = UInt64(UInt32(truncatingIfNeeded: number) / 10_000)
    let fours = number &<< 32 &- upper &* (10_000 &<< 32 &- 1)
    let hundreds = ((fours &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let pairs = fours &<< 16 &- hundreds &* (100 &<< 16 &- 1)
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
    return pairs &<< 8 &- tens &* (10 &<< 8 &- 1)
  }

  @inline(__always)
  private static func sixteenDigits(_ number: UInt64) -> UInt128 {
    let upper = number / 100_000_000
    let lower = number &- upper &* 100_000_000
    return UInt128(eightDigits(lower)) << 64 | UInt128(eightDigits(upper))
  }

  @inline(__always)
  private static func text(_ digits: UInt64) -> UInt64 {
    (digits | WordScanning.repeated(UInt8(ascii: "0"))).littleEndian
  }

  @inline(__always)
  private static func text(_ digits: UInt128) -> UInt128 {
    (digits | 0x3030_3030_3030_3030_3030_3030_3030_3030).littleEndian
  }

  /// Puts an integer with leading zeros, of nineteen digits at most.
  @inline(__always)
  private mutating func put(_ number: UInt64, digits length: Int) {
    if length > 16 {
      let (upper, rest) = number.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
      put(short: upper, atLeast: length &- 16)
      store(Self.text(Self.sixteenDigits(rest)), at: count)
      count &+= 16
    } else {
      let digits = Self.sixteenDigits(number)
      store(Self.text(digits &>> UInt128(truncatingIfNeeded: (16 &- length) &* 8)), at: count)
      count &+= length
    }
  }

  // MARK: Decimal fractions

  @inline(__always)
  mutating func put(decimal digits: UInt64, exponent: Int, isScientific: Bool) {
    let length = PowersOfTen.digitCount(digits)
    let point = isScientific ? 1 : length &+ exponent
    let places = length &- point
    if point <= 0 {
      store(WordScanning.repeated(UInt8(ascii: "0")), at: count)
      store(UInt8(ascii: "."), at: count &+ 1)
      count &+= 2 &- point
      put(decimal: digits)
    } else if places <= 0 {
      put(decimal: digits)
      store(Self.text(UInt128(0)), at: count)
      count &-= places
      if !isScientific { put(UInt8(ascii: "."), UInt8(ascii: "0")) }
    } else {
      let (whole, fraction) = digits.quotientAndRemainder(
        dividingBy: PowersOfTen.integers[places])
      put(decimal: whole)
      put(UInt8(ascii: "."))
      put(fraction, digits: places)
    }
    guard isScientific else { return }
    let power = length &+ exponent &- 1
    put(UInt8(ascii: "e"), power > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
    put(short: UInt64(power.magnitude), atLeast: 2)
  }

  // MARK: Doubles

  /// Puts a number as Swift writes doubles: with an exponent below 1e-04 and above 2^53.
  @inline(__always)
  mutating func put(shortest value: Double) {
    store(UInt8(ascii: "-"), at: 0)
    count = value.sign == .minus ? 1 : 0
    guard value != 0 else { return put(whole: 0) }
    var decimal = DoubleWriting.nearest(value.magnitude)
    let isLarge = decimal.exponent >= 0
    if isLarge, value.magnitude <= 0x1p53 { return put(whole: decimal.digits) }
    if decimal.digits < 1_000_000_000_000_000 { decimal.fill() }

    // Of seventeen digits, the first is separate.
    let upper = decimal.digits / 100_000_000
    let first = UInt64(UInt32(truncatingIfNeeded: upper) / 100_000_000)
    let start = Self.eightDigits(upper &- first &* 100_000_000)
    let end = Self.eightDigits(decimal.digits &- upper &* 100_000_000)
    let lead = first > 0 ? 1 : 0
    // Trailing zeros are in the highest bytes.
    let zeros = end > 0 ? end.leadingZeroBitCount : 64 &+ start.leadingZeroBitCount
    let length = lead &+ 16 &- zeros &>> 3
    let point = 16 &+ lead &+ decimal.exponent

    if isLarge || point < -3 {
      put(first, start, end, lead, pointAfter: 1)
      count &+= length == 1 ? 1 : length &+ 1
      put(UInt8(ascii: "e"), point > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      put(short: UInt64(truncatingIfNeeded: (point &- 1).magnitude), atLeast: 2)
    } else if point > 0 {
      put(first, start, end, lead, pointAfter: point)
      count &+= length &+ 1
    } else {
      store(WordScanning.repeated(UInt8(ascii: "0")), at: count)
      store(UInt8(ascii: "."), at: count &+ 1)
      count &+= 2 &- point
      put(first, start, end, lead)
      count &+= length
    }
  }

  @inline(never)
  private mutating func put(whole number: UInt64) {
    put(decimal: number)
    put(UInt8(ascii: "."), UInt8(ascii: "0"))
  }

  @inline(__always)
  private mutating func put(_ one: UInt8, _ two: UInt8) {
    store((UInt16(one) | UInt16(two) &<< 8).littleEndian, at: count)
    count &+= 2
  }

  /// Stores `lead` digits and sixteen further ones.
  @inline(__always)
  private func put(_ first: UInt64, _ start: UInt64, _ end: UInt64, _ lead: Int) {
    store(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: first), at: count)
    store(Self.text(start), at: count &+ lead)
    store(Self.text(end), at: count &+ lead &+ 8)
  }

  /// Stores the same digits with a point.
  @inline(__always)
  private func put(
    _ first: UInt64, _ start: UInt64, _ end: UInt64, _ lead: Int, pointAfter point: Int
  ) {
    if point < 8 {
      // The digits after the point are stored with those before it, which are then replaced.
      store(Self.text(start), at: count &+ lead &+ 1)
      store(Self.text(end), at: count &+ lead &+ 9)
      let digits = start &<< UInt64(truncatingIfNeeded: lead &* 8) | first
      let shift = UInt64(truncatingIfNeeded: point &* 8)
      let mask = ~0 &<< shift
      let text = Self.text(digits).littleEndian
      let shown = text & ~mask | UInt64(UInt8(ascii: ".")) &<< shift | (text & mask) &<< 8
      store(shown.littleEndian, at: count)
    } else {
      put(first, start, end, lead)
      store(UInt8(ascii: "."), at: count &+ point)
      let digits = UInt128(end) &<< 64 | UInt128(start)
      let fraction = digits &>> UInt128(truncatingIfNeeded: (point &- lead) &* 8)
      store(Self.text(fraction), at: count &+ point &+ 1)
    }
  }
}

@usableFromInline package enum IntegerText {
  /// Returns the integer in `range`, which must not exceed 18 bytes; nil if there is none.
  @inlinable @inline(__always)
  package static func value(of bytes: RawSpan, _ range: Range<Int>) -> Int64? {
    var p = range.lowerBound
    guard p < range.upperBound else { return nil }
    let isNegative = bytes.byte(at: p) == UInt8(ascii: "-")
    if isNegative { p &+= 1 }
    var value: Int64 = 0
    while p < range.upperBound {
      let digit = bytes.byte(at: p) &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int64(digit)
      p &+= 1
    }
    return isNegative ? 0 &- value : value
  }
}
