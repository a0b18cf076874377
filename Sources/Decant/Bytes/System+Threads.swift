internal import Synchronization

#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif
#if os(Linux)
  internal import CSystem
#endif

/// Threads, and what tells them to stop.
extension System {
  /// How many processors this process may use.
  package static var processorCount: Int {
    #if os(Linux)
      var processors = [UInt64](repeating: 0, count: 64)
      // SAFETY: the call fills at most the array, whose size it is given.
      let filled = unsafe processors.withUnsafeMutableBytes { bytes -> Int32 in
        guard let start = bytes.baseAddress else { return -1 }
        return unsafe sched_getaffinity(0, bytes.count, start)
      }
      if filled >= 0 { return max(1, processors.reduce(0) { $0 + $1.nonzeroBitCount }) }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  /// How many files the process may have open.
  package static var openFileLimit: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 0 ? Int(limit) : 256
  }

  /// Seconds on a clock that nobody sets.
  package static var uptime: Double {
    var time = timespec()
    // SAFETY: the call fills the one structure that it is given.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Signals

  /// Has the signals that ask a process to end noted, and not end it, the first time that one comes.
  ///
  /// One that comes a second later, or still later, ends it at once; before that, it may be the same request:
  /// timeout(1) sends its signal to the process and to its group. Signals that the process was told to ignore stay
  /// ignored.
  package static func noteStopSignals() {
    makeWakingPipe()
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      let former = signal(number, noteStop)
      if isIgnoring(former) { _ = signal(number, SIG_IGN) }
    }
  }

  /// After how many milliseconds a signal is another request to end.
  fileprivate static let repeatedStop = 1000

  /// The signal that has asked the process to end, if one has.
  package static var stopSignal: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Waits until a descriptor can be read or has ended; false where a signal that is noted asks the process
  /// to end.
  package static func waitForInput(_ descriptor: Int32) -> Bool {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Waking.reading.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0),
    ]
    while stopSignal == nil {
      // SAFETY: two requests, and the count says two. A descriptor below zero is passed over.
      let count = unsafe poll(&requests, 2, -1)
      if count < 0, errno == EINTR { continue }
      return stopSignal == nil
    }
    return false
  }

  /// Makes the pipe by which a signal wakes whoever waits for input, where there is none yet.
  private static func makeWakingPipe() {
    guard Waking.reading.load(ordering: .relaxed) < 0 else { return }
    var ends: [Int32] = [-1, -1]
    // SAFETY: the call fills the two places that the array has.
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    Waking.reading.store(ends[0], ordering: .relaxed)
    Waking.writing.store(ends[1], ordering: .relaxed)
  }

  /// Ends the process as the signal would have.
  package static func die(of number: Int32) {
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }
}

private let noted = Atomic<Int32>(0)

/// When it came, in milliseconds of `System.uptime`.
private let notedAt = Atomic<Int>(0)

/// The ends of the pipe that a signal writes to; -1 where there is none.
private enum Waking {
  static let reading = Atomic<Int32>(-1)
  static let writing = Atomic<Int32>(-1)
}

/// Runs in the middle of anything, and so calls only what POSIX lists as async-signal-safe.
private func noteStop(_ number: Int32) {
  let code = errno
  defer { errno = code }
  if noted.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged {
    notedAt.store(Int(System.uptime * 1000), ordering: .relaxed)
    var byte: UInt8 = 0
    // SAFETY: one byte, and the count says one. Where there is no pipe, the call fails and does nothing.
    _ = unsafe write(Waking.writing.load(ordering: .relaxed), &byte, 1)
  } else if number != SIGPIPE,
    Int(System.uptime * 1000) - notedAt.load(ordering: .relaxed) >= System.repeatedStop
  {
    // The signal comes when this handler has returned.
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }
}

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
  package init(_ run: @escaping @Sendable () -> Void) throws(DecantError) {
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
      throw DecantError(.system(.create, code: outcome))
    }
    #if canImport(Darwin)
      guard let thread = unsafe thread else { throw DecantError(.system(.create, code: EAGAIN)) }
      unsafe self.thread = thread
    #else
      self.thread = thread
    #endif
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
