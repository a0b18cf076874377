internal import Decant

/// The result of one file of a migration.
struct MigrationOutcome: Sendable {
  enum Kind: String, Sendable {
    case converted, skipped, failed, ignored
  }

  var kind: Kind
  var source: String
  var target: String?
  /// The names of the formats, as far as known.
  var from: String?
  var to: String?
  var bytes = 0
  var written: Int?
  var error: DecantError?
  /// The format of the input where the error occurred.
  var format: Format?
  /// The reason why it was skipped or ignored, or not removed.
  var remark: String?
  /// Whether the source was removed, or would be by a dry run.
  var isRemoved = false
  /// The values that were lost or lost their type.
  var losses: [Losses.Entry] = []

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
