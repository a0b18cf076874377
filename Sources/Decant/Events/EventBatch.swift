/// A run of events, in document order, that travels from reader to writer as one.
///
/// Batches are what is dispatched on: a reader fills one, each stage and the writer work through it
/// in a loop of their own. The events' text is in the reader's window, or in the scratch bytes of the
/// batch where it is not in the input as such.
public struct EventBatch: ~Copyable {
  /// How many events a reader puts in before it hands the batch on.
  public static let usualCount = 2048

  var events: Buffer<Event>
  let scratch: ByteStorage
  private(set) var window: ByteStorage
  private let noWindow: ByteStorage
  let overview = BatchOverview()

  /// The offset in the input of the first byte of the window.
  private(set) var origin = 0

  /// Makes an empty batch.
  public init() {
    events = Buffer(capacity: Self.usualCount)
    scratch = ByteStorage(capacity: 1024)
    noWindow = ByteStorage(capacity: 0)
    window = noWindow
  }

  /// How many events the batch holds.
  public var count: Int { events.count }

  /// Whether the batch holds no event.
  public var isEmpty: Bool { events.isEmpty }

  /// Whether it is time to hand the batch on, for those who fill it with texts from elsewhere.
  var isFull: Bool { count >= Self.usualCount || scratch.count >= Self.usualText }

  /// How much text of its own makes a batch full.
  private static let usualText = 1 << 20

  /// The longest text that has room in a batch that is not full.
  static let longestText = ByteStorage.limit - usualText

  /// Whether no event can refer to a window.
  var hasOwnTextsOnly: Bool { window.count == 0 }

  /// The event at `index`.
  public subscript(index: Int) -> Event { events[index] }

  /// Empties the batch and lets go of the window.
  public mutating func removeAll() {
    events.removeAll()
    overview.removeAll()
    scratch.removeAll()
    window = noWindow
  }

  /// Forgets the events from `count` on.
  mutating func truncate(to count: Int) {
    events.truncate(to: count)
    overview.removeAll()
  }

  /// Sets the window that contains the text of the next events.
  public mutating func refer(to window: borrowing Window) {
    self.window = window.shared
    origin = window.origin
  }

  /// Sets the window to that of `other`.
  public mutating func refer(to other: borrowing EventBatch) {
    window = other.window
    origin = other.origin
  }

  /// Sets the block of text of the next events, which belongs to no window, and what they say
  /// comes from `origin` of the input.
  mutating func refer(toText text: ByteStorage, at origin: Int) {
    window = text
    self.origin = origin
  }

  /// Says that the positions of events to come count from `origin` of the input.
  ///
  /// A stage that holds events back until the window has moved on asks for this before it appends any.
  mutating func rebase(to origin: Int) {
    precondition(events.isEmpty)
    self.origin = origin
  }
}

// MARK: - Reading

extension EventBatch {
  /// Calls `body` with the text of an event of this batch.
  public func withText<R, E>(
    of event: Event, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let storage = event.flags.contains(.inScratch) ? scratch : window
    return try storage.withBytes { (bytes) throws(E) -> R in
      try body(bytes.extracting(event.textRange))
    }
  }

  /// The text of an event of this batch, as a string.
  public func string(of event: Event) -> String {
    withText(of: event) { String(utf8: $0) }
  }

  /// Where in the input the event began.
  public func offset(of event: Event) -> Int { origin + Int(event.position) }
}

// MARK: - Writing

extension EventBatch {
  /// Appends an event without text.
  @inline(__always)
  public mutating func append(
    _ kind: Event.Kind, flags: Event.Flags = [], style: Event.Style = .any, at position: Int = 0
  ) {
    events.append(Event(kind, flags: flags, style: style, at: position))
  }

  /// Appends an event whose text is in the window that the batch refers to.
  ///
  /// The text of a string must be UTF-8. It is not copied; the reader may not refill the window before it has
  /// handed on the batch.
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

  /// Takes a copy of the scratch bytes of another batch, whose events are then appended as they are.
  mutating func adoptScratch(of other: borrowing EventBatch) {
    precondition(isEmpty && scratch.count == 0 && origin == other.origin)
    other.scratch.withBytes { scratch.append($0.extracting(0..<other.scratch.count)) }
  }

  /// Appends events of a batch whose scratch bytes have been adopted.
  mutating func append(adopted range: Range<Int>, of other: borrowing EventBatch) {
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
}

extension EventBatch {
  /// Calls `body` with the events and the two stretches of bytes that contain their text.
  @inline(__always)
  func withSpans<R, E>(
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
}
