internal import DecantCore

/// The fast path for the tokens of most nodes, whose state stays in registers.
///
/// It stops before any other token: one with an anchor or a tag, a repeated key or one that is not a string, a plain text that
/// is neither a string nor a usual number or word, or has another value in YAML 1.1 that is to be noted. `take` then handles
/// that token, so that it alone reports errors.
///
/// Without it, twitter.json as YAML to JSON takes 20 % more instructions.
extension YAMLComposer {
  /// Returns the index of the first other token, at most `end`.
  @inline(never)
  mutating func takeFast(
    _ all: inout Buffer<YAMLToken>, from start: Int, to end: Int, _ bytes: RawSpan,
    _ batch: inout EventBatch
  ) -> Int {
    // Compiled twice, without tests of the notation for writers of other formats.
    keepsNotation
      ? takeFast(&all, from: start, to: end, bytes, keepsNotation: true, &batch)
      : takeFast(&all, from: start, to: end, bytes, keepsNotation: false, &batch)
  }

  @inline(__always)
  private mutating func takeFast(
    _ all: inout Buffer<YAMLToken>, from start: Int, to end: Int, _ bytes: RawSpan,
    keepsNotation: Bool, _ batch: inout EventBatch
  ) -> Int {
    guard start < end, schema == .core, !keys.isInKey, anchor == nil, tag == nil, braces == nil,
      !options.marksExtents
    else { return start }
    batch.events.reserve(end &- start)
    // Only local buffers are kept in registers.
    var events = Buffer<Event>()
    var tokens = Buffer<YAMLToken>()
    swap(&events, &batch.events)
    swap(&tokens, &all)
    var top = innermost
    var cursor = keys.texts.cursor
    defer {
      if !frames.isEmpty { frames[frames.count &- 1] = top }
      keys.texts.resume(at: cursor)
      swap(&events, &batch.events)
      swap(&tokens, &all)
    }

    let marksOlderValues =
      !keepsNotation && options.needs.contains(.olderValues) && ownOptions.schema == nil
    var index = start
    taking: while index < end {
      let token = tokens[index]
      let position = Int(token.position)
      let text = token.text
      if keepsNotation, top.column == Frame.noColumn, !token.hasUsualNotation(in: top, bytes) {
        break taking
      }
      switch token.kind {
      case .scalar where top.expectsKey:
        guard !token.isInScratch, !cursor.hasOtherKeys,
          token.style != .plain || YAMLResolver.isString(bytes.extracting(text)),
          !keepsNotation || token.isUsualKey(bytes)
        else { break taking }
        let flags: Event.Flags
        if let key = keys.texts.prediction(bytes, at: text.lowerBound, after: cursor),
          key.length == text.count
        {
          keys.texts.record(key, at: &cursor)
          flags = key.flags
        } else if let newFlags = recordNewKey(bytes.extracting(text), after: cursor) {
          cursor = keys.texts.cursor
          flags = newFlags
        } else {
          break taking
        }
        events.appendReserved(
          Event(
            .string, flags: flags, style: token.style, at: position, textAt: text.lowerBound,
            count: text.count))
        top.expectsKey = false
      case .scalar where token.isInScratch:
        guard !keepsNotation, let flags = Self.flags(ofRewritten: token, batch.scratch) else {
          break taking
        }
        events.appendReserved(
          Event(
            .string, flags: flags, style: token.style, at: position, textAt: text.lowerBound,
            count: text.count))
        top.endNode()
      case .scalar:
        guard !keepsNotation || token.isUsualValue(bytes) else { break taking }
        let bytes = bytes.extracting(text)
        var kind = Event.Kind.string
        if token.style == .plain, YAMLResolver.mightResolve(bytes) {
          if !YAMLResolver.beginsAsWord(bytes) {
            if let number = YAMLNumber.plain(bytes) {
              kind = number
            } else if !YAMLResolver.resolvesToString(bytes, inBoth: marksOlderValues) {
              break taking
            }
          } else if let word = YAMLResolver.plain(bytes) {
            // Writers use lowercase letters.
            guard !keepsNotation || !text.isEmpty && bytes.byte(at: 0) >= UInt8(ascii: "a") else {
              break taking
            }
            events.appendReserved(Event(word, at: position))
            top.endNode()
            break
          } else if marksOlderValues, YAMLResolver.oldWord(bytes) != nil {
            break taking
          }
        }
        events.appendReserved(
          Event(
            kind, flags: kind == .string ? bytes.scanned : .plainASCII, style: token.style,
            at: position, textAt: text.lowerBound, count: text.count))
        top.endNode()
      case .beginMapping, .beginSequence:
        guard !top.expectsKey, frames.count < options.maximumDepth,
          !keepsNotation || frames.isEmpty || token.isAtUsualOffset(in: top, bytes)
        else { break taking }
        top.endNode()
        if !frames.isEmpty { frames[frames.count &- 1] = top }
        let isMapping = token.kind == .beginMapping
        top = Frame(isMapping: isMapping, expectsKey: isMapping, column: token.frameColumn)
        frames.append(top)
        if isMapping {
          keys.texts.resume(at: cursor)
          keys.texts.beginMapping()
          cursor = keys.texts.cursor
        }
        var flags: Event.Flags = []
        if keepsNotation, top.column != Frame.noColumn, frames.count > 1,
          frames[frames.count &- 2].isMapping
        {
          flags = .line(Int(top.column) &- Int(frames[frames.count &- 2].column))
        }
        events.appendReserved(
          Event(
            isMapping ? .beginMapping : .beginSequence, flags: flags, style: token.style,
            at: position))
      case .endMapping, .endSequence:
        frames.removeLast()
        top = innermost
        if token.kind == .endMapping {
          keys.texts.endMapping()
          cursor = keys.texts.cursor
        }
        events.appendReserved(
          Event(token.kind == .endMapping ? .endMapping : .endSequence, at: position))
      case .endDocument where template == nil:
        events.appendReserved(Event(.endDocument, at: position))
      case .beginDocument where text.isEmpty:
        beginDocument(version: nil)
        events.appendReserved(Event(.beginDocument, at: position))
      case .beginDocument, .endDocument, .alias, .anchor, .tag, .tagHandle, .loneSurrogate,
        .shallowLine:
        break taking
      }
      index &+= 1
    }
    return index
  }

  /// The innermost collection; one in lines without keys for a root.
  @inline(__always)
  var innermost: Frame {
    frames.isEmpty
      ? Frame(isMapping: false, expectsKey: false, column: 0) : frames[frames.count &- 1]
  }

  /// Returns nil for a plain text that may not be a string.
  @inline(never)
  private static func flags(ofRewritten token: YAMLToken, _ scratch: ByteStorage) -> Event.Flags? {
    scratch.withBytes { scratch in
      let text = scratch.extracting(token.text)
      guard token.style != .plain || !YAMLResolver.mightResolve(text) else { return nil }
      return text.scanned.union(.inScratch)
    }
  }
}

extension YAMLComposer.Frame {
  /// Counts a node that is not a key.
  @inline(__always)
  fileprivate mutating func endNode() {
    if isMapping { expectsKey = true } else { count &+= 1 }
  }
}

extension YAMLToken {
  /// The column of a collection in lines, for its frame.
  var frameColumn: UInt32 {
    @inline(__always) get {
      style == .flow ? YAMLComposer.Frame.noColumn : UInt32(truncatingIfNeeded: column)
    }
  }
}
