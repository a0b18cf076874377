internal import Decant
internal import Synchronization

#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

/// The process that a tool runs in: its standard streams, its terminal, its signals.
extension System {
  /// Makes sure that descriptors 0 to 2 are open, so that no file that is opened later takes their place.
  ///
  /// What was closed becomes `/dev/null`, opened the wrong way round: reading from a standard input, or
  /// writing to a standard output, that was closed fails as it should.
  static func keepStandardStreams() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is this very descriptor, for those below it are open.
      _ = open("/dev/null", for: descriptor == 1 ? .reading : .writing)
    }
  }

  /// Has a write beyond the file-size limit fail, as on a full disk, instead of killing the process.
  static func survivesFileSizeLimit() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1
  }

  /// How many columns the terminal has; nil if the descriptor is not a terminal.
  static func terminalWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    // SAFETY: the call fills the one structure that it is given.
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes a text as far as that is possible.
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

  /// Has the file at `path` removed when a signal ends the process; nil for none.
  ///
  /// There is room for one file at a time. Signals that the process was told to ignore stay ignored.
  static func removeOnTermination(_ path: String?) {
    // SAFETY: strdup copies the string. The copy is never given back: a handler may be looking at it.
    let copy = unsafe path.flatMap { unsafe strdup($0) }
    condemned.store(UInt(bitPattern: copy), ordering: .sequentiallyConsistent)
    guard path != nil else { return }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] {
      let former = signal(number, removeAndDie)
      if isIgnoring(former) { _ = signal(number, SIG_IGN) }
    }
  }

  static func isIgnoring(_ handler: Handler?) -> Bool {
    // SAFETY: a handler is an address, or a small number that means something else.
    unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN as Handler?, to: Int.self)
  }

  typealias Handler = @convention(c) (Int32) -> Void
}

/// The address of the name of the file that must not outlive the process; 0 for none.
private let condemned = Atomic<UInt>(0)

/// Runs in the middle of anything, and so calls only what POSIX lists as async-signal-safe.
private func removeAndDie(_ number: Int32) {
  let address = condemned.load(ordering: .sequentiallyConsistent)
  // SAFETY: the address is 0 or that of a string that is never given back.
  if let path = unsafe UnsafePointer<CChar>(bitPattern: address) { _ = unsafe unlink(path) }
  _ = signal(number, SIG_DFL)
  _ = raise(number)
}
