internal import Decant
internal import Synchronization

#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

extension System {
  /// Opens closed standard streams, so that files opened later do not get their descriptors.
  ///
  /// A closed stream becomes `/dev/null` in the opposite mode, so that its use still fails.
  static func keepStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor, which is this one.
      _ = open("/dev/null", for: descriptor == 1 ? .reading : .writing)
    }
  }

  /// Makes writes beyond the file-size limit fail, as on a full disk, instead of raising a signal.
  static func survivesFileSizeLimit() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    // SAFETY: the call fills the one structure that it receives.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  static func print(_ text: String, to descriptor: Int32) {
    text.withBytes { bytes in
      var written = 0
      while written < bytes.byteCount,
        case .count(let count) = System.write(
          descriptor, bytes.extracting(written..<bytes.byteCount))
      {
        written += count
      }
    }
  }

  // MARK: Signals

  /// Registers the file at `path` to be removed when a signal ends the process; nil for none.
  ///
  /// Only one file is registered at a time. Ignored signals stay ignored.
  static func removeOnTermination(_ path: String?) {
    // SAFETY: strdup copies the string. The copy is never freed: a handler may be reading it.
    let copy = unsafe path.flatMap { unsafe strdup($0) }
    condemned.store(UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
    guard path != nil else { return }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      let former = signal(number, removeAndDie)
      if isIgnoring(former) { _ = signal(number, SIG_IGN) }
    }
  }

  static func isIgnoring(_ handler: Handler?) -> Bool {
    // SAFETY: a handler is an address, or a small number with a special meaning.
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
  }

  typealias Handler = @convention(c) (Int32) -> Void
}

private let condemned = Atomic<UInt>(0)

/// Removes the registered file and ends the process; calls only async-signal-safe functions.
private func removeAndDie(_ number: Int32) {
  let address = condemned.load(ordering: .sequentiallyConsistent)
  // SAFETY: the address is 0 or that of a string that is never freed.
  if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { _ = unsafe unlink(path) }
  _ = signal(number, SIG_DFL)
  _ = raise(number)
}
