/// The part of the input that a reader sees.
///
/// The window slides: bytes that were read are dropped, unread ones move to the front, and the rest
/// is filled from the source. It only grows for a token that is larger than the window.
///
///     input   ──────────────────────────────────────────────▶
///     dropped │ unread from `position` │ not read in yet
///             │◀──── storage ────▶│ padding of zeros │
///             origin
///
/// After the last byte are `ByteStorage.padding` zeros, so that hot loops need no test for the end:
/// at a zero, they compare the offset with `count`.
public struct Window: ~Copyable {
  @usableFromInline package var storage: ByteStorage
  @usableFromInline package var source: any ByteSource
  package let initialCapacity: Int

  /// Small enough for the bytes to be in the cache when the reader gets to them.
  private static let usualRead = 64 * 1024

  /// The offset in the input of the window's first byte.
  public package(set) var origin = 0

  /// Whether the source has no more bytes than the window shows.
  public package(set) var isComplete = false

  /// Whether a byte-order mark or a conversion has determined the encoding.
  package var hasKnownEncoding = false
  /// Whether the text is not in Unicode in the input, so that its offsets are not those of the bytes there.
  package var isRespelled = false

  /// The byte-order mark that was dropped.
  package internal(set) var mark: [UInt8] = []

  /// The first byte that the reader has not processed.
  public var position = 0

  /// Whether the reader scans the token at `position` again from its beginning after a refill.
  package var rescansToken = true

  package var isExhausted = false

  /// Whether the input is text, whose places have lines and columns.
  package var isText = true

  /// The record that was read last, if the reader reports records.
  package var record: RecordRange?

  /// Called before a read that would wait, so that finished output can be flushed first.
  package var willWait: (() throws(DecantError) -> Void)?

  package var dropped = DroppedText()
  var openings: [Opening] = []
  /// All dropped bytes, if places in them may be needed.
  private var history: WindowHistory?

  /// Creates a window on `source` with an initial capacity.
  public init(_ source: any ByteSource, capacity: Int = 64 * 1024) {
    self.source = source
    // A source that converts needs room for a scalar.
    initialCapacity = max(capacity, 16)
    storage = ByteStorage(capacity: initialCapacity)
  }

  package init(_ source: any ByteSource, showing bytes: ByteStorage) {
    self.source = source
    initialCapacity = max(bytes.capacity, 16)
    storage = bytes
  }

  /// Creates a window on bytes of an input that another window has shown.
  package init(showing bytes: ByteStorage, at origin: Int, after dropped: DroppedText) {
    self.init(MemorySource([]), showing: bytes)
    self.origin = origin
    self.dropped = dropped
  }

  /// The number of bytes in the window.
  @inlinable public var count: Int { storage.count }

  /// The offset of the end of the input, as far as it is known; more bytes may follow in a file.
  package var end: Int? {
    if isComplete { return origin + count }
    let unread = (source as? MemorySource)?.unread ?? source.mappable?.unread
    return unread.map { origin + count + $0 }
  }

  @inlinable package var unread: Int { count - position }

  package func view(_ length: Int) -> [UInt8] {
    withBytes { [UInt8]($0.extracting(position..<position + min(length, unread))) }
  }

  /// The byte at `offset`; a zero is either data or, at `count`, the sentinel.
  public subscript(offset: Int) -> UInt8 {
    storage.withBytes { $0.byte(at: offset) }
  }

  /// Returns the text of a part of the window, after checking that it is UTF-8.
  public func text(in range: Range<Int>) throws(DecantError) -> String {
    try checkUTF8(in: range)
    return storage.withBytes { String(utf8: $0.extracting(range)) }
  }

