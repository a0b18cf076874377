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

extension Repository {
  /// Returns what `git merge-file` makes of each base, ours and theirs.
  static func mergedLines(
    of cases: [[String]], style: String = "merge"
  ) throws -> [(isClean: Bool, text: String)] {
    let repository = try Repository()
    for (number, texts) in cases.enumerated() {
      for (name, text) in zip(["base", "ours", "theirs"], texts) {
        try repository.scratch.write(text, to: "\(number).\(name)")
      }
    }
    let option = style == "merge" ? "" : "--\(style)"
    let outcome = try repository.git(
      """
      i=0; while [ $i -lt \(cases.count) ]; do
        git merge-file \(option) -q -L ours -L base -L theirs $i.ours $i.base $i.theirs && echo $i
        i=$((i + 1))
      done
      """)
    let clean = Set(outcome.output.split(separator: "\n").compactMap { Int($0) })
    return try cases.indices.map { number in
      (clean.contains(number), try repository.scratch.read("\(number).ours"))
    }
  }
}
