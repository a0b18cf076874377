@unsafe @preconcurrency internal import DecantPlatform

extension System {
  /// The absolute path of the running program, without links; nil if the system does not tell it.
  package static var runningProgram: String? {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: 4096)
      var size = UInt32(path.count)
      // SAFETY: the call writes at most `size` bytes, with a final NUL.
      guard unsafe _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return realPath(of: String(decoding: bytes, as: UTF8.self))
    #else
      return realPath(of: "/proc/self/exe")
    #endif
  }

  /// Returns the path of the program that a shell would run by this name; nil if there is none.
  package static func program(named name: String) -> String? {
    let folders = (environment("PATH") ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    // An empty name is that of the current folder.
    return folders.lazy.map { $0.isEmpty ? name : "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    guard case .success(let status) = status(of: path), status.kind == .regular else {
      return false
    }
    // SAFETY: the string is NUL-terminated and outlives the call.
    return unsafe access(path, X_OK) == 0
  }
}
