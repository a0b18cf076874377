internal import DecantCore
internal import DecantSystem

/// A file whose verified result is not yet in place; `@unchecked Sendable` because only one
/// thread at a time has it: first the worker that created it, then the one that settles results.
struct FinishedFile: @unchecked Sendable {
  let index: Int
  let result: FileGroup.Member
  let outcome: MigrationOutcome
  let source: SnapshotFile
  let isRemoving: Bool

  static func settle(_ files: [FinishedFile]) -> [(index: Int, outcome: MigrationOutcome)] {
    // The result of a source that changed after it was read is discarded.
    let changed = files.map { !$0.source.isUnchanged }
    let ready = zip(files, changed).compactMap { $1 ? nil : $0 }
    let late = zip(files, changed).compactMap { $1 ? $0 : nil }
    return late.map { ($0.index, $0.outcome.failed(DecantError(.changedFile))) }
      + zip(ready, FileGroup.commit(ready.map(\.result))).map { ($0.index, $0.settled($1)) }
  }

  private func settled(_ error: DecantError?) -> MigrationOutcome {
    guard let error else { return removingSource() }
    // Another process has created the target in the meantime.
    if error.problem == .system(.create, code: System.Errno.exists.code),
      let target = outcome.target
    {
      return outcome.failed(DecantError(.migration(.targetDiffers(target))))
    }
    return outcome.failed(error)
  }

  private func removingSource() -> MigrationOutcome {
    var outcome = outcome
    let path = outcome.source
    guard isRemoving else { return outcome }
    guard source.isUnchanged else { return outcome.failed(DecantError(.changedFile)) }
    switch System.removing(path) {
    case .count:
      outcome.isRemoved = true
      return outcome
    case .failed(let code):
      return outcome.failed(DecantError(.system(.remove, code: code)))
    }
  }
}
