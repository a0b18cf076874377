internal import DecantCore

/// A reader of XML property lists, which can pause between any two tags.
///
///     prologue ─<plist>─▶ plist ─value─▶ afterValue ─</plist>─▶ epilogue
///     prologue ─value, without a <plist> around it─▶ epilogue
///     <array>  ─▶ element ─value─▶ element … ─</array>─▶
///     <dict>   ─▶ key ─<key>─▶ value ─value─▶ key … ─</dict>─▶
///
/// Functions that read a tag or an element return its end, or nil if the window cuts it off. A word
/// comparison recognizes tags in the usual spelling, `XMLReader+Tags` all others: by that alone, twitter.json as XML to JSON
/// takes 2.4 times the instructions.
struct XMLReader: EventReader, ~Copyable {
  enum State: UInt8 {
    case element, value, root
    case key, prologue, plist, afterValue, epilogue, finished

    @inline(__always)
    var takesValue: Bool { rawValue <= State.root.rawValue }
  }

  struct Frame: BitwiseCopyable {
    var isMapping: Bool
    var index: Int
    let offset: Int
  }

  let options: ReadingOptions
  var origin = 0
  var state = State.prologue
  var frames = Buffer<Frame>(capacity: 64)
  var keys = MappingKeys()
  var hasPropertyList: Bool { propertyListStart != nil }
  var propertyListStart: Int?
  var hasBegun = false
  var hasBegunDocument = false
  var trivia = XMLTrivia()

  var partialText = XMLTextScan()
  var openMarkup = OpenMarkup.none
  var markupStart = 0
  /// The position of `markupStart`, recorded before the window moves on.
  var positionOfMarkup: DecantError.Position?

  init(_ options: ReadingOptions) {
    self.options = options
  }

