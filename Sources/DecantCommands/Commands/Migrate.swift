extension Verb {
  static let migrate = Verb(
    name: .migrate, operands: "PATH...", summary: "convert many files, each safely",
    detail: """
      Every recognized file under the paths is converted to the format that --to names. Each result is \
      written to a temporary file, read back, compared with its source, and only then put in its place. A \
      file that cannot be converted is reported and left as it is, and does not stop the others. The command \
      can be repeated: files that are already converted are skipped. decant-migrate(1) describes the rules.
      """
  ) { session throws(Failure) in
    var migration = try Migration(session)
    try migration.run()
  }
}
