extension DecantError {
  /// What can go wrong with an archive of decant's and with nothing else.
  @nonexhaustive
  public enum ArchiveProblem: Sendable, Hashable {
    /// The document is not an archive.
    case notAnArchive
    /// Another document follows it.
    case severalDocuments
    /// NSKeyedArchiver wrote it.
    case keyedArchive
    /// A newer version of the form of archives.
    case newerVersion(Int, known: Int)
    /// The envelope lacks a field.
    case missingField(String)
    /// The envelope has a field that means nothing.
    case unknownField(String)
    /// A field of the envelope has not the form that it must have.
    case malformedField(String)
    /// The archive is not what was written.
    case digestMismatch(stated: String, actual: String)
    /// The digest is that of the root alone, as development builds wrote it.
    case digestOfRoot
    /// The archive is of another type than the one wanted.
    case wrongType(String, wanted: String)
    /// The archive is of a newer version of its type.
    case newerSchema(Int, known: Int, type: String)
    /// Its keys are to be brought into another style.
    case keysInStyle
    /// The type has no step from a version to the next.
    case noMigrationStep(type: String, from: Int)
  }
}

extension DecantError.Problem {
  /// A problem of archives of decant.
  public static func archive(_ problem: DecantError.ArchiveProblem) -> Self {
    .specific(problem)
  }
}
