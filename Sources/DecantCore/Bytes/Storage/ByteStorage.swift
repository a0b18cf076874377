internal import DecantSystem

/// A block of bytes, for a window or for the text of a batch.
///
/// The bytes in use are followed by `padding` zeros, so that a loop may load a whole word anywhere
/// and always finds an end.
///
///     │ count bytes in use │ padding zeros │ … free … │
///      0                  count                        capacity + padding
///
/// A block may also be a mapped file; it is then full and read-only.
@safe
@usableFromInline package final class ByteStorage {
  /// More than any loop reads past the end: a 32-byte copy and a word.
  @inlinable package static var padding: Int { 64 }

  /// The most bytes that a block may hold, so that events can refer to them in 32 bits.
  @inlinable package static var limit: Int { Int(UInt32.max) - padding }

  @exclusivity(unchecked) @usableFromInline var base: UnsafeMutableRawPointer
  @safe @exclusivity(unchecked) @usableFromInline package private(set) var capacity: Int
  /// Private, because each access to a property that another module sees is checked for exclusivity at run time, which
  /// takes 50 instructions.
  @safe @exclusivity(unchecked) @usableFromInline var used = 0
  private let mapping: FileMapping?

  /// Whether the bytes are those of a file that became shorter after it was mapped.
  var isTruncated: Bool { mapping?.isTruncated ?? false }

  var hasChanged: Bool { mapping?.hasChanged ?? false }

  /// How many bytes are in use.
  @usableFromInline package var count: Int {
    @inlinable @inline(__always) get { used }
  }

  package init(capacity: Int) {
    // SAFETY: owned by this object until `deinit`, with the size that is passed here.
    unsafe base = System.allocate(capacity + Self.padding)
    self.capacity = capacity
    mapping = nil
    seal()
  }

  init(_ mapping: FileMapping) {
    // SAFETY: the mapping has padding after its bytes, and stays as long as this object does.
    unsafe base = mapping.start
    capacity = mapping.count
    used = mapping.count
    self.mapping = mapping
  }

  deinit {
    guard mapping == nil else { return }
    // SAFETY: allocated by this object, and freed once.
    unsafe System.deallocate(base)
  }

  /// Grows the block to `newCapacity` bytes; untouched memory costs nothing.
  func grow(to newCapacity: Int) {
    guard newCapacity > capacity else { return }
    precondition(mapping == nil, "a mapped file cannot grow")
    // SAFETY: no other code keeps `base`: spans of it end with the call that lends them.
    unsafe base = System.reallocate(base, newCapacity + Self.padding)
    capacity = newCapacity
    seal()
  }

  func copy(from offset: Int, capacity: Int) -> ByteStorage {
    let other = ByteStorage(capacity: max(capacity, count - offset))
    withBytes { other.append($0.extracting(offset..<count)) }
    return other
  }

  package func dropFirst(_ offset: Int) {
    precondition(offset >= 0 && offset <= count)
    guard offset > 0 else { return }
    precondition(mapping == nil, "a mapped file stays as it is")
    // SAFETY: both ranges lie inside the block; memmove allows them to overlap.
    unsafe base.copyMemory(from: base + offset, byteCount: count - offset)
    used -= offset
    seal()
  }

  package func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    used = newCount
    seal()
  }

  package func removeAll() {
    used = 0
    seal()
  }

  /// Lets `body` write at most `limit` bytes into the free ones; returns how many it wrote.
  @inlinable
  package func fill<E>(
    atMost limit: Int = .max, _ body: (inout OutputRawSpan) throws(E) -> Void
  ) throws(E) -> Int {
    let room = min(capacity - count, limit)
    // SAFETY: the span covers only free capacity, and does not outlive the call.
    let free = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: room)
    var output = unsafe OutputRawSpan(buffer: free, initializedCount: 0)
    try body(&output)
    let written = unsafe output.finalize(for: free)
    used += written
    seal()
    return written
  }

  @usableFromInline package func append(_ bytes: RawSpan) {
    reserve(bytes.byteCount)
    // SAFETY: `reserve` made room, and the span is of another block or of initialized bytes.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).copyMemory(from: start, byteCount: source.count)
    }
    used += bytes.byteCount
    seal()
  }

  // MARK: Many texts

  // `seal` writes the zeros after the bytes in use once, after all texts.

  /// Appends a text and passes all of its bytes to `look`, some of them twice.
  @inlinable @inline(__always)
  package func append(next text: RawSpan, showing look: (ByteBlock) -> Void = { _ in }) {
    let length = text.byteCount
    reserve(length)
    // SAFETY: `reserve` made room for the text, and the padding after it has room for the whole
    // word that a short text is stored as.
    let end = unsafe base + count
    if length >= ByteBlock.width {
      let last = length &- ByteBlock.width
      var p = 0
      while p < last {
        let block = text.block(at: p)
        unsafe end.storeBytes(of: block, toByteOffset: p, as: ByteBlock.self)
        look(block)
        p &+= ByteBlock.width
      }
      let block = text.block(at: last)
      unsafe end.storeBytes(of: block, toByteOffset: last, as: ByteBlock.self)
      look(block)
    } else if length >= 8 {
      let first = text.word(at: 0)
      let last = text.word(at: length &- 8)
      unsafe end.storeBytes(of: first.littleEndian, as: UInt64.self)
      unsafe end.storeBytes(of: last.littleEndian, toByteOffset: length &- 8, as: UInt64.self)
      look(ByteBlock(first, last))
    } else if length > 0 {
      let word = text.lastWord(from: 0)
      unsafe end.storeBytes(of: word.littleEndian, as: UInt64.self)
      look(ByteBlock(short: word, count: length))
    }
    used &+= length
  }

  /// Appends one of many texts that has `room` bytes at most, and which `write` puts into as many free ones.
  ///
  /// Precondition: `write` returns how many bytes it has written, from the first on.
  @unsafe
  @inlinable @inline(__always)
  package func append(next room: Int, _ write: (UnsafeMutableRawBufferPointer) -> Int) {
    reserve(room)
    // SAFETY: `reserve` made room, and the buffer does not outlive the call.
    let free = unsafe UnsafeMutableRawBufferPointer(start: base + used, count: room)
    let written = unsafe write(free)
    precondition(written >= 0 && written <= room)
    used &+= written
  }

  /// Lets the system drop the pages of a mapped file, which it reads again when they are needed.
  package func releasePages(in range: Range<Int>) { mapping?.releasePages(in: range) }

  @usableFromInline package func seal() {
    precondition(mapping == nil, "a mapped file stays as it is")
    // SAFETY: `count` is at most `capacity`, after which the padding is allocated.
    unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }

  // MARK: Single bytes

  package func append(_ byte: UInt8) {
    reserve(1)
    // SAFETY: `reserve` made room.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    used += 1
    seal()
  }

  func exchange(_ byte: UInt8, at offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: count) && mapping == nil)
    // SAFETY: the precondition keeps both accesses among the bytes in use.
    let old = unsafe base.load(fromByteOffset: offset, as: UInt8.self)
    unsafe base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    return old
  }

  @usableFromInline package func reserve(_ free: Int) {
    if capacity - count < free { grow(to: max(count + free, capacity * 2)) }
  }

  @inlinable @inline(__always)
  package func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    // SAFETY: these bytes are initialized; the block stays while the caller holds it.
    let whole = unsafe UnsafeRawBufferPointer(start: base, count: count + Self.padding)
    return try body(unsafe RawSpan(_unsafeBytes: whole))
  }
}
