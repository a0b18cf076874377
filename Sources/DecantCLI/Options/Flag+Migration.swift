extension Flag {
  /// The options that only 'migrate' has.
  static let migration: [Flag] = [
    Flag(
      "out", nil, .required("DIR", .file), in: .migration, of: [.migrate],
      "put results into DIR, with the same relative paths",
      detail: """
        Without it each result stands beside its source. DIR is made if need be; a slash, or two dots, at the \
        beginning of a path is left out in it. What stands in DIR is not migrated itself.
        """
    ) {
      $0.migration.out = $1
      return !$1.isEmpty
    },
    Flag(
      "replace", nil, in: .migration, of: [.migrate], excludes: ["at"],
      "remove each source once its result is safe",
      detail: """
        A source is removed when its result has been read back, compared and written to the disk, and only \
        if it is still what it was. Neither a symbolic link nor what one leads to is ever removed. A result of the same \
        name takes the place of its source.
        """
    ) { on, _ in
      on.migration.replaces = true
      return true
    },
    Flag(
      "dry-run", nil, in: .migration, of: [.migrate],
      "say what would be done, and write nothing",
      detail:
        "All files are read, converted and compared all the same, so that what would fail does fail."
    ) { on, _ in
      on.migration.isDryRun = true
      return true
    },
    Flag(
      "include", nil, .required("GLOB", .other("a pattern such as *.plist")), in: .migration,
      of: [.migrate], "in folders, take only files that match GLOB",
      detail: """
        It can be given more than once. A file that it names is taken whatever its extension is. A pattern \
        without a slash is one for the names of files, one with a slash for their paths below the folder.
        """
    ) {
      guard let glob = Glob($1) else { return false }
      $0.migration.including.append(glob)
      return true
    },
    Flag(
      "exclude", nil, .required("GLOB", .other("a pattern such as *.plist")), in: .migration,
      of: [.migrate], "in folders, leave out what matches GLOB",
      detail: """
        It can be given more than once, and counts before --include. A folder that matches is left out with \
        all in it.
        """
    ) {
      guard let glob = Glob($1) else { return false }
      $0.migration.excluding.append(glob)
      return true
    },
    Flag(
      "hidden", nil, in: .migration, of: [.migrate],
      "take hidden files and folders of other tools, too",
      detail: """
        Without it, names that begin with a dot and folders such as node_modules are passed over in folders, unless a \
        pattern of --include names them.
        """
    ) { on, _ in
      on.migration.reserved = .included
      return true
    },
    Flag(
      "report", nil, .required("FILE", .file), in: .migration, of: [.migrate],
      "write a JSON object a line, one for each file, to FILE",
      detail: """
        Its members are source, target, from, to, bytes, written, outcome, reason, line, column and removed. The outcome is \
        converted, skipped, failed, or ignored where a file was not recognised; what does not apply is null. The \
        objects come in the order of the files. FILE '-' is standard output.
        """
    ) {
      $0.migration.report = $1
      return !$1.isEmpty
    },
    Flag(
      "force", nil, in: .migration, of: [.migrate], "write over targets that differ",
      detail: "Without it such a file is an error. What is there and equal is never written again."
    ) { on, _ in
      on.migration.isForced = true
      return true
    },
    Flag(
      "fail-fast", nil, in: .migration, of: [.migrate], "stop at the first file that fails",
      detail: """
        With any number of jobs, the files before it in their order are finished, and no file after it is converted \
        or removed.
        """
    ) { on, _ in
      on.migration.failsFast = true
      return true
    },
  ]

  /// The options of the filter that mean the same to 'migrate'.
  ///
  /// What reads a part, or leaves a bad record out, is not among them but for --at: a result is to hold all of its source.
  private static let sharedWithMigration: Set<String> = [
    "from", "to", "compact", "indent", "sort-keys", "ascii", "color", "at", "slurp",
    "split",
    "keys", "strict", "lossy", "tagged", "duplicate-keys", "yaml-schema", "class-names",
    "max-depth",
    "max-alias-nodes", "error-format", "quiet",
  ]

  /// The option as it is, known to 'migrate' too if that shares it.
  var sharedWithMigration: Flag {
    guard Self.sharedWithMigration.contains(long) else { return self }
    return Flag(
      long, short, value, in: section, of: verbs.union([.migrate]), excludes: excludes, summary,
      detail: detail, effect: effect)
  }
}
