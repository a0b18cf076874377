internal import DecantCore

/// The fast path for the tokens of most documents, whose state stays in registers.
///
/// It stops before any other token: a key that was not predicted, a string with escapes, an error, the end of the
/// window or of the document. `scan` then parses that token, so that it alone reports errors.
///
/// Without it, twitter.json to CBOR takes 17 % more instructions.
extension JSONReader {
  /// Where it stops: before an element, between its key and its value, or after it.
  private enum Stop { case element, value, afterValue }

  /// The ends of a collection and of the document, and a beginning.
  private static var roomForElement: Int { 3 }

  /// Returns the position of the first other token; precondition: `state` is `value`, `commaInSequence` or
  /// `commaInMapping`.
  @inline(never)
  mutating func scanFast(
    _ bytes: RawSpan, from start: Int, _ input: JSONInput, _ state: inout State,
    into batch: inout EventBatch
  ) -> Int {
    let room = min(input.batchLimit &- batch.count, EventBatch.usualCount)
    guard room >= Self.roomForElement, partialString.length == 0 else { return start }
    var p = Self.skipSpace(bytes, from: start)
    let first = bytes.byte(at: p)
    let opens = state == .value && Self.opensCollection(first)
    var closer = opens || frames.count == 0 ? 0 : frames[frames.count &- 1].closer
    let begins =
      state == .value ? opens || closer == UInt8(ascii: "]") : first == UInt8(ascii: ",")
    guard begins else { return start }
    batch.events.reserve(room)
    let limit = batch.count &+ room &- Self.roomForElement
    run = VerbatimRun(firstEvent: batch.count, at: p)
    // Only a local buffer is kept in registers.
    var events = Buffer<Event>()
    swap(&events, &batch.events)
    defer { swap(&events, &batch.events) }

    let end = input.end
    if state != .value {
      frames[frames.count &- 1].index &+= 1
      p &+= 1
    }
    var cursor = keys.cursor
    var stop = Stop.element

    scan: while events.count <= limit {
      if closer == UInt8(ascii: "}") {
        let quote = firstByte(bytes, from: &p, after: events.count)
        let textStart = p &+ 1
        guard quote == UInt8(ascii: "\""),
          let key = keys.prediction(bytes, at: textStart, after: cursor),
          bytes.halfWord(at: textStart &+ key.length) & 0xFFFF == 0x3A22
        else { break scan }
        keys.record(key, at: &cursor)
        events.appendReserved(
          Event(.string, flags: key.flags, at: p, textAt: textStart, count: key.length))
        p = textStart &+ key.length &+ 2
      }

      let first = firstByte(bytes, from: &p, after: events.count)
      switch first {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard frames.count < options.maximumDepth else {
          stop = .value
          break scan
        }
        frames.append(JSONFrame(closer: first &+ 2, offset: origin &+ p))
        if first == UInt8(ascii: "{") {
          events.appendReserved(Event(.beginMapping, at: p))
          keys.resume(at: cursor)
          keys.beginMapping()
          cursor = keys.cursor
        } else {
          events.appendReserved(Event(.beginSequence, at: p))
        }
        p &+= 1
        // `]` and `}` are two after `[` and `{`: an empty collection is closed like any other.
        closer = first &+ 2
        guard bytes.byte(at: p) == closer else { continue scan }
      case UInt8(ascii: "\""):
        var length = Self.lengthOfPlainText(bytes, at: p &+ 1)
        var flags = Event.Flags.plainASCII
        if bytes.byte(at: p &+ 1 &+ length) >= 0x80 {
          length = Self.lengthOfText(bytes, at: p &+ 1, from: length)
          flags = .needsNoJSONEscape
        }
        guard bytes.byte(at: p &+ 1 &+ length) == UInt8(ascii: "\"") else {
          stop = .value
          break scan
        }
        events.appendReserved(
          Event(.string, flags: flags, at: p, textAt: p &+ 1, count: length))
        p &+= length &+ 2
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let number = Self.usualNumber(bytes, at: p), p &+ Int(number.length) < end else {
          stop = .value
          break scan
        }
        events.appendReserved(number)
        p &+= Int(number.length)
      default:
        guard let (kind, length) = Self.usualWord(bytes, at: p) else {
          stop = .value
          break scan
        }
        events.appendReserved(Event(kind, at: p))
        p &+= length
      }

      while true {
        let sign = firstByte(bytes, from: &p, after: events.count)
        if sign == UInt8(ascii: ",") {
          p &+= 1
          frames[frames.count &- 1].index &+= 1
          continue scan
        }
        guard sign == closer, events.count <= limit else {
          stop = .afterValue
          break scan
        }
        if closer == UInt8(ascii: "}") {
          events.appendReserved(Event(.endMapping, at: p))
          keys.endMapping()
          cursor = keys.cursor
        } else {
          events.appendReserved(Event(.endSequence, at: p))
        }
        p &+= 1
        frames.removeLast()
        guard frames.count > 0 else {
          guard beginsNextLine(bytes, at: p) else {
            stop = .afterValue
            break scan
          }
          events.appendReserved(Event(.endDocument, at: p))
          documentEnd = origin &+ p
          documentCount &+= 1
          p &+= 1
          run.endDocument(at: p)
          events.appendReserved(Event(.beginDocument, at: p))
          closer = 0
          continue scan
        }
        closer = frames[frames.count &- 1].closer
      }
    }
    keys.resume(at: cursor)
    state =
      switch stop {
      case .element: stateBeforeElement(isKey: closer == UInt8(ascii: "}"), events)
      case .value: stateBeforeElement(isKey: false, events)
      case .afterValue: stateAfterValue
      }
    run.end(at: p, events: events.count)
    batch.append(run)
    return p
  }

