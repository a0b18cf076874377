internal import Decant

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

/// Flushing of many files at once.
extension System {
  /// Waits until all that was written to the file system of an open file is on its disk; false if the
  /// system has no such call, or something went wrong that it cannot name the file for.
  ///
  /// One such wait costs about as much as that for one file, however many there are.
  static func flushFileSystem(of descriptor: Int32) -> Bool {
    #if os(Linux)
      retrying { Int(syncfs(descriptor)) } == .count(0)
    #else
      false
    #endif
  }

  /// Whether writing back the file's own bytes has failed since it was opened, where the system says.
  ///
  /// After `flushFileSystem` there is nothing left to wait for.
  static func hasFailedToFlush(_ descriptor: Int32) -> Outcome {
    #if os(Linux)
      let waitWriteWait: UInt32 = 7
      let outcome = retrying {
        Int(sync_file_range(descriptor, 0, 0, waitWriteWait))
      }
      switch outcome {
      case .count, .failed(EIO), .failed(ENOSPC), .failed(EDQUOT): return outcome
      // Not every kernel that says it is Linux has the call.
      case .failed: return flushToDisk(descriptor)
      }
    #else
      return .count(0)
    #endif
  }
}
