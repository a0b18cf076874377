internal import DecantCore

/// A reader of OpenStep property lists and strings tables; it can pause between any two tokens.
///
///     start ─▶ value … ─▶ closeDocument ─▶ end
///     '(' ─▶ valueOrEnd ─▶ comma ─,─▶ valueOrEnd ─▶ comma ─)─▶
///     '{' ─▶ key ─▶ keyEnd ─=─▶ value ─▶ semicolon ─;─▶ key … ─}─▶
///                          └──▶ semicolon     (the key is its own value)
///
/// A strings table has no braces: its first string is kept until the next token shows whether it is
/// a key (`start ─"a"─▶ root ─=─▶ keyEnd`) or the document (`─▶ end`).
///
/// Functions that read a token return its length, or nil if the window cuts it off.
struct OpenStepReader: EventReader, ~Copyable {
  enum State: UInt8 {
    case start, root, value, valueOrEnd, comma, key, keyEnd, semicolon, closeDocument, end
  }

  struct Frame: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case sequence, mapping, pairs
    }

    var kind: Kind
    var index = 0
    let offset: Int
  }

  /// The bytes in view; the sentinel, a zero, is at `end`.
  struct OpenStepInput {
    let end: Int
    let isComplete: Bool
  }

  let options: ReadingOptions
  /// With `.table`, empty input is an empty table; both layouts are read in either case.
  private let documents: OpenStepLayout
  var origin = 0
  var state = State.start
  var frames = Buffer<Frame>(capacity: 64)
  var keys = MappingKeys()

  var first = FirstString()
  var partialString = StringScan()
  var partialData = 0
  var openComment = OpenComment()
  var trivia = SlashTrivia(separators: ",;=")
  var hasBegun = false

  var valueEnd = -1
  /// `valueEnd` with its line, recorded before the window moves on.
  var positionOfValueEnd: DecantError.Position?
  var lastString = 0..<0

  init(_ options: ReadingOptions = ReadingOptions(), layout: OpenStepLayout = .braces) {
    self.options = options
    documents = layout
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try scan(&window, into: &batch)
    }
  }

  private mutating func scan(
    _ window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    let input = OpenStepInput(end: window.count, isComplete: window.isComplete)
    origin = window.origin
    var position = window.position
    defer {
      window.position = position
      window.rescansToken = partialString.length == 0
      openComment.keepPlace(in: window)
    }
    let storage = window.shared
    let pause: Window.ScanPause
    do throws(DecantError) {
      pause = try storage.withBytes { (bytes) throws(DecantError) in
        try scan(bytes, from: &position, input, into: &batch)
      }
    } catch {
      throw explained(error, tokenAt: position, in: window)
    }
    if pause == .windowEmpty {
      let isAfterString = state == .semicolon && lastString.upperBound == valueEnd
      window.keepOpenings(frames.count + (isAfterString ? 1 : 0)) {
        $0 < frames.count ? frames[$0].offset : lastString.lowerBound
      }
    }
    if pause == .windowEmpty, state == .semicolon, valueEnd >= origin {
      positionOfValueEnd = window.location(at: valueEnd - origin)
    }
    return pause
  }

  // MARK: Tokens

  private mutating func scan(
    _ bytes: RawSpan, from position: inout Int, _ input: OpenStepInput, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    var p = position
    defer { position = p }
    var state = self.state
    defer { self.state = state }
    var afterValue = stateAfterValue
    // One test for what most conversions do not need.
    let reportsMore = options.comments || options.marksExtents

    while true {
      if reportsMore, let pause = try report(bytes, from: &p, input, state, into: &batch) {
        return pause
      }
      if batch.count >= EventBatch.usualCount { return .batchFull }
      var byte = bytes.byte(at: p)
      if byte <= 0x20, !openComment.isOpen {
        p = Self.skipSpace(bytes, from: p)
        byte = bytes.byte(at: p)
      }
      if byte == UInt8(ascii: "/") || byte >= 0x80 || openComment.isOpen {
        p = try skipComments(bytes, from: p, input)
        byte = bytes.byte(at: p)
        if openComment.isOpen { return .windowEmpty }
        if byte == UInt8(ascii: "/"), p &+ 1 >= input.end, !input.isComplete {
          return .windowEmpty
        }
      }
      // Zero, or not ASCII: it may be the end, or a scalar that the window cuts off.
      if Int8(bitPattern: byte) <= 0, p &+ (byte == 0 ? 1 : 4) > input.end {
        guard input.isComplete else { return .windowEmpty }
      }
      if byte == 0, p >= input.end {
        self.state = state
        let pause = try finish(at: p, into: &batch)
        state = self.state
        return pause
      }

      switch state {
      case .value, .valueOrEnd:
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          guard let length = try quoted(bytes, at: p, input, [], &batch) else {
            return .windowEmpty
          }
          lastString = origin &+ p..<origin &+ p &+ length
          if options.needs.contains(.collectionStyles) { setStyle(byte, &batch) }
          p &+= length
          state = afterValue
        case UInt8(ascii: "("):
          guard let style = collectionStyle(bytes, at: p, input) else { return .windowEmpty }
          try push(.sequence, at: p)
          batch.append(.beginSequence, style: style, at: p)
          p &+= 1
          state = .valueOrEnd
          afterValue = .comma
          continue
        case UInt8(ascii: "{"):
          guard let end = reference(bytes, at: p, input, &batch) else { return .windowEmpty }
          if end > p {
            p = end
            valueEnd = origin &+ p
            state = afterValue
            continue
          }
          guard let style = collectionStyle(bytes, at: p, input) else { return .windowEmpty }
          try push(.mapping, at: p)
          keys.beginMapping()
          batch.append(.beginMapping, style: style, at: p)
          p &+= 1
          state = .key
          afterValue = .semicolon
          continue
        case UInt8(ascii: "<"):
          guard let length = try data(bytes, at: p, input, &batch) else { return .windowEmpty }
          p &+= length
          state = afterValue
        case UInt8(ascii: ")") where state == .valueOrEnd:
          batch.append(.endSequence, at: p)
          p &+= 1
          frames.removeLast()
          afterValue = stateAfterValue
          state = afterValue
        default:
          guard let length = try word(bytes, at: p, input, [], &batch, state) else {
            return .windowEmpty
          }
          if options.needs.contains(.collectionStyles) { setStyle(byte, &batch) }
          p &+= length
          state = afterValue
        }
        valueEnd = origin &+ p

      case .semicolon:
        guard byte == UInt8(ascii: ";") else { throw missingSemicolon() }
        p &+= 1
        state = .key

      case .key:
        if byte == UInt8(ascii: "}"), frames[frames.count &- 1].kind == .mapping {
          batch.append(.endMapping, at: p)
          p &+= 1
          frames.removeLast()
          keys.endMapping()
          afterValue = stateAfterValue
          state = afterValue
          valueEnd = origin &+ p
          continue
        }
        guard let length = try key(bytes, at: p, input, &batch) else { return .windowEmpty }
        if options.needs.contains(.collectionStyles) { setStyle(byte, &batch) }
        p &+= length
        state = .keyEnd

      case .keyEnd:
        if byte == UInt8(ascii: "=") {
          p &+= 1
          state = .value
        } else if byte == UInt8(ascii: ";") {
          repeatKey(at: p, &batch)
          state = .semicolon
        } else {
          throw unexpected(bytes, at: p, state)
        }

      case .comma:
        if byte == UInt8(ascii: ",") {
          frames[frames.count &- 1].index &+= 1
          p &+= 1
          state = .valueOrEnd
        } else if byte == UInt8(ascii: ")") {
          batch.append(.endSequence, at: p)
          p &+= 1
          frames.removeLast()
          afterValue = stateAfterValue
          state = afterValue
          valueEnd = origin &+ p
        } else {
          throw unexpected(bytes, at: p, state)
        }

      case .start:
        if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "<") {
          beginDocument(at: p, &batch)
          state = .value
          continue
        }
        guard let length = try firstString(bytes, at: p, input, &batch) else {
          return .windowEmpty
        }
        p &+= length
        state = .root

      case .root:
        guard byte == UInt8(ascii: "=") || byte == UInt8(ascii: ";") else {
          throw unexpected(bytes, at: p, state)
        }
        try beginPairs(&batch)
        state = .keyEnd
        return .batchFull

      case .closeDocument, .end:
        throw unexpected(bytes, at: p, state)
      }
    }
  }

  /// Reports the extent of the last event, and the comments before the next token.
  @inline(never)
  private mutating func report(
    _ bytes: RawSpan, from p: inout Int, _ input: OpenStepInput, _ state: State,
    into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause? {
    if options.marksExtents { batch.markLast(to: p) }
    guard options.comments else { return nil }
    if batch.count >= EventBatch.usualCount { return .batchFull }
    guard try readTrivia(bytes, from: &p, input, state, into: &batch) else { return .windowEmpty }
    // The first string must be first in its batch.
    return state == .start && !batch.isEmpty ? .batchFull : nil
  }

  private var stateAfterValue: State {
    if frames.isEmpty { return .closeDocument }
    return frames[frames.count &- 1].kind == .sequence ? .comma : .semicolon
  }

  mutating func push(_ kind: Frame.Kind, at position: Int) throws(DecantError) {
    guard frames.count < options.maximumDepth else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: position)
    }
    frames.append(Frame(kind: kind, offset: origin &+ position))
  }

  @inline(never)
  private mutating func finish(
    at p: Int, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    switch state {
    case .start:
      guard documents == .table else { throw failure(.emptyInput, at: p) }
      beginDocument(at: p, &batch)
      batch.append(.beginMapping, at: p)
      batch.append(.endMapping, at: p)
    case .root:
      emitFirstString([], &batch)
    case .key where frames[frames.count - 1].kind == .pairs:
      batch.append(.endMapping, at: p)
      frames.removeLast()
      keys.endMapping()
    case .semicolon:
      throw missingSemicolon()
    case .closeDocument:
      // More input may be an error, so the document ends where the input ends.
      break
    case .end:
      return .ended
    default:
      throw unexpectedEnd(at: p)
    }
    // After `emitFirstString`, positions count from the first string.
    batch.append(.endDocument, at: state == .root ? first.length : p)
    state = .end
    return .batchFull
  }
}
