extension BinaryPropertyListWriter {
  /// The number of the object that a scalar is: of an equal one, if there has been one.
  @inline(__always)
  mutating func scalar(_ event: Event, _ bytes: RawSpan) throws(DecantError) -> UInt32 {
    let start = scalars.bytes.count
    let text = bytes.extracting(event.textRange)
    guard event.kind == .string || !event.isKey else { throw Self.failure(.scalarKey) }
    switch event.kind {
    case .string: try string(text, event.flags)
    case .integer: try integer(text)
    case .real: try real(text, event.flags)
    case .true: scalars.bytes.append(0x09)
    case .false: scalars.bytes.append(0x08)
    case .data:
      append(marker: 0x40, count: text.byteCount)
      scalars.bytes.append(contentsOf: text)
    case .date: try date(text)
    case .uid: try uid(text)
    // Only another binary property list has one that nobody has dropped before it comes here.
    case .null: scalars.bytes.append(0x00)
    case .anchor, .alias: throw Self.failure(.anchor)
    case .tag: throw Self.failure(.tag)
    case .beginDocument, .endDocument, .beginSequence, .endSequence, .beginMapping, .endMapping:
      throw DecantError(.malformedEvents("a scalar that is none"))
    }
    let next = try newNumber()
    let number = scalars.take(from: start, as: next, starts: objects)
    if number == next { objects.append(UInt64(start)) }
    return number
  }

  /// Begins an object that has a length.
  private mutating func append(marker: UInt8, count: Int) {
    if count < 0x0F {
      scalars.bytes.append(marker | UInt8(count))
    } else {
      let exponent = Self.lengthExponent(count)
      scalars.bytes.append(marker | 0x0F)
      scalars.bytes.append(0x10 | UInt8(exponent))
      append(UInt64(count), width: 1 << exponent)
    }
  }

  /// Appends the lowest `width` bytes of a number, the highest first.
  @inline(__always)
  private mutating func append(_ number: UInt64, width: Int) {
    let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* width)
    scalars.bytes.append((number &<< shift).byteSwapped, count: width)
  }

  // MARK: Strings

  private mutating func string(_ text: RawSpan, _ flags: Event.Flags) throws(DecantError) {
    guard !flags.contains(.isEscaped) else { throw Self.failure(.loneSurrogate) }
    guard flags.contains(.isASCII) || Self.isASCII(text) else { return wideString(text) }
    append(marker: 0x50, count: text.byteCount)
    scalars.bytes.append(contentsOf: text)
  }

  private static func isASCII(_ text: RawSpan) -> Bool {
    (0..<text.byteCount).allSatisfy { text.byte(at: $0) < 0x80 }
  }

  private mutating func wideString(_ text: RawSpan) {
    append(marker: 0x60, count: UTF16Text.unitCount(ofUTF8: text))
    UTF16Text.append(utf8: text, to: &scalars.bytes)
  }

  // MARK: Numbers

  private mutating func integer(_ text: RawSpan) throws(DecantError) {
    guard let value = Self.integer(text) else { throw Self.failure(.number) }
    if value < 0 ? value >= Int128(Int64.min) : value <= Int128(Int64.max) {
      let short = UInt64(truncatingIfNeeded: value)
      let exponent =
        value < 0 ? 3 : short <= 0xFF ? 0 : short <= 0xFFFF ? 1 : short >> 32 == 0 ? 2 : 3
      scalars.bytes.append(0x10 | UInt8(exponent))
      append(short, width: 1 << exponent)
    } else {
      scalars.bytes.append(0x14)
      append(UInt64(truncatingIfNeeded: value >> 64), width: 8)
      append(UInt64(truncatingIfNeeded: value), width: 8)
    }
  }

  private static func integer(_ text: RawSpan) -> Int128? {
    let isNegative = text.byteCount > 0 && text.byte(at: 0) == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    guard text.byteCount > first else { return nil }
    guard text.byteCount - first <= 18 else { return Int128(String(utf8: text)) }
    var value: Int64 = 0
    for offset in first..<text.byteCount {
      let digit = text.byte(at: offset) &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return Int128(isNegative ? -value : value)
  }

  private mutating func real(_ text: RawSpan, _ flags: Event.Flags) throws(DecantError) {
    var value = DoubleReading.value(text)
    if flags.contains(.isNonFinite) {
      let word = String(utf8: text)
      value = word == "inf" ? .infinity : word == "-inf" ? -.infinity : .nan
    } else if !value.isFinite {
      throw Self.failure(.number)
    }
    scalars.bytes.append(0x23)
    append(value.bitPattern, width: 8)
  }

  private mutating func date(_ text: RawSpan) throws(DecantError) {
    guard let seconds = ReferenceDate.secondsSince2001(String(utf8: text)) else {
      throw Self.failure(.date)
    }
    scalars.bytes.append(0x33)
    append(seconds.bitPattern, width: 8)
  }

  private mutating func uid(_ text: RawSpan) throws(DecantError) {
    guard let value = UInt64(String(utf8: text)) else { throw Self.failure(.uid) }
    let width = value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value >> 32 == 0 ? 4 : 8
    scalars.bytes.append(0x80 | UInt8(width - 1))
    append(value, width: width)
  }
}
