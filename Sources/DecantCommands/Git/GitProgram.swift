internal import DecantCore
internal import DecantSystem

/// The program git, which runs in the current folder.
///
/// It may be that of a repository that has come from elsewhere: none of its settings makes git start a program. Objects that are
/// missing in it are not fetched, which could run a command too.
enum GitProgram {
  private static let caution = [
    "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "git", "--no-pager", "--no-optional-locks",
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
  ]

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

  static func outcome(of words: [String]) throws(DecantError) -> System.ChildOutcome {
    guard System.program(named: "git") != nil else { throw DecantError(.notInstalled) }
    do {
      return try System.run("env", caution + words)
    } catch {
      throw DecantError(.failed(System.message(for: error.code)))
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
