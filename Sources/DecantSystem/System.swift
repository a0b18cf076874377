public import CSystem
@unsafe @preconcurrency internal import DecantPlatform

/// The few calls of the operating system that decant needs.
///
/// Only this folder imports the platform's C library. Interrupted calls are repeated; other errors
/// are returned as an `errno`.
@usableFromInline package enum System {
  package enum Outcome: Equatable {
    case count(Int)
    case failed(Int32)
  }

  /// Darwin refuses transfers of two gigabytes and more.
  private static let largestTransfer = 1 << 30

  package static func read(_ descriptor: Int32, into output: inout OutputRawSpan) -> Outcome {
    // SAFETY: the kernel writes at most the buffer's free bytes, and returns their number.
    unsafe output.withUnsafeMutableBytes { buffer, initialized in
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[initialized...])
      let count = min(free.count, largestTransfer)
      let outcome = retrying { unsafe platformRead(descriptor, free.baseAddress, count) }
      if case .count(let count) = outcome { initialized += count }
      return outcome
    }
  }

  /// Reads at most `limit` bytes from `offset` in a file, and leaves the position of the next read as it is.
  package static func read(
    _ descriptor: Int32, at offset: Int, atMost limit: Int, into output: inout OutputRawSpan
  ) -> Outcome {
    // SAFETY: as above.
    unsafe output.withUnsafeMutableBytes { buffer, initialized in
      let free = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[initialized...])
      let count = min(free.count, limit, largestTransfer)
      let outcome = retrying { unsafe pread(descriptor, free.baseAddress, count, off_t(offset)) }
      if case .count(let count) = outcome { initialized += count }
      return outcome
    }
  }

  package static func write(_ descriptor: Int32, _ bytes: RawSpan) -> Outcome {
    // SAFETY: the kernel only reads the span, and only during the call.
    unsafe bytes.withUnsafeBytes { buffer in
      let count = min(buffer.count, largestTransfer)
      return retrying { unsafe platformWrite(descriptor, buffer.baseAddress, count) }
    }
  }

  /// Whether a read would still block after `milliseconds`.
  package static func readWouldBlock(_ descriptor: Int32, milliseconds: Int32 = 0) -> Bool {
    poll(descriptor, for: Int16(POLLIN), milliseconds: milliseconds) == .count(0)
  }

  package static func wait(_ descriptor: Int32, toWrite: Bool) -> Outcome {
    poll(descriptor, for: Int16(toWrite ? POLLOUT : POLLIN), milliseconds: -1)
  }

  private static func poll(_ descriptor: Int32, for events: Int16, milliseconds: Int32) -> Outcome {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    // SAFETY: there is one request, and the count is one.
    return retrying { Int(unsafe platformPoll(&request, 1, milliseconds)) }
  }

  package static let wouldBlock: Set<Int32> = [EAGAIN, EWOULDBLOCK]

  package static let outOfMemory = ENOMEM

  package static var uptime: Double {
    var time = timespec()
    // SAFETY: the call fills the one structure that it receives.
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  package static func environment(_ name: String) -> String? {
    // SAFETY: the result is NUL-terminated, and copied at once.
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  package static func message(for code: Int32) -> String {
    // SAFETY: strerror returns a NUL-terminated string, which is copied at once.
    unsafe String(cString: strerror(code))
  }

  /// Enlarges a pipe, so that its ends switch less often; has no effect on other descriptors.
  package static func widenPipe(_ descriptor: Int32) {
    #if os(Linux)
      let setPipeSize: Int32 = 1031
      _ = fcntl(descriptor, setPipeSize, 1 << 20)
    #endif
  }

  // MARK: Memory

  @usableFromInline package static func allocate(_ count: Int) -> UnsafeMutableRawPointer {
    unsafe checked(malloc(count))
  }

  package static func reallocate(
    _ block: UnsafeMutableRawPointer, _ count: Int
  ) -> UnsafeMutableRawPointer {
    unsafe checked(realloc(block, count))
  }

  package static func deallocate(_ block: UnsafeMutableRawPointer) {
    unsafe free(block)
  }

  package static func releaseFreeMemory() {
    #if canImport(Glibc)
      _ = malloc_trim(0)
    #endif
  }

  private static func checked(_ block: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer {
    // The signal of the trap is handled by the tool, which removes its temporary files.
    guard let block = unsafe block else { preconditionFailure("out of memory") }
    return unsafe block
  }

  package static func retrying(_ call: () -> Int) -> Outcome {
    while true {
      let result = call()
      if result >= 0 { return .count(result) }
      let code = errno
      if code != EINTR { return .failed(code) }
    }
  }
}

#if canImport(Glibc)
  let platformRead = unsafe Glibc.read
  let platformWrite = unsafe Glibc.write
  let platformPoll = unsafe Glibc.poll
#elseif canImport(Musl)
  let platformRead = unsafe Musl.read
  let platformWrite = unsafe Musl.write
  let platformPoll = unsafe Musl.poll
#elseif canImport(Darwin)
  let platformRead = unsafe Darwin.read
  let platformWrite = unsafe Darwin.write
  let platformPoll = unsafe Darwin.poll
#endif

extension System {
  /// Returns the top bits of sixteen bytes, that of the first byte lowest.
  @inlinable @inline(__always)
  package static func topBits(of bytes: SIMD16<Int8>) -> UInt16 {
    decant_top_bits(bytes)
  }

  /// Whether the processor has instructions for SHA-256; asking it takes longer than hashing a block.
  package static let hasSHA256 = decant_has_sha256()

  /// Adds whole blocks to the state of SHA-256.
  ///
  /// Precondition: `hasSHA256`.
  package static func addSHA256(
    of blocks: RawSpan, to state: inout InlineArray<8, UInt32>,
    _ constants: Span<UInt32>
  ) {
    precondition(constants.count == 64)
    var words = state.mutableSpan
    // SAFETY: the function reads the whole blocks of the span and 64 constants, and writes eight words.
    unsafe blocks.withUnsafeBytes { blocks in
      guard let start = blocks.baseAddress else { return }
      unsafe constants.withUnsafeBufferPointer { constants in
        unsafe words.withUnsafeMutableBufferPointer { words in
          unsafe decant_sha256(
            words.baseAddress, start.assumingMemoryBound(to: UInt8.self), blocks.count / 64,
            constants.baseAddress)
        }
      }
    }
  }
}
