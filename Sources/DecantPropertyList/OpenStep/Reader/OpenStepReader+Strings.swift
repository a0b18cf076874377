internal import DecantCore

/// The first string of an input, kept until the next token shows whether it is a key.
struct FirstString: ~Copyable {
  var text = Buffer<UInt8>()
  var flags: Event.Flags = []
  var offset = 0
  var length = 0
}

private enum OpenStepQuotes: QuotedSyntax {
  static func permits(control byte: UInt8) -> Bool { true }

  /// One that is not ASCII is scanned as text.
  @inline(__always)
  static func widthOfEscape(_ bytes: RawSpan, at p: Int, before end: Int) -> Int {
    bytes.byte(at: p &+ 1) < 0x80 ? 2 : 1
  }
}

extension OpenStepReader {
  // MARK: In quotes

  @inline(__always)
  mutating func quoted(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ flags: Event.Flags,
    _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let scan = try scanQuoted(bytes, at: start, input) else { return nil }
    if scan.hasEscapes {
      try decode(bytes, at: start &+ 1, scan, flags, &batch)
    } else {
      batch.append(scan, flags, at: start)
    }
    return scan.length &+ 2
  }

  @inline(__always)
  private mutating func scanQuoted(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput
  ) throws(DecantError) -> StringScan? {
    let quote = bytes.byte(at: start)
    if partialString.length == 0, quote == UInt8(ascii: "\""),
      let scan = StringScan.short(bytes, at: start)
    {
      return scan
    }
    return try scanLongQuoted(bytes, at: start, quote, input)
  }

  @inline(never)
  private mutating func scanLongQuoted(
    _ bytes: RawSpan, at start: Int, _ quote: UInt8, _ input: OpenStepInput
  ) throws(DecantError) -> StringScan? {
    do throws(TokenFlaw) {
      return try partialString.next(
        OpenStepQuotes.self, bytes, at: start, quote, to: input.end, origin: origin,
        isComplete: input.isComplete)
    } catch {
      throw failure(error)
    }
  }

  // MARK: Without quotes

  @inline(__always)
  private static func wordLength(_ bytes: RawSpan, at start: Int) -> Int {
    var p = start
    while true {
      let mask = OpenStepText.endsWord(bytes.word(at: p))
      if mask != 0 { return p &+ WordScanning.bytesBefore(mask) &- start }
      p &+= 8
    }
  }

  @inline(__always)
  mutating func word(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ flags: Event.Flags,
    _ batch: inout EventBatch, _ state: State
  ) throws(DecantError) -> Int? {
    let length = Self.wordLength(bytes, at: start)
    switch bytes.byte(at: start &+ length) {
    case UInt8(ascii: ";"), UInt8(ascii: ","), 0x20, 0x0A, UInt8(ascii: "="), UInt8(ascii: ")"):
      guard length > 0 else { throw unexpected(bytes, at: start, state) }
    default:
      guard try isWord(bytes, at: start, length, input, state) else { return nil }
    }
    batch.events.append(
      Event(
        .string, flags: flags.union([.isASCII, .needsNoJSONEscape]), at: start, textAt: start,
        count: length))
    return length
  }

  @inline(never)
  private func isWord(
    _ bytes: RawSpan, at start: Int, _ length: Int, _ input: OpenStepInput, _ state: State
  ) throws(DecantError) -> Bool {
    let end = start + length
    let byte = bytes.byte(at: end)
    guard end < input.end, byte < 0x80 || end + 4 <= input.end || input.isComplete else {
      guard input.isComplete else { return false }
      return true
    }
    guard !Self.endsToken(bytes, at: end) else {
      guard length > 0 else { throw unexpected(bytes, at: start, state) }
      return true
    }
    guard byte < 0x80 || UTF8Scanning.length(bytes, at: end) > 0 else {
      throw failure(.invalidEncoding(.utf8), at: end)
    }
    let scalar = UTF8Scanning.scalar(bytes, at: end)
    throw failure(.openStep(.needsQuotes(scalar)), at: end)
  }

