internal import DecantCore

/// Numbers and dates.
extension CBORWriter {
  mutating func integer(_ bytes: RawSpan, _ range: Range<Int>) throws(DecantError) {
    guard range.count <= 18, let value = IntegerText.value(of: bytes, range) else {
      return try longInteger(bytes.extracting(range))
    }
    integer(UInt64(bitPattern: value), isNegative: value < 0)
  }

  /// Writes an integer of 64 bits and a sign, in two's complement.
  private mutating func integer(_ bits: UInt64, isNegative: Bool) {
    if isNegative {
      head(CBORHead.Major.negative, ~bits)
    } else {
      head(CBORHead.Major.unsigned, bits)
    }
  }

  @inline(never)
  private mutating func longInteger(_ text: RawSpan) throws(DecantError) {
    let digits = [UInt8](text)
    let isNegative = digits.first == UInt8(ascii: "-")
    try integer(isNegative: isNegative, digits: digits[(isNegative ? 1 : 0)...])
  }

  private mutating func integer(
    isNegative: Bool, digits: ArraySlice<UInt8>
  ) throws(DecantError) {
    guard !digits.isEmpty, digits.allSatisfy(DecimalLexeme.isDigit) else {
      throw DecantError(.malformedEvents("an integer that is not decimal"))
    }
    guard var magnitude = RadixText.bytes(of: digits) else {
      throw DecantError(.binary(.numberTooLong))
    }
    let isBelowZero = isNegative && !magnitude.isEmpty
    // Negative numbers count from -1.
    if isBelowZero { Self.decrement(&magnitude) }
    guard magnitude.count > 8 else {
      let value = magnitude.reduce(0) { $0 << 8 | UInt64($1) }
      return head(isBelowZero ? CBORHead.Major.negative : CBORHead.Major.unsigned, value)
    }
    head(CBORHead.Major.tag, isBelowZero ? CBORTag.negativeBignum : CBORTag.bignum)
    magnitude.withBytes { string(CBORHead.Major.data, $0, 0..<$0.byteCount) }
  }

  private static func decrement(_ number: inout [UInt8]) {
    for index in number.indices.reversed() {
      number[index] &-= 1
      if number[index] != 0xFF { break }
    }
    if number.first == 0 { number.removeFirst() }
  }

  // MARK: Reals

  mutating func real(_ event: Event, _ bytes: RawSpan) throws(DecantError) {
    guard !event.flags.contains(.isNonFinite) else {
      return double(event.double(in: bytes))
    }
    let text = bytes.extracting(event.textRange)
    let numeral = DoubleReading.Numeral(in: bytes, event.textRange)
    let reading = numeral.flatMap { DoubleReading.reading(of: $0) }
    if reading?.isExact ?? Self.isExact(String(utf8: text)) {
      return double(reading?.value ?? DoubleReading.value(text))
    }
    guard let exact = numeral?.exact else { return try decimalFraction(String(utf8: text)) }
    beginDecimalFraction(exact.exponent)
    head(
      exact.isNegative ? CBORHead.Major.negative : CBORHead.Major.unsigned,
      exact.isNegative ? exact.digits - 1 : exact.digits)
  }

  /// Whether a double has the same value in its shortest form.
  @inline(never)
  private static func isExact(_ text: String) -> Bool {
    guard let number = Number(text), let double = number.double else { return false }
    return Number(double) == number
  }

  private mutating func double(_ value: Double) {
    let bits = value.bitPattern
    // A half keeps ten bits of the fraction, a single 23; NaN and infinities fit a half.
    if bits & (1 << 42 - 1) == 0 || !value.isFinite, let half = ShortFloat.half(value) {
      nodes.bytes.append(0xF9, bigEndian: UInt64(half), width: 2)
    } else if bits & (1 << 29 - 1) == 0, let single = ShortFloat.single(value) {
      nodes.bytes.append(0xFA, bigEndian: UInt64(single), width: 4)
    } else {
      nodes.bytes.append(0xFB, bigEndian: bits, width: 8)
    }
  }

  /// Writes a real that no double represents in its shortest form.
  @inline(never)
  private mutating func decimalFraction(_ text: String) throws(DecantError) {
    guard let value = DecimalValue(text), case .near(let exponent) = value.exponent else {
      throw Self.failure(.largeNumber)
    }
    beginDecimalFraction(exponent - value.digits.count)
    try integer(isNegative: value.isNegative, digits: value.digits[...])
  }

  private mutating func beginDecimalFraction(_ exponent: Int) {
    head(CBORHead.Major.tag, CBORTag.decimalFraction)
    head(CBORHead.Major.sequence, 2)
    integer(UInt64(bitPattern: Int64(exponent)), isNegative: exponent < 0)
  }

  // MARK: Dates

  /// Writes tag 0, or tag 1 for a year that RFC 3339 cannot spell.
  mutating func date(_ text: RawSpan) throws(DecantError) {
    let sign = text.byteCount > 0 ? text.byte(at: 0) : 0
    guard DecimalLexeme.isSign(sign) else {
      head(CBORHead.Major.tag, CBORTag.dateText)
      return string(CBORHead.Major.text, text, 0..<text.byteCount)
    }
    guard let date = Timestamp(String(utf8: text)) else { throw Self.failure(.date) }
    let seconds = date.secondsSinceEpoch
    guard !date.fractionDigits.isEmpty else {
      head(CBORHead.Major.tag, CBORTag.epochSeconds)
      return integer(UInt64(bitPattern: seconds), isNegative: seconds < 0)
    }
    let value = Double(seconds) + (Double("0.\(date.fractionDigits)") ?? 0)
    guard CBORDate.text(secondsSinceEpoch: value).flatMap({ Timestamp($0) }) == date else {
      throw Self.failure(.exactDate)
    }
    head(CBORHead.Major.tag, CBORTag.epochSeconds)
    double(value)
  }
}
