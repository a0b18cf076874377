internal import DecantCore

/// An open collection; not in the generic type, whose requirements would be looked up at the start of a process.
struct JSONFrame: BitwiseCopyable {
  let closer: UInt8
  var index = 0
  let offset: Int

  var isMapping: Bool { closer == UInt8(ascii: "}") }
}

/// A reader of JSON or JSON5, which can pause between any two tokens.
///
///     betweenDocuments ─▶ value ─▶ betweenDocuments
///     '[' ─▶ valueOrEnd ─▶ commaInSequence ─,─▶ value ─▶ commaInSequence ─]─▶
///     '{' ─▶ keyOrEnd ─▶ colon ─▶ value ─▶ commaInMapping ─,─▶ key ─▶ colon …  ─}─▶
///
/// Functions that read a token return its length, or nil if the window may cut it off.
struct JSONReader<Syntax: JSONSyntax>: ~Copyable {
  enum State: UInt8 {
    case betweenDocuments, value, valueOrEnd, keyOrEnd, key, colon
    case commaInSequence, commaInMapping, closeDocument

    fileprivate var isCommon: Bool {
      self == .commaInMapping || self == .commaInSequence || self == .value
    }
  }

  static var recordSeparator: UInt8 { 0x1E }

  let options: ReadingOptions
  let framing: JSONFraming
  private let usesFastPath: Bool
  let keepsLayout: Bool
  var origin = 0
  var state = State.betweenDocuments
  var frames = Buffer<JSONFrame>(capacity: 64)
  var keys = MappingKeys()
  var documentCount = 0
  var documentEnd = -1
  var isDelimited = true
  var isSeparated = false

  var run = VerbatimRun(firstEvent: 0, at: 0)
  var partialString = StringScan()
  var openComment = OpenComment()
  var trivia = SlashTrivia(separators: ",:")
  var space = JSONSpace()
  /// The input offset of the last error, whose line is to be skipped.
  var mistake: Int?
  /// The input offset after the last token before the refill, in an incomplete record.
  var recordTokenEnd: Int?
  var isInLongRecord = false

  /// Creates a reader; the fast path affects neither events nor errors.
  init(_ options: ReadingOptions, _ framing: JSONFraming = .document, usesFastPath: Bool = true) {
    self.options = options
    self.framing = framing
    keepsLayout = !Syntax.isExtended && options.needs.contains(.layout)
    self.usesFastPath = usesFastPath && !options.marksExtents && !keepsLayout
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if readsByRecord { return try readByRecord(from: &window, into: &batch) }
    return try readOn(from: &window, into: &batch)
  }

