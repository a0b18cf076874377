internal import Decant

/// What became of a file.
struct MigrationOutcome: Sendable {
  enum Kind: String, Sendable {
    case converted, skipped, failed, ignored
  }

  var kind: Kind
  var source: String
  var target: String?
  /// The names of the formats, as far as they were found out.
  var from: String?
  var to: String?
  /// How many bytes were read, and written.
  var bytes = 0
  var written: Int?
  var error: DecantError?
  /// The format that an error came up in.
  var format: Format?
  /// Why it was skipped or ignored, or was not removed.
  var remark: String?
  /// Whether the source was removed, or would be.
  var isRemoved = false
  /// The values that lost their type, or more.
  var losses: [Losses.Entry] = []

  init(_ kind: Kind, _ source: String) {
    self.kind = kind
    self.source = source
  }

  /// The outcome of a file that an error has kept from being converted.
  func failed(_ error: DecantError) -> MigrationOutcome {
    var outcome = self
    outcome.kind = .failed
    outcome.error = error.source == nil ? error.about(source) : error
    outcome.written = nil
    outcome.losses = []
    return outcome
  }
}
