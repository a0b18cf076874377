import Testing

/// Kills a program at the entry of each system call that can change files, one run per call, so
/// that the result does not depend on timing.
enum Killing {
  static let isInstalled: Bool = {
    let outcome = try? Scratch().shell("\(strace("close", at: 1)) true")
    let isKilled = outcome?.status == killed
    if !isKilled { print("not at hand: strace") }
    return isKilled
  }()

  private static let killed: Int32 = 9

  private static let calls = [
    "openat", "write", "?ftruncate", "?fchown", "?fchmod", "?fsetxattr", "fsync", "?syncfs",
    "?rename,?renameat,?renameat2", "?link,?linkat", "?unlink,?unlinkat",
  ]

  private static func strace(_ calls: String, at number: Int) -> String {
    "exec strace -f -qq -o /dev/null -e trace=\(calls) -e inject=\(calls):signal=KILL:when=\(number)"
  }

  /// Returns the number of killed runs; the last run for each kind of call completes.
  static func atEachCall(
    of command: String, in folder: String, of scratch: Scratch, check: () throws -> Void
  ) throws -> Int {
    var count = 0
    for calls in calls {
      for number in 1... {
        let outcome = try scratch.shell("cd \(folder); \(strace(calls, at: number)) \(command)")
        try check()
        guard outcome.status == killed else {
          #expect(outcome.status == 0, "\(calls) \(number): \(outcome.errors)")
          break
        }
        count += 1
      }
    }
    return count
  }
}