  private func stateBeforeElement(isKey: Bool, _ events: borrowing Buffer<Event>) -> State {
    let last = events.count > run.firstEvent ? events[events.count &- 1].kind : .beginDocument
    let isFirst = last == .beginMapping || last == .beginSequence
    if isKey { return isFirst ? .keyOrEnd : .key }
    return isFirst ? .valueOrEnd : .value
  }

  @inline(__always)
  private static func opensCollection(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  @inline(__always)
  private func beginsNextLine(_ bytes: RawSpan, at p: Int) -> Bool {
    guard framing == .lines, bytes.byte(at: p) == 0x0A else { return false }
    return Self.opensCollection(bytes.byte(at: p &+ 1))
  }

  @inline(__always)
  private mutating func firstByte(
    _ bytes: RawSpan, from p: inout Int, after events: Int
  ) -> UInt8 {
    let byte = bytes.byte(at: p)
    guard byte <= 0x20 else { return byte }
    run.end(at: p, events: events)
    p = Self.skipSpace(bytes, from: p)
    return bytes.byte(at: p)
  }

  @inline(__always)
  private static func lengthOfPlainText(_ bytes: RawSpan, at start: Int) -> Int {
    var p = start
    while true {
      let length = bytes.block(at: p).endsPlainText(quote: UInt8(ascii: "\"")).bytesBefore
      p &+= length
      if length < ByteBlock.width { return p &- start }
    }
  }

  /// Returns the length of valid UTF-8 that needs no escape, of which `length` bytes are known to be plain.
  @inline(never)
  private static func lengthOfText(_ bytes: RawSpan, at start: Int, from length: Int) -> Int {
    var p = start &+ length
    while true {
      if UTF8Scanning.isPairOfThree(bytes.word(at: p)) {
        p &+= 6
      } else if bytes.byte(at: p) >= 0x80 {
        let width = UTF8Scanning.length(bytes, at: p)
        guard width > 0 else { return p &- start }
        p &+= width
      } else {
        let length = lengthOfPlainText(bytes, at: p)
        p &+= length
        guard bytes.byte(at: p) >= 0x80 else { return p &- start }
      }
    }
  }
}
