@unsafe @preconcurrency internal import DecantPlatform
internal import Synchronization

/// The signals that ask the process to end: Ctrl-C, and those of shells and supervisors.
extension System {
  /// Lets a signal that ends the process also remove the file at `path`, until the result is called.
  ///
  /// Ignored signals stay ignored.
  package static func removeOnTermination(_ path: String) -> () -> Void {
    let forget = CondemnedFiles.add(path)
    handleStopSignals(removeAndDie)
    return forget
  }

  /// Sets the handler of the signals that ask the process to end, except for ignored ones.
  private static func handleStopSignals(_ handler: Handler) {
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      let former = signal(number, handler)
      // SAFETY: a handler is an address, or a small number with a special meaning.
      let ignoring = unsafe unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
      if unsafe unsafeBitCast(former, to: Int.self) == ignoring { _ = signal(number, SIG_IGN) }
    }
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  /// Records the first signal that asks the process to end, instead of ending it.
  ///
  /// A second one ends the process, unless it follows within a second: timeout(1) signals the process and its group.
  /// Ignored signals stay ignored.
  package static func noteStopSignals() {
    makeWakingPipe()
    handleStopSignals(noteStop)
  }

  /// The milliseconds after which a second signal ends the process.
  fileprivate static let repeatedStop = 1000

  package static var stopSignal: Int32? {
    let number = noted.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Waits until a descriptor is readable or at its end; returns false after a recorded signal.
  package static func waitForInput(_ descriptor: Int32) -> Bool {
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: Waking.reading.load(ordering: .relaxed), events: Int16(POLLIN), revents: 0),
    ]
    while stopSignal == nil {
      // SAFETY: the array has two requests, as the count states. A negative descriptor is ignored.
      let count = unsafe poll(&requests, 2, -1)
      if count < 0, errno == EINTR { continue }
      return stopSignal == nil
    }
    return false
  }

  /// Creates the pipe through which a signal handler ends a wait for input, unless it exists.
  private static func makeWakingPipe() {
    guard Waking.reading.load(ordering: .relaxed) < 0 else { return }
    var ends: [Int32] = [-1, -1]
    // SAFETY: the call fills the two elements of the array.
    guard unsafe pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    Waking.reading.store(ends[0], ordering: .relaxed)
    Waking.writing.store(ends[1], ordering: .relaxed)
  }

  /// Ends the process as `number` does by default; calls only async-signal-safe functions.
  package static func die(of number: Int32) {
    _ = signal(number, SIG_DFL)
    _ = raise(number)
  }
}

/// Removes temporary files and ends the process; calls only async-signal-safe functions.
private func removeAndDie(_ number: Int32) {
  CondemnedFiles.remove()
  System.die(of: number)
}

private let noted = Atomic<Int32>(0)

/// The time of the recorded signal, in milliseconds of `System.uptime`.
///
/// Until it is stored, another thread's signal counts as part of the first.
private let notedAt = Atomic<Int>(.max)

/// The ends of the pipe that the signal handler writes to; -1 before it exists.
private enum Waking {
  package static let reading = Atomic<Int32>(-1)
  package static let writing = Atomic<Int32>(-1)
}

/// Records a signal and wakes the wait for input; calls only async-signal-safe functions.
private func noteStop(_ number: Int32) {
  let code = errno
  defer { errno = code }
  if noted.compareExchange(expected: 0, desired: number, ordering: .relaxed).exchanged {
    notedAt.store(Int(System.uptime * 1000), ordering: .relaxed)
    var byte: UInt8 = 0
    // SAFETY: the buffer has one byte, as the count states. Without a pipe, the call only fails.
    _ = unsafe write(Waking.writing.load(ordering: .relaxed), &byte, 1)
  } else if number != SIGPIPE,
    Int(System.uptime * 1000) - notedAt.load(ordering: .relaxed) >= System.repeatedStop
  {
    // The signal is delivered when this handler returns.
    System.die(of: number)
  }
}
