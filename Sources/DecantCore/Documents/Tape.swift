/// Events and their text, kept beyond the life of a batch.
///
/// The beginning and the end of a collection are linked, so that it is skipped in one step:
///
///     entries │ { │ "a" │ [ │ 1 │ ] │ } │        text │ a1 │
///        link  +5         +2      -2  -5
///
/// A node is identified by the index of its first entry, which may be an annotation: a comment, a notation, an anchor or a
/// tag. What holds of the tape of a document (`VersionTape` has several roots, and entries that refer to others):
///
/// - The links of a beginning and its end lead to each other, and are negatives of each other, so a run of whole nodes means
///   the same on every tape. The link of a collection that is still open is the index of the one around it, or -1.
/// - Only beginnings and ends have no range of text; all other ranges are inside of `text`, and may overlap.
/// - Once a document is whole, it is one node of the grammar at the head of `Event`: a mapping has as many keys as values.
/// - Positions count from `origin`, in any order: a stage moves entries, and keeps where they were.
///
/// Tests check all but the positions with `checkInvariants`, on random documents.
@usableFromInline package struct Tape: Sendable {
  @usableFromInline package struct Entry: BitwiseCopyable, Equatable, Sendable {
    @usableFromInline package var kind: Event.Kind
    @usableFromInline package var flags: Event.Flags
    @usableFromInline package var style: Event.Style
    /// The distance in the input from the origin of the tape, in bytes; at most what 32 bits hold.
    @usableFromInline package var position: UInt32
    /// Where the text of a node begins, the entry that a reference means, or the distance to the other end of a collection.
    @usableFromInline var payload: UInt32
    @usableFromInline package private(set) var length: UInt32

    @inlinable @inline(__always)
    package init(_ event: Event, at position: Int, textAt start: Int) {
      kind = event.kind
      flags = event.flags.subtracting(.inScratch)
      style = event.style
      self.position = UInt32(clamping: position)
      payload = UInt32(truncatingIfNeeded: start)
      length = event.length
    }

    fileprivate static let blank = Entry(Event(.null), at: 0, textAt: 0)

    @inlinable @inline(__always)
    package var textRange: Range<Int> {
      depthChange == 0 ? Int(payload)..<Int(payload) &+ Int(length) : 0..<0
    }

    @usableFromInline package var link: Int {
      @inlinable @inline(__always) get { Int(Int32(bitPattern: payload)) }
      @inlinable @inline(__always) set {
        payload = UInt32(bitPattern: Int32(truncatingIfNeeded: newValue))
      }
    }

    @usableFromInline mutating func moveText(to start: Int) {
      if depthChange == 0 { payload = UInt32(truncatingIfNeeded: start) }
    }

    @inlinable @inline(__always)
    package var depthChange: Int { kind.depthChange }

    /// The index of the collection that the entry stands for on a shared tape: an alias without a name.
    @inlinable @inline(__always)
    package var reference: Int? { kind == .alias && length == 0 ? Int(payload) : nil }

    @inlinable @inline(__always)
    package var isKey: Bool { flags.contains(.isKey) }

    @inlinable package var event: Event {
      Event(kind, flags: flags, style: style, at: Int(position))
    }

    @inlinable @inline(__always)
    package var isAnnotation: Bool { kind.isAnnotation }
  }

  @usableFromInline package private(set) var entries: [Entry] = []
  @usableFromInline package private(set) var text: [UInt8] = []

  @usableFromInline package private(set) var origin = 0
  private var hasFixedOrigin = false

  /// See `anchorsOfInstances`.
  fileprivate var knownAnchors: [KeyText: Int]?

  /// The innermost open beginning, or -1; its link is the index of the enclosing one.
  @usableFromInline var innermost = -1

  package init() {}

  /// Creates an empty tape; without it, the origin is the offset of the first event.
  package init(origin: Int) {
    self.origin = origin
    hasFixedOrigin = true
  }

  /// Creates a tape of whole nodes of another one, which shares all of its text.
  package init(_ range: Range<Int>, sharingTextOf other: Tape) {
    entries = Array(other.entries[range])
    text = other.text
    origin = other.origin
  }

  @inlinable package var isEmpty: Bool { entries.isEmpty }
  @inlinable package var count: Int { entries.count }

  @inlinable
  package subscript(index: Int) -> Entry { entries[index] }

  @inlinable package var isBalanced: Bool { innermost < 0 }

  @inlinable package var isInOutermost: Bool { innermost == 0 }

  package mutating func removeCollectionStyles() {
    for index in entries.indices where entries[index].depthChange > 0 {
      entries[index].style = .any
    }
  }

  /// Sets double quotes for strings with several lines, so that they are written on one line.
  package mutating func quoteLines(where isWanted: (ArraySlice<UInt8>) -> Bool = { _ in true }) {
    for index in entries.indices where entries[index].kind == .string {
      let string = text[entries[index].textRange]
      if string.contains(0x0A), isWanted(string) { entries[index].style = .doubleQuoted }
    }
  }

  /// Removes whole nodes at the end, or all of an incomplete document.
  package mutating func truncate(to count: Int, textCount: Int) {
    entries.removeLast(entries.count - count)
    text.removeLast(text.count - textCount)
    if innermost >= count { innermost = -1 }
  }

  /// Removes the entries from `count` on; of those that stay, `innermost` is the innermost open collection.
  mutating func truncate(to count: Int, in innermost: Int) {
    entries.removeLast(entries.count - count)
    self.innermost = innermost
  }

  package mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    innermost = -1
  }
}

