extension JSONReader {
  @inline(__always)
  mutating func string(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let scan = try scanString(bytes, at: start, input) else { return nil }
    let length = scan.length
    if scan.hasEscapes {
      try decode(bytes, at: start &+ 1, scan, flags, &batch)
    } else {
      var flags = flags
      if scan.isASCII { flags.insert(.isASCII) }
      if !scan.needsJSONEscape { flags.insert(.needsNoJSONEscape) }
      batch.events.append(
        Event(.string, flags: flags, at: start, textAt: start &+ 1, count: length))
    }
    return length &+ 2
  }

  @inline(__always)
  mutating func key(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    let length = partialString.length == 0 ? keys.predictedLength(bytes, at: start &+ 1) : -1
    if length >= 0, bytes.byte(at: start &+ 1 &+ length) == UInt8(ascii: "\"") {
      let key = keys.recordPredicted()
      if key.isDuplicate, options.duplicateKeys == .error { throw duplicateKey(at: start) }
      batch.events.append(
        Event(
          .string, flags: key.flags, at: start, textAt: start &+ 1, count: length))
      return length &+ 2
    }
    return try newKey(bytes, at: start, input, &batch)
  }

  @inline(never)
  mutating func newKey(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let length = try string(bytes, at: start, input, .isKey, &batch) else { return nil }
    try enterKey(at: start, &batch)
    return length
  }

  mutating func enterKey(at start: Int, _ batch: inout EventBatch) throws(DecantError) {
    guard try keys.recordLast(of: &batch, options.duplicateKeys) else {
      throw duplicateKey(at: start)
    }
  }

  @inline(never)
  private func duplicateKey(at start: Int) -> DecantError {
    failure(.duplicateKey(keys.lastKey), at: start)
  }

  // MARK: Finding the end

  @inline(__always)
  private mutating func scanString(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput
  ) throws(DecantError) -> StringScan? {
    let quote = Syntax.isExtended ? bytes.byte(at: start) : UInt8(ascii: "\"")
    if partialString.length == 0, !Syntax.isExtended || quote == UInt8(ascii: "\"") {
      // Most strings are plain and shorter than 8 bytes.
      let mask = WordScanning.endsPlainText(bytes.word(at: start &+ 1), quote: quote)
      if mask != 0 {
        let length = WordScanning.bytesBefore(mask)
        if bytes.byte(at: start &+ 1 &+ length) == quote {
          return StringScan(length: length)
        }
      }
    }
    return try scanLongString(bytes, at: start, quote, input)
  }

  @inline(never)
  private mutating func scanLongString(
    _ bytes: RawSpan, at start: Int, _ quote: UInt8, _ input: JSONInput
  ) throws(DecantError) -> StringScan? {
    var scan = partialString
    var p = start &+ 1 &+ scan.length
    while true {
      let mask = WordScanning.endsPlainText(bytes.word(at: p), quote: quote)
      guard mask != 0 else {
        p &+= 8
        continue
      }
      p &+= WordScanning.bytesBefore(mask)
      let byte = bytes.byte(at: p)
      if byte == quote {
        partialString = StringScan()
        scan.length = p &- start &- 1
        if Syntax.isExtended, quote == UInt8(ascii: "'") {
          scan.needsJSONEscape =
            scan.needsJSONEscape || Self.hasQuote(bytes, from: start &+ 1, to: p)
        }
        return scan
      }
      if byte >= 0x80 {
        scan.isASCII = false
        repeat {
          if UTF8Scanning.isPairOfThree(bytes.word(at: p)) {
            p &+= 6
            continue
          }
          let length = UTF8Scanning.length(bytes, at: p)
          if length == 0 {
            guard !input.isComplete, p &+ 4 > input.end else {
              throw failure(.invalidEncoding(.utf8), at: p)
            }
            return suspend(scan, at: p, start)
          }
          p &+= length
        } while bytes.byte(at: p) >= 0x80
      } else if byte == UInt8(ascii: "\\") {
        // `decode` validates escapes; here an escaped quote must not end the string.
        let length = Self.skippedByEscape(bytes, at: p, before: input.end)
        guard p &+ length <= input.end else { return try suspendOrFail(scan, at: p, start, input) }
        scan.hasEscapes = true
        p &+= length
      } else if p >= input.end {
        return try suspendOrFail(scan, at: p, start, input)
      } else {
        guard Syntax.isExtended, byte != 0x0A, byte != 0x0D else {
          throw failure(.controlCharacter(byte), at: p)
        }
        scan.needsJSONEscape = true
        p &+= 1
      }
    }
  }

  private static func skippedByEscape(_ bytes: RawSpan, at p: Int, before end: Int) -> Int {
    let next = bytes.byte(at: p &+ 1)
    if next >= 0x80 { return 1 }
    guard Syntax.isExtended, next == 0x0D else { return 2 }
    // At the end of the window, a line feed may follow.
    return p &+ 2 >= end || bytes.byte(at: p &+ 2) == 0x0A ? 3 : 2
  }

  private static func hasQuote(_ bytes: RawSpan, from start: Int, to end: Int) -> Bool {
    (start..<end).contains { bytes.byte(at: $0) == UInt8(ascii: "\"") }
  }

  private mutating func suspend(_ scan: StringScan, at p: Int, _ start: Int) -> StringScan? {
    // A string without a scanned byte may be scanned by another function next.
    partialString = p - start > 1 ? scan : StringScan()
    partialString.length = p - start - 1
    return nil
  }

  private mutating func suspendOrFail(
    _ scan: StringScan, at p: Int, _ start: Int, _ input: JSONInput
  ) throws(DecantError) -> StringScan? {
    guard !input.isComplete else { throw failure(.unterminatedString, at: start) }
    return suspend(scan, at: p, start)
  }
}
