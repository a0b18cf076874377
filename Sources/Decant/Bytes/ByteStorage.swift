/// A block of bytes that a window slides over, or that a batch keeps text in.
///
/// Behind the bytes in use stand `padding` zeros, so that a loop may load a whole word from any
/// place among them and always finds an end.
///
///     │ count bytes in use │ padding zeros │ … free … │
///      0                  count                        capacity + padding
///
/// A block may also be a file that is mapped: then it is full, and nobody may write to it.
@safe
final class ByteStorage {
  /// More than any loop reads past its end: a 32-byte copy and a word.
  static let padding = 64

  /// The most bytes that a block may hold, so that events can refer to them in 32 bits.
  static let limit = Int(UInt32.max) - padding

  private var base: UnsafeMutableRawPointer
  private(set) var capacity: Int
  private(set) var count = 0
  /// The file that the bytes are those of, if they are a file's.
  private let mapping: FileMapping?

  init(capacity: Int) {
    // SAFETY: owned by this object until `deinit`, and as long as it says.
    unsafe base = System.allocate(capacity + Self.padding)
    self.capacity = capacity
    mapping = nil
    seal()
  }

  /// Makes a block of the bytes of a file, which may be more than `limit`.
  init(_ mapping: FileMapping) {
    // SAFETY: the mapping has padding behind its bytes, and stays as long as this object does.
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

  /// Makes the block hold `newCapacity` bytes; its memory is taken when it is written to.
  func grow(to newCapacity: Int) {
    guard newCapacity > capacity else { return }
    precondition(mapping == nil, "a mapped file cannot grow")
    // SAFETY: nobody else keeps `base`: spans of it end with the call that lends them.
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
  func dropFirst(_ offset: Int) {
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

  /// Lets `body` write into the free bytes; gives how many it wrote.
  func fill<E>(_ body: (inout OutputRawSpan) throws(E) -> Void) throws(E) -> Int {
    // SAFETY: the span covers what is left of the capacity, and does not outlive the call.
    let free = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: capacity - count)
    var output = unsafe OutputRawSpan(buffer: free, initializedCount: 0)
    try body(&output)
    let written = unsafe output.finalize(for: free)
    count += written
    seal()
    return written
  }

  func append(_ bytes: RawSpan) {
    reserve(bytes.byteCount)
    // SAFETY: `reserve` made room, and the span is of another block or of initialised bytes.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe (base + count).copyMemory(from: start, byteCount: source.count)
    }
    count += bytes.byteCount
    seal()
  }

  /// Appends a text, at whose bytes it looks on the way; gives what an event says of it.
  @inline(__always)
  func append(scanning text: RawSpan) -> Event.Flags {
    var scan = TextScan()
    append(byWord: text, filler: UInt8(ascii: " ")) { scan.look(at: $0) }
    return scan.flags
  }

  /// Appends a text that is likely to be short: without a call, which costs more than a few words.
  @inline(__always)
  func append(short text: RawSpan) {
    append(byWord: text, filler: 0) { _ in }
  }

  /// Appends a text and shows its words to `look`, two by two, with `filler` behind the last byte.
  ///
  /// It is stored so, too, with zeros behind it: a loop that looks at the text next, from its beginning,
  /// finds each word as it was stored, and need not wait for several stores to be put together.
  @inline(__always)
  private func append(byWord text: RawSpan, filler: UInt8, _ look: (TextScan.Words) -> Void) {
    let length = text.byteCount
    reserve(length &+ 16)
    var p = 0
    // SAFETY: `reserve` made room for the text and two words more; the words begin inside the text.
    unsafe text.withUnsafeBytes { source in
      let end = unsafe base + count
      while p <= length &- 16 {
        let words = unsafe source.loadUnaligned(fromByteOffset: p, as: TextScan.Words.self)
        unsafe end.storeBytes(of: words, toByteOffset: p, as: TextScan.Words.self)
        look(words)
        p &+= 16
      }
    }
    if p < length {
      let rest = length &- p
      let first = rest >= 8 ? text.word(at: p) : text.lastWord(from: p)
      let second = rest > 8 ? text.lastWord(from: p &+ 8) : 0
      let words = TextScan.Words(first.littleEndian, second.littleEndian)
      // SAFETY: as above.
      unsafe (base + count).storeBytes(of: words, toByteOffset: p, as: TextScan.Words.self)
      let fill = WordScanning.repeated(filler)
      look(words | TextScan.Words(fill << (rest &* 8), fill << max(rest &* 8 &- 64, 0)))
      p &+= 16
    }
    // SAFETY: there was room for what is stored, and behind the room there is the padding.
    unsafe (base + count + p).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
    count &+= length
  }

  func append(_ byte: UInt8) {
    reserve(1)
    // SAFETY: `reserve` made room.
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
    seal()
  }

  /// Puts `byte` at `offset` and gives what stood there.
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

  /// Writes zeros behind the bytes in use, as far as any loop looks.
  private func seal() {
    precondition(mapping == nil, "a mapped file stays as it is")
    // SAFETY: `count` is at most `capacity`, behind which the padding is allocated.
    unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }

  /// Calls `body` with the bytes in use and their padding.
  @inline(__always)
  func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    // SAFETY: these bytes are initialised; the block stays while the caller holds it.
    let whole = unsafe UnsafeRawBufferPointer(start: base, count: count + Self.padding)
    return try body(unsafe RawSpan(_unsafeBytes: whole))
  }
}
