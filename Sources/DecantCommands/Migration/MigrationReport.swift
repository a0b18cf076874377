internal import DecantChanges
internal import DecantConversion
internal import DecantCore

struct MigrationOutcome: Sendable {
  enum Kind: String, Sendable {
    case converted, skipped, failed, ignored
    /// The outcomes of `edit`, which has failed files too.
    case changed, unchanged
  }

  var kind: Kind
  var source: String
  var target: String?
  var from: String?
  var to: String?
  var bytes = 0
  var written: Int?
  var error: DecantError?
  var format: Format?
  var remark: String?
  var isRemoved = false
  var losses: [Losses.Entry] = []
  /// What would change, with `--diff`.
  var differences: [UnifiedDiff] = []

  init(_ kind: Kind, _ source: String) {
    self.kind = kind
    self.source = source
  }

  func failed(_ error: DecantError) -> MigrationOutcome {
    var outcome = self
    outcome.kind = .failed
    outcome.error = error.source == nil ? error.about(source) : error
    outcome.written = nil
    outcome.losses = []
    return outcome
  }
}

struct MigrationSummary {
  var converted = 0
  var skipped = 0
  var failed = 0
  var ignored = 0
  /// Sources of skipped files that are removed, because an earlier run has converted them.
  var removed = 0
  /// Files that were not begun, or not finished, because the run was stopped.
  var undone = 0
  var isDryRun = false

  mutating func count(_ outcome: MigrationOutcome) {
    switch outcome.kind {
    case .converted: converted += 1
    case .skipped:
      skipped += 1
      if outcome.isRemoved { removed += 1 }
    case .failed: failed += 1
    case .ignored, .changed, .unchanged: break
    }
  }

  var text: String {
    let files = converted == 1 ? "file" : "files"
    let verb = isDryRun ? "would be converted" : "converted"
    let removal = removed > 0 ? " (\(removed) \(isDryRun ? "would be " : "")removed)" : ""
    let rest =
      (ignored > 0 ? ", \(ignored) ignored" : "") + (undone > 0 ? ", \(undone) left undone" : "")
    return "\(converted) \(files) \(verb), \(skipped) skipped\(removal), \(failed) failed\(rest)"
  }
}

/// An outcome as a JSON object on one line; inapplicable members are null.
struct ReportLine {
  private let outcome: MigrationOutcome

  init(_ outcome: MigrationOutcome) {
    self.outcome = outcome
  }

  var text: String {
    let position = outcome.error?.position
    let members: [(String, String?)] = [
      ("source", outcome.source.quotedJSON),
      ("target", outcome.target?.quotedJSON),
      ("from", outcome.from?.quotedJSON),
      ("to", outcome.to?.quotedJSON),
      ("bytes", "\(outcome.bytes)"),
      ("written", outcome.written.map { "\($0)" }),
      ("outcome", outcome.kind.rawValue.quotedJSON),
      ("reason", reason?.quotedJSON),
      ("line", position.map { "\($0.line)" }),
      ("column", position.map { "\($0.column)" }),
      ("removed", outcome.isRemoved ? "true" : "false"),
    ]
    return String(objectOf: members) + "\n"
  }

  private var reason: String? {
    if let error = outcome.error { return error.statement }
    let remarks =
      [outcome.remark].compactMap { $0 }
      + outcome.losses.map { $0.description(naming: nil) }
    return remarks.isEmpty ? nil : remarks.joined(separator: "; ")
  }
}
