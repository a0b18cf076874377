@unsafe @preconcurrency internal import DecantPlatform

/// A thread of the system, for work that waits for disks and so does not belong in a Swift task.
@safe
package final class WorkerThread {
  private let thread: pthread_t
  private var isReleased = false

  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; `stackSize` replaces the size of the system, of which untouched memory costs nothing.
  package init(
    stackSize: Int? = nil, _ run: @escaping @Sendable () -> Void
  ) throws(System.Errno) {
    var attributes = pthread_attr_t()
    // SAFETY: the calls fill the variable and destroy what they have put in it.
    _ = unsafe pthread_attr_init(&attributes)
    defer { _ = unsafe pthread_attr_destroy(&attributes) }
    if let stackSize { _ = unsafe pthread_attr_setstacksize(&attributes, stackSize) }
    // SAFETY: the thread takes the retained object, once; without a thread, it is released here.
    let work = unsafe Unmanaged.passRetained(Work(run))
    #if canImport(Darwin)
      var thread: pthread_t?
      let outcome = unsafe pthread_create(
        &thread, &attributes, { unsafe Self.start($0) }, work.toOpaque())
    #else
      var thread = pthread_t()
      let outcome = unsafe pthread_create(
        &thread, &attributes, { unsafe WorkerThread.start($0) }, work.toOpaque())
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

  /// Lets the thread run on its own.
  package func detach() {
    release()
    _ = pthread_detach(thread)
  }

  /// Waits until the thread has ended.
  package func join() {
    release()
    _ = pthread_join(thread, nil)
  }

  /// The system may reuse the identifier of a thread that was detached or joined.
  private func release() {
    precondition(!isReleased, "a thread is detached or joined once")
    isReleased = true
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
