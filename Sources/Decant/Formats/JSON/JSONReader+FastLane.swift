/// The fast lane: elements and pairs as most documents have them.
///
/// `scan` reads any input, a token per turn. The fast lane keeps its place in registers, goes from an element to the next
/// without a state in between, and stops before the first token that is not a common one: a key that was not predicted, a
/// string with an escape or with text that is not ASCII, a mistake, the end of the window or of the document. `scan` reads that
/// one, so that what is refused, and with which error, is decided there alone.
extension JSONReader {
  /// Free places in the batch without which no element is begun: for a key, its value, and the end of a collection, or
  /// for the end of a record and the beginning of the next.
  private static var roomForElement: Int { 3 }

  /// Appends the events of the common tokens from `start` on, sets the state to that of the next token, and returns its place.
  ///
  /// Precondition: a value is next, or what follows an element.
  @inline(never)
  mutating func scanCommon(
    _ bytes: RawSpan, from start: Int, _ input: JSONInput, _ state: inout State,
    into batch: inout EventBatch
  ) -> Int {
    let room = min(input.batchLimit &- batch.count, EventBatch.usualCount)
    guard room >= Self.roomForElement, partialString.length == 0 else { return start }
    batch.events.reserve(room)
    let limit = batch.count &+ room &- Self.roomForElement
    // A buffer of this function alone is kept in registers.
    var events = Buffer<Event>()
    swap(&events, &batch.events)
    defer { swap(&events, &batch.events) }

    let end = input.end
    var p = start
    var isMapping = frames.count > 0 && frames[frames.count &- 1].isMapping
    var index = frames.count > 0 ? frames[frames.count &- 1].index : 0
    var place = keys.place
    // Whether an element has ended; if not, a value follows, or whatever may follow an opening bracket.
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
        // The key is followed by a quote and a colon.
        guard quote == UInt8(ascii: "\""),
          let key = keys.prediction(bytes, at: textStart, after: place),
          bytes.halfWord(at: textStart &+ key.length) & 0xFFFF == 0x3A22
        else {
          state = isFirst ? .keyOrEnd : .key
          return p
        }
        keys.take(key, at: &place)
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
        // The end of an empty collection is read where that of any other is.
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

  /// Whether a document of JSON Lines ends at `p`, and the next line begins with a bracket.
  @inline(__always)
  private func beginsNextLine(_ bytes: RawSpan, at p: Int) -> Bool {
    guard options.framing == .lines, bytes.byte(at: p) == 0x0A else { return false }
    let next = bytes.byte(at: p &+ 1)
    return next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
  }

  /// Moves `p` to the next byte that is not white space, and returns it.
  @inline(__always)
  private static func firstByte(_ bytes: RawSpan, from p: inout Int) -> UInt8 {
    let byte = bytes.byte(at: p)
    guard byte <= 0x20 else { return byte }
    p = skipSpace(bytes, from: p)
    return bytes.byte(at: p)
  }

  /// How many bytes of plain ASCII are from `start` on, without quotes and escapes.
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
