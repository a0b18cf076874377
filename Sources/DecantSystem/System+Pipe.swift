@unsafe @preconcurrency internal import DecantPlatform

extension System {
  /// A pipe from a child process.
  ///
  /// Its ends close themselves in other children, and with this object.
  package final class Pipe {
    let readingEnd: Int32
    private(set) var writingEnd: Int32

    init() throws(Errno) {
      var ends: [Int32] = [-1, -1]
      // SAFETY: the call fills the two elements of the array.
      guard unsafe pipe(&ends) == 0 else { throw Errno(code: errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      (readingEnd, writingEnd) = (ends[0], ends[1])
    }

    deinit {
      closeWritingEnd()
      _ = System.close(readingEnd)
    }

    /// Closes the end that the child has too, so that the pipe ends with the child.
    func closeWritingEnd() {
      guard writingEnd >= 0 else { return }
      _ = System.close(writingEnd)
      writingEnd = -1
    }

    /// Reads pipes to their ends, all at once: a process waits where one is full.
    package static func readAll(_ pipes: [Pipe]) -> [[UInt8]] {
      var contents = pipes.map { _ in [UInt8]() }
      var requests = pipes.map { pollfd(fd: $0.readingEnd, events: Int16(POLLIN), revents: 0) }
      while requests.contains(where: { $0.fd >= 0 }) {
        // SAFETY: the array has as many requests as the count states. A negative descriptor is ignored.
        let outcome = retrying { Int(unsafe poll(&requests, nfds_t(requests.count), -1)) }
        guard case .count = outcome else { break }
        for index in requests.indices where requests[index].revents != 0 {
          let bytes = readSome(requests[index].fd)
          contents[index] += bytes
          if bytes.isEmpty { requests[index].fd = -1 }
        }
      }
      return contents
    }

    /// Returns some bytes; none at the end, or after an error.
    private static func readSome(_ descriptor: Int32) -> [UInt8] {
      var buffer = [UInt8](repeating: 0, count: 4096)
      // SAFETY: the call writes at most the buffer's bytes, and returns their number.
      let outcome = unsafe buffer.withUnsafeMutableBytes { bytes in
        retrying { unsafe platformRead(descriptor, bytes.baseAddress, bytes.count) }
      }
      guard case .count(let count) = outcome else { return [] }
      return Array(buffer[..<count])
    }
  }
}
