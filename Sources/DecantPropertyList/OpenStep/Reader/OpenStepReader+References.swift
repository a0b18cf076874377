internal import DecantCore

/// References of keyed archives, written as in XML: `{ "CF$UID" = 5; }`. The digits may have a type.
extension OpenStepReader {
  /// The window must contain the whole reference, including white space.
  private static var longestReference: Int { 4096 }

  @inline(__always)
  mutating func reference(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ batch: inout EventBatch
  ) -> Int? {
    let p = Self.skipSpace(bytes, from: start &+ 1)
    let byte = bytes.byte(at: p)
    guard byte == UInt8(ascii: "C") || byte == UInt8(ascii: "\"") || p >= input.end,
      !options.readsTaggedForms
    else { return start }
    return possibleReference(bytes, at: start, key: p, input, &batch)
  }

  @inline(never)
  private mutating func possibleReference(
    _ bytes: RawSpan, at start: Int, key: Int, _ input: OpenStepInput, _ batch: inout EventBatch
  ) -> Int? {
    var p = key
    var digits: Range<Int>?
    for part in ["CF$UID", "=", "", ";", "}"] {
      p = Self.skipSpace(bytes, from: p)
      let isLong = p - start >= Self.longestReference
      guard p < input.end, !isLong else { return input.isComplete || isLong ? start : nil }
      let isNumber = part.isEmpty
      let isQuoted = part.utf8.count != 1 && bytes.byte(at: p) == UInt8(ascii: "\"")
      let isTyped = isNumber && bytes.byte(at: p) == UInt8(ascii: "<")
      for byte in ((isQuoted ? "\"" : isTyped ? "<*I" : "") + part).utf8 {
        guard bytes.byte(at: p) == byte else {
          return p < input.end || input.isComplete ? start : nil
        }
        p += 1
      }
      if isNumber {
        let first = p
        while DecimalLexeme.isDigit(bytes.byte(at: p)) { p += 1 }
        digits = first..<p
      }
      guard isQuoted || isTyped else { continue }
      guard bytes.byte(at: p) == UInt8(ascii: isQuoted ? "\"" : ">") else {
        return p < input.end || input.isComplete ? start : nil
      }
      p += 1
    }
    guard let digits, let number = UInt64(String(utf8: bytes.extracting(digits))),
      // Another spelling of the number would be lost.
      number.description.utf8.count == digits.count
    else { return start }
    batch.events.append(
      Event(
        .uid, flags: .plainASCII, at: start, textAt: digits.lowerBound, count: digits.count))
    return p
  }
}
