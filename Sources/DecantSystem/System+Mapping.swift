@unsafe @preconcurrency internal import DecantPlatform

extension System {
  /// Returns the position of the next read; nil for pipes and other files without one.
  package static func offset(of descriptor: Int32) -> Int? {
    let offset = lseek(descriptor, 0, SEEK_CUR)
    return offset < 0 ? nil : Int(offset)
  }

  package static func size(of descriptor: Int32) -> Int? {
    guard case .success(let status) = status(of: descriptor), status.kind == .regular else {
      return nil
    }
    return status.version.size
  }

  package static func skip(_ descriptor: Int32, to offset: Int) {
    _ = lseek(descriptor, off_t(offset), SEEK_SET)
  }

  package static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// Reserves `count` bytes of address space that read as zeros; nil if there is no space left.
  package static func reserveZeros(_ count: Int) -> UnsafeMutableRawPointer? {
    // SAFETY: a new mapping at an address that the system chooses touches no other memory.
    let start = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE | anonymous, -1, 0)
    return unsafe start == MAP_FAILED ? nil : start
  }

  /// Maps `count` bytes of a file, for reading, over memory from `reserveZeros`.
  ///
  /// - Precondition: `start` has room for them, and `offset` is a multiple of the page size.
  @unsafe
  package static func map(
    _ descriptor: Int32, from offset: Int, count: Int, over start: UnsafeMutableRawPointer
  ) -> Bool {
    let mapped = unsafe mmap(
      start, count, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, off_t(offset))
    return unsafe mapped != MAP_FAILED
  }

  /// Maps zeros over pages that only their owner reads.
  @unsafe
  package static func mapZeros(over start: UInt, to end: UInt) -> Bool {
    let flags = MAP_PRIVATE | MAP_FIXED | anonymous
    let mapped = unsafe mmap(
      UnsafeMutableRawPointer(bitPattern: start), Int(end - start), PROT_READ, flags, -1, 0)
    return unsafe mapped != MAP_FAILED
  }

  @unsafe
  package static func unmap(_ start: UnsafeMutableRawPointer, _ count: Int) {
    _ = unsafe munmap(start, count)
  }

  /// Drops pages of a mapped file from memory, until they are used again.
  @unsafe
  package static func release(_ start: UnsafeMutableRawPointer, _ count: Int) {
    _ = unsafe madvise(start, count, MADV_DONTNEED)
  }

  /// Opens a new, unnamed file for reading and writing; the outcome's count is its descriptor.
  package static func openTemporaryFile() -> Outcome {
    #if os(Linux)
      // SAFETY: the string is NUL-terminated and outlives the call.
      return retrying { Int(unsafe decant_open_temporary(temporaryFolder)) }
    #else
      var template = Array((temporaryFolder + "/decant-XXXXXX").utf8CString)
      // SAFETY: the template is NUL-terminated; the call only writes its last letters.
      return unsafe template.withUnsafeMutableBufferPointer { template in
        guard let start = template.baseAddress else { return .failed(EINVAL) }
        let outcome = retrying { Int(unsafe mkstemp(start)) }
        if case .count(let descriptor) = outcome {
          _ = unsafe unlink(start)
          _ = fcntl(Int32(descriptor), F_SETFD, FD_CLOEXEC)
        }
        return outcome
      }
    #endif
  }

  package static let temporaryFolder =
    environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
}

#if canImport(Darwin)
  private let anonymous = MAP_ANON
#else
  private let anonymous = MAP_ANONYMOUS
#endif