// MARK: - Appending

extension Tape {
  /// Reserves address space, which takes memory only when it is used.
  package mutating func reserveRoom(for count: Int, text textCount: Int) {
    entries.reserveCapacity(count)
    text.reserveCapacity(textCount)
  }

  package mutating func append(_ event: Event, of batch: borrowing EventBatch) throws(DecantError) {
    try batch.withText(of: event) { (text) throws(DecantError) in
      try append(event, text, at: batch.offset(of: event))
    }
  }

  package mutating func append(_ event: Event, _ bytes: RawSpan, at offset: Int) throws(DecantError)
  {
    try checkRoom(for: 1, text: Int(event.length), at: offset)
    setOrigin(offset)
    let start = text.count
    if event.length > 0 { text.append(copying: bytes) }
    try append(Entry(event, at: offset - origin, textAt: start), at: offset)
  }

  /// Appends a copy of an entry, which shares its text.
  package mutating func append(copyOf index: Int) throws(DecantError) {
    let offset = offset(at: index)
    try checkRoom(for: 1, text: 0, at: offset)
    try append(entries[index], at: offset)
  }

  /// Appends an entry that stands for the collection at `index`.
  package mutating func append(referenceTo index: Int) throws(DecantError) {
    let offset = offset(at: index)
    try checkRoom(for: 1, text: 0, at: offset)
    let event = Event(.alias, flags: entries[index].flags)
    try append(Entry(event, at: offset - origin, textAt: index), at: offset)
  }

  @usableFromInline mutating func setOrigin(_ offset: Int) {
    if entries.isEmpty, !hasFixedOrigin { origin = offset }
  }

  package mutating func append(nodesOf batch: borrowing EventBatch) throws(DecantError) {
    for index in 0..<batch.count where !batch[index].delimitsDocument {
      try append(batch[index], of: batch)
    }
  }

  /// Appends the entries of `other` at some indices, in their order.
  ///
  /// Precondition: each end among them, or appended later, follows its beginning.
  @inlinable
  package mutating func append(_ indices: some Collection<Int>, of other: Tape) throws(DecantError)
  {
    guard let first = indices.first else { return }
    setOrigin(other.offset(at: first))
    try other.text.withBytes { (otherText) throws(DecantError) in
      for index in indices {
        var entry = other.entries[index]
        let offset = other.offset(at: index)
        let textRange = entry.textRange
        try checkRoom(for: 1, text: textRange.count, at: offset)
        entry.position = UInt32(clamping: offset - origin)
        entry.moveText(to: text.count)
        text.append(copying: otherText.extracting(textRange))
        try append(entry, at: offset)
      }
    }
  }

  @usableFromInline mutating func append(_ entry: Entry, at offset: Int) throws(DecantError) {
    entries.append(entry)
    guard entry.depthChange != 0 else { return }
    var innermost = innermost
    var all = entries.mutableSpan
    guard !Self.link(all.count - 1, &innermost, &all) else {
      self.innermost = innermost
      return
    }
    entries.removeLast()
    throw DecantError(.malformedEvents("an end without a beginning"), offset: offset)
  }

