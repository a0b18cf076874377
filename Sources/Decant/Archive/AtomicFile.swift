/// A file that is written whole or not at all.
///
/// The bytes go to a temporary file beside the target. `commit` flushes it to the disk and puts it in
/// the target's place in one step; without it the temporary file vanishes with this object.
///
///     .name.3f9c… ──write──▶ fsync ──rename──▶ name ──▶ fsync of the directory
///
/// A target that is a symbolic link is followed: what it leads to is replaced, and the link stays. A file
/// that is there already keeps its permissions.
package final class AtomicFile: ByteDestination {
  /// What becomes of the file that was there before.
  package enum Ownership {
    /// The new file belongs to whoever writes it.
    case ofWriter
    /// The new file belongs to whom the old one did, or is not made.
    case kept
  }

  /// The name that errors give the file.
  private let name: String
  /// Where the file really is, links followed.
  private let target: String
  private let temporary: String
  private let descriptor: Int32
  private let bytes: DescriptorDestination
  private var isOpen = true
  /// Where the old file is, if it had to leave before the new one could come.
  private var movedAway: String?

  /// Called with the temporary file's name before it is made, and with nil when it is gone.
  private let willKeep: ((String?) -> Void)?

  /// Begins a file that is to stand at `path`.
  package init(
    _ path: String, ownership: Ownership = .ofWriter, willKeep: ((String?) -> Void)? = nil
  ) throws(DecantError) {
    name = path
    self.willKeep = willKeep
    target = try Self.followingLinks(path)
    let old = try Self.replaceable(target, named: path)
    (temporary, descriptor) = try Self.create(beside: target, as: old, named: path, willKeep)
    bytes = DescriptorDestination(descriptor)
    if let old { try adopt(old, ownership) }
  }

  deinit {
    discard()
  }

  package func write(_ bytes: RawSpan) throws(DecantError) {
    do {
      try self.bytes.write(bytes)
    } catch {
      throw error.about(name)
    }
  }

  /// Puts the file in the target's place.
  ///
  /// With a `suffix` the old file stays beside it, under its name and the suffix.
  package func commit(keepingOldWith suffix: String? = nil) throws(DecantError) {
    precondition(isOpen)
    try check(System.flushToDisk(descriptor), .write)
    // Some file systems tell of a full disk only now.
    isOpen = false
    let closed = System.close(descriptor)
    do {
      try check(closed, .write)
      if let suffix { try keepOld(as: target + suffix) }
      let replaced = System.rename(temporary, to: target)
      if case .failed = replaced, let movedAway { _ = System.rename(movedAway, to: target) }
      try check(replaced, .replace)
    } catch {
      System.remove(temporary)
      willKeep?(nil)
      throw error
    }
    willKeep?(nil)
    try flushDirectory()
  }

  /// Gives up: the target stays as it is.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    _ = System.close(descriptor)
    System.remove(temporary)
    willKeep?(nil)
  }

  // MARK: Steps

  private func check(
    _ outcome: System.Outcome, _ operation: DecantError.Operation
  ) throws(DecantError) {
    if case .failed(let code) = outcome {
      throw DecantError(.system(operation, code: code)).about(name)
    }
  }

  /// Gives the new file the old one's permissions, and its owner where that is asked for.
  private func adopt(_ old: System.FileStatus, _ ownership: Ownership) throws(DecantError) {
    var mode = old.mode
    if case .success(let new) = System.status(of: descriptor),
      new.owner != old.owner || new.group != old.group
    {
      let outcome = System.setOwner(old.owner, group: old.group, of: descriptor)
      if case .failed = outcome {
        guard ownership == .ofWriter else {
          try check(outcome, .create)
          return
        }
        // What ran as its owner must not come to run as another.
        mode &= 0o777
      }
    }
    try check(System.setMode(mode, of: descriptor), .create)
  }

  /// Keeps the old file under another name, while the target's own is never missing.
  private func keepOld(as backup: String) throws(DecantError) {
    let link = Self.temporaryName(beside: backup)
    guard case .count = System.link(target, to: link) else {
      // This file system has no links: there is a moment without the target.
      try check(System.rename(target, to: backup), .replace)
      movedAway = backup
      return
    }
    let outcome = System.rename(link, to: backup)
    // Renaming one name of a file to another of its names does nothing at all.
    System.remove(link)
    try check(outcome, .replace)
  }

  private func flushDirectory() throws(DecantError) {
    // A directory that may be written to but not read cannot be flushed by us.
    guard case .count(let opened) = System.open(Self.directory(of: target), for: .reading)
    else { return }
    let outcome = System.flushToDisk(Int32(opened))
    _ = System.close(Int32(opened))
    try check(outcome, .write)
  }

  private static func create(
    beside target: String, as old: System.FileStatus?, named name: String,
    _ willKeep: ((String?) -> Void)?
  ) throws(DecantError) -> (path: String, descriptor: Int32) {
    // Nobody else may look into the new file before it has the old one's permissions.
    let mode: UInt32 = old == nil ? 0o666 : 0o600
    while true {
      let path = temporaryName(beside: target)
      willKeep?(path)
      switch System.open(path, for: .creating(mode: mode)) {
      case .count(let opened): return (path, Int32(opened))
      case .failed(System.Errno.exists.code): continue
      case .failed(let code):
        willKeep?(nil)
        throw DecantError(.system(.create, code: code)).about(name)
      }
    }
  }

  // MARK: Names

  /// The file that is to be replaced, if there is one; throws if it must not be.
  private static func replaceable(
    _ target: String, named name: String
  ) throws(DecantError) -> System.FileStatus? {
    switch System.status(of: target) {
    case .success(let status):
      switch status.kind {
      case .regular: break
      case .directory:
        throw DecantError(.system(.create, code: System.Errno.isDirectory.code)).about(name)
      case .other: throw DecantError(.notARegularFile).about(name)
      }
      guard System.mayWrite(target) else {
        throw DecantError(.system(.create, code: System.Errno.notPermitted.code)).about(name)
      }
      return status
    case .failure(.notFound):
      return nil
    case .failure(let errno):
      throw DecantError(.system(.create, code: errno.code)).about(name)
    }
  }

  /// Where a path leads when it is a symbolic link, even to a file that is not there yet.
  private static func followingLinks(_ path: String) throws(DecantError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = System.target(ofLink: path) else { return path }
      path = target.utf8.first == UInt8(ascii: "/") ? target : directory(of: path) + "/" + target
    }
    throw DecantError(.system(.create, code: System.Errno.tooManyLinks.code)).about(path)
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A name that nobody can foresee, hidden, and not too long for a file system.
  private static func temporaryName(beside path: String) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    var number = SystemRandomNumberGenerator()
    let random = String(number.next(), radix: 36)
    var stem = path[start...]
    while stem.utf8.count > 200 { stem.removeLast() }
    return "\(path[..<start]).\(stem).\(random)"
  }
}
