/// A buffer that several objects mutate in turn.
///
/// Class properties pay for a dynamic exclusivity check on every mutation; a buffer in memory of
/// its own does not. Instead, nothing can be appended while elements are lent:
///
///     object ──▶ Buffer ──▶ │ element │ element │ … │ free │ … │
@safe
final class SharedBuffer<Element: BitwiseCopyable> {
  private let buffer: UnsafeMutablePointer<Buffer<Element>>
  private var loans = 0

  init(capacity: Int = 0) {
    // SAFETY: the memory belongs to this object alone until `deinit`.
    unsafe buffer = UnsafeMutablePointer.allocate(capacity: 1)
    unsafe buffer.initialize(to: Buffer(capacity: capacity))
  }

  convenience init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    for _ in 0..<count { append(element) }
  }

  deinit {
    // SAFETY: initialized and allocated by this object, and freed once.
    unsafe buffer.deinitialize(count: 1)
    unsafe buffer.deallocate()
  }

  // SAFETY: the pointer is valid from `init` to `deinit`. No access outlasts its expression except
  // the one in `withSpan`, during which nothing is appended.

  var count: Int {
    @inline(__always) get { unsafe buffer.pointee.count }
  }

  subscript(index: Int) -> Element {
    @inline(__always) get { unsafe buffer.pointee[index] }
    @inline(__always) _modify { yield unsafe &buffer.pointee[index] }
  }

  @inline(__always)
  func append(_ element: Element) {
    precondition(loans == 0, "the elements are lent")
    unsafe buffer.pointee.append(element)
  }

  func truncate(to count: Int) {
    precondition(loans == 0, "the elements are lent")
    unsafe buffer.pointee.truncate(to: count)
  }

  @inline(__always)
  func withSpan<R, E>(_ body: (Span<Element>) throws(E) -> R) throws(E) -> R {
    loans &+= 1
    defer { loans &-= 1 }
    return try unsafe buffer.pointee.withSpan(body)
  }
}
