internal import Decant
internal import Synchronization

#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

/// Signals that ask the process to end.
extension System {
  /// Has the signals that ask a process to end noted, and not end it, the first time that one comes.
  ///
  /// One that comes a second later, or still later, ends it at once; before that, it may be the same request:
  /// timeout(1) sends its signal to the process and to its group. Signals that the process was told to ignore stay
  /// ignored.
  static func noteStopSignals() {
    makeWakingPipe()
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      let former = signal(number, noteStop)
      if isIgnoring(former) { _ = signal(number, SIG_IGN) }
    }
  }

  /// After how many milliseconds a signal is another request to end.
  fileprivate static let repeatedStop = 1000

  /// The signal that has asked the process to end, if one has.
  static var stopSignal: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Waits until a descriptor can be read or has ended; false where a signal that is noted asks the process
  /// to end.
  static func waitForInput(_ descriptor: Int32) -> Bool {
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

  /// Creates the pipe by which a signal ends a wait for input, unless it exists.
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
  static func die(of number: Int32) {
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
    // SAFETY: one byte, and the count says one. Without a pipe, the call fails and does nothing.
    _ = unsafe write(Waking.writing.load(ordering: .relaxed), &byte, 1)
  } else if number != SIGPIPE,
    Int(System.uptime * 1000) - notedAt.load(ordering: .relaxed) >= System.repeatedStop
  {
    // The signal comes when this handler has returned.
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }
}
