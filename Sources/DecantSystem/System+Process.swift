@unsafe @preconcurrency internal import DecantPlatform

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
      var processors = InlineArray<64, UInt64>(repeating: 0)
      // SAFETY: the call writes at most the size of the array, which it receives.
      let filled = unsafe withUnsafeMutableBytes(of: &processors) { bytes -> Int32 in
        guard let start = bytes.baseAddress else { return -1 }
        return unsafe sched_getaffinity(0, bytes.count, start)
      }
      if filled >= 0 {
        return max(1, processors.indices.reduce(0) { $0 + processors[$1].nonzeroBitCount })
      }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  package static var openFileLimit: Int {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    return limit > 0 ? Int(limit) : 256
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
