package import DecantCore
package import DecantSystem

/// A file that is written whole or not at all.
///
/// The bytes go to a temporary file, which `commit` flushes to the disk and renames over the
/// target. Without `commit`, it is removed with this object.
///
///     .name.3f9c….decanting ──write──▶ fsync ──rename──▶ name ──▶ fsync of the directory
///
/// A symbolic link is followed: its target is replaced, and the link stays. A replaced file's
/// permissions, extended attributes and access list are kept. The temporary file is locked while
/// its process runs, so that one that a killed process left can be recognized.
///
/// A file that was read before it is replaced must not lose what another program has written since, so its `original`
/// status is compared with that of the target at the last moment.
package final class AtomicFile: ByteDestination {
  package enum Ownership {
    /// The old file's owner if possible, else the writer.
    case ofWriter
    /// The old file's owner; an error if that is not possible.
    case kept
  }

  package enum Placement {
    case replacing
    /// It stays, and placing this one fails.
    case ifAbsent
  }

  package let name: String
  package let target: String
  private let temporary: String
  package let descriptor: Int32
  private let bytes: DescriptorDestination
  /// The status of the target when its content was read; nil if the new content does not depend on it.
  private let original: System.FileStatus?
  private var isOpen = true
  /// Where the old file is if the file system has no links.
  private var movedAway: String?

  /// Called once the temporary file is gone.
  private let isGone: (() -> Void)?

  /// Creates the temporary file for `path`.
  ///
  /// Its permissions are those of the file that it replaces, else those of `model`. Before it is created, `willCreate` is
  /// called with its name; what that returns is called once the temporary file is gone.
  package init(
    _ path: String, ownership: Ownership = .ofWriter, original: System.FileStatus? = nil,
    like model: System.FileStatus? = nil, willCreate: ((String) -> () -> Void)? = nil
  ) throws(DecantError) {
    name = path
    self.original = original
    target = try Self.followingLinks(path)
    let replaced = try Self.replaceable(target, named: path)
    let old = replaced ?? model
    (temporary, descriptor, isGone) = try Self.create(
      beside: target, as: old, named: path, willCreate)
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

  /// Writes a file whole; throws if the one in its place has not the status `original` any more.
  package static func write(
    _ bytes: [UInt8], to path: String, over original: System.FileStatus? = nil,
    like model: System.FileStatus? = nil, _ placement: Placement = .replacing
  ) throws(DecantError) {
    let file = try AtomicFile(path, original: original, like: model)
    try bytes.withBytes { (bytes) throws(DecantError) in try file.write(bytes) }
    try file.commit(placement)
  }

  package func readBack() -> any ByteSource {
    System.skip(descriptor, to: 0)
    return DescriptorSource(descriptor)
  }

  /// Puts the file in the target's place and waits until it is safe on the disk.
  ///
  /// With a `suffix`, the old file is kept beside it, under its name and the suffix.
  package func commit(
    _ placement: Placement = .replacing, keepingOldWith suffix: String? = nil
  ) throws(DecantError) {
    try flush()
    try place(placement, keepingOldWith: suffix)
    try check(System.flushDirectory(FilePath.directory(of: target)), .write)
  }

  func flush() throws(DecantError) {
    precondition(isOpen)
    try check(System.flushToDisk(descriptor), .write)
  }

  /// Puts the file in the target's place; call `flush()` first.
  ///
  /// Throws if the target is not the `original` any more.
  package func place(
    _ placement: Placement, keepingOldWith suffix: String? = nil
  ) throws(DecantError) {
    precondition(isOpen)
    isOpen = false
    // Some file systems report a full disk only on close; the lock must last longer.
    let lock = System.duplicate(descriptor)
    defer { if case .count(let lock) = lock { _ = System.close(Int32(lock)) } }
    let closed = System.close(descriptor)
    do throws(DecantError) {
      try check(closed, .write)
      let old = placement == .replacing ? lockOld() : nil
      defer { if let old { _ = System.close(old) } }
      if let original, !original.isCurrent(at: target) {
        throw DecantError(.changedFile).about(name)
      }
      if let suffix { try keepOld(as: target + suffix) }
      switch placement {
      case .replacing:
        let replaced = System.rename(temporary, to: target)
        if case .failed = replaced, let movedAway { _ = System.rename(movedAway, to: target) }
        try check(replaced, .replace)
      case .ifAbsent:
        try placeOverNothing()
      }
    } catch {
      System.remove(temporary)
      isGone?()
      throw error
    }
    isGone?()
  }

  package func discard() {
    guard isOpen else { return }
    isOpen = false
    _ = System.close(descriptor)
    System.remove(temporary)
    isGone?()
  }

  // MARK: Steps

  private func placeOverNothing() throws(DecantError) {
    let linked = System.link(temporary, to: target)
    switch linked {
    case .count:
      System.remove(temporary)
    case .failed(System.Errno.exists.code):
      try check(linked, .create)
    case .failed:
      // Without links, another process may create the target between the look and the renaming.
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

  /// Copies owner, permissions and, if the old file is replaced, attributes and access list.
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
        // A file that runs as its owner must not run as another user.
        mode &= 0o777
      }
    }
    // The mode comes last: copying an access list changes the bits of the group.
    if isReplacing { try check(System.copyAttributes(of: target, to: descriptor), .create) }
    try check(System.setMode(mode, of: descriptor), .create)
  }

  /// Opens and locks the old file, so that one process at a time compares and replaces it; nil if there is none.
  ///
  /// Another program may hold the lock for its own purposes, so this waits only briefly.
  private func lockOld() -> Int32? {
    guard case .success(let status) = System.status(of: target), status.kind == .regular,
      case .count(let opened) = System.open(target, for: .reading)
    else { return nil }
    _ = System.lock(Int32(opened), waiting: 200)
    return Int32(opened)
  }

  /// Keeps the old file as `backup`, while the target's name is never missing.
  ///
  /// Precondition: it is locked, so that its link, which has a temporary name, is not removed as a leftover.
  private func keepOld(as backup: String) throws(DecantError) {
    let link = Self.temporaryName(beside: backup, token: 0)
    _ = Self.removeLeftover(link)
    let linked = System.link(target, to: link)
    // A killed process may have left the same link, which is locked as the target is.
    let identity = try? System.statusOfLink(link).get().identity
    guard linked == .count(0) || identity == original?.identity && identity != nil else {
      // Without links, the target is missing for a moment.
      try check(System.rename(target, to: backup), .replace)
      movedAway = backup
      return
    }
    let outcome = System.rename(link, to: backup)
    // `rename` does nothing if both names are of the same file.
    System.remove(link)
    try check(outcome, .replace)
  }

  // MARK: Names

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

  /// Follows symbolic links, even to a file that does not exist yet.
  package static func followingLinks(_ path: String) throws(DecantError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let target = System.target(ofLink: path) else { return path }
      path =
        target.utf8.first == UInt8(ascii: "/")
        ? target : FilePath.directory(of: path) + "/" + target
    }
    throw DecantError(.system(.create, code: System.Errno.tooManyLinks.code)).about(path)
  }
}
