internal import DecantCore
internal import DecantSystem

/// The temporary file beside the one that is replaced. It is locked while its process lives, so that one that was left behind is
/// recognized and removed by the next process that writes there.
extension AtomicFile {
  private static let ending = ".decanting"
  private static let tokenLength = 13

  /// Creates a temporary file and locks it.
  ///
  /// The first name tried is always the same, so that the next writer of a file finds and removes
  /// what a killed process left. If another process is writing the same file, the name is random.
  static func create(
    beside target: String, as old: System.FileStatus?, named name: String,
    _ willCreate: ((String) -> () -> Void)?
  ) throws(DecantError) -> (path: String, descriptor: Int32, isGone: (() -> Void)?) {
    // No other user may read the new file before it has the old one's permissions.
    let mode: UInt32 = old == nil ? 0o666 : 0o600
    var path = temporaryName(beside: target, token: 0)
    _ = removeLeftover(path)
    while true {
      let isGone = willCreate?(path)
      switch System.open(path, for: .creating(mode: mode)) {
      case .count(let opened):
        let descriptor = Int32(opened)
        if isLocked(descriptor) { return (path, descriptor, isGone) }
        // Another process took the file for a leftover before it was locked, and removes it.
        _ = System.close(descriptor)
      case .failed(System.Errno.exists.code): break
      case .failed(let code):
        isGone?()
        throw DecantError(.system(.create, code: code)).about(name)
      }
      isGone?()
      path = temporaryName(beside: target)
    }
  }

  /// Locks a new file; returns false if another process has removed it or is about to.
  private static func isLocked(_ descriptor: Int32) -> Bool {
    switch System.lock(descriptor) {
    case .inUse: return false
    // Without locks, no process removes the files of another.
    case .impossible: return true
    case .taken:
      guard case .success(let status) = System.status(of: descriptor) else { return true }
      return status.names > 0
    }
  }

  /// Random, hidden, and short enough for a file system.
  static func temporaryName(beside path: String) -> String {
    var number = SystemRandomNumberGenerator()
    return temporaryName(beside: path, token: number.next())
  }

  static func temporaryName(beside path: String, token: UInt64) -> String {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    let digits = String(token, radix: 36)
    let padding = String(repeating: "0", count: tokenLength - digits.count)
    var stem = path[start...]
    while stem.utf8.count > 200 { stem.removeLast() }
    return "\(path[..<start]).\(stem).\(padding)\(digits)\(ending)"
  }

  package static func isTemporaryName(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(ending) else { return false }
    let parts = name.dropLast(ending.count).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 3, let token = parts.last, token.count == tokenLength else {
      return false
    }
    return token.allSatisfy { $0.isASCII && ($0.isNumber || $0.isLowercase) }
  }

  /// Removes a temporary file; returns false if a process is writing it, or it is not temporary.
  package static func removeLeftover(_ path: String) -> Bool {
    guard isTemporaryName(String(path.split(separator: "/").last ?? "")),
      case .success(let status) = System.statusOfLink(path), status.kind == .regular,
      case .count(let opened) = System.open(path, for: .reading)
    else { return false }
    defer { _ = System.close(Int32(opened)) }
    // It is removed while locked, so that its creator notices, and only if the name still leads to
    // the locked file.
    guard case .taken = System.lock(Int32(opened)),
      case .success(let locked) = System.status(of: Int32(opened)),
      case .success(let named) = System.statusOfLink(path), named.identity == locked.identity
    else { return false }
    return System.removing(path) == .count(0)
  }
}
