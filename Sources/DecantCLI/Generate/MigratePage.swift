internal import Decant

/// The manual page about migration, in the mdoc language.
///
/// The options come from the table of flags, the exit statuses from their own table.
struct MigratePage {
  private var roff = Roff()

  init() {
    writeHead()
    writeFiles()
    writeTargets()
    writeSafety()
    writeOptions()
    writeExitStatus()
    roff.examples(Example.ofMigration)
    writeOutput()
    writeEnd()
  }

  var text: String { roff.text }

  private mutating func writeHead() {
    roff.begin(
      "decant-migrate", section: 1, "convert many files, each safely",
      origin: "Made by 'decant help man-migrate' from the table of options; change that instead.")
    roff.section("SYNOPSIS")
    roff.request("Nm decant")
    roff.request("Cm migrate")
    roff.request("Fl t Ar FORMAT")
    roff.request("Op Ar OPTION...")
    roff.request("Ar PATH...")
    roff.section("DESCRIPTION")
    roff.paragraph(Verb.migrate.detail)
    roff.request("Pp")
    roff.paragraph(
      """
      A file is converted as decant(1) would by itself, with the same options: a value that the format \
      cannot hold is an error of that file, and --strict, --lossy and --tagged choose otherwise.
      """)
  }

  private mutating func writeFiles() {
    roff.subsection("Which files")
    roff.paragraph(
      """
      A file that is named is always taken. In a folder that is named, and in all folders in it, a file is \
      taken if its extension is that of a format that can be read, if its content is beyond doubt that of a property \
      list, or if --include names it. JSON and YAML are not told by their content here, for prose and \
      scripts may begin as they do. With --from, the extension must be one of that format. Everything else is \
      ignored, and told only in the report. A file in a folder that is in the format already is skipped.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      A path with '*', '?' or '[' in it that is no file is a pattern, which decant expands as a shell does: '*' and '?' \
      stand for characters of a name, '[a-z]' and '[!a-z]' for one of some, and '**' for any folders, or none. A leading dot \
      must be matched by a dot. In --include and --exclude it need not be. Hidden files and folders, and folders that other tools fill, such as \
      node_modules, are passed over unless they are named, by a path, by a pattern with the dot or the whole name, or all \
      together by --hidden.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      A symbolic link to a file is converted through: the result stands beside the link, and with --replace neither \
      the link nor what it leads to is removed. That holds for links in all folders that are looked through, and in those of \
      files that are named. Links to folders are followed where they are named, and not where they are \
      found. Pipes, sockets and devices are never opened. A name that is not valid UTF-8 cannot be opened, and is an error.
      """)
  }

  private mutating func writeTargets() {
    roff.subsection("Where results go")
    roff.paragraph(
      """
      The result of a file stands beside it, or under the folder that --out names at the same path. It has the name of its \
      source with the first extension of its format in the place of one that tells a format, and behind any other: \
      all property lists have .plist. The file has the permissions of its source, and its owner where that is \
      allowed; a file that is replaced passes on its extended attributes and its access list. Folders that are made have the permissions of those that they stand \
      for, as far as the mask lets them.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      Where the result is there already and the same, byte for byte, the file is skipped. Where another file is there, the file \
      is an error unless --force is given. Of two files with the same target, the second is an error. \
      A file that would be its own target is rewritten with --replace, and else an error.
      """)
  }

  private mutating func writeSafety() {
    roff.subsection("Safety")
    roff.paragraph(
      """
      A result is written to a temporary file in its folder. That is read back, and compared, event by event, with what the source is to \
      become. Numbers are compared by their values, text by its characters. \
      Only then the file is flushed to the disk and renamed, and the folder is flushed. With --replace the source is removed after that, if \
      its size, its time of modification and its identity are what they were. Files are flushed in groups, which takes far less time. A power cut, or a \
      signal that cannot be caught, leaves each file as it was or as it is to be, and each source until its result is on \
      the disk.
      """)
    roff.request("Pp")
    roff.paragraph(
      """
      A run that was killed may leave temporary files: hidden, with names that end in .decanting. They are locked as long as a process \
      writes them, and the next run removes those that are not, in all folders that it works in. Interrupted by \
      SIGINT, SIGTERM or SIGHUP, the program puts in its place what is finished, gives up the rest, prints the summary and dies \
      of that signal; another one, a second later or more, ends it at once.
      """)
  }

  private mutating func writeOptions() {
    roff.section("OPTIONS")
    roff.list {
      for flag in Flag.migration + Flag.jobs { $0.option(flag) }
    }
    roff.request("Pp")
    roff.paragraph("These mean what they mean in decant(1):")
    let shared = Verb.migrate.flags.filter {
      $0.section != .migration && $0.section != .records
    }
    for (index, flag) in shared.enumerated() {
      let mark = index + 1 < shared.count ? " ," : "."
      roff.request("Fl -\(flag.long)" + (mark == "." ? " ." : mark))
    }
  }

  private mutating func writeOutput() {
    roff.section("DIAGNOSTICS")
    roff.paragraph(
      """
      What goes wrong with a file is told on standard error, in the order of the files, with line and column where it is a matter of \
      its content. A summary closes the run. On a terminal a line shows how far it is, unless --quiet is given or TERM is \
      dumb. With --dry-run standard output says of each file what would be done.
      """)
  }

  private mutating func writeExitStatus() {
    roff.section("EXIT STATUS")
    roff.list {
      for status in ExitStatus.allCases where status != .noInput {
        $0.request("It \(status.rawValue)")
        $0.paragraph(
          status == .badInput
            ? "At least one file failed; the report says what for." : status.meaning)
      }
    }
    roff.request("Pp")
    roff.paragraph(
      """
      A result that did not read back as what it was made of is a defect, 70, which counts before 65. 73 and 74 are about the \
      report and standard output.
      """)
  }

  private mutating func writeEnd() {
    roff.section("SEE ALSO")
    roff.request("Xr decant 1 ,")
    roff.request("Xr decant-formats 7")
  }
}
