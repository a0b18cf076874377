internal import DecantCore
internal import DecantConversion
internal import DecantJSON
internal import DecantSystem

/// A report of a run: lines for standard output, for a device, or for a file that is replaced when the report is complete.
final class ReportFile {
  private let output: Output
  private let sink: ByteSink
  /// The file that the name leads to before the run, which no search may find.
  let identity: System.FileIdentity?

  init(_ name: String) throws(DecantError) {
    let status = Self.isStandardOutput(name) ? System.status(of: 1) : System.status(of: name)
    identity = status.regularFile?.identity
    output = try Output(name, .process)
    sink = ByteSink(output.destination)
  }

  func write(_ text: String) throws(DecantError) {
    try sink.write(text)
  }

  func flush() throws(DecantError) {
    try sink.flush()
  }

  func commit() throws(DecantError) {
    try sink.flush()
    try output.commit()
  }

  // MARK: Files that may be replaced

  static func isStandardOutput(_ name: String) -> Bool { name == "-" || name == "/dev/stdout" }

  /// Whether a file may become a report: it is empty, or begins as a report of any kind.
  static func mayReplace(_ name: String) -> Bool {
    guard !isStandardOutput(name), System.status(of: name).regularFile != nil else { return true }
    guard let source = try? FileSource(name) else { return false }
    var window = Window(source)
    while window.unread < 1 << 16, (try? window.refill()) == true {}
    let bytes = window.view(1 << 16)
    guard !bytes.isEmpty, !bytes.starts(with: SARIF.opening.utf8) else { return true }
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return [Diagnostic(.error, "").json, ReportLine(MigrationOutcome(.ignored, "")).text].contains {
      keys(in: line).starts(with: keys(in: $0))
    }
  }

  private static func keys(in line: String) -> [String?] {
    (try? Document(parsing: line, as: .json))?.root.pairs.map(\.key.text) ?? []
  }
}
