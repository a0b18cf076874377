internal import DecantCore
internal import DecantFiles
internal import DecantSystem
internal import Synchronization

/// The handler of bad records: it reports each, saves it as a reject, and enforces the limit.
final class BadRecordReport: Sendable {
  private struct State {
    var count = 0
    var rejects: ByteSink?
  }

  private let reporter: Reporter
  private let limit: Int?
  private let state = Mutex(State())

  init(to reporter: Reporter, limit: Int? = nil) {
    self.reporter = reporter
    self.limit = limit
  }

  func open(_ name: String) throws(DecantError) {
    try state.withLock { (state) throws(DecantError) in
      let opened = System.open(name, for: .overwriting(mode: 0o666))
      let file = DescriptorDestination(Int32(try opened.count(orThrow: .create, about: name)))
      state.rejects = ByteSink(NamedDestination(file, name: name))
    }
  }

  func report(_ record: BadRecord) throws(DecantError) {
    reporter.reportRecord(record.error)
    try state.withLock { (state) throws(DecantError) in
      state.count += 1
      if let rejects = state.rejects {
        try rejects.write(record.rejectLine)
        try rejects.flush()
      }
      guard let limit, state.count > limit else { return }
      let error = DecantError(
        .other(
          "more than \(limit) invalid \(limit == 1 ? "record" : "records")",
          hint: "--on-error skip=N allows more"))
      throw record.error.source.map { error.about($0) } ?? error
    }
  }
}

extension BadRecord {
  var rejectLine: String {
    let members: [(String, String?)] = [
      ("source", error.source?.quotedJSON),
      ("line", position.map { "\($0.line)" }),
      ("offset", position.map { "\($0.offset)" }),
      ("reason", error.message.quotedJSON),
      ("path", error.path?.description.quotedJSON),
      ("bytes", base64?.quotedJSON),
    ]
    return String(objectOf: members) + "\n"
  }
}