  func checkUTF8(in range: Range<Int>) throws(DecantError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "text beyond the window")
    let flaw = storage.withBytes {
      UTF8Scanning.firstInvalid($0, from: range.lowerBound, to: range.upperBound)
    }
    if let flaw { throw DecantError(.invalidEncoding(.utf8), offset: origin + flaw) }
  }

  /// Calls `body` with the bytes in the window, followed by a padding of zeros.
  @inlinable
  public func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try storage.withBytes(body)
  }

  @inlinable package var shared: ByteStorage { storage }

  /// Calls `body` with the bytes in the window and `position`, which it moves, also if it throws.
  @inlinable @inline(__always)
  package mutating func withPosition<R>(
    _ body: (RawSpan, inout Int) throws(DecantError) -> R
  ) throws(DecantError) -> R {
    let storage = storage
    var next = position
    defer { position = next }
    return try storage.withBytes { (bytes) throws(DecantError) in try body(bytes, &next) }
  }

  /// Drops the bytes before `position` and reads more; returns false at the end of the input.
  ///
  /// Offsets into the window shift accordingly: `position` becomes 0.
  public mutating func refill() throws(DecantError) -> Bool {
    guard !isComplete else { return false }
    // A source that has thrown is not read again.
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

  /// Reads more; of a very long token that is scanned again, enough to keep total time linear.
  mutating func refillForScan() throws(DecantError) {
    let held = count - position
    let isLong = held > 1 << 16 && rescansToken
    repeat {
      guard try refill() else { return }
    } while isLong && count < 2 * held
  }

  /// Makes the window show the rest of the input, for readers with random access.
  ///
  /// A regular file is mapped into memory if `System.survivesTruncatedFiles` was called. Other input is kept in memory up
  /// to `Spool.memoryLimit`, and beyond that in a temporary file. Events refer to text in 32 bits: text beyond
  /// `ByteStorage.limit` must be copied.
  package mutating func showAll() throws(DecantError) {
    // After an earlier call there is nothing to do, and a mapping cannot move.
    guard !isComplete || position > 0 else { return }
    drop(position)
    guard !isComplete else { return }
    isComplete = true
    if let mapping = source.mappable?.mapRest(after: count) {
      storage = ByteStorage(mapping)
      return
    }
    var spool = Spool(storage)
    if let willWait, source.wouldWait { try willWait() }
    storage = try spool.readAll(from: source)
  }

  /// Throws if bytes that were shown may be zeros, because the file that they are from became shorter.
  package func checkUnchanged() throws(DecantError) {
    if storage.isTruncated { throw DecantError(.changedFile) }
  }

  @inlinable package var wouldWait: Bool { !isComplete && source.wouldWait }

  package func wouldWait(milliseconds: Int32) -> Bool {
    source.wouldWait(milliseconds: milliseconds)
  }

  /// Replaces a byte, so that a reader sees an end there; returns the old one.
  package mutating func replaceByte(at offset: Int, with byte: UInt8) -> UInt8 {
    storage.exchange(byte, at: offset)
  }

  private mutating func drop(_ count: Int) {
    if count > 0 {
      let counted = placeOpenings(before: count)
      storage.withBytes { bytes in
        dropped.lines.count(bytes.extracting(counted..<count))
        dropped.keepTail(of: bytes.extracting(0..<count))
        history?.append(bytes.extracting(0..<count))
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
      storage = storage.copy(
        from: count, capacity: min(max(rest * 2, initialCapacity), ByteStorage.limit))
    }
  }

  mutating func dropMark(_ count: Int) {
    position = count
    drop(count)
    hasKnownEncoding = true
    dropped = DroppedText()
    if history != nil { keepHistory() }
  }

  package mutating func replaceSource(
    _ wrap: (_ unread: [UInt8], _ source: any ByteSource) -> any ByteSource
  ) {
    let unread = storage.withBytes { [UInt8]($0.extracting(position..<count)) }
    source = wrap(unread, source)
    storage = ByteStorage(capacity: initialCapacity)
    origin = 0
    position = 0
    isComplete = false
    hasKnownEncoding = true
    dropped = DroppedText()
    if history != nil { keepHistory() }
  }

  package mutating func keepHistory() {
    if let memory = source as? MemorySource {
      history = memory.history(from: origin, before: count)
    } else {
      history = WindowHistory(from: origin)
    }
  }

  /// Keeps all bytes for `rewind()`: call it at the start of the input.
  package mutating func keepAll() {
    keepHistory()
    // Room that is not used takes no memory.
    let room = min(end ?? 0, 1 << 32)
    history?.reserveRoom(for: room)
  }

  /// Shows the bytes since `keepAll()` again, from memory, after reading those that are left.
  package mutating func rewind() throws(DecantError) {
    repeat { position = count } while try refill()
    drop(count)
    guard let history else { return }
    (source, origin, dropped) = (history.source, history.origin, DroppedText())
    (isComplete, isExhausted, record) = (false, false, nil)
    openings.removeAll()
    keepHistory()
  }

  package mutating func forgetHistory(before offset: Int) {
    history?.removeBytes(before: offset)
  }

  func droppedText(
    of offset: Int, reach: Int
  ) -> (position: DecantError.Position, bytes: [UInt8], center: Int)? {
    guard let history, offset >= history.origin, offset < origin else { return nil }
    var (bytes, center) = history.surroundings(of: offset, reach: reach, before: origin)
    let missing = min(reach - (origin - offset), count)
    if missing > 0 { withBytes { bytes.append(copying: $0.extracting(0..<missing)) } }
    return (history.location(of: offset), bytes, center)
  }

  /// Returns the bytes around `offset`, including dropped ones, and its index in them.
  func surroundings(of offset: Int, reach: Int) -> (bytes: [UInt8], center: Int) {
    storage.withBytes { bytes in
      let center = min(max(offset, 0), count)
      let start = max(0, center - reach)
      let before = dropped.tail.suffix(max(0, reach - center))
      let inView = [UInt8](bytes.extracting(start..<min(count, center + reach)))
      return (before + inView, before.count + center - start)
    }
  }

  /// Returns the number of line ends in a range of bytes, of which those of the history are dropped.
  package func lineEndCount(in range: Range<Int>) -> Int {
    let start = min(max(range.lowerBound - origin, 0), count)
    let end = min(max(range.upperBound - origin, 0), count)
    let dropped = range.clamped(to: 0..<origin)
    return (history?.lineEndCount(in: dropped) ?? 0)
      + withBytes { $0.extracting(start..<end).count(of: 0x0A) }
  }

  /// Counts lines up to an offset in the input: from `known` on, if that is before it, so that many increasing offsets take the time
  /// of one.
  ///
  /// The result is nil if the bytes before it are forgotten.
  package func countLines(to offset: Int, from known: inout (offset: Int, lines: LineCounter)?) {
    let first = history.map { ($0.origin, $0.lines) } ?? (origin, dropped.lines)
    var (start, lines) = first
    if let known, start <= known.offset, known.offset <= offset { (start, lines) = known }
    guard start <= offset else { return known = nil }
    history?.count(min(start, origin)..<min(offset, origin), in: &lines)
    withBytes { bytes in
      let range = max(start - origin, 0)..<min(max(offset - origin, 0), count)
      lines.count(bytes.extracting(range))
    }
    known = (offset, lines)
  }

  package func location(at offset: Int) -> DecantError.Position {
    storage.withBytes { bytes in
      var lines = dropped.lines
      let end = min(max(offset, 0), storage.count)
      lines.count(bytes.extracting(0..<end))
      return DecantError.Position(
        offset: origin + offset, line: lines.line, column: lines.column)
    }
  }
}
