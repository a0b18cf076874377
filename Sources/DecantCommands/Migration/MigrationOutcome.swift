internal import DecantCore
internal import DecantConversion

struct MigrationOutcome: Sendable {
  enum Kind: String, Sendable {
    case converted, skipped, failed, ignored
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
