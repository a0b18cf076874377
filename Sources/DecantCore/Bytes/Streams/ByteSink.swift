internal import DecantSystem

/// A buffer in front of a destination.
///
/// It retains the bytes of a document until the document is complete or the buffer is full:
///
///     │ complete documents │ unfinished document … │ room │
///                          completed               count
///
/// Hot loops use a `ByteCursor`, which keeps position and limit in registers.
@safe
public final class ByteSink {
  private let destination: any ByteDestination
  private let base: UnsafeMutableRawPointer
  fileprivate let capacity: Int
  @safe @exclusivity(unchecked) @usableFromInline var count = 0
  @safe @exclusivity(unchecked) @usableFromInline var completed = 0
  /// Whether bytes of the unfinished document have reached the destination.
  @safe @exclusivity(unchecked) @usableFromInline package fileprivate(set) var hasPartialDocument =
    false
  @safe @exclusivity(unchecked) @usableFromInline var hasBegun = false
  /// The number of bytes that have left the buffer.
  @safe @exclusivity(unchecked) @usableFromInline var passedCount = 0

  /// Creates a sink that buffers at least `capacity` bytes of an unfinished document.
  public init(_ destination: any ByteDestination, capacity: Int = 64 * 1024) {
    self.destination = destination
    self.capacity = max(capacity, 0) + ByteCursor.largestReservation + ByteCursor.slack
    // SAFETY: owned by this object until `deinit`.
    unsafe base = System.allocate(self.capacity)
  }

  deinit {
    // SAFETY: allocated in `init`, and freed once.
    unsafe System.deallocate(base)
  }

  /// Appends `bytes`.
  public func write(_ bytes: RawSpan) throws(DecantError) {
    var cursor = cursor()
    try cursor.write(bytes)
  }

  /// Appends `bytes`.
  public func write(_ bytes: [UInt8]) throws(DecantError) {
    try bytes.withBytes { (bytes) throws(DecantError) in try write(bytes) }
  }

  /// Appends the UTF-8 bytes of `text`.
  public func write(_ text: String) throws(DecantError) {
    try text.withBytes { (bytes) throws(DecantError) in try write(bytes) }
  }

  /// Marks all bytes so far as complete documents.
  public func completeDocument() {
    completed = count
    hasPartialDocument = false
  }

  /// Writes all buffered bytes to the destination.
  public func flush() throws(DecantError) {
    if count > completed { hasPartialDocument = true }
    completed = count
    try flushDocuments()
  }

  package func flushDocuments() throws(DecantError) {
    guard completed > 0 else { return }
    let written = completed
    let rest = count - written
    (completed, count, hasBegun) = (0, 0, true)
    passedCount += written
    // SAFETY: the first `written` bytes were written by a cursor; the block outlives the call.
    let gathered = unsafe UnsafeRawBufferPointer(start: base, count: written)
    try destination.write(unsafe RawSpan(_unsafeBytes: gathered))
    // SAFETY: both ranges are inside the block, which `memmove` lets overlap.
    unsafe base.copyMemory(from: base + written, byteCount: rest)
    count = rest
  }

  package func writeDocuments(_ bytes: RawSpan) throws(DecantError) {
    precondition(count == completed, "a document is unfinished")
    guard bytes.byteCount > capacity - count - ByteCursor.slack else {
      try write(bytes)
      completeDocument()
      return
    }
    try flushDocuments()
    hasBegun = true
    passedCount += bytes.byteCount
    try destination.write(bytes)
  }

  @inlinable package var completedCount: Int { completed }

  package func dropUnfinishedDocument() {
    count = completed
  }

  @inlinable package var hasContent: Bool { hasBegun || count > 0 }

  /// Makes room after the first `gathered` bytes; returns how many of them remain.
  @inline(never)
  @usableFromInline func makeRoom(_ room: Int, after gathered: Int) throws(DecantError) -> Int {
    count = gathered
    try flushDocuments()
    if capacity - ByteCursor.slack - count < room { try flush() }
    return count
  }

  /// Returns a cursor, which updates the sink when it goes out of scope.
  package func cursor() -> ByteCursor {
    unsafe ByteCursor(sink: self, base: base, capacity: capacity, count: count)
  }

  fileprivate func pass(_ bytes: RawSpan) throws(DecantError) {
    (hasBegun, hasPartialDocument) = (true, true)
    passedCount += bytes.byteCount
    try destination.write(bytes)
  }
}

