extension ByteStorage {
  func append(decimal magnitude: UInt64, isNegative: Bool = false) {
    append(nextDecimalOf: magnitude, isNegative: isNegative)
    seal()
  }

  /// Appends an integer in decimal, as one of many texts.
  func append(nextDecimalOf magnitude: UInt64, isNegative: Bool) {
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
  func append(shortest value: Double) {
    append(nextShortest: value)
    seal()
  }

  /// Appends the same as one of many texts.
  ///
  /// - Precondition: `value` is finite.
  func append(nextShortest value: Double) {
    // SAFETY: as above.
    unsafe append(next: TextPlace.room) { free in
      var text = unsafe TextPlace(free)
      text.put(shortest: value)
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
    precondition(offset >= 0 && offset <= Self.room &- MemoryLayout<T>.size)
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
    // Splits into fours, pairs and digits; each step divides all parts by one multiplication.
    let upper = number / 10_000
    let halves = upper | (number &- upper &* 10_000) &<< 32
    let hundreds = ((halves &* 10_486) &>> 20) & 0x0000_007F_0000_007F
    let pairs = hundreds | (halves &- hundreds &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F_000F_000F
    return tens | (pairs &- tens &* 10) &<< 8
  }

  @inline(__always)
  private static func sixteenDigits(_ number: UInt64) -> UInt128 {
    let upper = number / 100_000_000
    let lower = number &- upper &* 100_000_000
    return UInt128(eightDigits(lower)) << 64 | UInt128(eightDigits(upper))
  }

  @inline(__always)
  private static func text(_ digits: UInt128) -> UInt128 {
    (digits | 0x3030_3030_3030_3030_3030_3030_3030_3030).littleEndian
  }

  // MARK: Doubles

  /// Puts a number as Swift writes doubles: with an exponent below 1e-04 and above 2^53.
  @inline(__always)
  mutating func put(shortest value: Double) {
    store(UInt8(ascii: "-"), at: 0)
    count = value.sign == .minus ? 1 : 0
    guard value != 0 else { return putZero() }

    // Of seventeen digits, the first is separate.
    let decimal = DoubleWriting.nearest(value.magnitude)
    let first = decimal.digits / 10_000_000_000_000_000
    var digits = Self.sixteenDigits(decimal.digits &- first &* 10_000_000_000_000_000)
    var lead = 1
    var point = 17 &+ decimal.exponent
    if first == 0 {
      let zeros = digits.trailingZeroBitCount &>> 3
      digits &>>= UInt128(truncatingIfNeeded: zeros &* 8)
      lead = 0
      point &-= 1 &+ zeros
    }
    // Trailing zeros are in the highest bytes.
    let length = lead &+ 16 &- digits.leadingZeroBitCount &>> 3

    if value.magnitude > 0x1p53 || point < -3 {
      put(first, digits, lead, length, pointAfter: 1)
      if length == 1 { count &-= 1 }
      put(UInt8(ascii: "e"))
      put(point > 0 ? UInt8(ascii: "+") : UInt8(ascii: "-"))
      put(short: UInt64(truncatingIfNeeded: (point &- 1).magnitude), atLeast: 2)
    } else if point <= 0 {
      store(WordScanning.repeated(UInt8(ascii: "0")), at: count)
      store(UInt8(ascii: "."), at: count &+ 1)
      count &+= 2 &- point
      put(first, digits, lead)
      count &+= length
    } else if point < length {
      put(first, digits, lead, length, pointAfter: point)
    } else {
      // At most sixteen digits precede the point; zeros are stored after the significant ones.
      put(first, digits, lead)
      count &+= point
      put(UInt8(ascii: "."))
      put(UInt8(ascii: "0"))
    }
  }

  @inline(never)
  private mutating func putZero() {
    put(UInt8(ascii: "0"))
    put(UInt8(ascii: "."))
    put(UInt8(ascii: "0"))
  }

  @inline(__always)
  private func put(_ first: UInt64, _ digits: UInt128, _ lead: Int) {
    store(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: first), at: count)
    store(Self.text(digits), at: count &+ lead)
  }

  @inline(__always)
  private mutating func put(
    _ first: UInt64, _ digits: UInt128, _ lead: Int, _ length: Int, pointAfter point: Int
  ) {
    put(first, digits, lead)
    store(UInt8(ascii: "."), at: count &+ point)
    let fraction = digits &>> UInt128(truncatingIfNeeded: (point &- lead) &* 8)
    store(Self.text(fraction), at: count &+ point &+ 1)
    count &+= length &+ 1
  }
}
