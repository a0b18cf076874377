/// The stretch of the input that a reader sees.
///
/// The window slides: what has been read is dropped, what has not moves to the front, and the rest is
/// filled from the source. It grows only when one token is larger than all of it.
///
///     input   ──────────────────────────────────────────────▶
///     dropped │ unread from `position` │ not read in yet
///             │◀──── storage ────▶│ padding of zeros │
///             origin
///
/// After the last byte are `ByteStorage.padding` zeros, so that hot loops need no test for the end:
/// they stop at a zero and ask then whether it is one.
public struct Window: ~Copyable {
  var storage: ByteStorage
  var source: any ByteSource
  let initialCapacity: Int

  /// How much is read at once, however large the window has become: so little that it is still at hand, in the
  /// processor's cache, when the reader looks at it.
  private static let usualRead = 64 * 1024

  /// The offset in the input of the window's first byte.
  public internal(set) var origin = 0

  /// Whether the source has no more bytes than the window shows.
  public internal(set) var isComplete = false

  /// Whether the encoding is known from a byte-order mark, or has been converted to UTF-8.
  var hasKnownEncoding = false

  /// The first byte that the reader has not dealt with.
  public var position = 0

  /// Whether the reader that found the window empty is to look through the token at `position` again from
  /// its beginning, and not to go on where it stopped.
  var looksAgain = false

  /// Whether a reader has found the window empty since it was filled.
  var isUsedUp = false

  /// Whether the input is text, so that places in it have lines and columns.
  var isText = true

  /// The record that was read last, where the reader reports it.
  var record: RecordPlace?

  /// Called before a read that would wait, so that finished output can leave first.
  var willWait: (() throws(DecantError) -> Void)?

  var droppedLines = LineCounter()
  /// The end of what was dropped, for the excerpt of an error.
  var droppedTail: [UInt8] = []
  private static let tailLength = 128
  /// Places of what is still open, for the error that it is never closed.
  var openings: [Opening] = []
  /// All that was dropped, if places in it may be needed.
  private var history: WindowHistory?

  /// Creates a window on `source` that holds `capacity` bytes to begin with.
  public init(_ source: any ByteSource, capacity: Int = 64 * 1024) {
    self.source = source
    // A source that converts needs room for a scalar.
    initialCapacity = max(capacity, 16)
    storage = ByteStorage(capacity: initialCapacity)
  }

  /// Creates a window that begins with bytes that are in memory.
  init(_ source: any ByteSource, showing bytes: ByteStorage) {
    self.source = source
    initialCapacity = max(bytes.capacity, 16)
    storage = bytes
  }

  /// How many bytes the window shows.
  public var count: Int { storage.count }

  /// Where the input ends, if that is known before all of it has been read.
  var end: Int? {
    if isComplete { return origin + count }
    return (source as? MemorySource).map { origin + count + $0.unread }
  }

  /// How many bytes of those in view the reader has not dealt with.
  var unread: Int { count - position }

  /// A copy of the first unread bytes, `length` at most.
  func view(_ length: Int) -> [UInt8] {
    withBytes { [UInt8]($0.extracting(position..<position + min(length, unread))) }
  }

  /// The byte at `offset`; zero right after the last one in view.
  ///
  /// Whoever finds a zero asks whether it is a byte of the input or its end, `count`.
  public subscript(offset: Int) -> UInt8 {
    storage.withBytes { $0.byte(at: offset) }
  }

