internal import DecantCore
internal import Synchronization

/// A report of the errors and warnings of a check, which is written as they are found: JSON Lines, or SARIF.
final class CheckReport: Sendable {
  private struct State {
    let file: LineFile
    var isEmpty = true
    /// Why the report could not be written.
    var error: DecantError?
  }

  private let state: Mutex<State>
  private let isSARIF: Bool
  let identity: System.FileIdentity?

  init(_ name: String) throws(DecantError) {
    let file = try LineFile(name)
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

  /// Writes what was added so far, so that it survives a kill.
  func flush() {
    use { (file) throws(DecantError) in try file.flush() }
  }

  private func use(_ body: (LineFile) throws(DecantError) -> Void) {
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
    flush()
    if let error = state.withLock(\.error) { throw error }
  }
}
