internal import DecantCore

/// Scalars as objects: equal ones of a document are one object with one number.
extension BinaryPropertyListWriter {
  @inline(__always)
  mutating func scalar(_ event: Event, _ bytes: RawSpan) throws(DecantError) -> UInt32 {
    guard event.kind == .string || !event.isKey else { throw Self.failure(.scalarKey) }
    let next = try newNumber()
    let start = scalars.bytes.count
    let number: UInt32
    switch event.kind {
    case .string: number = try string(event, bytes, as: next)
    case .integer: number = try integer(bytes.extracting(event.textRange), as: next)
    case .real: number = try real(event.flags, as: next)
    default:
      try putTogether(event, bytes.extracting(event.textRange))
      number = scalars.number(from: start, as: next, starts: objects)
    }
    if number == next { objects.append(UInt64(start)) }
    return number
  }

  @inline(never)
  private mutating func putTogether(_ event: Event, _ text: RawSpan) throws(DecantError) {
    switch event.kind {
    case .true: scalars.bytes.append(0x09)
    case .false: scalars.bytes.append(0x08)
    case .data:
      append(marker: 0x40, count: text.byteCount)
      scalars.bytes.append(contentsOf: text)
    case .date: try date(text)
    case .uid: try uid(text)
    // Stages refuse, drop or tag null; events from other sources may contain it.
    case .null: scalars.bytes.append(0x00)
    case .anchor, .alias: throw Self.failure(.anchor)
    case .tag: throw Self.failure(.tag)
    case .string, .integer, .real, .localTime, .beginDocument, .endDocument, .beginSequence,
      .endSequence,
      .beginMapping, .endMapping, .comment, .notation, .blankLine, .trailingComment:
      throw DecantError(.malformedEvents("a scalar that is not one"))
    }
  }

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

  private mutating func append(_ number: UInt64, width: Int) {
    scalars.bytes.append(Self.word(number, width: width), count: width)
  }

  @inline(__always)
  private static func word(_ number: UInt64, width: Int) -> UInt64 {
    (number &<< UInt64(truncatingIfNeeded: 64 &- 8 &* width)).byteSwapped
  }

  // MARK: Strings

  @inline(__always)
  private mutating func string(
    _ event: Event, _ bytes: RawSpan, as next: UInt32
  ) throws(DecantError) -> UInt32 {
    let range = event.textRange
    guard event.flags.contains(.isASCII), !event.flags.contains(.isEscaped), range.count <= 0xFF
    else { return try appendUnusualString(range, of: bytes, event.flags, as: next) }
    let count = UInt64(truncatingIfNeeded: range.count)
    let isShort = count < 0x0F
    return scalars.number(
      isShort ? 0x50 | count : 0x105F | count &<< 16, headLength: isShort ? 1 : 3, bytes,
      from: range.lowerBound, count: range.count, as: next, starts: objects)
  }

  @inline(never)
  private mutating func appendUnusualString(
    _ range: Range<Int>, of bytes: RawSpan, _ flags: Event.Flags, as next: UInt32
  ) throws(DecantError) -> UInt32 {
    let text = bytes.extracting(range)
    guard !flags.contains(.isEscaped) else { throw Self.failure(.loneSurrogate) }
    guard flags.contains(.isASCII) || Self.isASCII(text) else {
      let start = scalars.bytes.count
      append(marker: 0x60, count: UTF16Text.unitCount(ofUTF8: text))
      UTF16Text.append(utf8: text, to: &scalars.bytes)
      return scalars.number(from: start, as: next, starts: objects)
    }
    guard text.byteCount > 0xFF else {
      // Equal strings are found only if all are entered by the same overload of `scalars.number`.
      let event = Event(
        .string, flags: .isASCII, at: 0, textAt: range.lowerBound, count: range.count)
      return try string(event, bytes, as: next)
    }
    let start = scalars.bytes.count
    append(marker: 0x50, count: text.byteCount)
    scalars.bytes.append(contentsOf: text)
    return scalars.number(from: start, as: next, starts: objects)
  }

  private static func isASCII(_ text: RawSpan) -> Bool {
    (0..<text.byteCount).allSatisfy { text.byte(at: $0) < 0x80 }
  }

  // MARK: Numbers

  @inline(__always)
  private mutating func integer(
    _ text: RawSpan, as next: UInt32
  ) throws(DecantError) -> UInt32 {
    guard let value = Self.shortInteger(text) else { return try longInteger(text, as: next) }
    return integer(value, as: next)
  }

  @inline(__always)
  private mutating func integer(_ value: Int64, as next: UInt32) -> UInt32 {
    let bits = UInt64(bitPattern: value)
    let exponent = bits <= 0xFF ? 0 : bits <= 0xFFFF ? 1 : bits &>> 32 == 0 ? 2 : 3
    let width = 1 &<< exponent
    return scalars.number(
      0x10 | UInt8(truncatingIfNeeded: exponent), Self.word(bits, width: width), width: width,
      as: next, starts: objects)
  }

  @inline(never)
  private mutating func longInteger(
    _ text: RawSpan, as next: UInt32
  ) throws(DecantError) -> UInt32 {
    guard let value = Int128(String(utf8: text)) else { throw Self.failure(.number) }
    if let short = Int64(exactly: value) { return integer(short, as: next) }
    let start = scalars.bytes.count
    scalars.bytes.append(0x14)
    append(UInt64(truncatingIfNeeded: value >> 64), width: 8)
    append(UInt64(truncatingIfNeeded: value), width: 8)
    return scalars.number(from: start, as: next, starts: objects)
  }

  /// Parses up to 18 digits, which always fit.
  @inline(__always)
  private static func shortInteger(_ text: RawSpan) -> Int64? {
    let isNegative = text.byteCount > 0 && text.byte(at: 0) == UInt8(ascii: "-")
    let first = isNegative ? 1 : 0
    guard text.byteCount > first, text.byteCount &- first <= 18 else { return nil }
    var value: Int64 = 0
    for offset in first..<text.byteCount {
      let digit = text.byte(at: offset) &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value &* 10 &+ Int64(digit)
    }
    return isNegative ? 0 &- value : value
  }

  private static let realMarker: UInt8 = 0x23

  mutating func findReals(in batch: borrowing EventBatch) {
    reals.removeAll()
    writtenReals = 0
    batch.withDoubles { events, window, scratch, doubles in
      let areKnown = doubles.areComplete(events.count)
      for index in 0..<events.count where events[index].kind == .real {
        let event = events[index]
        var value = areKnown ? doubles[reals.count] : .nan
        if value.isNaN {
          value = event.double(in: event.flags.contains(.inScratch) ? scratch : window)
        }
        reals.append(value.bitPattern.byteSwapped)
      }
    }
    scalars.preload(Self.realMarker, reals, starts: objects)
  }

  @inline(__always)
  private mutating func real(
    _ flags: Event.Flags, as next: UInt32
  ) throws(DecantError) -> UInt32 {
    let bits = reals[writtenReals]
    writtenReals &+= 1
    guard flags.contains(.isNonFinite) || Double(bitPattern: bits.byteSwapped).isFinite else {
      throw Self.failure(.number)
    }
    return scalars.number(Self.realMarker, bits, width: 8, as: next, starts: objects)
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
