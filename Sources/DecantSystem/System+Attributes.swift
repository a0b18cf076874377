@unsafe @preconcurrency internal import DecantPlatform

extension System {
  #if os(Linux)
    private static let accessList = "system.posix_acl_access"

    /// Attributes that depend on a file's content: a write removes or invalidates them.
    private static let ofContent: Set<String> = [
      "security.capability", "security.evm", "security.ima",
    ]

    /// Copies the extended attributes, and with them the access list, to an open file.
    ///
    /// A file system without attributes has none to copy. Labels that it refuses are skipped.
    package static func copyAttributes(of path: String, to descriptor: Int32) -> Outcome {
      let names: [String]
      switch attributes(of: path) {
      case .success(let found): names = found
      case .failure(let errno):
        return errno.code == ENOTSUP || errno.code == ENOSYS ? .count(0) : .failed(errno.code)
      }
      for name in names where !ofContent.contains(name) {
        guard case .failed(let code) = copyAttribute(name, of: path, to: descriptor) else {
          continue
        }
        let isLabel = name.hasPrefix("security.") || name.hasPrefix("trusted.")
        guard isLabel else { return .failed(code) }
      }
      // A directory may give each new file an access list.
      if !names.contains(accessList) {
        // SAFETY: the string is NUL-terminated and outlives the call.
        _ = unsafe fremovexattr(descriptor, accessList)
      }
      return .count(0)
    }

    private static func attributes(of path: String) -> Result<[String], Errno> {
      // SAFETY: the call writes at most the buffer's bytes.
      unsafe filled { buffer, count in unsafe listxattr(path, buffer, count) }.map { names in
        names.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      }
    }

    private static func copyAttribute(
      _ name: String, of path: String, to descriptor: Int32
    ) -> Outcome {
      // SAFETY: the call writes at most the buffer's bytes.
      switch unsafe filled({ buffer, count in unsafe getxattr(path, name, buffer, count) }) {
      // Another program has removed it in the meantime.
      case .failure(Errno(code: ENODATA)): return .count(0)
      case .failure(let errno): return .failed(errno.code)
      case .success(let value):
        // SAFETY: the call reads the value's bytes, which outlive it.
        return retrying {
          Int(
            unsafe value.withUnsafeBytes {
              unsafe fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0)
            })
        }
      }
    }

    /// Returns what `call` writes; without a buffer, `call` returns the size that it needs.
    @unsafe
    private static func filled(
      _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
    ) -> Result<[UInt8], Errno> {
      while true {
        let needed: Int
        switch retrying({ call(nil, 0) }) {
        case .count(let count): needed = count
        case .failed(let code): return .failure(Errno(code: code))
        }
        guard needed > 0 else { return .success([]) }
        var buffer = [CChar](repeating: 0, count: needed)
        let outcome = retrying {
          unsafe buffer.withUnsafeMutableBufferPointer { unsafe call($0.baseAddress, $0.count) }
        }
        switch outcome {
        case .count(let count): return .success(buffer[..<count].map { UInt8(bitPattern: $0) })
        // It has grown in the meantime.
        case .failed(ERANGE): continue
        case .failed(let code): return .failure(Errno(code: code))
        }
      }
    }
  #elseif canImport(Darwin)
    package static func copyAttributes(of path: String, to descriptor: Int32) -> Outcome {
      switch open(path, for: .reading) {
      case .failed(let code): return .failed(code)
      case .count(let opened):
        defer { _ = close(Int32(opened)) }
        let what = copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)
        return retrying { Int(unsafe fcopyfile(Int32(opened), descriptor, nil, what)) }
      }
    }
  #else
    package static func copyAttributes(of path: String, to descriptor: Int32) -> Outcome {
      .count(0)
    }
  #endif
}
