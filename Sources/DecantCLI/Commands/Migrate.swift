extension Verb {
  /// Converts many files, each safely.
  static let migrate = Verb(
    name: .migrate, operands: "PATH...", summary: "convert many files, each safely",
    detail: """
      Every file that is recognised under the paths is converted to the format that --to names. Each \
      result is written to a temporary file, read back, compared with its source, and only then put in its \
      place. What cannot be converted is reported and left as it is, and does not stop the rest. It can be \
      run again: what is already converted is skipped.
      """
  ) { session throws(Failure) in
    var migration = try Migration(session)
    try migration.run()
  }
}