  mutating func readOn(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try scan(&window, into: &batch)
    }
  }

  private mutating func scan(
    _ window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    var input = JSONInput(window: window)
    origin = window.origin
    defer {
      window.position = input.position
      window.rescansToken = partialString.length == 0
      if Syntax.isExtended { openComment.keepPlace(in: window) }
    }
    let storage = window.shared
    let pause: Window.ScanPause
    do throws(DecantError) {
      pause = try storage.withBytes { (bytes) throws(DecantError) in
        try scan(bytes, &input, into: &batch)
      }
    } catch {
      throw explained(error, tokenAt: input.position, in: window)
    }
    if pause == .windowEmpty { keepOffsets(in: &window, before: input.position) }
    return pause
  }

  // MARK: Tokens

  mutating func scan(
    _ bytes: RawSpan, _ input: inout JSONInput, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    var p = input.position
    defer { input.position = p }
    let end = input.end
    let batchLimit = input.batchLimit
    var state = self.state
    defer { self.state = state }
    var afterValue = stateAfterValue
    if keepsLayout { space.resume() }

    while true {
      if options.marksExtents { batch.markLast(to: p) }
      if keepsLayout {
        space.endToken(&batch, beforeFirst: state == .valueOrEnd || state == .keyOrEnd)
      }
      if !Syntax.isExtended, usesFastPath, state.isCommon {
        p = scanFast(bytes, from: p, input, &state, into: &batch)
        afterValue = stateAfterValue
      }
      if batch.count >= batchLimit { return .batchFull }
      // A single document ends only with the input, since trailing content is an error.
      if state == .closeDocument, framing != .document {
        batch.append(.endDocument, at: p)
        documentEnd = origin &+ p
        if framing == .recordSeparators { noteDelimiter(bytes, before: p) }
        state = .betweenDocuments
        continue
      }
      if Syntax.isExtended, options.comments {
        guard try readTrivia(bytes, from: &p, input, &state, into: &batch) else {
          return .windowEmpty
        }
      }
      var byte = bytes.byte(at: p)
      // A line end may close a comment that continues from the last window.
      if byte <= 0x20, !Syntax.isExtended || !openComment.isOpen {
        p = keepsLayout ? space.skip(bytes, from: p) : Self.skipSpace(bytes, from: p)
        byte = bytes.byte(at: p)
      }
      if Syntax.isExtended,
        byte == UInt8(ascii: "/") || byte >= 0x80 || openComment.isOpen
          || byte == 0x0B || byte == 0x0C
      {
        p = try skipExtendedSpace(bytes, from: p, input)
        byte = bytes.byte(at: p)
        if openComment.isOpen { return .windowEmpty }
        if byte == UInt8(ascii: "/"), p &+ 1 >= end, !input.isComplete { return .windowEmpty }
      }
      // A zero may be the sentinel, and a non-ASCII byte may begin an incomplete scalar.
      if Int8(bitPattern: byte) <= 0, p &+ (byte == 0 ? 1 : 4) > end {
        guard input.isComplete else { return .windowEmpty }
      }
      if byte == 0, p >= end {
        if state == .closeDocument {
          batch.append(.endDocument, at: p)
          state = .betweenDocuments
          continue
        }
        // A comment may have begun a document without content.
        let isEmpty = state == .value && frames.isEmpty && documentCount == 1
        guard state == .betweenDocuments || isEmpty else { throw unexpectedEnd(state, at: p) }
        guard documentCount > 0 && !isEmpty || framing != .document else {
          throw failure(.emptyInput, at: p)
        }
        try checkDelimiter(at: p)
        return .ended
      }

      switch state {
      case .value, .valueOrEnd:
        switch byte {
        case UInt8(ascii: "\""):
          guard let length = try string(bytes, at: p, input, [], &batch) else {
            return .windowEmpty
          }
          p &+= length
          state = afterValue
        case UInt8(ascii: "'") where Syntax.isExtended:
          guard let length = try string(bytes, at: p, input, [], &batch) else {
            return .windowEmpty
          }
          p &+= length
          state = afterValue
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          guard let length = try number(bytes, at: p, input, &batch) else { return .windowEmpty }
          p &+= length
          state = afterValue
        case UInt8(ascii: "{"):
          guard let style = collectionStyle(bytes, at: p, input) else { return .windowEmpty }
          try push(isMapping: true, at: p)
          keys.beginMapping()
          batch.append(.beginMapping, style: style, at: p)
          p &+= 1
          state = .keyOrEnd
          afterValue = .commaInMapping
        case UInt8(ascii: "["):
          guard let style = collectionStyle(bytes, at: p, input) else { return .windowEmpty }
          try push(isMapping: false, at: p)
          batch.append(.beginSequence, style: style, at: p)
          p &+= 1
          state = .valueOrEnd
          afterValue = .commaInSequence
        case UInt8(ascii: "]") where state == .valueOrEnd:
          batch.append(.endSequence, at: p)
          p &+= 1
          frames.removeLast()
          afterValue = stateAfterValue
          state = afterValue
        default:
          guard let length = try word(bytes, at: p, input, state, &batch) else {
            return .windowEmpty
          }
          p &+= length
          state = afterValue
        }

      case .commaInSequence:
        if byte == UInt8(ascii: ",") {
          frames[frames.count &- 1].index &+= 1
          p &+= 1
          state = Syntax.isExtended ? .valueOrEnd : .value
        } else if byte == UInt8(ascii: "]") {
          batch.append(.endSequence, at: p)
          p &+= 1
          frames.removeLast()
          afterValue = stateAfterValue
          state = afterValue
        } else {
          throw unexpected(bytes, at: p, state)
        }

      case .commaInMapping:
        if byte == UInt8(ascii: ",") {
          p &+= 1
          state = Syntax.isExtended ? .keyOrEnd : .key
        } else if byte == UInt8(ascii: "}") {
          batch.append(.endMapping, at: p)
          p &+= 1
          frames.removeLast()
          keys.endMapping()
          afterValue = stateAfterValue
          state = afterValue
        } else {
          throw unexpected(bytes, at: p, state)
        }

      case .key, .keyOrEnd:
        if byte == UInt8(ascii: "\"") {
          guard let length = try key(bytes, at: p, input, &batch) else { return .windowEmpty }
          p &+= length
          if bytes.byte(at: p) == UInt8(ascii: ":"), !options.marksExtents {
            p &+= 1
            state = .value
          } else {
            state = .colon
          }
        } else if byte == UInt8(ascii: "}"), state == .keyOrEnd {
          batch.append(.endMapping, at: p)
          p &+= 1
          frames.removeLast()
          keys.endMapping()
          afterValue = stateAfterValue
          state = afterValue
        } else if Syntax.isExtended {
          guard let length = try extendedKey(bytes, at: p, input, state, &batch) else {
            return .windowEmpty
          }
          p &+= length
          state = .colon
        } else {
          throw unexpected(bytes, at: p, state)
        }

      case .colon:
        guard byte == UInt8(ascii: ":") else { throw unexpected(bytes, at: p, state) }
        p &+= 1
        state = .value

      case .betweenDocuments:
        if byte == Self.recordSeparator, framing == .recordSeparators {
          try checkDelimiter(at: p)
          p &+= 1
          isSeparated = true
          continue
        }
        guard isSeparated || framing != .recordSeparators else {
          if byte == UInt8(ascii: "<"), !input.isComplete, p &+ RawSpan.openingOfHTML > end {
            return .windowEmpty
          }
          throw failure(.unexpected(Self.found(bytes, at: p), expected: .recordSeparator), at: p)
        }
        isSeparated = false
        // Only a bracket or quote may directly follow a value: `2026-11-21` is not three numbers.
        let isDelimited =
          byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "\"")
        guard isDelimited || documentEnd < origin &+ p else {
          throw failure(.unexpected(Self.found(bytes, at: p), expected: .endOfDocument), at: p)
        }
        documentCount += 1
        batch.append(.beginDocument, at: p)
        state = .value

      case .closeDocument:
        throw trailingContent(bytes, at: p)
      }
    }
  }

  @inline(__always)
  private func collectionStyle(_ bytes: RawSpan, at p: Int, _ input: JSONInput) -> Event.Style? {
    if keepsLayout { return JSONSpace.style(bytes, inside: p, input) }
    guard Syntax.isExtended, options.needs.contains(.collectionStyles) else { return .any }
    return Self.collectionStyle(bytes, at: p, input)
  }

  var stateAfterValue: State {
    if frames.isEmpty { return .closeDocument }
    return frames[frames.count &- 1].isMapping ? .commaInMapping : .commaInSequence
  }

  private mutating func push(isMapping: Bool, at position: Int) throws(DecantError) {
    guard frames.count < options.maximumDepth else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: position)
    }
    let closer = isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
    frames.append(JSONFrame(closer: closer, offset: origin &+ position))
  }

  /// With words of spaces instead of blocks of any white space, citm_catalog.json takes 15 % more instructions.
  @inline(__always)
  static func skipSpace(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      let length = bytes.block(at: p).isSpace.bytesMarked
      p &+= length
      if length < ByteBlock.width { return p }
    }
  }
}
