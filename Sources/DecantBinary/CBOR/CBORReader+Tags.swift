internal import DecantCore

/// Tags (RFC 8949, section 3.4): those of dates and numbers become dates and numbers, all others are emitted.
extension CBORReader {
  /// Reads the tag at `p`, with its content if it is a date or a number; returns the offset after that, or nil if the
  /// window may cut it off.
  @inline(never)
  mutating func tagged(
    _ bytes: RawSpan, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let tag = try head(bytes, at: p, to: end) else { return nil }
    let next: Int?
    switch tag.value {
    case CBORTag.dateText: next = try dateText(bytes, tag, at: p, to: end, &batch)
    case CBORTag.epochSeconds: next = try epochSeconds(bytes, tag, at: p, to: end, &batch)
    case CBORTag.bignum, CBORTag.negativeBignum:
      guard let number = try bignum(bytes, tag, at: p, to: end) else { return nil }
      try nodes.scalar(.integer, number.text, at: p, &batch)
      next = number.end
    case CBORTag.decimalFraction, CBORTag.bigfloat:
      next = try fraction(bytes, tag, at: p, to: end, &batch)
    default:
      return try chain(bytes, at: p, to: end, &batch)
    }
    guard let next else { return nil }
    hasTag = false
    try nodes.finishNode(at: next, &batch)
    return next
  }

  /// Reads consecutive tags, which one event represents, because a node has one tag at most.
  private mutating func chain(
    _ bytes: RawSpan, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    var numbers: [String] = []
    var count = 0
    var q = p
    while true {
      guard let head = try head(bytes, at: q, to: end) else { return nil }
      guard head.major == CBORHead.Major.tag, !head.isIndefinite,
        head.value == CBORTag.selfDescribed || !CBORTag.isBuiltIn(head.value)
      else { return try finishChain(numbers, before: head, at: p, at: q, &batch) }
      count += 1
      guard nodes.depth + count <= nodes.options.maximumDepth else {
        throw nodes.failure(.tooDeep(limit: nodes.options.maximumDepth), at: q)
      }
      if head.value != CBORTag.selfDescribed { numbers.append(String(head.value)) }
      q = head.end
    }
  }

  private mutating func finishChain(
    _ numbers: [String], before node: CBORHead, at p: Int, at q: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int {
    guard node.byte != CBORHead.breakByte else { throw failure(.unexpectedBreak, at: q) }
    let tags = CBORTag.prefix + numbers.joined(separator: "/")
    let info = node.byte & 0x1F
    if node.major == CBORHead.Major.simple, info < 20 || info == 23 || info == 24 {
      let separator = numbers.isEmpty ? "" : "/"
      try otherSimple(node.byte, node.value, after: tags + separator, at: p, at: q, &batch)
      hasTag = false
      try nodes.finishNode(at: node.end, &batch)
      return node.end
    }
    guard !numbers.isEmpty else { return q }
    let isOfScalar =
      node.major < CBORHead.Major.text || node.major > CBORHead.Major.mapping
    batch.append(
      .tag, text: tags, flags: isOfScalar ? .plainASCII.union(.isOfScalar) : .plainASCII, at: p)
    hasTag = true
    return q
  }

  // MARK: Dates

  private mutating func dateText(
    _ bytes: RawSpan, _ tag: CBORHead, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard
      let string = try string(
        bytes, at: tag.end, to: end, major: CBORHead.Major.text, in: tag, atMost: 256)
    else { return nil }
    let text = String(decoding: string.bytes, as: UTF8.self)
    guard let date = CBORDate.text(text) else { throw failure(.invalidDate(text), at: p) }
    let flags = string.bytes.withBytes { Event.Flags.ofDate($0) }
    if flags.contains(.hadOffset) { reportLoss?(.dateOffset) { nodes.path } }
    try nodes.scalar(.date, date, flags, at: p, &batch)
    return string.end
  }

  private mutating func epochSeconds(
    _ bytes: RawSpan, _ tag: CBORHead, at p: Int, to end: Int, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let head = try head(bytes, at: tag.end, to: end) else { return nil }
    var date: String?
    switch (head.major, head.byte & 0x1F) {
    case (CBORHead.Major.unsigned, _), (CBORHead.Major.negative, _):
      guard !head.isIndefinite, let magnitude = Int64(exactly: head.value) else { break }
      let seconds = head.major == CBORHead.Major.negative ? -1 - magnitude : magnitude
      date = Timestamp(secondsSinceEpoch: seconds).text
    case (CBORHead.Major.simple, 25):
      date = CBORDate.text(
        secondsSinceEpoch: ShortFloat.double(half: UInt16(truncatingIfNeeded: head.value)))
    case (CBORHead.Major.simple, 26):
      let single = Float(bitPattern: UInt32(truncatingIfNeeded: head.value))
      date = CBORDate.text(secondsSinceEpoch: Double(single))
    case (CBORHead.Major.simple, 27):
      date = CBORDate.text(secondsSinceEpoch: Double(bitPattern: head.value))
    default:
      throw failure(.wrongContent(tag: tag.value), at: p)
    }
    guard let date else { throw nodes.failure(.dateOutOfRange, at: p) }
    try nodes.scalar(.date, date, at: p, &batch)
    return head.end
  }

  // MARK: Content

  /// Reads a short string as the content of a tag; nil if the window may cut it off.
  func string(
    _ bytes: RawSpan, at p: Int, to end: Int, major: UInt8, in tag: CBORHead, atMost limit: Int
  ) throws(DecantError) -> (bytes: [UInt8], end: Int)? {
    guard let head = try head(bytes, at: p, to: end) else { return nil }
    guard head.major == major else { throw failure(.wrongContent(tag: tag.value), at: p) }
    let tooLong =
      major == CBORHead.Major.text
      ? nodes.failure(.dateOutOfRange, at: p) : nodes.failure(.numberTooLong, at: p)
    guard !head.isIndefinite else {
      guard let next = try endOfChunks(bytes, at: p, to: end) else {
        guard end - p <= 16 * limit else { throw tooLong }
        return nil
      }
      var content: [UInt8] = []
      var q = p + 1
      while let chunk = try chunk(bytes, at: q, to: end) {
        guard content.count + chunk.count <= limit else { throw tooLong }
        content.append(copying: bytes.extracting(chunk))
        q = chunk.upperBound
      }
      return (content, next)
    }
    guard head.value <= UInt64(limit) else { throw tooLong }
    let next = head.end + Int(head.value)
    guard next <= end else { return nil }
    return ([UInt8](bytes.extracting(head.end..<next)), next)
  }
}