  mutating func read(
    from window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Bool {
    if !hasBegun { try begin(&window) }
    return try window.scan(into: &batch) { (window, batch) throws(DecantError) in
      try scan(&window, into: &batch)
    }
  }

  private mutating func scan(
    _ window: inout Window, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    var input = XMLInput(
      position: window.position, end: window.count, isComplete: window.isComplete)
    origin = window.origin
    defer {
      window.position = input.position
      window.rescansToken = partialText.length == 0
      if openMarkup != .none, positionOfMarkup == nil, markupStart >= origin {
        positionOfMarkup = window.location(at: markupStart - origin)
      }
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
    if pause == .windowEmpty { keepOpenings(in: &window) }
    return pause
  }

  // MARK: Tags

  private mutating func scan(
    _ bytes: RawSpan, _ input: inout XMLInput, into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause {
    var p = input.position
    defer { input.position = p }
    let end = input.end
    var state = self.state
    defer { self.state = state }
    var afterValue = stateAfterValue
    // One test for what most conversions do not need.
    let reportsMore = options.comments || options.marksExtents

    while true {
      if openMarkup != .none {
        p = try skipOpenMarkup(bytes, from: p, input)
        if openMarkup != .none { return .windowEmpty }
      }
      if reportsMore, let pause = try report(bytes, from: &p, input, state, into: &batch) {
        return pause
      }
      // No event precedes markup that is open: a full batch never comes to it.
      if batch.isFull { return .batchFull }
      p = Self.skipSpace(bytes, from: p)
      guard bytes.byte(at: p) == UInt8(ascii: "<") else {
        if p >= end {
          guard input.isComplete else { return .windowEmpty }
          if state == .finished { return .ended }
          guard state == .epilogue else { throw unexpectedEnd(state, at: p) }
          // More input may be an error, so the document ends where the input ends.
          batch.append(.endDocument, at: p)
          state = .finished
          return .batchFull
        }
        // A scalar that the window cuts off looks like invalid bytes.
        if bytes.byte(at: p) >= 0x80, p &+ 4 > end, !input.isComplete { return .windowEmpty }
        throw strayText(bytes, at: p, state)
      }

      let word = bytes.word(at: p &+ 1)
      let next: Int?
      switch UInt8(truncatingIfNeeded: word) {
      case UInt8(ascii: "k") where state == .key && XMLTagWord.matches(word, .key, count: 4):
        guard let next = try key(bytes, at: p, textAt: p &+ 5, input, &batch) else {
          return .windowEmpty
        }
        p = next
        state = .value
        continue
      case UInt8(ascii: "s") where state.takesValue && XMLTagWord.matches(word, .string, count: 7):
        next = try string(bytes, at: p, textAt: p &+ 8, input, &batch)
      case UInt8(ascii: "i") where state.takesValue && XMLTagWord.matches(word, .integer, count: 8):
        next = try integer(bytes, at: p, textAt: p &+ 9, input, &batch)
      case UInt8(ascii: "r") where state.takesValue && XMLTagWord.matches(word, .real, count: 5):
        next = try real(bytes, at: p, textAt: p &+ 6, input, &batch)
      case UInt8(ascii: "t") where state.takesValue && XMLTagWord.matches(word, .true, count: 6):
        batch.append(.true, at: p)
        next = p &+ 7
      case UInt8(ascii: "f") where state.takesValue && XMLTagWord.matches(word, .false, count: 7):
        batch.append(.false, at: p)
        next = p &+ 8
      case UInt8(ascii: "d") where state.takesValue && XMLTagWord.matches(word, .dict, count: 5):
        guard let content = try uid(bytes, at: p, textAt: p &+ 6, input, &batch) else {
          return .windowEmpty
        }
        if content > p &+ 6 {
          next = content
          break
        }
        try beginMapping(at: p, &batch)
        p = content
        state = .key
        afterValue = .key
        continue
      case UInt8(ascii: "a") where state.takesValue && XMLTagWord.matches(word, .array, count: 6):
        try push(isMapping: false, at: p)
        batch.append(.beginSequence, at: p)
        p &+= 7
        state = .element
        afterValue = .element
        continue
      case UInt8(ascii: "/") where state == .key && XMLTagWord.matches(word, .endOfDict, count: 6):
        batch.append(.endMapping, at: p)
        keys.endMapping()
        frames.removeLast()
        afterValue = stateAfterValue
        next = p &+ 7
      case UInt8(ascii: "/")
      where state == .element && XMLTagWord.matches(word, .endOfArray, count: 7):
        batch.append(.endSequence, at: p)
        frames.removeLast()
        afterValue = stateAfterValue
        next = p &+ 8
      default:
        self.state = state
        let next = try parseUnusualMarkup(bytes, at: p, input, &batch)
        state = self.state
        afterValue = stateAfterValue
        guard let next else { return .windowEmpty }
        p = next
        continue
      }
      guard let next else { return .windowEmpty }
      p = next
      state = afterValue
      if afterValue == .element { frames[frames.count &- 1].index &+= 1 }
    }
  }

  /// Reports the extent of the last event, and the comments before the next tag.
  @inline(never)
  private mutating func report(
    _ bytes: RawSpan, from p: inout Int, _ input: XMLInput, _ state: State,
    into batch: inout EventBatch
  ) throws(DecantError) -> Window.ScanPause? {
    if options.marksExtents { batch.markLast(to: p) }
    guard options.comments else { return nil }
    if batch.isFull { return .batchFull }
    let found = try readTrivia(bytes, from: p, input, state, into: &batch)
    p = found.end
    return found.pause
  }

  var stateAfterValue: State {
    if frames.isEmpty { return hasPropertyList ? .afterValue : .epilogue }
    return frames[frames.count &- 1].isMapping ? .key : .element
  }

  mutating func push(isMapping: Bool, at position: Int) throws(DecantError) {
    guard frames.count < options.maximumDepth else {
      throw failure(.tooDeep(limit: options.maximumDepth), at: position)
    }
    frames.append(Frame(isMapping: isMapping, index: 0, offset: origin &+ position))
  }

  mutating func beginMapping(at position: Int, _ batch: inout EventBatch) throws(DecantError) {
    try push(isMapping: true, at: position)
    keys.beginMapping()
    batch.append(.beginMapping, at: position)
  }

  @inline(__always)
  static func skipSpace(_ bytes: RawSpan, from start: Int) -> Int {
    var p = start
    while true {
      let byte = bytes.byte(at: p)
      switch byte {
      case 0x0A, 0x0D:
        p &+= 1
      case 0x09, 0x20:
        let others = WordScanning.differs(bytes.word(at: p), from: byte)
        p &+= others == 0 ? 8 : WordScanning.bytesBefore(others)
      default:
        return p
      }
    }
  }
}

struct XMLInput {
  var position: Int
  /// The offset of the sentinel, a zero.
  let end: Int
  let isComplete: Bool
}
