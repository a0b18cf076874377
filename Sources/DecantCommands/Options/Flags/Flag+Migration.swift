extension Flag {
  static let migration: [Flag] = [
    Flag(
      "out", nil, .required("DIR", .file), in: .migration, of: [.migrate],
      "write results to DIR, with the same relative paths",
      detail: """
        Without it each result is written beside its source. DIR is created if necessary; a slash, or two dots, at \
        the beginning of a path is left out in it. Files in DIR are not migrated themselves.
        """
    ) {
      $0.migration.out = $1
      return !$1.isEmpty
    },
    Flag(
      "replace", nil, in: .migration, of: [.migrate], excludes: ["at"],
      "remove each source after its result has been verified",
      detail: """
        A source is removed when its result has been read back, compared and flushed to the disk, and only \
        if it has not changed since. A symbolic link in the folders that are searched is not removed, nor is its \
        target. A result of the same name replaces its source.
        """
    ) { $0.migration.replaces = true },
    Flag(
      "include", nil, .required("GLOB", .other("a pattern such as *.plist")), in: .migration,
      of: [.migrate], "in folders, convert only files that match GLOB",
      detail: """
        The option can be repeated. A file that matches is converted whatever its extension is. A pattern \
        without a slash is compared with the names of files, one with a slash with their paths below the folder.
        """
    ) {
      guard let glob = Glob($1) else { return false }
      $0.migration.including.append(glob)
      return true
    },
    Flag(
      "exclude", nil, .required("GLOB", .other("a pattern such as *.plist")), in: .migration,
      of: [.migrate], "in folders, leave out files and folders that match GLOB",
      detail: """
        The option can be repeated, and overrides --include. A folder that matches is left out with all files \
        in it.
        """
    ) {
      guard let glob = Glob($1) else { return false }
      $0.migration.excluding.append(glob)
      return true
    },
    Flag(
      "hidden", nil, in: .migration, of: [.migrate],
      "include hidden files and folders of other tools",
      detail: """
        Without it, names in folders that begin with a dot, and folders such as node_modules, are passed over, unless a \
        pattern of --include matches them.
        """
    ) { $0.migration.reserved = .included },
    Flag(
      "report", nil, .required("FILE", .file), in: .migration, of: [.migrate],
      "write a report in JSON Lines, one line per file, to FILE",
      detail: """
        The members of each object are source, target, from, to, bytes, written, outcome, reason, line, column and \
        removed. The outcome is converted, skipped, failed, or ignored for a file that was not recognized; a member \
        that does not apply is null. The lines are in the order of the files. If FILE is '-', the report goes to \
        standard output.
        """
    ) {
      $0.migration.report = $1
      return !$1.isEmpty
    },
    Flag(
      "fail-fast", nil, in: .migration, of: [.migrate], "stop at the first file that fails",
      detail: """
        With any number of jobs, the files before it are finished, and no file after it is converted or removed.
        """
    ) { $0.migration.failsFast = true },
  ]
}
