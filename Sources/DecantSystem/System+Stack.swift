@unsafe @preconcurrency internal import DecantPlatform

extension System {
  /// Returns the lowest address of the calling thread's stack, or 1 if it is unknown.
  ///
  /// To find it takes calls of the system, so the result is cached per thread.
  package static func endOfStack() -> UInt {
    let known = stackEnd.value
    guard known == 0 else { return known }
    let found = findEndOfStack()
    stackEnd.value = found
    return found
  }

  @inline(never)
  package static func stackPosition() -> UInt {
    var here: UInt8 = 0
    // SAFETY: the address is only used as a number.
    return unsafe withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
  }

  private static let stackEnd = ThreadNumber()

  private static func findEndOfStack() -> UInt {
    let belowAll: UInt = 1
    #if canImport(Darwin)
      // SAFETY: the calls ask about the calling thread.
      let start = unsafe UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return start > size ? start - size : belowAll
    #elseif os(Linux)
      // For the first thread, the C library reads a file, which a sandbox refuses.
      let endOfFirst = decant_end_of_first_stack()
      guard endOfFirst == 0 else { return UInt(endOfFirst) }
      var attributes = pthread_attr_t()
      // SAFETY: each call fills the variables passed to it, and the attributes are destroyed.
      guard unsafe pthread_getattr_np(pthread_self(), &attributes) == 0 else { return belowAll }
      defer { _ = unsafe pthread_attr_destroy(&attributes) }
      var end: UnsafeMutableRawPointer?
      var size = 0
      guard unsafe pthread_attr_getstack(&attributes, &end, &size) == 0 else { return belowAll }
      return max(UInt(bitPattern: end), belowAll)
    #else
      return belowAll
    #endif
  }
}

/// A number that each thread has for itself; 0 until the thread sets it, and always without memory for it.
package struct ThreadNumber: Sendable {
  private let key: pthread_key_t?

  package init() {
    var key = pthread_key_t()
    // SAFETY: the call fills the variable passed to it; numbers need no destructor.
    self.key = unsafe pthread_key_create(&key, nil) == 0 ? key : nil
  }

  package var value: UInt {
    // SAFETY: the value under the key is a number, and never used as a pointer.
    get { key.map { key in unsafe UInt(bitPattern: pthread_getspecific(key)) } ?? 0 }
    nonmutating set {
      if let key { _ = unsafe pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue)) }
    }
  }
}
