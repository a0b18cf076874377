/// The fast path for the tokens of most documents, whose state stays in registers.
///
/// It stops before any other token: a key that was not predicted, a string with escapes or non-ASCII text, an error,
/// the end of the window or of the document. `scan` then parses that token, so that it alone reports errors.
extension JSONReader {
  /// The ends of a collection and of the document, and a beginning.
  private static var roomForElement: Int { 3 }

  /// Returns the position of the first other token; precondition: `state` is `value`, `commaInSequence` or
  /// `commaInMapping`.
  @inline(never)
  mutating func scanCommon(
    _ bytes: RawSpan, from start: Int, _ input: JSONInput, _ state: inout State,
    into batch: inout EventBatch
  ) -> Int {
    let room = min(input.batchLimit &- batch.count, EventBatch.usualCount)
    guard room >= Self.roomForElement, partialString.length == 0 else { return start }
    batch.events.reserve(room)
    let limit = batch.count &+ room &- Self.roomForElement
    // Only a local buffer is kept in registers.
    var events = Buffer<Event>()
    swap(&events, &batch.events)
    defer { swap(&events, &batch.events) }

    let end = input.end
    var p = start
    var isMapping = frames.count > 0 && frames[frames.count &- 1].isMapping
    var index = frames.count > 0 ? frames[frames.count &- 1].index : 0
    var place = keys.place
    // If false, a value is next or, if `isFirst`, any token that may follow an opening bracket.
    var isElementOver = state != .value
    var isFirst = false
    defer {
      if frames.count > 0 { frames[frames.count &- 1].index = index }
      keys.resume(at: place)
    }

    while events.count <= limit {
      if isElementOver {
        let sign = Self.firstByte(bytes, from: &p)
        guard sign == UInt8(ascii: ",") else {
          guard sign == (isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { break }
          events.appendReserved(Event(isMapping ? .endMapping : .endSequence, at: p))
          p &+= 1
          frames.removeLast()
          if isMapping {
            keys.endMapping()
            place = keys.place
          }
          guard frames.count > 0 else {
            guard beginsNextLine(bytes, at: p) else {
              state = .closeDocument
              return p
            }
            events.appendReserved(Event(.endDocument, at: p))
            documentEnd = origin &+ p
            documentCount &+= 1
            p &+= 1
            events.appendReserved(Event(.beginDocument, at: p))
            state = .value
            (isMapping, index, isElementOver) = (false, 0, false)
            continue
          }
          let frame = frames[frames.count &- 1]
          (isMapping, index) = (frame.isMapping, frame.index)
          continue
        }
        p &+= 1
        index &+= 1
        isFirst = false
      }

      if isMapping, isElementOver || isFirst {
        let quote = Self.firstByte(bytes, from: &p)
        let textStart = p &+ 1
        guard quote == UInt8(ascii: "\""),
          let key = keys.prediction(bytes, at: textStart, after: place),
          bytes.halfWord(at: textStart &+ key.length) & 0xFFFF == 0x3A22
        else {
          state = isFirst ? .keyOrEnd : .key
          return p
        }
        keys.record(key, at: &place)
        events.appendReserved(
          Event(.string, flags: key.flags, at: p, textAt: textStart, count: key.length))
        p = textStart &+ key.length &+ 2
        isFirst = false
      }

      let first = Self.firstByte(bytes, from: &p)
      switch first {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard frames.count < options.maximumDepth else {
          state = isFirst ? .valueOrEnd : .value
          return p
        }
        if frames.count > 0 { frames[frames.count &- 1].index = index }
        isMapping = first == UInt8(ascii: "{")
        frames.append(Frame(isMapping: isMapping, index: 0, offset: origin &+ p))
        index = 0
        events.appendReserved(Event(isMapping ? .beginMapping : .beginSequence, at: p))
        p &+= 1
        if isMapping {
          keys.resume(at: place)
          keys.beginMapping()
          place = keys.place
        }
        // `]` and `}` are two after `[` and `{`: an empty collection is closed like any other.
        isElementOver = bytes.byte(at: p) == first &+ 2
        isFirst = !isElementOver
        continue
      case UInt8(ascii: "\"") where frames.count > 0:
        let length = Self.lengthOfPlainText(bytes, at: p &+ 1)
        guard bytes.byte(at: p &+ 1 &+ length) == UInt8(ascii: "\"") else {
          state = isFirst ? .valueOrEnd : .value
          return p
        }
        events.appendReserved(
          Event(.string, flags: .plainASCII, at: p, textAt: p &+ 1, count: length))
        p &+= length &+ 2
      case UInt8(ascii: "-") where frames.count > 0,
        UInt8(ascii: "0")...UInt8(ascii: "9") where frames.count > 0:
        guard let number = Self.usualNumber(bytes, at: p), p &+ Int(number.length) < end else {
          state = isFirst ? .valueOrEnd : .value
          return p
        }
        events.appendReserved(number)
        p &+= Int(number.length)
      default:
        guard frames.count > 0, let (kind, length) = Self.usualWord(bytes, at: p) else {
          state = isFirst ? .valueOrEnd : .value
          return p
        }
        events.appendReserved(Event(kind, at: p))
        p &+= length
      }
      isElementOver = true
    }
    if isElementOver {
      state = isMapping ? .commaInMapping : .commaInSequence
    } else if isFirst {
      state = isMapping ? .keyOrEnd : .valueOrEnd
    }
    return p
  }

  @inline(__always)
  private func beginsNextLine(_ bytes: RawSpan, at p: Int) -> Bool {
    guard options.framing == .lines, bytes.byte(at: p) == 0x0A else { return false }
    let next = bytes.byte(at: p &+ 1)
    return next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
  }

  @inline(__always)
  private static func firstByte(_ bytes: RawSpan, from p: inout Int) -> UInt8 {
    let byte = bytes.byte(at: p)
    guard byte <= 0x20 else { return byte }
    p = skipSpace(bytes, from: p)
    return bytes.byte(at: p)
  }

  @inline(__always)
  private static func lengthOfPlainText(_ bytes: RawSpan, at start: Int) -> Int {
    let mask = WordScanning.endsPlainText(bytes.word(at: start), quote: UInt8(ascii: "\""))
    guard mask == 0 else { return WordScanning.bytesBefore(mask) }
    var p = start &+ 8
    while true {
      let length = bytes.block(at: p).endsPlainText(quote: UInt8(ascii: "\"")).bytesBefore
      p &+= length
      if length < ByteBlock.width { return p &- start }
    }
  }
}
