internal import DecantCore

/// Strings of indefinite length, which are chunks of definite length before a break.
extension CBORReader {
  /// Reads the string at `p`; returns the offset after it, or nil if the window may cut it off.
  mutating func chunkedString(
    _ bytes: RawSpan, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let next = try endOfChunks(bytes, at: p, to: end) else { return nil }
    guard next - p <= EventBatch.longestText else { throw nodes.failure(.tooLong, at: p) }
    let isText = bytes.byte(at: p) >> 5 == CBORHead.Major.text
    let start = batch.scratch.count
    var q = p + 1
    while let chunk = try chunk(bytes, at: q, to: end) {
      // A scalar must not begin in one chunk and end in the next.
      if isText,
        let offset = UTF8Scanning.firstInvalid(bytes, from: chunk.lowerBound, to: chunk.upperBound)
      {
        batch.scratch.truncate(to: start)
        throw nodes.failure(.invalidEncoding(.utf8), at: offset)
      }
      batch.scratch.append(next: bytes.extracting(chunk))
      q = chunk.upperBound
    }
    batch.scratch.seal()
    var flags: Event.Flags = []
    if isText {
      let stop = batch.scratch.count
      flags = batch.scratch.withBytes { $0.extracting(start..<stop).scanned }
    }
    try nodes.scratchText(isText ? .string : .data, flags, since: start, at: p, &batch)
    hasTag = false
    try nodes.finishNode(at: next, &batch)
    return next
  }

  /// Returns the offset after the break of the string at `p`; nil if the window may not have it.
  func endOfChunks(_ bytes: RawSpan, at p: Int, to end: Int) throws(DecantError) -> Int? {
    let major = bytes.byte(at: p) >> 5
    var q = p + 1
    while true {
      guard let head = try head(bytes, at: q, to: end) else { return nil }
      guard head.byte != CBORHead.breakByte else { return head.end }
      guard head.major == major, !head.isIndefinite else {
        throw failure(.wrongChunk(head.byte), at: q)
      }
      guard head.value <= UInt64(end - head.end) else {
        try nodes.checkLength(head.value, at: q)
        return nil
      }
      q = head.end + Int(head.value)
    }
  }

  /// Returns the bytes of the chunk whose head is at `q`; nil at the break.
  ///
  /// Precondition: `endOfChunks` has found the break.
  func chunk(_ bytes: RawSpan, at q: Int, to end: Int) throws(DecantError) -> Range<Int>? {
    guard let head = try head(bytes, at: q, to: end), head.byte != CBORHead.breakByte else {
      return nil
    }
    return head.end..<head.end + Int(head.value)
  }
}
