internal import DecantCore

/// A process that filters files for git, one after another (gitattributes(5), "Long Running Filter
/// Process").
///
///     git                                         filter
///     git-filter-client, version=2, …  flush ──▶
///                                            ◀──  git-filter-server, version=2  flush
///     capability=clean, …              flush ──▶
///                                            ◀──  capability=clean, …           flush
///     command=clean, pathname=…        flush ──▶
///     content, in packets              flush ──▶
///                                            ◀──  status=success                flush
///                                            ◀──  content, in packets           flush
///                                            ◀──  (an unchanged status)         flush
struct FilterProcess: ~Copyable {
  private var reader: PacketReader
  private let writer: PacketWriter
  private let filter: Filter
  private let report: Report

  /// Returns the filtered content of a file.
  typealias Filter = (GitRequest, ScratchFile) throws(DecantError) -> any ByteSource

  /// Reports a file that cannot be filtered.
  typealias Report = (GitRequest, DecantError) -> Void

  init(
    from source: any ByteSource, to destination: any ByteDestination,
    filter: @escaping Filter, report: @escaping Report
  ) {
    reader = PacketReader(source)
    writer = PacketWriter(destination)
    self.filter = filter
    self.report = report
  }

  /// Answers all requests, up to the end of the source.
  ///
  /// An error in one file is the answer to that request; only a broken stream throws.
  mutating func run() throws(DecantError) {
    try agree()
    while let lines = try reader.nextLines() { try answer(GitRequest(lines)) }
  }

  private mutating func agree() throws(DecantError) {
    guard let greeting = try reader.nextLines(), greeting.first == "git-filter-client" else {
      throw DecantError(.git(.notGit))
    }
    guard greeting.contains("version=2") else { throw DecantError(.git(.version)) }
    try writer.write(lines: ["git-filter-server", "version=2"])
    try writer.flush()
    guard let offered = try reader.nextLines() else { throw DecantError(.git(.endsInsideRequest)) }
    let capabilities = GitCommand.names.map { "capability=\($0)" }
    try writer.write(lines: capabilities.filter(offered.contains))
    try writer.flush()
  }

  private mutating func answer(_ request: GitRequest) throws(DecantError) {
    let content = ScratchFile()
    let failure = try reader.copyContent(to: content)
    let result: any ByteSource
    do throws(DecantError) {
      if let failure { throw failure }
      result = try filter(request, content)
    } catch {
      report(request, error)
      try writer.write(lines: ["status=error"])
      try writer.flush()
      return
    }
    try writer.write(lines: ["status=success"])
    if let failure = try send(result) {
      report(request, failure)
      try writer.write(lines: ["status=error"])
    } else {
      try writer.write(lines: [])
    }
    try writer.flush()
  }

  /// Writes content in packets; returns the error of its source.
  private func send(_ content: any ByteSource) throws(DecantError) -> DecantError? {
    var window = Window(content)
    var failure: DecantError?
    while failure == nil {
      do throws(DecantError) {
        guard try window.refill() else { break }
      } catch {
        failure = error
      }
      let count = window.count
      try window.withBytes { (bytes) throws(DecantError) in
        try writer.write(bytes.extracting(0..<count))
      }
      window.position = count
    }
    try writer.endList()
    return failure
  }
}
