/// A block of bytes that a window slides over, or that a batch keeps text in.
///
/// After the bytes in use are `padding` zeros, so that a loop may load a whole word from any
/// place among them and always finds an end.
///
///     │ count bytes in use │ padding zeros │ … free … │
///      0                  count                        capacity + padding
///
/// A block may also be a file that is mapped: then it is full, and must not be written to.
@safe
package final class ByteStorage {
  /// More than any loop reads past its end: a 32-byte copy and a word.
  static let padding = 64

  /// The most bytes that a block may hold, so that events can refer to them in 32 bits.
  static let limit = Int(UInt32.max) - padding

  private var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  package private(set) var count = 0
  /// The file that the bytes are those of, if they are a file's.
  private let mapping: FileMapping?

  package init(capacity: Int) {
    // SAFETY: owned by this object until `deinit`, and as long as it says.
    unsafe base = System.allocate(capacity + Self.padding)
    self.capacity = capacity
    mapping = nil
    seal()
  }

  /// Creates a block of the bytes of a file, which may be more than `limit`.
  init(_ mapping: FileMapping) {
    // SAFETY: the mapping has padding after its bytes, and stays as long as this object does.
    unsafe base = mapping.start
    capacity = mapping.count
    count = mapping.count
    self.mapping = mapping
  }

  deinit {
    guard mapping == nil else { return }
    // SAFETY: allocated by this object, and given back once.
    unsafe System.deallocate(base)
  }

  /// Grows the block to hold `newCapacity` bytes; its memory is taken when it is written to.
  func grow(to newCapacity: Int) {
    guard newCapacity > capacity else { return }
    precondition(mapping == nil, "a mapped file cannot grow")
    // SAFETY: no other code keeps `base`: spans of it end with the call that lends them.
    unsafe base = System.reallocate(base, newCapacity + Self.padding)
    capacity = newCapacity
    seal()
  }

  /// A block of its own with this one's bytes from `offset` on.
  func copy(from offset: Int, capacity: Int) -> ByteStorage {
    let other = ByteStorage(capacity: max(capacity, count - offset))
    withBytes { other.append($0.extracting(offset..<count)) }
    return other
  }

  /// Drops the first `offset` bytes; the rest moves to the front.
  package func dropFirst(_ offset: Int) {
    precondition(offset >= 0 && offset <= count)
    guard offset > 0 else { return }
    precondition(mapping == nil, "a mapped file stays as it is")
    // SAFETY: both ranges lie inside the block; memmove allows them to overlap.
    unsafe base.copyMemory(from: base + offset, byteCount: count - offset)
    count -= offset
    seal()
  }

  func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
    seal()
  }

  func removeAll() {
    count = 0
    seal()
  }

  /// Lets `body` write into the free bytes, or so many of them; returns how many it wrote.
  package func fill<E>(
    atMost limit: Int = .max, _ body: (inout OutputRawSpan) throws(E) -> Void
  ) throws(E) -> Int {
    let room = min(capacity - count, limit)
    // SAFETY: the span covers no more than what is left of the capacity, and does not outlive the call.
    let free = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: room)
    var output = unsafe OutputRawSpan(buffer: free, initializedCount: 0)
    try body(&output)
    let written = unsafe output.finalize(for: free)
    count += written
    seal()
    return written
  }

  func append(_ bytes: RawSpan) {
    reserve(bytes.byteCount)
    // SAFETY: `reserve` made room, and the span is of another block or of initialized bytes.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).copyMemory(from: start, byteCount: source.count)
    }
    count += bytes.byteCount
    seal()
  }

  // MARK: Many texts

  // A text among many is appended without the zeros after the bytes in use, which `seal` writes when
  // all are there.

  /// Appends one of many texts and shows all of its bytes to `look`, some of them twice.
  ///
  /// Most are short: a call costs more than a few stores.
  @inline(__always)
  func append(next text: RawSpan, showing look: (ByteBlock) -> Void = { _ in }) {
    let length = text.byteCount
    reserve(length)
    // SAFETY: `reserve` made room for the text, and after the room is the padding, which is more than a
    // short text's word takes that is stored as a whole.
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
    count &+= length
  }

  /// Writes zeros after the bytes in use, as far as any loop looks.
  func seal() {
    precondition(mapping == nil, "a mapped file stays as it is")
    // SAFETY: `count` is at most `capacity`, after which the padding is allocated.
    unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }

  // MARK: Single bytes

  func append(_ byte: UInt8) {
    reserve(1)
    // SAFETY: `reserve` made room.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
    seal()
  }

  /// Puts `byte` at `offset` and gives what was there.
  func exchange(_ byte: UInt8, at offset: Int) -> UInt8 {
    precondition(UInt(bitPattern: offset) < UInt(bitPattern: count) && mapping == nil)
    // SAFETY: the precondition keeps both accesses among the bytes in use.
    let old = unsafe base.load(fromByteOffset: offset, as: UInt8.self)
    unsafe base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    return old
  }

  func reserve(_ free: Int) {
    if capacity - count < free { grow(to: max(count + free, capacity * 2)) }
  }

  /// Calls `body` with the bytes in use and their padding.
  @inline(__always)
  package func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    // SAFETY: these bytes are initialized; the block stays while the caller holds it.
    let whole = unsafe UnsafeRawBufferPointer(start: base, count: count + Self.padding)
    return try body(unsafe RawSpan(_unsafeBytes: whole))
  }
}
