internal import DecantCore

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
