internal import DecantCore

@unsafe @preconcurrency internal import DecantPlatform

extension System {
  struct DirectoryEntry {
    enum Kind {
      case regular, directory, link, other
      /// The file system does not report the kind.
      case unknown
    }

    var name: String
    /// Whether the name is valid UTF-8, so that it can be used to open the file.
    var isText = true
    var kind: Kind
  }

  /// Whether there is a file or a folder of this name; links are followed.
  static func hasFile(named path: String) -> Bool {
    if case .success = status(of: path) { true } else { false }
  }

  /// Returns the entries of a folder, unordered, without `.` and `..`.
  static func entries(of path: String) -> Result<[DirectoryEntry], Errno> {
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
  static func realPath(of path: String) -> String? {
    // SAFETY: the string is NUL-terminated; the result is too, and is copied before it is freed, once.
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  static func makeDirectory(_ path: String, mode: UInt32) -> Outcome {
    // SAFETY: the string is NUL-terminated and outlives the call.
    retrying { Int(unsafe mkdir(path, mode_t(mode))) }
  }

  static func removeIfEmpty(_ folder: String) {
    // SAFETY: the string is NUL-terminated and outlives the call.
    _ = retrying { Int(unsafe rmdir(folder)) }
  }

  /// Creates the folders of a file that are missing, like those of a model: `mode` is called with a folder, and the one at
  /// the same height above the model.
  static func makeFolders(
    of path: String, like model: String = "", mode: (String, String) -> UInt32 = { _, _ in 0o777 }
  ) throws(DecantError) {
    var missing: [(folder: String, model: String)] = []
    var (folder, model) = (AtomicFile.directory(of: path), AtomicFile.directory(of: model))
    while case .failure(.notFound) = status(of: folder) {
      missing.append((folder, model))
      folder = AtomicFile.directory(of: folder)
      model = AtomicFile.directory(of: model)
    }
    for (folder, model) in missing.reversed() {
      switch makeDirectory(folder, mode: mode(folder, model)) {
      case .count, .failed(Errno.exists.code): break
      case .failed(let code): throw DecantError(.system(.create, code: code)).about(folder)
      }
      let flushed = flushDirectory(AtomicFile.directory(of: folder))
      _ = try flushed.count(orThrow: .write, about: folder)
    }
  }

  // MARK: Flushing

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

extension System.Outcome {
  /// Returns the count or the descriptor; throws after a failure.
  func count(
    orThrow operation: DecantError.Operation, about name: String? = nil
  ) throws(DecantError) -> Int {
    switch self {
    case .count(let count): return count
    case .failed(let code):
      let error = DecantError(.system(operation, code: code))
      throw name.map(error.about) ?? error
    }
  }
}

extension Result<System.FileStatus, System.Errno> {
  /// The status, if it is that of a regular file.
  var regularFile: System.FileStatus? {
    guard case .success(let status) = self, status.kind == .regular else { return nil }
    return status
  }
}
