@unsafe @preconcurrency internal import DecantPlatform

extension System {
  package struct FileStatus: Equatable {
    package enum Kind: Equatable {
      case regular, directory, other
    }

    package var kind: Kind
    package var identity: FileIdentity
    package var version: FileVersion
    /// The number of hard links.
    package var names: Int
    /// The permission bits, including set-user-id, set-group-id and the sticky bit.
    package var mode: UInt32
    package var owner: UInt32
    package var group: UInt32
  }

  package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var number: UInt64
  }

  /// Changes whenever a file's content does.
  package struct FileVersion: Equatable, Sendable {
    package var size: Int
    var seconds: Int
    var nanoseconds: Int

    /// One number, which an atomic can hold.
    var digest: Int { (size &* 31 &+ seconds) &* 1_000_000_007 &+ nanoseconds }

    /// Whether the file is older than the precision of its time, so that a change from now on has another time.
    package var willDifferIfChanged: Bool {
      time(nil) - seconds > 2
    }
  }

  package enum Access: Equatable {
    case reading
    case writing
    /// Writing and reading a new file, which must not exist yet.
    case creating(mode: UInt32)
    case overwriting(mode: UInt32)
  }

  /// Opens a file; the outcome's count is its descriptor.
  package static func open(_ path: String, for access: Access) -> Outcome {
    let always = O_CLOEXEC | O_NOCTTY
    // SAFETY: the string is NUL-terminated and outlives the call.
    return retrying {
      switch access {
      case .reading: Int(unsafe platformOpen(path, always | O_RDONLY, 0))
      case .writing: Int(unsafe platformOpen(path, always | O_WRONLY, 0))
      case .creating(let mode):
        Int(unsafe platformOpen(path, always | O_RDWR | O_CREAT | O_EXCL, mode_t(mode)))
      case .overwriting(let mode):
        Int(unsafe platformOpen(path, always | O_WRONLY | O_CREAT | O_TRUNC, mode_t(mode)))
      }
    }
  }

  /// Closes a descriptor, which is closed afterward whatever the outcome.
  package static func close(_ descriptor: Int32) -> Outcome {
    platformClose(descriptor) == 0 ? .count(0) : .failed(errno)
  }

  package static func status(of path: String) -> Result<FileStatus, Errno> {
    // SAFETY: the call fills the structure passed to it.
    fileStatus { status in unsafe stat(path, &status) }
  }

  /// Returns the status of the file with this name, without following links.
  package static func statusOfLink(_ path: String) -> Result<FileStatus, Errno> {
    // SAFETY: as above.
    fileStatus { status in unsafe lstat(path, &status) }
  }

  package static func status(of descriptor: Int32) -> Result<FileStatus, Errno> {
    // SAFETY: as above.
    fileStatus { status in unsafe fstat(descriptor, &status) }
  }

  private static func fileStatus(_ call: (inout stat) -> Int32) -> Result<FileStatus, Errno> {
    var status = stat()
    return retrying { Int(call(&status)) }.result.map { _ in FileStatus(status) }
  }

  package static func mayWrite(_ path: String) -> Bool {
    // SAFETY: the string is NUL-terminated and outlives the call.
    unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
  }

  package static func target(ofLink path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    // SAFETY: the call writes at most the buffer's bytes, and returns their number.
    let count = unsafe buffer.withUnsafeMutableBytes { bytes -> Int in
      guard let start = bytes.baseAddress else { return -1 }
      return unsafe readlink(path, start, bytes.count)
    }
    guard count >= 0 else { return nil }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }

  package static func setMode(_ mode: UInt32, of descriptor: Int32) -> Outcome {
    retrying { Int(fchmod(descriptor, mode_t(mode))) }
  }

  package static func setOwner(
    _ owner: UInt32, group: UInt32, of descriptor: Int32
  ) -> Outcome {
    retrying { Int(fchown(descriptor, owner, group)) }
  }

  /// Waits until the file's content is on the disk.
  ///
  /// A file that cannot be flushed, such as a device, counts as flushed.
  package static func flushToDisk(_ descriptor: Int32) -> Outcome {
    let outcome = retrying { Int(fsync(descriptor)) }
    return outcome == .failed(EINVAL) || outcome == .failed(ENOTSUP) ? .count(0) : outcome
  }

  package static func rename(_ old: String, to new: String) -> Outcome {
    // SAFETY: the strings are NUL-terminated and outlive the call.
    retrying { Int(unsafe platformRename(old, new)) }
  }

  package static func link(_ old: String, to new: String) -> Outcome {
    // SAFETY: the strings are NUL-terminated and outlive the call.
    retrying { Int(unsafe platformLink(old, new)) }
  }

  /// Removes a name if it exists.
  package static func remove(_ path: String) {
    _ = removing(path)
  }

  package static func removing(_ path: String) -> Outcome {
    // SAFETY: the string is NUL-terminated and outlives the call.
    retrying { Int(unsafe unlink(path)) }
  }

  package static func duplicate(_ descriptor: Int32) -> Outcome {
    retrying { Int(fcntl(descriptor, F_DUPFD_CLOEXEC, 0)) }
  }

  /// Waits until the names in a directory are on the disk.
  ///
  /// A directory that is writable but not readable cannot be flushed, and counts as flushed.
  package static func flushDirectory(_ path: String) -> Outcome {
    guard case .count(let opened) = open(path, for: .reading) else { return .count(0) }
    let outcome = flushToDisk(Int32(opened))
    _ = close(Int32(opened))
    return outcome
  }

  package enum Lock {
    case taken, inUse
    /// The file system has no locks.
    case impossible
  }

  /// Locks an open file until all its descriptors are closed, at the latest when the process ends.
  package static func lock(_ descriptor: Int32) -> Lock {
    switch retrying({ Int(flock(descriptor, LOCK_EX | LOCK_NB)) }) {
    case .count: .taken
    case .failed(EWOULDBLOCK): .inUse
    case .failed: .impossible
    }
  }

  /// Locks an open file as above, and waits at most `milliseconds` for its present holder.
  package static func lock(_ descriptor: Int32, waiting milliseconds: Int) -> Lock {
    for _ in 0..<milliseconds {
      let outcome = lock(descriptor)
      guard outcome == .inUse else { return outcome }
      _ = usleep(1000)
    }
    return lock(descriptor)
  }

  package struct Errno: Error, Equatable {
    package var code: Int32

    package init(code: Int32) {
      self.code = code
    }

    package static let exists = Errno(code: EEXIST)
    package static let isDirectory = Errno(code: EISDIR)
    package static let notFound = Errno(code: ENOENT)
    package static let notPermitted = Errno(code: EACCES)
    package static let tooManyLinks = Errno(code: ELOOP)
  }
}