/// A position in a sink's buffer.
///
/// `reserve` makes room, which each `put` checks. Short copies have a fixed size, so that they need
/// no call, and may write beyond their end, into the slack.
///
///     │ gathered │ room …        │ slack │
///                 count           limit   capacity
@safe
@usableFromInline package struct ByteCursor: ~Copyable {
  /// How far a copy may write beyond its end.
  static let slack = 64

  @usableFromInline let sink: ByteSink
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let limit: Int
  @usableFromInline var count: Int

  @unsafe
  fileprivate init(sink: ByteSink, base: UnsafeMutableRawPointer, capacity: Int, count: Int) {
    self.sink = sink
    unsafe self.base = base
    limit = capacity - Self.slack
    self.count = count
  }

  deinit {
    sink.count = count
  }

  static let largestReservation = 12 * 1024

  /// Makes room for `room` bytes, at most `largestReservation`.
  @inlinable @inline(__always)
  package mutating func reserve(_ room: Int) throws(DecantError) {
    guard limit &- count < room else { return }
    precondition(room <= limit)
    // The outlined call receives the count instead of the cursor, which thus stays in registers.
    let gathered = count
    count = 0
    count = try sink.makeRoom(room, after: gathered)
  }

  @inlinable @inline(__always)
  package func completeDocument() {
    sink.completed = count
    sink.hasPartialDocument = false
  }

  @inlinable @inline(__always)
  package mutating func put(_ byte: UInt8) {
    precondition(count < limit)
    // SAFETY: the precondition keeps the store inside the block.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inlinable @inline(__always)
  package mutating func put(_ word: UInt64, count length: Int) {
    precondition(length >= 0 && length <= 8 && count <= limit &- length)
    // SAFETY: at most eight bytes from `count`, which the slack after `limit` has room for.
    unsafe base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= length
  }

  /// Appends the first `length` bytes of `block`.
  @inlinable @inline(__always)
  package mutating func put(_ block: ByteBlock, count length: Int) {
    precondition(length >= 0 && length <= ByteBlock.width && count <= limit &- length)
    // SAFETY: at most sixteen bytes from `count`, which the slack after `limit` has room for.
    unsafe base.storeBytes(of: block, toByteOffset: count, as: ByteBlock.self)
    count &+= length
  }

  /// Appends `length` bytes of `source`, which must be padded: a short copy reads up to 32 bytes.
  @inlinable @inline(__always)
  package mutating func put(_ source: RawSpan, from offset: Int, count length: Int) {
    precondition(length >= 0 && length <= limit &- count)
    precondition(offset >= 0 && offset &+ length <= source.byteCount &- 32)
    // SAFETY: the preconditions keep the copy inside both blocks, with 32 bytes after the source's
    // end and the slack after the sink's; the two blocks are distinct.
    unsafe source.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      let from = unsafe start + offset
      let to = unsafe base + count
      if length <= 16 {
        let pair = unsafe from.loadUnaligned(as: SIMD2<UInt64>.self)
        unsafe to.storeBytes(of: pair, as: SIMD2<UInt64>.self)
      } else if length <= 32 {
        let first = unsafe from.loadUnaligned(as: SIMD2<UInt64>.self)
        let second = unsafe from.loadUnaligned(fromByteOffset: 16, as: SIMD2<UInt64>.self)
        unsafe to.storeBytes(of: first, as: SIMD2<UInt64>.self)
        unsafe to.storeBytes(of: second, toByteOffset: 16, as: SIMD2<UInt64>.self)
      } else {
        unsafe to.copyMemory(from: from, byteCount: length)
      }
    }
    count &+= length
  }

  /// Appends a prefix, a text and a suffix with one check, which is faster than three `put`s.
  @inlinable @inline(__always)
  package mutating func put(
    _ prefix: UInt64, count prefixLength: Int, _ source: RawSpan, from offset: Int,
    count length: Int, _ suffix: UInt64, count suffixLength: Int
  ) {
    precondition(UInt(bitPattern: prefixLength) <= 8 && UInt(bitPattern: suffixLength) <= 8)
    // SAFETY: a word needs eight bytes of room at most, which the slack has even at the limit.
    unsafe base.storeBytes(of: prefix.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= prefixLength
    put(source, from: offset, count: length)
    // SAFETY: as above.
    unsafe base.storeBytes(of: suffix.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= suffixLength
    precondition(count <= limit)
  }

  /// Appends a prefix, text of the padded `source` and a suffix if there is room for them, and `room` bytes after them.
  @inlinable @inline(__always)
  package mutating func putIfRoom(
    _ prefix: UInt64, count prefixLength: Int, _ source: RawSpan, from offset: UInt32,
    count length: UInt32, _ suffix: UInt64, count suffixLength: Int, keeping room: Int = 0
  ) -> Bool {
    precondition(UInt(bitPattern: prefixLength) <= 8 && UInt(bitPattern: suffixLength) <= 8)
    precondition(room >= 0)
    let (offset, length) = (Int(offset), Int(length))
    guard limit &- count >= length &+ 16 &+ room else { return false }
    precondition(offset &+ length <= source.byteCount &- 32)
    // SAFETY: there is room for the three runs, and the slack after it for what the last step of
    // the loop and the words copy beyond them; the source has 32 bytes after the text.
    unsafe source.withUnsafeBytes { bytes in
      unsafe base.storeBytes(of: prefix.littleEndian, toByteOffset: count, as: UInt64.self)
      count &+= prefixLength
      guard let start = bytes.baseAddress else { return }
      var done = 0
      repeat {
        let pair = unsafe start.loadUnaligned(
          fromByteOffset: offset &+ done, as: SIMD2<UInt64>.self)
        unsafe base.storeBytes(of: pair, toByteOffset: count &+ done, as: SIMD2<UInt64>.self)
        done &+= 16
      } while done < length
      count &+= length
      unsafe base.storeBytes(of: suffix.littleEndian, toByteOffset: count, as: UInt64.self)
      count &+= suffixLength
    }
    return true
  }

  @inlinable @inline(__always)
  package mutating func putIfRoom(_ word: UInt64, count length: Int, keeping room: Int = 0) -> Bool
  {
    precondition(length >= 0 && length <= 8 && room >= 0)
    guard limit &- count >= length &+ room else { return false }
    // SAFETY: at most eight bytes from `count`, which the slack after `limit` has room for.
    unsafe base.storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= length
    return true
  }

  @inlinable @inline(__always)
  package var mark: Int { count }

  /// The number of bytes of the output so far.
  @inlinable package var position: Int { sink.passedCount &+ count }

  /// Returns the byte at a position of the output; nil if it has left the buffer.
  package func byte(at position: Int) -> UInt8? {
    let offset = position - sink.passedCount
    guard offset >= 0, offset < count else { return nil }
    // SAFETY: the bytes before `count` are written.
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Inserts bytes at a position of the output; returns false if that has left the buffer, or there is no room.
  package mutating func insert(_ bytes: RawSpan, at position: Int) -> Bool {
    let offset = position - sink.passedCount
    guard offset >= 0, offset <= count, limit &- count >= bytes.byteCount else { return false }
    // SAFETY: there is room after `count`, and `memmove` lets both ranges overlap.
    unsafe (base + offset + bytes.byteCount).copyMemory(
      from: base + offset, byteCount: count - offset)
    // SAFETY: as above; the bytes are not those of the buffer.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + offset).copyMemory(from: start, byteCount: source.count)
    }
    count += bytes.byteCount
    return true
  }

  @inlinable @inline(__always)
  package func hasRoom(_ room: Int) -> Bool { limit &- count >= room }

  /// Removes the last `length` bytes, which this cursor has appended.
  @inlinable @inline(__always)
  package mutating func remove(_ length: Int) {
    precondition(length >= 0 && length <= count)
    count &-= length
  }

  /// Removes the last byte if it is `byte` and follows `mark`; returns whether it was removed.
  @inlinable @inline(__always)
  package mutating func removeLast(_ byte: UInt8, after mark: Int) -> Bool {
    guard mark >= 0, count > mark else { return false }
    // SAFETY: the bytes before `count` are written, and there is one.
    let last = unsafe base.load(fromByteOffset: count &- 1, as: UInt8.self)
    guard last == byte else { return false }
    count &-= 1
    return true
  }

  /// Appends a text with two short runs before it and two after it, in reserved room, for markup.
  @inlinable @inline(__always)
  package mutating func put(
    _ first: UInt64, count firstLength: Int, _ second: UInt64, count secondLength: Int,
    _ source: RawSpan, from offset: Int, count length: Int,
    _ third: UInt64, count thirdLength: Int, _ fourth: UInt64, count fourthLength: Int
  ) {
    precondition(UInt(bitPattern: firstLength) <= 8 && UInt(bitPattern: secondLength) <= 8)
    precondition(UInt(bitPattern: thirdLength) <= 8 && UInt(bitPattern: fourthLength) <= 8)
    // SAFETY: two words need sixteen bytes of room at most, which the slack has even at the limit.
    unsafe base.storeBytes(of: first.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= firstLength
    unsafe base.storeBytes(of: second.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= secondLength
    put(source, from: offset, count: length)
    // SAFETY: as above, for the text has ended before the limit.
    unsafe base.storeBytes(of: third.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= thirdLength
    unsafe base.storeBytes(of: fourth.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= fourthLength
    precondition(count <= limit)
  }

  @inlinable @inline(__always)
  package mutating func put(_ byte: UInt8, repeated times: Int) {
    let block = ByteBlock(repeating: byte)
    put(block, then: block, count: times)
  }

  /// Appends `length` bytes of `first`, followed by any number of `next`.
  @inlinable @inline(__always)
  package mutating func put(_ first: ByteBlock, then next: ByteBlock, count length: Int) {
    precondition(length >= 0 && length <= limit &- count)
    // SAFETY: the precondition keeps the run inside the block, and the slack has room for the rest of its last copy.
    unsafe base.storeBytes(of: first, toByteOffset: count, as: ByteBlock.self)
    var done = ByteBlock.width
    while done < length {
      // SAFETY: as above.
      unsafe base.storeBytes(of: next, toByteOffset: count &+ done, as: ByteBlock.self)
      done &+= ByteBlock.width
    }
    count &+= length
  }

  /// Appends any number of bytes; a long text bypasses the buffer.
  package mutating func write(_ bytes: RawSpan) throws(DecantError) {
    if limit &- count < bytes.byteCount {
      let gathered = count
      count = 0
      count = try sink.makeRoom(min(bytes.byteCount, limit), after: gathered)
      guard bytes.byteCount <= limit &- count else { return try sink.pass(bytes) }
    }
    // SAFETY: there is room for the whole of it.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).copyMemory(from: start, byteCount: source.count)
    }
    count += bytes.byteCount
  }
}
