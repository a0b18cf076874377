struct MigrationSummary {
  var converted = 0
  var skipped = 0
  var failed = 0
  /// Files that were not begun, or not finished, because the run was stopped.
  var undone = 0
  var isDryRun = false

  mutating func count(_ kind: MigrationOutcome.Kind) {
    switch kind {
    case .converted: converted += 1
    case .skipped: skipped += 1
    case .failed: failed += 1
    case .ignored: break
    }
  }

  var text: String {
    let files = converted == 1 ? "file" : "files"
    let verb = isDryRun ? "would be converted" : "converted"
    let rest = undone > 0 ? ", \(undone) left undone" : ""
    return "\(converted) \(files) \(verb), \(skipped) skipped, \(failed) failed\(rest)"
  }
}
