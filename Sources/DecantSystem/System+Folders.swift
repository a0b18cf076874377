@unsafe @preconcurrency internal import DecantPlatform

extension System {
  package struct DirectoryEntry {
    package enum Kind: Sendable {
      case regular, directory, link, other
      /// The file system does not report the kind.
      case unknown
    }

    package var name: String
    /// Whether the name is valid UTF-8, so that it can be used to open the file.
    package var isText = true
    package var kind: Kind

    package init(name: String, isText: Bool = true, kind: Kind) {
      (self.name, self.isText, self.kind) = (name, isText, kind)
    }
  }

  /// Whether there is a file or a folder of this name; links are followed.
  package static func hasFile(named path: String) -> Bool {
    if case .success = status(of: path) { true } else { false }
  }

  /// Returns the entries of a folder, unordered, without `.` and `..`.
  package static func entries(of path: String) -> Result<[DirectoryEntry], Errno> {
    // SAFETY: the string is NUL-terminated and outlives the call.
    guard let folder = unsafe opendir(path) else { return .failure(Errno(code: errno)) }
    // SAFETY: opened above, and closed once.
    defer { unsafe closedir(folder) }
    var entries: [DirectoryEntry] = []
    while true {
      errno = 0
      // SAFETY: the folder is open; the entry is copied before the next call.
      guard let found = unsafe readdir(folder) else { break }
      let kind = unsafe DirectoryEntry.Kind(type: Int32(found.pointee.d_type))
      // SAFETY: the name ends in a zero inside the entry.
      let bytes = unsafe name(of: found)
      guard bytes != [0x2E], bytes != [0x2E, 0x2E] else { continue }
      let name = String(validating: bytes, as: UTF8.self)
      entries.append(
        DirectoryEntry(
          name: name ?? String(decoding: bytes, as: UTF8.self), isText: name != nil, kind: kind))
    }
    return errno == 0 ? .success(entries) : .failure(Errno(code: errno))
  }

  @unsafe
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    let start = unsafe UnsafeRawPointer(entry) + offset
    let name = unsafe start.assumingMemoryBound(to: UInt8.self)
    return unsafe Array(
      UnsafeBufferPointer(start: name, count: strlen(start.assumingMemoryBound(to: CChar.self))))
  }

  /// Returns the absolute path of an existing file or folder, without links and dots; nil if there is none.
  package static func realPath(of path: String) -> String? {
    // SAFETY: the string is NUL-terminated; the result is too, and is copied before it is freed, once.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  package static func makeDirectory(_ path: String, mode: UInt32) -> Outcome {
    // SAFETY: the string is NUL-terminated and outlives the call.
    retrying { Int(unsafe mkdir(path, mode_t(mode))) }
  }

  package static func removeIfEmpty(_ folder: String) {
    // SAFETY: the string is NUL-terminated and outlives the call.
    _ = retrying { Int(unsafe rmdir(folder)) }
  }

  // MARK: Flushing

  /// Flushes the file system of an open file; returns false if that is impossible, or fails without naming a file.
  ///
  /// It costs about as much as the flush of one file, for any number of files.
  package static func flushFileSystem(of descriptor: Int32) -> Bool {
    #if os(Linux)
      retrying { Int(syncfs(descriptor)) } == .count(0)
    #else
      false
    #endif
  }

  /// Returns whether writing back the file's own bytes has failed since it was opened; no wait after `flushFileSystem`.
  package static func hasFailedToFlush(_ descriptor: Int32) -> Outcome {
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

extension System.DirectoryEntry.Kind {
  fileprivate init(type: Int32) {
    switch type {
    case Int32(DT_REG): self = .regular
    case Int32(DT_DIR): self = .directory
    case Int32(DT_LNK): self = .link
    case Int32(DT_UNKNOWN): self = .unknown
    default: self = .other
    }
  }
}

extension Result<System.FileStatus, System.Errno> {
  /// The status, if it is that of a regular file.
  package var regularFile: System.FileStatus? {
    guard case .success(let status) = self, status.kind == .regular else { return nil }
    return status
  }
}
