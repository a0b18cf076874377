/// A file that is written whole or not at all.
///
/// The bytes go to a temporary file beside the target. `commit` flushes it to the disk and puts it in
/// the target's place in one step; without it the temporary file vanishes with this object.
///
///     .name.3f9c….decanting ──write──▶ fsync ──rename──▶ name ──▶ fsync of the directory
///
/// A target that is a symbolic link is followed: what it leads to is replaced, and the link stays. A file
/// that is there already keeps its permissions, extended attributes and access list. The temporary file is locked as long as its
/// process runs, so that one that a killed process has left can be recognized and removed.
package final class AtomicFile: ByteDestination {
  /// What becomes of the file that was there before.
  package enum Ownership {
    /// The new file belongs to whoever writes it.
    case ofWriter
    /// The new file belongs to whom the old one did, or is not made.
    case kept
  }

  /// What becomes of a file that is at the target when this one is put there.
  package enum Placement {
    /// It is replaced.
    case overAnything
    /// It stays, and this one is not put there.
    case overNothing
  }

  /// The name that errors give the file.
  package let name: String
  /// Where the file really is, links followed.
  package let target: String
  private let temporary: String
  package let descriptor: Int32
  private let bytes: DescriptorDestination
  private var isOpen = true
  /// Where the old file is, if it had to leave before the new one could come.
  private var movedAway: String?

  /// Called with the temporary file's name before it is made, and with nil when it is gone.
  private let willKeep: ((String?) -> Void)?

  /// Begins a file that is to be at `path`.
  ///
  /// Its permissions are those of the file that it replaces, else those of `model` where there is one.
  package init(
    _ path: String, ownership: Ownership = .ofWriter, like model: System.FileStatus? = nil,
    willKeep: ((String?) -> Void)? = nil
  ) throws(DecantError) {
    name = path
    self.willKeep = willKeep
    target = try Self.followingLinks(path)
    let replaced = try Self.replaceable(target, named: path)
    let old = replaced ?? model
    (temporary, descriptor) = try Self.create(beside: target, as: old, named: path, willKeep)
    bytes = DescriptorDestination(descriptor)
    if let old { try adopt(old, ownership, isReplacing: replaced != nil) }
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

  /// The file's bytes, from the first, once they are written.
  package func readBack() -> any ByteSource {
    System.skip(descriptor, to: 0)
    return DescriptorSource(descriptor)
  }

  /// Puts the file in the target's place, and waits until it is safe there.
  ///
  /// With a `suffix` the old file stays beside it, under its name and the suffix.
  package func commit(keepingOldWith suffix: String? = nil) throws(DecantError) {
    try flush()
    try place(.overAnything, keepingOldWith: suffix)
    try check(System.flushDirectory(Self.directory(of: target)), .write)
  }

  /// Waits until the bytes are on the disk.
  func flush() throws(DecantError) {
    precondition(isOpen)
    try check(System.flushToDisk(descriptor), .write)
  }

  /// Puts the file, whose bytes are on the disk, in the target's place.
  package func place(
    _ placement: Placement, keepingOldWith suffix: String? = nil
  ) throws(DecantError) {
    precondition(isOpen)
    isOpen = false
    // Some file systems tell of a full disk only when a file is closed; the lock must last longer.
    let lock = System.duplicate(descriptor)
    defer { if case .count(let lock) = lock { _ = System.close(Int32(lock)) } }
    let closed = System.close(descriptor)
    do {
      try check(closed, .write)
      if let suffix { try keepOld(as: target + suffix) }
      switch placement {
      case .overAnything:
        let replaced = System.rename(temporary, to: target)
        if case .failed = replaced, let movedAway { _ = System.rename(movedAway, to: target) }
        try check(replaced, .replace)
      case .overNothing:
        try placeOverNothing()
      }
    } catch {
      System.remove(temporary)
      willKeep?(nil)
      throw error
    }
    willKeep?(nil)
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

  /// Puts the file where no other is, not even one that has come since the last look.
  private func placeOverNothing() throws(DecantError) {
    let linked = System.link(temporary, to: target)
    switch linked {
    case .count:
      System.remove(temporary)
    case .failed(System.Errno.exists.code):
      try check(linked, .create)
    case .failed:
      // This file system has no links: another process may be quicker between the question and the answer.
      if case .success = System.statusOfLink(target) {
        throw DecantError(.system(.create, code: System.Errno.exists.code)).about(name)
      }
      try check(System.rename(temporary, to: target), .replace)
    }
  }

  private func check(
    _ outcome: System.Outcome, _ operation: DecantError.Operation
  ) throws(DecantError) {
    if case .failed(let code) = outcome {
      throw DecantError(.system(operation, code: code)).about(name)
    }
  }

  /// Gives the new file the old one's permissions, its owner where that is asked for, and, where it replaces the old
  /// one, its extended attributes and access list.
  private func adopt(
    _ old: System.FileStatus, _ ownership: Ownership, isReplacing: Bool
  ) throws(DecantError) {
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
    // The mode comes last: an access list that is copied sets its bits for the group.
    if isReplacing { try check(System.copyAttributes(of: target, to: descriptor), .create) }
    try check(System.setMode(mode, of: descriptor), .create)
  }

  /// Keeps the old file under another name, while the target's own is never missing.
  private func keepOld(as backup: String) throws(DecantError) {
    // The second name looks like a temporary file, and must not be taken for an abandoned one.
    let opened = System.open(target, for: .reading)
    defer { if case .count(let old) = opened { _ = System.close(Int32(old)) } }
    if case .count(let old) = opened { _ = System.lock(Int32(old)) }
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

  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
