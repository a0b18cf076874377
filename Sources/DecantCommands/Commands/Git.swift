internal import DecantCore

extension Verb {
  static let git = Verb(
    name: .git, operands: "setup", summary: "set up git to merge and compare by structure",
    detail: """
      'decant git setup' installs two drivers in the repository of the current folder: one merges files of all formats by \
      structure, except for records, and one shows property lists, and files in binary formats, as YAML in differences. \
      Differences of other files stay those of their lines. The settings go to the configuration of the repository, \
      which each clone needs, and attributes to .gitattributes in its top folder, where lines after decant's override \
      them. Each change is printed; a second run changes only what is not up to date.
      """,
    run: { session throws(Failure) in try session.runGitTask() })
}

/// The word after `git`.
enum GitTask: String, CaseIterable {
  case setup

  static let names = allCases.map(\.rawValue)
}

extension Session {
  fileprivate func runGitTask() throws(Failure) {
    try refuseOperands(after: 1)
    guard let word = arguments.operands.first else {
      throw .usage("'git' needs a command: \(GitTask.names.listed)")
    }
    guard let task = GitTask(rawValue: word) else {
      throw .usage(
        "'git' supports \(GitTask.names.listed), not '\(word.visible(limit: 64))'",
        suggestion: NearestWord.to(word, in: GitTask.names))
    }
    switch task {
    case .setup: try asFailure(try setUpGit())
    }
  }
}
