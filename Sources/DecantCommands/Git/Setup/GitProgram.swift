internal import DecantCore

/// The program git, which runs in the current folder.
enum GitProgram {
  /// Runs a command that must succeed, and returns its output; `problem` is made of the message of git.
  static func run(
    _ words: [String], orThrow problem: (String) -> GitSetupProblem = GitSetupProblem.failed
  ) throws(DecantError) -> String {
    let outcome = try outcome(of: words)
    guard outcome.status == 0 else { throw DecantError(problem(message(of: outcome))) }
    return String(decoding: outcome.output, as: UTF8.self)
  }

  /// Runs a query, and returns its output; nil if git finds no value.
  static func find(_ words: [String]) throws(DecantError) -> String? {
    let outcome = try outcome(of: words)
    guard outcome.status != 1 else { return nil }
    guard outcome.status == 0 else { throw DecantError(.failed(message(of: outcome))) }
    return String(decoding: outcome.output, as: UTF8.self)
  }

  private static func outcome(of words: [String]) throws(DecantError) -> System.ChildOutcome {
    do {
      return try System.run("git", words)
    } catch {
      throw DecantError(
        error == .notFound ? .notInstalled : .failed(System.message(for: error.code)))
    }
  }

  /// Returns the first line of the message, without the word that begins it: `fatal: not a git repository`.
  private static func message(of outcome: System.ChildOutcome) -> String {
    let text = String(decoding: outcome.errors, as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isNewline).first else {
      return outcome.status.map { "exit status \($0)" } ?? "ended by a signal"
    }
    for word in ["fatal: ", "error: "] where line.hasPrefix(word) {
      return String(line.dropFirst(word.count))
    }
    return String(line)
  }
}
