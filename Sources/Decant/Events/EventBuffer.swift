/// Events that are kept longer than the batch they came in, with their text.
///
/// The beginning and the end of a collection know each other: where other events say where their
/// text stands, these say where the other one is, so that a collection is passed over in one step.
///
///     events │ { │ "a" │ [ │ 1 │ ] │ } │        text │ a1 │
///              0    1    2   3   4   5
///              └─────────┼───────┼───┘
///                        └───────┘
///
/// A beginning whose end is still to come says where the one around it is.
struct EventBuffer {
  private(set) var events: [Event] = []
  private(set) var text: [UInt8] = []
  /// The innermost beginning whose end is still to come; `none` if there is no such.
  private var innermost = none
  private static let none = UInt32.max

  /// Where in the input the first event began; positions count from there.
  private(set) var origin = 0

  init() {}

  /// Makes a buffer of what another has kept, in which each collection has ended.
  init(complete events: [Event], text: [UInt8], origin: Int) {
    self.events = events
    self.text = text
    self.origin = origin
  }

  var isEmpty: Bool { events.isEmpty }
  var count: Int { events.count }

  /// Whether each collection that has begun has ended.
  var isBalanced: Bool { innermost == Self.none }

  /// Whether only the collection that the buffer begins with is open.
  var isInOutermost: Bool { innermost == 0 }

  subscript(index: Int) -> Event { events[index] }

  mutating func removeAll() {
    events.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    innermost = Self.none
  }

  /// Keeps an event of `batch`.
  mutating func append(_ event: Event, of batch: borrowing EventBatch) throws(DecantError) {
    let offset = batch.offset(of: event)
    if events.isEmpty { origin = offset }
    var event = event
    event.position = UInt32(clamping: offset - origin)
    let start = UInt32(clamping: text.count)
    if event.length > 0 { batch.withText(of: event) { text.append(copying: $0) } }
    event.flags.remove(.inScratch)
    event.offset = start
    guard text.count <= Int(UInt32.max), events.count < Int(UInt32.max) else {
      throw DecantError(.tooLong, offset: offset)
    }
    try append(event)
  }

  /// Keeps a run of events of `batch`, with as few copies as that takes.
  ///
  /// The stretch of the window that their texts stand in is copied in one piece, with what stands between
  /// them. Where there is no room for all, it is taken for `times` as much.
  mutating func append(
    _ range: Range<Int>, of batch: borrowing EventBatch, likelyToBecome times: Double = 1
  ) throws(DecantError) {
    guard let first = range.first else { return }
    let start = batch.offset(of: batch[first])
    if events.isEmpty { origin = start }
    let shift = batch.origin - origin
    try batch.withSpans { (kept, window, scratch) throws(DecantError) in
      let (inWindow, inScratch) =
        batch.hasOwnTextsOnly && range.count == kept.count
        ? (0..<0, 0..<batch.scratch.count) : Self.extents(of: kept, range)
      let windowStart = text.count - inWindow.lowerBound
      let scratchStart = text.count + inWindow.count - inScratch.lowerBound
      let newText = inWindow.count + inScratch.count
      guard text.count + newText <= Int(UInt32.max), events.count + range.count < Int(UInt32.max)
      else { throw DecantError(.tooLong, offset: start) }
      // What is never used of so much takes no memory, and what has to move takes time.
      if text.capacity &- text.count < newText {
        text.reserveCapacity(max(text.count &* 4, Int(Double(newText) * times)))
      }
      text.append(copying: window.extracting(inWindow))
      text.append(copying: scratch.extracting(inScratch))
      let first = events.count
      if events.capacity &- first < range.count {
        events.reserveCapacity(max(first &* 4, Int(Double(range.count) * times)))
      }
      events.append(copying: kept.extracting(range))
      let places = Places(shift: shift, window: windowStart, scratch: scratchStart)
      guard adopt(from: first, places) else {
        events.removeLast(events.count - first)
        throw DecantError(.malformedEvents("an end without a beginning"))
      }
    }
  }

  /// How much places in a batch differ from those here.
  private struct Places {
    let shift: Int
    let window: Int
    let scratch: Int
  }

  /// Makes the events from `first` on, which are as their batch had them, this buffer's own; false if there is
  /// an end without a beginning.
  private mutating func adopt(from first: Int, _ places: Places) -> Bool {
    var innermost = innermost
    var events = events.mutableSpan
    for index in first..<events.count {
      let event = events[index]
      events[index].position = UInt32(clamping: places.shift &+ Int(event.position))
      let change = event.depthChange
      if change == 0 {
        let isScratch = event.flags.contains(.inScratch)
        let place = Int(event.offset) &+ (isScratch ? places.scratch : places.window)
        events[index].offset = event.length > 0 ? UInt32(truncatingIfNeeded: place) : 0
        events[index].flags.remove(.inScratch)
      } else if change > 0 {
        events[index].offset = innermost
        innermost = UInt32(truncatingIfNeeded: index)
      } else {
        guard innermost != Self.none else { return false }
        events[index].offset = innermost
        innermost = Self.end(Int(innermost), at: index, &events)
      }
    }
    self.innermost = innermost
    return true
  }