extension System.Outcome {
  package var result: Result<Int, System.Errno> {
    switch self {
    case .count(let count): .success(count)
    case .failed(let code): .failure(System.Errno(code: code))
    }
  }
}

extension System.FileStatus {
  /// Whether `path` leads to the same file, and its content has not changed since.
  package func isCurrent(at path: String) -> Bool {
    guard case .success(let now) = System.status(of: path) else { return false }
    return now.identity == identity && now.version == version
  }

  fileprivate init(_ status: stat) {
    let format = status.st_mode & S_IFMT
    kind = format == S_IFREG ? .regular : format == S_IFDIR ? .directory : .other
    identity = System.FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    version = System.FileVersion(
      size: Int(status.st_size), seconds: Int(modified.tv_sec),
      nanoseconds: Int(modified.tv_nsec))
    names = Int(status.st_nlink)
    mode = UInt32(status.st_mode & 0o7777)
    owner = status.st_uid
    group = status.st_gid
  }
}

// Inside `System`, these names mean its own functions.

private func platformOpen(
  _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 {
  unsafe open(path, flags, mode)
}

private func platformClose(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}

private func platformRename(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(old, new)
}

private func platformLink(_ old: UnsafePointer<CChar>, _ new: UnsafePointer<CChar>) -> Int32 {
  unsafe link(old, new)
}
