@unsafe @preconcurrency internal import DecantPlatform
internal import Synchronization

extension System {
  /// Opens closed standard streams, so that files opened later do not get their descriptors.
  ///
  /// A closed stream becomes `/dev/null` in the opposite mode, so that its use still fails.
  package static func keepStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is this one.
      _ = open("/dev/null", for: descriptor == 1 ? .reading : .writing)
    }
  }

  /// Makes writes beyond the file-size limit fail, as on a full disk, instead of raising a signal.
  package static func survivesFileSizeLimit() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether all arguments of the process are UTF-8; `CommandLine.arguments` has U+FFFD in place of other bytes.
  package static var argumentsAreText: Bool {
    (0..<Int(CommandLine.argc)).allSatisfy { index in
      // SAFETY: the system passes as many arguments as `argc`, each with a final NUL, which nothing changes.
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return true }
      return unsafe String(validatingCString: argument) != nil
    }
  }

  package static func end(with status: Int32) -> Never {
    exit(status)
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  package static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    // SAFETY: the call fills the one structure that it receives.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  package static func print(_ text: String, to descriptor: Int32) {
    let text = Array(text.utf8)
    // SAFETY: any byte may be seen as a raw byte; the array outlives the span.
    let bytes = unsafe text.span.bytes
    var written = 0
    while written < bytes.byteCount,
      case .count(let count) = System.write(descriptor, bytes.extracting(written..<bytes.byteCount))
    {
      written += count
    }
  }

  // MARK: Limits

  package static var processorCount: Int {
    #if os(Linux)
      var processors = [UInt64](repeating: 0, count: 64)
      // SAFETY: the call writes at most the size of the array, which it receives.
      let filled = unsafe processors.withUnsafeMutableBytes { bytes -> Int32 in
        guard let start = bytes.baseAddress else { return -1 }
        return unsafe sched_getaffinity(0, bytes.count, start)
      }
      if filled >= 0 { return max(1, processors.reduce(0) { $0 + $1.nonzeroBitCount }) }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  package static var openFileLimit: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 0 ? Int(limit) : 256
  }

  // MARK: Signals

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

extension System {
  /// The absolute path of the running program, without links; nil if the system does not tell it.
  package static var runningProgram: String? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: 4096)
      var size = UInt32(path.count)
      // SAFETY: the call writes at most `size` bytes, with a final NUL.
      guard unsafe _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return realPath(of: String(decoding: bytes, as: UTF8.self))
    #else
      return realPath(of: "/proc/self/exe")
    #endif
  }

  /// Returns the path of the program that a shell would run by this name; nil if there is none.
  package static func program(named name: String) -> String? {
    let folders = (environment("PATH") ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    // An empty name is that of the current folder.
    return folders.lazy.map { $0.isEmpty ? name : "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    guard case .success(let status) = status(of: path), status.kind == .regular else {
      return false
    }
    // SAFETY: the string is NUL-terminated and outlives the call.
    return unsafe access(path, X_OK) == 0
  }
}
