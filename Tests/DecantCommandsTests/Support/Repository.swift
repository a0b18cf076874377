import DecantTestSupport

/// A folder for git repositories, without the settings of the user and the machine.
struct Repository {
  let scratch: Scratch

  static let isGitInstalled: Bool = {
    let isFound = (try? Scratch().shell("git --version").status) == 0
    if !isFound { print("not at hand: git") }
    return isFound
  }()

  init() throws {
    scratch = try Scratch()
  }

  /// Runs a shell script, in which git has only the settings in the file `.gitconfig`.
  func git(_ script: String) throws -> Outcome {
    try scratch.shell(
      """
      unset XDG_CONFIG_HOME
      export HOME=\(scratch.path) GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=\(scratch.path)/.gitconfig
      export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
      \(script)
      """)
  }
}