  /// Appends a run of events of `batch`, with as few copies as possible.
  ///
  /// The part of the window with their texts is copied in one piece, unless most of it is other text: a reader of a whole
  /// input may take the texts of one batch from everywhere. A tape that must grow reserves `times` the size.
  package mutating func append(
    _ range: Range<Int>, of batch: borrowing EventBatch, likelyToBecome times: Double = 1
  ) throws(DecantError) {
    guard let first = range.first else { return }
    let start = batch.offset(of: batch[first])
    setOrigin(start)
    let shift = batch.origin - origin
    try batch.withSpans { (events, window, scratch) throws(DecantError) in
      let (extent, inScratch, textCount) =
        batch.hasNoWindow && range.count == events.count
        ? (0..<0, 0..<batch.scratch.count, 0) : Self.extents(of: events, range)
      let isScattered = extent.count > 4 &* textCount &+ 1024
      let inWindow = isScattered ? 0..<0 : extent
      let newText = (isScattered ? textCount : extent.count) + inScratch.count
      try checkRoom(for: range.count, text: newText, at: start)
      let windowShift = text.count - inWindow.lowerBound
      let scratchShift = text.count + inWindow.count - inScratch.lowerBound
      // Unused capacity costs no memory, but moving costs time.
      if text.capacity &- text.count < newText {
        text.reserveCapacity(max(text.count &* 4, Int(Double(newText) * times)))
      }
      text.append(copying: window.extracting(inWindow))
      text.append(copying: scratch.extracting(inScratch))
      if entries.capacity &- entries.count < range.count {
        entries.reserveCapacity(max(entries.count &* 4, Int(Double(range.count) * times)))
      }
      let first = entries.count
      entries.append(contentsOf: repeatElement(Entry.blank, count: range.count))
      let shifts = Shifts(position: shift, window: windowShift, scratch: scratchShift)
      guard fill(from: first, with: events.extracting(range), shifts) else {
        entries.removeLast(entries.count - first)
        throw DecantError(.malformedEvents("an end without a beginning"), offset: start)
      }
      if isScattered { copyTexts(of: events.extracting(range), in: window, from: first) }
    }
  }

  /// Removes the marks of documents from `start` on, where no document has begun before, and returns where documents end.
  mutating func removeDocumentMarks(from start: Int) -> [Int] {
    var ends: [Int] = []
    var next = start
    var entries = entries.mutableSpan
    for index in start..<entries.count {
      switch entries[index].kind {
      case .beginDocument: break
      case .endDocument: ends.append(next)
      default:
        entries[next] = entries[index]
        next &+= 1
      }
    }
    self.entries.removeLast(entries.count - next)
    return ends
  }

  /// Copies each text of events in the window, whose entries begin at `first`.
  @inline(never)
  private mutating func copyTexts(of events: Span<Event>, in window: RawSpan, from first: Int) {
    for index in events.indices {
      let event = events[index]
      guard event.length > 0, !event.flags.contains(.inScratch) else { continue }
      entries[first + index].moveText(to: text.count)
      let start = Int(event.offset)
      text.append(copying: window.extracting(start..<start + Int(event.length)))
    }
  }

  private struct Shifts {
    let position: Int
    let window: Int
    let scratch: Int
  }

  private mutating func fill(
    from first: Int, with events: Span<Event>, _ shifts: Shifts
  ) -> Bool {
    var innermost = innermost
    var entries = entries.mutableSpan
    for index in 0..<events.count {
      let event = events[index]
      let textShift = event.flags.contains(.inScratch) ? shifts.scratch : shifts.window
      entries[first &+ index] = Entry(
        event, at: shifts.position &+ Int(event.position),
        textAt: event.length > 0 ? Int(event.offset) &+ textShift : 0)
      guard event.depthChange == 0 || Self.link(first &+ index, &innermost, &entries) else {
        return false
      }
    }
    self.innermost = innermost
    return true
  }

  @inline(__always)
  private static func link(
    _ index: Int, _ innermost: inout Int, _ entries: inout MutableSpan<Entry>
  ) -> Bool {
    guard entries[index].depthChange < 0 else {
      entries[index].link = innermost
      innermost = index
      return true
    }
    guard innermost >= 0 else { return false }
    let begin = innermost
    innermost = entries[begin].link
    entries[begin].link = index &- begin
    entries[index].link = begin &- index
    return true
  }

  @usableFromInline func checkRoom(
    for newEntries: Int, text newText: Int, at offset: Int
  ) throws(DecantError) {
    guard text.count + newText <= Int(UInt32.max), entries.count + newEntries < Int(Int32.max)
    else { throw DecantError(.tooLong, offset: offset) }
  }

  /// Returns the parts of the window and of the scratch bytes with the texts, and the count of all texts in the window.
  private static func extents(
    of events: Span<Event>, _ range: Range<Int>
  ) -> (window: Range<Int>, scratch: Range<Int>, textCount: Int) {
    var textCount = 0
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
        textCount &+= Int(event.length)
      }
    }
    return (
      window.end == 0 ? 0..<0 : Int(window.start)..<Int(window.end),
      scratch.end == 0 ? 0..<0 : Int(scratch.start)..<Int(scratch.end), textCount
    )
  }
}

// MARK: - Instances

extension Tape {
  /// The anchors of the instances of an archive, by name.
  package var anchorsOfInstances: [KeyText: Int] {
    if let knownAnchors { return knownAnchors }
    var anchors: [KeyText: Int] = [:]
    for index in entries.indices
    where entries[index].kind == .anchor && entries[index].flags.contains(.isInstance) {
      anchors[name(at: index)] = index
    }
    return anchors
  }

  /// Returns the tape of a whole archive, with its anchors: each reference that is followed would search for them.
  package var knowingAnchors: Tape {
    var tape = self
    tape.knownAnchors = anchorsOfInstances
    return tape
  }
}
