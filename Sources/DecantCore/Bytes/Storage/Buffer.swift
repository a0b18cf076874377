public import DecantSystem

/// A growable array of trivial values with a single owner.
///
/// `Array` checks on each mutation whether it is shared; a buffer need not. Every access is checked
/// against `count`, every append against `capacity`.
///
///     base ──▶ │ element │ element │ … │ free │ free │ … │
///               0                       count              capacity
@safe
@usableFromInline package struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var base: UnsafeMutablePointer<Element>
  @usableFromInline package private(set) var count: Int
  @usableFromInline package private(set) var capacity: Int

  @inlinable package init(capacity: Int = 0) {
    self.capacity = Swift.max(capacity, 0)
    // SAFETY: the memory is this buffer's own until `deinit`; without capacity, it is never used.
    unsafe base =
      capacity > 0
      ? System.allocate(capacity * MemoryLayout<Element>.stride)
        .bindMemory(to: Element.self, capacity: capacity)
      : UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    count = 0
  }

  deinit {
    guard capacity > 0 else { return }
    // SAFETY: allocated by this buffer, and trivial elements need no deinitialization.
    unsafe System.deallocate(base)
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  @usableFromInline package subscript(index: Int) -> Element {
    @inlinable @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // SAFETY: the precondition keeps the index among the initialized elements.
      return unsafe base[index]
    }
    @inlinable @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // SAFETY: as above.
      yield unsafe &base[index]
    }
  }

  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(toCapacity: count + 1) }
    // SAFETY: `grow` made room, and `count` is below `capacity`.
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  @inlinable package mutating func append(_ range: Range<Int>, of other: borrowing Buffer) {
    precondition(range.upperBound <= other.count)
    reserve(range.count)
    // SAFETY: `reserve` made room, and the elements are initialized ones of another buffer.
    unsafe (base + count).initialize(from: other.base + range.lowerBound, count: range.count)
    count += range.count
  }

  @inlinable package mutating func append(repeating element: Element, count length: Int) {
    precondition(length >= 0)
    reserve(length)
    // SAFETY: `reserve` made room.
    unsafe (base + count).initialize(repeating: element, count: length)
    count &+= length
  }

  /// Appends without growing; a loop with no other appends keeps the buffer in registers.
  @inlinable @inline(__always)
  package mutating func appendReserved(_ element: Element) {
    precondition(count < capacity)
    // SAFETY: the precondition guarantees room.
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  @discardableResult
  @inlinable @inline(__always)
  package mutating func removeLast() -> Element {
    precondition(count > 0)
    count &-= 1
    // SAFETY: `count` was positive, so the element is initialized.
    return unsafe base[count]
  }

  @inlinable package mutating func truncate(to newCount: Int) {
    precondition(newCount >= 0 && newCount <= count)
    count = newCount
  }

  @inlinable package mutating func removeAll() {
    count = 0
  }

  @inlinable package mutating func sort(from start: Int, by precedes: (Element, Element) -> Bool) {
    precondition(UInt(bitPattern: start) <= UInt(bitPattern: count))
    // SAFETY: the elements from `start` up to `count` are initialized.
    var elements = unsafe UnsafeMutableBufferPointer(start: base + start, count: count &- start)
    unsafe elements.sort(by: precedes)
  }

  @inlinable package mutating func reserve(_ free: Int) {
    if capacity - count < free { grow(toCapacity: count + free) }
  }

  @inline(never)
  @usableFromInline mutating func grow(toCapacity needed: Int) {
    let newCapacity = Swift.max(needed, capacity * 2, 16)
    let size = newCapacity * MemoryLayout<Element>.stride
    // SAFETY: the block, if there is one, is this buffer's own; no other code keeps `base`.
    // The system moves a large block without a copy.
    unsafe base = (capacity > 0 ? System.reallocate(base, size) : System.allocate(size))
      .bindMemory(to: Element.self, capacity: newCapacity)
    capacity = newCapacity
  }

  @inlinable @inline(__always)
  package func withSpan<R, E>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
    // SAFETY: the first `count` elements are initialized and the buffer outlives the call.
    let elements = unsafe UnsafeBufferPointer(start: base, count: count)
    return try body(unsafe Span(_unsafeElements: elements))
  }
}

extension Buffer where Element == UInt8 {
  @inlinable @inline(__always)
  package func withBytes<R, E>(_ body: (RawSpan) throws(E) -> R) throws(E) -> R {
    try withSpan { (bytes) throws(E) -> R in
      // SAFETY: any byte may be seen as a raw byte.
      try body(unsafe bytes.bytes)
    }
  }

  /// Calls `body` with the bytes and eight zeros after them, so that the last word can be loaded.
  @inlinable @inline(__always)
  package mutating func withPaddedBytes<R>(_ body: (RawSpan) -> R) -> R {
    append(0, count: 0)
    // SAFETY: `append` has initialized eight bytes after the first `count`.
    let whole = unsafe UnsafeRawBufferPointer(start: base, count: count &+ 8)
    return body(unsafe RawSpan(_unsafeBytes: whole))
  }

  /// Appends the lowest `length` bytes of `word`, lowest first.
  @inlinable @inline(__always)
  package mutating func append(_ word: UInt64, count length: Int) {
    precondition(length >= 0 && length <= 8)
    if capacity &- count < 8 { grow(toCapacity: count + 8) }
    // SAFETY: `grow` made room for a whole word.
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
    count &+= length
  }

  /// Appends the first `length` bytes of `block`.
  @inlinable @inline(__always)
  package mutating func append(_ block: ByteBlock, count length: Int) {
    precondition(length >= 0 && length <= ByteBlock.width)
    if capacity &- count < ByteBlock.width { grow(toCapacity: count + ByteBlock.width) }
    // SAFETY: `grow` made room for a whole block.
    unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: block, as: ByteBlock.self)
    count &+= length
  }

  package mutating func append(contentsOf bytes: RawSpan) {
    let length = bytes.byteCount
    guard length >= 8 else {
      if length > 0 { append(bytes.lastWord(from: 0), count: length) }
      return
    }
    reserve(length)
    guard length > 16 else {
      // The two words may overlap, in equal bytes.
      let (first, last) = (bytes.word(at: 0), bytes.word(at: length &- 8))
      append(first, count: 8)
      count &-= 16 &- length
      return append(last, count: 8)
    }
    // SAFETY: `reserve` made room, and the span is of other memory than this buffer's own.
    unsafe bytes.withUnsafeBytes { source in
      guard let start = source.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(base + count).copyMemory(
        from: start, byteCount: source.count)
    }
    count += length
  }
}
