internal import DecantCore

/// Strings and keys. Text without escapes stays in the window; only text with escapes is decoded, into the scratch bytes of
/// the batch. A key is first compared with the one that came next in the last mapping of this kind (`MappingKeys`): in most
/// documents that saves the search for its end.
extension JSONReader {
  @inline(__always)
  mutating func string(
    _ bytes: RawSpan, at start: Int, _ input: JSONInput, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let scan = try scanString(bytes, at: start, input) else { return nil }
    if scan.hasEscapes {
      try decode(bytes, at: start &+ 1, scan, flags, &batch)
      if keepsLayout {
        keepSource(bytes.extracting(start &+ 1..<start &+ 1 &+ scan.length), &batch)
      }
    } else {
      batch.append(scan, flags, at: start)
    }
    return scan.length &+ 2
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
    if partialString.length == 0, !Syntax.isExtended || quote == UInt8(ascii: "\""),
      let scan = StringScan.short(bytes, at: start)
    {
      return scan
    }
    return try scanLongString(bytes, at: start, quote, input)
  }

  @inline(never)
  private mutating func scanLongString(
    _ bytes: RawSpan, at start: Int, _ quote: UInt8, _ input: JSONInput
  ) throws(DecantError) -> StringScan? {
    do throws(TokenFlaw) {
      return try partialString.next(
        Syntax.self, bytes, at: start, quote, to: input.end, origin: origin,
        isComplete: input.isComplete)
    } catch {
      throw failure(error)
    }
  }
}
