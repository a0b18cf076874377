#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

/// A thread of the system, which runs one closure.
///
/// Swift's own tasks are not for work that waits for disks.
@safe
package final class WorkerThread {
  private let thread: pthread_t

  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Begins a thread; throws if the system has none left.
  package init(_ run: @escaping @Sendable () -> Void) throws(System.Errno) {
    // SAFETY: the retained object is taken by the thread, once, or given back here if there is none.
    let work = unsafe Unmanaged.passRetained(Work(run))
    #if canImport(Darwin)
      var thread: pthread_t?
      let outcome = unsafe pthread_create(&thread, nil, { unsafe Self.start($0) }, work.toOpaque())
    #else
      var thread = pthread_t()
      let outcome = unsafe pthread_create(
        &thread, nil, { unsafe WorkerThread.start($0) }, work.toOpaque())
    #endif
    guard outcome == 0 else {
      unsafe work.release()
      throw System.Errno(code: outcome)
    }
    #if canImport(Darwin)
      guard let thread = unsafe thread else { throw System.Errno(code: EAGAIN) }
      unsafe self.thread = thread
    #else
      self.thread = thread
    #endif
  }

  /// Leaves the thread to itself; to be called once, in the place of `join`.
  package func detach() {
    _ = pthread_detach(thread)
  }

  /// Waits until the thread has ended; to be called once.
  package func join() {
    _ = pthread_join(thread, nil)
  }

  @unsafe
  private static func start(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // SAFETY: the argument is the object that `init` retained for this thread.
    let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
    work.run()
    return nil
  }
}