  /// The text that is in a part of the window, checked to be UTF-8.
  public func text(in range: Range<Int>) throws(DecantError) -> String {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "text beyond the window")
    return try storage.withBytes { (bytes) throws(DecantError) in
      var place = range.lowerBound
      while place < range.upperBound {
        let length = UTF8Scanning.length(bytes, at: place)
        guard length > 0, place + length <= range.upperBound else {
          throw DecantError(.invalidEncoding(.utf8), offset: origin + place)
        }
        place += length
      }
      return String(utf8: bytes.extracting(range))
    }
  }

  /// Calls `body` with the bytes in view, followed by a padding of zeros.
  public func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try storage.withBytes(body)
  }

  /// The block itself, for a batch whose text is in it.
  var shared: ByteStorage { storage }

  /// Drops what is before `position` and reads more; false when there is no more.
  ///
  /// Offsets into the window move down by what was dropped: `position` becomes 0.
  public mutating func refill() throws(DecantError) -> Bool {
    guard !isComplete else { return false }
    // A source that fails has ended, and is not asked again.
    isComplete = true
    guard count - position < ByteStorage.limit / 2 else {
      throw DecantError(.tooLong, offset: origin + position)
    }
    drop(position)
    if let willWait, source.wouldWait { try willWait() }
    let added = try storage.fill(atMost: Self.usualRead) { (output) throws(DecantError) in
      try source.read(into: &output)
    }
    isComplete = added == 0
    return added > 0
  }

  /// Reads more, and of a very long token so much more that looking through it again from its beginning
  /// takes linear time in all.
  mutating func refillForScan() throws(DecantError) {
    let held = count - position
    let isLong = held > 1 << 16 && looksAgain
    repeat {
      guard try refill() else { return }
    } while isLong && count < 2 * held
  }

  /// Makes the window show the rest of the input to its end, for a reader that looks at it in any order.
  ///
  /// A regular file is mapped into memory, not copied; it must not be cut short while it is in use. What
  /// comes through a pipe is kept in memory as far as `Spool.memoryLimit`, and beyond that in a
  /// temporary file that has no name, so that the system may take the memory back. Events refer to
  /// text in the window in 32 bits: text beyond `ByteStorage.limit` must be copied.
  mutating func showAll() throws(DecantError) {
    // It may have been asked for before, and what is mapped into memory cannot move.
    guard !isComplete || position > 0 else { return }
    drop(position)
    guard !isComplete else { return }
    isComplete = true
    if let mapping = (source as? any MappableSource)?.mapRest(after: count) {
      storage = ByteStorage(mapping)
      return
    }
    var spool = Spool(storage)
    if let willWait, source.wouldWait { try willWait() }
    storage = try spool.readAll(from: source)
  }

  /// Whether a refill now would have to wait for a producer.
  var wouldWait: Bool { !isComplete && source.wouldWait }

  /// Puts a byte in the place of another, for as long as a reader is to see an end there.
  mutating func replaceByte(at offset: Int, with byte: UInt8) -> UInt8 {
    storage.exchange(byte, at: offset)
  }

  private mutating func drop(_ count: Int) {
    if count > 0 {
      let counted = placeOpenings(before: count)
      storage.withBytes { bytes in
        droppedLines.count(bytes.extracting(counted..<count))
        history?.append(bytes.extracting(0..<count))
        let kept = min(count, Self.tailLength)
        droppedTail =
          droppedTail.suffix(Self.tailLength - kept)
          + [UInt8](bytes.extracting(count - kept..<count))
      }
    }
    origin += count
    position -= count
    let rest = storage.count - count
    let isTooSmall = rest * 2 > storage.capacity
    let capacity = isTooSmall ? min(storage.capacity * 2, ByteStorage.limit) : storage.capacity
    if isKnownUniquelyReferenced(&storage) {
      storage.dropFirst(count)
      storage.grow(to: capacity)
    } else {
      storage = storage.copy(from: count, capacity: capacity)
    }
  }

  /// Drops a byte-order mark of `count` bytes, which is not a part of the first line.
  mutating func dropMark(_ count: Int) {
    position = count
    drop(count)
    hasKnownEncoding = true
    droppedLines = LineCounter()
    droppedTail = []
    if history != nil { keepHistory() }
  }

  /// Puts another source in place of this window's own, which then begins with the unread bytes.
  mutating func replaceSource(
    _ wrap: (_ unread: [UInt8], _ source: any ByteSource) -> any ByteSource
  ) {
    let unread = storage.withBytes { [UInt8]($0.extracting(position..<count)) }
    source = wrap(unread, source)
    storage = ByteStorage(capacity: initialCapacity)
    origin = 0
    position = 0
    isComplete = false
    hasKnownEncoding = true
    droppedLines = LineCounter()
    droppedTail = []
    if history != nil { keepHistory() }
  }

  /// Keeps what is dropped from now on, so that places in it can be told.
  mutating func keepHistory() {
    if let memory = source as? MemorySource {
      history = memory.history(from: origin, before: count)
    } else {
      history = WindowHistory(from: origin)
    }
  }

  /// Forgets what only places before `offset` of the input need.
  mutating func forgetHistory(before offset: Int) {
    history?.forget(before: offset)
  }

  /// The place of an offset in the input that was dropped, and what is around it, if that is known.
  func droppedPlace(
    of offset: Int, reach: Int
  ) -> (position: DecantError.Position, bytes: [UInt8], place: Int)? {
    guard let history, offset >= history.origin, offset < origin else { return nil }
    var (bytes, place) = history.surroundings(of: offset, reach: reach, before: origin)
    let missing = min(reach - (origin - offset), count)
    if missing > 0 { withBytes { bytes.append(copying: $0.extracting(0..<missing)) } }
    return (history.place(of: offset), bytes, place)
  }

  /// Some bytes before and after `offset`, dropped ones among them, and where in them it is.
  func surroundings(of offset: Int, reach: Int) -> (bytes: [UInt8], place: Int) {
    storage.withBytes { bytes in
      let place = min(max(offset, 0), count)
      let start = max(0, place - reach)
      let before = droppedTail.suffix(max(0, reach - place))
      let inView = [UInt8](bytes.extracting(start..<min(count, place + reach)))
      return (before + inView, before.count + place - start)
    }
  }

  /// The lines before the byte at `offset` of the window.
  func lines(before offset: Int) -> LineCounter {
    var lines = droppedLines
    withBytes { lines.count($0.extracting(0..<offset)) }
    return lines
  }

  /// Where the byte at `offset` of the window is in the input.
  func place(at offset: Int) -> DecantError.Position {
    storage.withBytes { bytes in
      var lines = droppedLines
      let end = min(max(offset, 0), storage.count)
      lines.count(bytes.extracting(0..<end))
      return DecantError.Position(
        offset: origin + offset, line: lines.line, column: lines.column)
    }
  }
}
