internal import Decant

/// A file whose result is verified, and not yet safe in its place.
///
/// It goes from the thread that made it to the one that puts results in their places, and no other thread has it.
struct FinishedFile: @unchecked Sendable {
  /// Its place among all files.
  let index: Int
  let result: FileGroup.Member
  let outcome: MigrationOutcome
  let source: SnapshotFile
  /// Whether the source is removed when its result is safe.
  let isRemoving: Bool

  /// Puts the results of some files in their places, and removes what they were made of where that is wanted.
  static func settle(_ files: [FinishedFile]) -> [(index: Int, outcome: MigrationOutcome)] {
    // Of one that has changed since it was read, not even its own place must be taken.
    let changed = files.map { !$0.source.isUnchanged }
    let ready = zip(files, changed).compactMap { $1 ? nil : $0 }
    let late = zip(files, changed).compactMap { $1 ? $0 : nil }
    return late.map { ($0.index, $0.outcome.failed(DecantError(.migration(.changed)))) }
      + zip(ready, FileGroup.commit(ready.map(\.result))).map { ($0.index, $0.settled($1)) }
  }

  /// What becomes of the file when its result is in its place, or an error has kept it from there.
  private func settled(_ error: DecantError?) -> MigrationOutcome {
    guard let error else { return removingSource() }
    // Somebody was quicker.
    if error.problem == .system(.create, code: System.Errno.exists.code),
      let target = outcome.target
    {
      return outcome.failed(DecantError(.migration(.targetDiffers(target))))
    }
    return outcome.failed(error)
  }

  /// Removes the source, whose result is safe, where that is wanted.
  private func removingSource() -> MigrationOutcome {
    var outcome = outcome
    let path = outcome.source
    guard isRemoving else { return outcome }
    guard source.isUnchanged else { return outcome.failed(DecantError(.migration(.changed))) }
    switch System.removing(path) {
    case .count:
      outcome.isRemoved = true
      return outcome
    case .failed(let code):
      return outcome.failed(DecantError(.system(.remove, code: code)))
    }
  }
}