  /// Tells a beginning of its end; gives the beginning around it.
  @inline(__always)
  private static func end(
    _ begin: Int, at index: Int, _ events: inout MutableSpan<Event>
  ) -> UInt32 {
    let outer = events[begin].offset
    events[begin].offset = UInt32(truncatingIfNeeded: index)
    return outer
  }

  /// The stretches from the first to the last text, in the window and in the scratch bytes.
  private static func extents(
    of events: Span<Event>, _ range: Range<Int>
  ) -> (window: Range<Int>, scratch: Range<Int>) {
    var window = (start: UInt32.max, end: UInt32.min)
    var scratch = window
    for index in range {
      let event = events[index]
      guard event.length > 0 else { continue }
      let end = event.offset + event.length
      if event.flags.contains(.inScratch) {
        scratch = (min(scratch.start, event.offset), max(scratch.end, end))
      } else {
        window = (min(window.start, event.offset), max(window.end, end))
      }
    }
    return (
      window.end == 0 ? 0..<0 : Int(window.start)..<Int(window.end),
      scratch.end == 0 ? 0..<0 : Int(scratch.start)..<Int(scratch.end)
    )
  }

  /// Keeps an event that refers to the text of this buffer, and ties beginnings to ends.
  private mutating func append(_ event: Event) throws(DecantError) {
    var event = event
    switch event.kind {
    case .beginSequence, .beginMapping:
      event.offset = innermost
      innermost = UInt32(events.count)
    case .endSequence, .endMapping:
      guard innermost != Self.none else {
        throw DecantError(.malformedEvents("an end without a beginning"))
      }
      let begin = Int(innermost)
      event.offset = innermost
      innermost = events[begin].offset
      events[begin].offset = UInt32(events.count)
    default:
      break
    }
    events.append(event)
  }

  /// Keeps a run of events of another buffer, which held `text` and began at `origin`.
  mutating func append(
    kept run: ArraySlice<Event>, text kept: [UInt8], origin other: Int
  ) throws(DecantError) {
    guard let first = run.first else { return }
    if events.isEmpty { origin = other + Int(first.position) }
    try kept.withBytes { (kept) throws(DecantError) in
      for event in run {
        let offset = other + Int(event.position)
        let range = event.keptTextRange
        guard text.count + range.count <= Int(UInt32.max), events.count < Int(UInt32.max) else {
          throw DecantError(.tooLong, offset: offset)
        }
        var event = event
        event.position = UInt32(clamping: offset - origin)
        event.offset = UInt32(text.count)
        text.append(copying: kept.extracting(range))
        try append(event)
      }
    }
  }

  // MARK: Finding the way

  /// The index of the end that belongs to the beginning at `index`, or the other way round.
  func partner(of index: Int) -> Int { Int(events[index].offset) }

  /// The index of the node's own event, behind its anchor and tag.
  func content(of node: Int) -> Int { events.content(of: node) }

  /// The index behind the node that begins at `index`.
  func end(of node: Int) -> Int { events.end(of: node) }

  /// The bytes of the text of the event at `index`.
  func textRange(at index: Int) -> Range<Int> { events[index].keptTextRange }

  // MARK: Giving back

  /// Appends the events of `range` to `output`, whose positions must count from `origin`.
  func replay(_ range: Range<Int>, into output: inout EventBatch) throws(DecantError) {
    try text.withBytes { (text) throws(DecantError) in
      for index in range { try output.append(kept: events[index], text: text, origin: origin) }
    }
  }
}

extension Span where Element == Event {
  /// The index of the node's own event, behind its anchor and tag.
  @inline(__always)
  func content(of node: Int) -> Int {
    var index = node
    while self[index].isAnnotation { index += 1 }
    return index
  }

  /// The index behind the node that begins at `index`.
  @inline(__always)
  func end(of node: Int) -> Int {
    let content = content(of: node)
    return self[content].depthChange > 0 ? Int(self[content].offset) + 1 : content + 1
  }
}

extension [Event] {
  /// The index of the node's own event, behind its anchor and tag.
  @inline(__always)
  func content(of node: Int) -> Int { span.content(of: node) }

  /// The index behind the node that begins at `index`.
  func end(of node: Int) -> Int { span.end(of: node) }
}

extension Event {
  /// Whether the event belongs to the node after it.
  var isAnnotation: Bool { kind == .anchor || kind == .tag }

  /// Where in the text of its `EventBuffer` the event's text stands.
  var keptTextRange: Range<Int> { depthChange == 0 ? textRange : 0..<0 }
}

extension EventBatch {
  /// Appends an event of an `EventBuffer` that began at `origin` and holds `text`.
  mutating func append(
    kept event: Event, text: RawSpan, origin: Int
  ) throws(DecantError) {
    var event = event
    let offset = origin + Int(event.position)
    event.position = UInt32(clamping: offset - self.origin)
    let range = event.keptTextRange
    guard scratch.count + range.count <= Int(UInt32.max) else {
      throw DecantError(.tooLong, offset: offset)
    }
    event.offset = range.isEmpty ? 0 : UInt32(scratch.count)
    if !range.isEmpty {
      event.flags.insert(.inScratch)
      scratch.append(text.extracting(range))
    }
    events.append(event)
  }
}
