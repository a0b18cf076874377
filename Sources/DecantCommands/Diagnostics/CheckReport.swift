internal import DecantCore
internal import DecantFiles
internal import DecantSystem
internal import Synchronization

/// A report of the errors and warnings of a check: JSON Lines, or SARIF.
final class CheckReport: Sendable {
  private struct State {
    let file: ReportFile
    var isEmpty = true
    /// Why the report could not be written.
    var error: DecantError?
  }

  private let state: Mutex<State>
  private let isSARIF: Bool
  let identity: System.FileIdentity?

  init(_ name: String) throws(DecantError) {
    let file = try ReportFile(name)
    identity = file.identity
    state = Mutex(State(file: file))
    isSARIF = name.hasSuffix(".sarif") || name.hasSuffix(".sarif.json")
    if isSARIF { write(SARIF.beginning) }
  }

  func add(_ diagnostic: Diagnostic) {
    guard isSARIF else { return write(diagnostic.json) }
    guard let result = SARIF.result(diagnostic) else { return }
    let separator = state.withLock { state in
      defer { state.isEmpty = false }
      return state.isEmpty ? "\n" : ",\n"
    }
    write(separator + result)
  }

  private func write(_ text: String) {
    use { (file) throws(DecantError) in try file.write(text) }
  }

  /// Passes on what was added so far, if another program reads it meanwhile.
  func flush() {
    use { (file) throws(DecantError) in try file.flush() }
  }

  private func use(_ body: (ReportFile) throws(DecantError) -> Void) {
    state.withLock { state in
      guard state.error == nil else { return }
      do throws(DecantError) {
        try body(state.file)
      } catch {
        state.error = error
      }
    }
  }

  /// Ends the report; throws if any of it could not be written.
  func finish() throws(DecantError) {
    if isSARIF { write(SARIF.end) }
    use { (file) throws(DecantError) in try file.commit() }
    if let error = state.withLock(\.error) { throw error }
  }
}

/// The files of a check: those that are named, whatever they are, and those that folders and patterns lead to.
///
///     decant check - data/ 'conf/**/*.yaml' a.bin
struct CheckedFiles {
  private(set) var files: [ListedFile] = []
  /// Whether a folder or a pattern was searched, so that their number is of interest.
  private(set) var areSearched = false

  init(_ operands: [String], _ options: FileList.Options) {
    var seen: Set<KeyText> = []
    for operand in operands.isEmpty ? ["-"] : operands {
      guard operand != "-", FileList.isSearch(operand) else {
        seen.insert(FilePath.plain(operand))
        files.append(ListedFile(path: operand, finding: .file, isNamed: true))
        continue
      }
      areSearched = true
      files += FileList([operand], options).files.filter {
        seen.insert(FilePath.plain($0.path)).inserted
      }
    }
  }
}
