internal import DecantFiles

extension Flag {
  static let files: [Flag] = [
    Flag(
      "include", nil, .required("GLOB", .other("a pattern such as *.plist")), in: .files,
      of: [.check, .edit, .get, .migrate], "in folders, take only files that match GLOB",
      detail: """
        The option can be repeated. A file that matches is taken whatever its extension is. A pattern \
        without a slash is compared with the names of files, one with a slash with their paths below the folder.
        """, parsing: { Glob($0) }
    ) { $0.selection.including.append($1) },
    Flag(
      "exclude", nil, .required("GLOB", .other("a pattern such as *.plist")), in: .files,
      of: [.check, .edit, .get, .migrate],
      "in folders, leave out files and folders that match GLOB",
      detail: """
        The option can be repeated, and overrides --include. A folder that matches is left out with all files \
        in it.
        """, parsing: { Glob($0) }
    ) { $0.selection.excluding.append($1) },
    Flag(
      "hidden", nil, in: .files, of: [.check, .edit, .get, .migrate],
      "include hidden files and folders of other tools",
      detail: """
        Without it, names in folders that begin with a dot, and folders such as node_modules, are passed over, unless a \
        pattern of --include matches them.
        """
    ) { $0.selection.reserved = .included },
    Flag(
      "known", nil, in: .files, of: [.check],
      "pass over each FILE whose name is not that of a format",
      detail: "So a hook can pass all changed files."
    ) { $0.checksOnlyKnown = true },
    Flag(
      "report", nil, .required("FILE", .file), in: .files, of: [.check, .edit, .migrate],
      "write a report to FILE",
      detail: """
        The report is in JSON Lines, in the order of the files. 'check' writes an object for each error and warning, \
        with the members that --error-format json has; if the name of FILE ends in .sarif, it writes SARIF 2.1.0 \
        instead, which code hosts show beside the lines. 'migrate' and 'edit' write an object for each file. Its members are \
        source, target, from, to, bytes, written, outcome, reason, line, column and removed. The outcome is converted, \
        skipped, failed, or ignored for a file that was not recognized, and of 'edit' changed, unchanged or failed; a member \
        that does not apply is null. FILE is \
        replaced in one step at the end of the run. It may be empty or an older report, and is not searched then; it \
        replaces no other file. If FILE is '-', the report goes to standard output.
        """, parsing: nonEmpty
    ) { $0.report = $1 },
  ]
}
