/// A run of events, in document order: the unit of dispatch from reader to writer.
///
/// Text is in the reader's window or, if it does not occur verbatim in the input, in the batch's scratch bytes.
public struct EventBatch: ~Copyable {
  /// The number of events that a reader appends before it hands the batch on.
  @inlinable public static var usualCount: Int { 2048 }

  @usableFromInline package var events: Buffer<Event>
  @usableFromInline package let scratch: ByteStorage
  @usableFromInline package private(set) var window: ByteStorage
  private let noWindow: ByteStorage
  @usableFromInline let summary = BatchSummary()
  package private(set) var verbatimRuns = Buffer<VerbatimRun>()
  /// Those of the first events, in order; none unless the reader is asked for them.
  var extents = Buffer<Extent>()

  @usableFromInline package private(set) var origin = 0
  /// Where the window is in the input, if it is text; `origin` may be before it.
  private var windowStart: (origin: Int, dropped: DroppedText)?

  /// Creates an empty batch.
  public init() {
    events = Buffer(capacity: Self.usualCount)
    scratch = ByteStorage(capacity: 1024)
    noWindow = ByteStorage(capacity: 0)
    window = noWindow
  }

  /// The number of events.
  @inlinable public var count: Int { events.count }

  /// Whether the batch has no events.
  @inlinable public var isEmpty: Bool { events.isEmpty }

  /// Whether to return the batch: it has the usual number of events, or much copied text.
  ///
  /// A reader that copies text tests this before each event, because a batch can hold 4 GB of text at most.
  @inlinable public var isFull: Bool { count >= Self.usualCount || scratch.count >= Self.usualText }

  @usableFromInline static let usualText = 1 << 20

  /// The longest text that fits into any batch that is not full.
  package static let longestText = ByteStorage.limit - usualText

  var hasNoWindow: Bool { window.count == 0 }

  /// The event at `index`.
  public subscript(index: Int) -> Event { events[index] }

  /// Empties the batch and releases the window.
  public mutating func removeAll() {
    events.removeAll()
    extents.removeAll()
    verbatimRuns.removeAll()
    summary.removeAll()
    scratch.removeAll()
    window = noWindow
    windowStart = nil
  }

  package mutating func truncate(to count: Int) {
    events.truncate(to: count)
    extents.truncate(to: min(count, extents.count))
    while !verbatimRuns.isEmpty, verbatimRuns[verbatimRuns.count - 1].endEvent > count {
      verbatimRuns.removeLast()
    }
    summary.removeAll()
  }

  /// Removes the events after the end of the last document.
  package mutating func removeIncompleteDocument() {
    var end = count
    while end > 0, events[end - 1].kind != .endDocument { end -= 1 }
    truncate(to: end)
  }

  /// Records a run of events that the batch contains.
  package mutating func append(_ run: VerbatimRun) {
    if run.isUseful { verbatimRuns.append(run) }
  }

  /// Sets the window that contains the text of the next events.
  public mutating func refer(to window: borrowing Window) {
    self.window = window.shared
    origin = window.origin
    windowStart = window.isText ? (window.origin, window.dropped) : nil
  }

  /// Sets the window to the window of `other`.
  public mutating func refer(to other: borrowing EventBatch) {
    window = other.window
    origin = other.origin
    windowStart = other.windowStart
  }

  package mutating func refer(toText text: ByteStorage, at origin: Int) {
    window = text
    self.origin = origin
    windowStart = nil
  }

  /// Sets the origin of positions, for events that were held back until the window had moved on.
  package mutating func rebase(to origin: Int) {
    precondition(events.isEmpty)
    self.origin = origin
  }
}

// MARK: - Reading

extension EventBatch {
  /// Calls `body` with the text of an event of this batch.
  @inlinable
  public func withText<R, E>(
    of event: Event, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let storage = event.flags.contains(.inScratch) ? scratch : window
    return try storage.withBytes { (bytes) throws(E) -> R in
      try body(bytes.extracting(event.textRange))
    }
  }

  /// Returns the text of an event of this batch as a string.
  public func string(of event: Event) -> String {
    withText(of: event) { String(utf8: $0) }
  }

  /// Returns where a run of events ends after each of which more than `level` collections are open: `depth` are at its start, and
  /// then at its end.
  package func endOfRun(
    from start: Int, deeperThan level: Int, _ depth: inout Int, without kinds: UInt32 = 0
  ) -> Int {
    events.withSpan { events in
      let events = events.extracting(droppingFirst: start)
      var (count, innerDepth) = (0, depth)
      for index in events.indices {
        let kind = events[index].kind
        let next = innerDepth &+ kind.depthChange
        guard next > level, kinds &>> UInt32(kind.rawValue) & 1 == 0 else { break }
        innerDepth = next
        count &+= 1
      }
      depth = innerDepth
      return start + count
    }
  }

