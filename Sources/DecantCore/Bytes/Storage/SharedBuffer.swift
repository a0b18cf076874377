/// A buffer that several objects mutate in turn.
///
/// Class properties pay for a dynamic exclusivity check on every mutation; a buffer in memory of
/// its own does not. Instead, nothing can be appended while elements are lent:
///
///     object ──▶ Buffer ──▶ │ element │ element │ … │ free │ … │
@safe
@usableFromInline package final class SharedBuffer<Element: BitwiseCopyable> {
  @usableFromInline let buffer: UnsafeMutablePointer<Buffer<Element>>
  @safe @exclusivity(unchecked) @usableFromInline var loans = 0

  @inlinable package init(capacity: Int = 0) {
    // SAFETY: the memory belongs to this object alone until `deinit`.
    unsafe buffer = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe buffer.initialize(to: Buffer(capacity: capacity))
  }

  @inlinable package convenience init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    // SAFETY: as in `append`; nothing is lent yet.
    unsafe buffer.pointee.append(repeating: element, count: count)
  }

  deinit {
    // SAFETY: initialized and allocated by this object, and freed once.
    unsafe buffer.deinitialize(count: 1)
    unsafe buffer.deallocate()
  }

  // SAFETY: the pointer is valid from `init` to `deinit`. No access outlasts its expression except
  // the one in `withSpan`, during which nothing is appended.

  package var count: Int {
    @inlinable @inline(__always) get { unsafe buffer.pointee.count }
  }

  package subscript(index: Int) -> Element {
    @inlinable @inline(__always) get { unsafe buffer.pointee[index] }
    @inlinable @inline(__always) _modify { yield unsafe &buffer.pointee[index] }
  }

  @inlinable @inline(__always)
  package func append(_ element: Element) {
    precondition(loans == 0, "the elements are lent")
    unsafe buffer.pointee.append(element)
  }

  @inlinable package func truncate(to count: Int) {
    precondition(loans == 0, "the elements are lent")
    unsafe buffer.pointee.truncate(to: count)
  }

  @inlinable @inline(__always)
  package func withSpan<R, E>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
    loans &+= 1
    defer { loans &-= 1 }
    return try unsafe buffer.pointee.withSpan(body)
  }
}