  private static func endsToken(_ bytes: RawSpan, at p: Int) -> Bool {
    switch bytes.byte(at: p) {
    case 0x00...0x20, UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "("),
      UInt8(ascii: ")"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"):
      true
    default:
      UTF8Scanning.isLineEnd(bytes, at: p)
    }
  }

  // MARK: Keys

  @inline(__always)
  mutating func key(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    if bytes.byte(at: start) == UInt8(ascii: "\"") {
      let length = partialString.length == 0 ? keys.predictedLength(bytes, at: start &+ 1) : -1
      if length >= 0, bytes.byte(at: start &+ 1 &+ length) == UInt8(ascii: "\"") {
        try appendPredicted(at: start, textAt: start &+ 1, length, &batch)
        return length &+ 2
      }
    } else {
      // A predicted key that was in quotes may extend beyond this word.
      let length = Self.wordLength(bytes, at: start)
      let next = bytes.byte(at: start &+ length)
      if next == 0x20 || next == UInt8(ascii: "=") || next == UInt8(ascii: ";"), length > 0,
        keys.predictedLength(bytes, at: start) == length
      {
        try appendPredicted(at: start, textAt: start, length, &batch)
        return length
      }
    }
    return try newKey(bytes, at: start, input, &batch)
  }

  @inline(__always)
  private mutating func appendPredicted(
    at start: Int, textAt text: Int, _ length: Int, _ batch: inout EventBatch
  ) throws(DecantError) {
    let key = keys.recordPredicted()
    if key.isDuplicate, options.duplicateKeys == .error { throw duplicateKey(at: start) }
    batch.events.append(
      Event(.string, flags: key.flags, at: start, textAt: text, count: length))
  }

  @inline(never)
  private mutating func newKey(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let length = try string(bytes, at: start, input, .isKey, &batch, .key) else {
      return nil
    }
    try enterKey(at: start, &batch)
    return length
  }

  private mutating func string(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ flags: Event.Flags,
    _ batch: inout EventBatch, _ state: State
  ) throws(DecantError) -> Int? {
    switch bytes.byte(at: start) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      try quoted(bytes, at: start, input, flags, &batch)
    default:
      try word(bytes, at: start, input, flags, &batch, state)
    }
  }

  private mutating func enterKey(at start: Int, _ batch: inout EventBatch) throws(DecantError) {
    guard try keys.recordLast(of: &batch, options.duplicateKeys) else {
      throw duplicateKey(at: start)
    }
  }

  @inline(never)
  private func duplicateKey(at start: Int) -> DecantError {
    failure(.duplicateKey(keys.lastKey), at: start)
  }

  @inline(never)
  func repeatKey(at p: Int, _ batch: inout EventBatch) {
    keys.withLastKey { batch.append(.string, text: $0, flags: $1, at: p) }
  }

  // MARK: The first string

  @inline(never)
  mutating func firstString(
    _ bytes: RawSpan, at start: Int, _ input: OpenStepInput, _ batch: inout EventBatch
  ) throws(DecantError) -> Int? {
    guard let length = try string(bytes, at: start, input, [], &batch, .start) else { return nil }
    let event = batch.events.removeLast()
    batch.withText(of: event) { first.text.append(contentsOf: $0) }
    first.flags = event.flags.subtracting(.inScratch)
    first.offset = origin + start
    first.length = length
    return length
  }

  mutating func emitFirstString(_ flags: Event.Flags, _ batch: inout EventBatch) {
    batch.rebase(to: first.offset)
    beginDocument(at: 0, &batch)
    if flags.contains(.isKey) { batch.append(.beginMapping) }
    first.text.withBytes { batch.append(.string, text: $0, flags: first.flags.union(flags)) }
    if options.marksExtents { batch.markLast(to: first.length) }
    first.text = Buffer()
  }

  @inline(never)
  mutating func beginPairs(_ batch: inout EventBatch) throws(DecantError) {
    guard options.maximumDepth > 0 else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: first.offset - origin)
    }
    frames.append(Frame(kind: .pairs, offset: origin))
    keys.beginMapping()
    emitFirstString(.isKey, &batch)
    try enterKey(at: first.offset - origin, &batch)
  }
}
