/// A group of settings of git, one of which is a command that runs decant.
struct GitDriver {
  let command: Command
  /// The other settings, which have no meaning without the command.
  let others: [Setting]

  struct Setting {
    var key: String
    var value: String
  }

  /// A command that git passes to a shell, with the word for decant in it.
  struct Command {
    let key: String
    var before = ""
    let after: String
    /// What earlier versions wrote after it.
    var formerly: [String] = []
    /// Whether git replaces a percent sign and the letter after it.
    var hasPlaceholders = false
  }

  /// Merges by structure.
  static let merge = GitDriver(
    command: Command(
      key: "merge.decant.driver",
      after: " merge -i --marker-size %L --labels %X %Y --file-name %P -- %O %A %B",
      formerly: [" merge -i --marker-size %L --labels %X %Y --file-name %P %O %A %B"],
      hasPlaceholders: true),
    others: [Setting(key: "merge.decant.name", value: "merge by structure")])

  /// Shows files as YAML with sorted keys; one that cannot be read, such as one with marks of a conflict, as it is.
  ///
  /// Without the second command, git shows no differences at all if one file cannot be read. Names of files may begin with a
  /// hyphen: those of a repository are not the user's.
  static let textDifference = GitDriver(
    command: Command(
      key: "diff.decant.textconv", before: "f() { ",
      after: #" -t yaml --sort-keys -- "$1" 2>/dev/null || cat -- "$1"; }; f"#,
      formerly: [#" -t yaml --sort-keys "$1" 2>/dev/null || cat "$1"; }; f"#]),
    others: [])

  /// Stores binary property lists as XML.
  static let filter = GitDriver(
    command: Command(
      key: "filter.decant.process", after: " git-filter --checkout binary1"),
    others: [Setting(key: "filter.decant.required", value: "true")])

  /// Returns the settings by which git runs `program`.
  func settings(running program: ShellWord) -> [Setting] {
    [Setting(key: command.key, value: command.text(running: program))] + others
  }
}

extension GitDriver.Command {
  func text(running program: ShellWord) -> String {
    before + (hasPlaceholders ? program.doublingPercentSigns : program.text) + after
  }

  /// Whether the text is this command, wherever decant was when it was set.
  func isRun(by text: String) -> Bool {
    ([after] + formerly).contains { after in
      text.utf8.count >= before.utf8.count + after.utf8.count
        && text.hasPrefix(before) && text.hasSuffix(after)
        && ShellWord.isOfProgram(text.dropFirst(before.count).dropLast(after.count))
    }
  }
}
