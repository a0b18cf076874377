internal import DecantCore

/// A group of settings of git, one of which is a command that runs decant.
struct GitDriver {
  let command: Command
  /// The other settings, which have no meaning without the command.
  let others: [Setting]

  typealias Setting = (key: String, value: String)

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
    others: [("merge.decant.name", "merge by structure")])

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
    others: [("filter.decant.required", "true")])

  static let all = [merge, textDifference, filter]

  /// Returns the settings by which git runs `program`.
  func settings(running program: ShellWord) -> [Setting] {
    [(command.key, command.text(running: program))] + others
  }

  private var keys: [String] { [command.key] + others.map(\.key) }

  private func isOurs(_ value: String, of key: String) -> Bool {
    key == command.key ? command.isRun(by: value) : others.contains { $0 == (key, value) }
  }

  /// The settings of the user that decant's have replaced, each as `KEY=VALUE`.
  private static let replaced = "decant.replaced"

  /// Gives each setting its value, and keeps those of the user.
  func set(
    in configuration: GitConfiguration, running program: ShellWord
  ) throws(DecantError) {
    for (key, value) in settings(running: program) {
      let old = try configuration.entries(of: key).map(\.value)
      guard old != [value] else { continue }
      let others = old.filter { !isOurs($0, of: key) }
      for other in others { try configuration.change("--add", Self.replaced, "\(key)=\(other)") }
      try configuration.change("--replace-all", key, value)
      let file = try configuration.entries(of: key).last?.file ?? "the configuration"
      try configuration.report(
        "\(others.isEmpty ? "set" : "replaced") \(key) in \(file.visible())")
    }
  }

  /// Removes the settings, unless the command is not decant's.
  func remove(from configuration: GitConfiguration) throws(DecantError) {
    let commands = try configuration.entries(of: command.key)
    if let other = commands.first(where: { !command.isRun(by: $0.value) }) {
      return try configuration.report(
        "kept \(command.key) in \(other.file.visible()), which is not decant's")
    }
    for key in keys {
      // Each pass removes all entries that are equal to the first one.
      while let entry = try configuration.entries(of: key).first(where: {
        isOurs($0.value, of: key)
      }) {
        try configuration.change("--fixed-value", "--unset-all", key, entry.value)
        try configuration.report("removed \(key) from \(entry.file.visible())")
      }
    }
  }

  /// Gives the keys that have no values any more those that decant's had replaced.
  func restoreReplaced(in configuration: GitConfiguration) throws(DecantError) {
    for key in keys {
      let isFree = try configuration.entries(of: key).isEmpty
      for (setting, file) in try configuration.entries(of: Self.replaced)
      where setting.hasPrefix(key + "=") {
        if isFree {
          try configuration.change("--add", key, String(setting.dropFirst(key.count + 1)))
          try configuration.report("restored \(key) in \(file.visible())")
        }
        try configuration.change("--fixed-value", "--unset-all", Self.replaced, setting)
      }
    }
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