  /// Returns the offset in the input at which the event begins.
  @inlinable public func offset(of event: Event) -> Int { origin + Int(event.position) }

  @inlinable package var windowIdentity: ObjectIdentifier { ObjectIdentifier(window) }

  /// Returns the error with its line and column, if it is in this batch's window: the reader's may have moved on.
  package func located(_ error: DecantError) -> DecantError {
    guard let windowStart, let offset = error.offset,
      offset >= windowStart.origin, offset <= windowStart.origin + window.count
    else { return error }
    return error.located(
      in: Window(showing: window, at: windowStart.origin, after: windowStart.dropped), named: nil)
  }
}

// MARK: - Writing

extension EventBatch {
  /// Appends an event without text.
  @inlinable @inline(__always)
  public mutating func append(
    _ kind: Event.Kind, flags: Event.Flags = [], style: Event.Style = .any, at position: Int = 0
  ) {
    events.append(Event(kind, flags: flags, style: style, at: position))
  }

  /// Appends an event whose text is in the batch's window.
  ///
  /// The text is not copied: hand on the batch before refilling the window. The text of a string must be UTF-8.
  public mutating func append(
    _ kind: Event.Kind, textIn range: Range<Int>, flags: Event.Flags = [],
    style: Event.Style = .any, at position: Int = 0
  ) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= window.count, "text beyond the window")
    events.append(
      Event(
        kind, flags: flags.subtracting(.inScratch), style: style, at: position,
        textAt: range.lowerBound, count: range.count))
  }

  /// Appends an event with a copy of `text`.
  public mutating func append(
    _ kind: Event.Kind, text: RawSpan, flags: Event.Flags = [], style: Event.Style = .any,
    at position: Int = 0
  ) {
    let start = scratch.count
    precondition(text.byteCount <= ByteStorage.limit - start, "more text than a batch can hold")
    scratch.append(text)
    events.append(
      Event(
        kind, flags: flags.union(.inScratch), style: style, at: position, textAt: start,
        count: text.byteCount))
  }

  /// Appends an event with a copy of `text`.
  public mutating func append(
    _ kind: Event.Kind, text: String, flags: Event.Flags = [], style: Event.Style = .any,
    at position: Int = 0
  ) {
    text.withBytes { append(kind, text: $0, flags: flags, style: style, at: position) }
  }

  /// Copies the scratch bytes of `other` for a following `append(adopted:of:)`.
  package mutating func adoptScratch(of other: borrowing EventBatch) {
    precondition(isEmpty && scratch.count == 0 && origin == other.origin)
    other.scratch.withBytes { scratch.append($0.extracting(0..<other.scratch.count)) }
  }

  package mutating func append(adopted range: Range<Int>, of other: borrowing EventBatch) {
    events.append(range, of: other.events)
  }

  /// Appends an event of another batch, which must refer to the same window.
  public mutating func append(_ event: Event, of other: borrowing EventBatch) {
    var event = event
    if other.origin != origin {
      event.position = UInt32(clamping: other.origin + Int(event.position) - origin)
    }
    guard event.flags.contains(.inScratch) else {
      events.append(event)
      return
    }
    let range = event.textRange
    event.offset = UInt32(scratch.count)
    other.scratch.withBytes { scratch.append($0.extracting(range)) }
    events.append(event)
  }

  /// Appends a run of events of another batch, which must refer to the same window.
  package mutating func append(_ range: Range<Int>, of other: borrowing EventBatch) {
    if other.origin == origin, other.scratch.count == 0 {
      events.append(range, of: other.events)
    } else {
      for index in range { append(other[index], of: other) }
    }
  }
}

extension EventBatch {
  @inlinable @inline(__always)
  package func withSpans<R, E>(
    _ body: (_ events: Span<Event>, _ window: RawSpan, _ scratch: RawSpan) throws(E) -> R
  ) throws(E) -> R {
    try events.withSpan { (events) throws(E) -> R in
      try window.withBytes { (window) throws(E) -> R in
        try scratch.withBytes { (scratch) throws(E) -> R in
          try body(events, window, scratch)
        }
      }
    }
  }
  /// Calls `body` with each event and the bytes that contain its text; errors about the input get the event's place.
  @inlinable @inline(__always)
  package func forEachEvent(
    _ body: (_ event: Event, _ bytes: RawSpan) throws(DecantError) -> Void
  ) throws(DecantError) {
    try withSpans { (events, window, scratch) throws(DecantError) in
      for index in events.indices {
        let event = events[index]
        do throws(DecantError) {
          try body(event, event.flags.contains(.inScratch) ? scratch : window)
        } catch {
          throw error.placed(at: origin + Int(event.position))
        }
      }
    }
  }
}
