internal import DecantCore
internal import Synchronization

/// The handler of bad records: it reports each, saves it as a reject, and enforces the limit.
final class BadRecordReport: Sendable {
  private struct State {
    var count = 0
    var rejects: LineFile?
  }

  private let reporter: Reporter
  private let limit: Int?
  private let state = Mutex(State())

  init(to reporter: Reporter, limit: Int? = nil) {
    self.reporter = reporter
    self.limit = limit
  }

  func open(_ name: String) throws(DecantError) {
    try state.withLock { (state) throws(DecantError) in state.rejects = try LineFile(name) }
  }

  var identity: System.FileIdentity? { state.withLock { $0.rejects?.identity } }

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
          hint: "--max-errors N allows more"))
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

extension Session {
  func openRejects(of records: BadRecordReport) throws(Failure) {
    guard let name = arguments.rejects else { return }
    let files = arguments.operands.filter { $0 != "-" } + [arguments.output].compactMap { $0 }
    let streams = [Int32(0), 1].compactMap { System.status(of: $0).regularFile?.identity }
    func isTaken(_ identity: System.FileIdentity?) -> Bool {
      guard let identity else { return false }
      return streams.contains(identity)
        || files.contains { System.status(of: $0).regularFile?.identity == identity }
    }
    let mistake = Failure.usage(
      "'--rejects' names '\(name.visible(limit: 64))', which is an input or the output")
    guard !files.contains(name), !isTaken(System.status(of: name).regularFile?.identity) else {
      throw mistake
    }
    try asFailure(try records.open(name))
    // The file now exists, so its identity reveals another name of an input or output.
    if isTaken(records.identity) { throw mistake }
  }
}
