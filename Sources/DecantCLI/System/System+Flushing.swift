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

extension System {
  /// Flushes the file system of an open file; returns false if that is impossible, or fails without naming a file.
  ///
  /// It costs about as much as the flush of one file, for any number of files.
  static func flushFileSystem(of descriptor: Int32) -> Bool {
    #if os(Linux)
      retrying { Int(syncfs(descriptor)) } == .count(0)
    #else
      false
    #endif
  }

  /// Returns whether writing back the file's own bytes has failed since it was opened; no wait after `flushFileSystem`.
  static func hasFailedToFlush(_ descriptor: Int32) -> Outcome {
    #if os(Linux)
      let waitWriteWait: UInt32 = 7
      let outcome = retrying {
        Int(sync_file_range(descriptor, 0, 0, waitWriteWait))
      }
      switch outcome {
      case .count, .failed(EIO), .failed(ENOSPC), .failed(EDQUOT): return outcome
      // Some kernels that identify as Linux lack the call.
      case .failed: return flushToDisk(descriptor)
      }
    #else
      return .count(0)
    #endif
  }
}
