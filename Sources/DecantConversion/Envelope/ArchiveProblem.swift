public import DecantCore

extension DecantError {
  /// A problem specific to decant's archives.
  @nonexhaustive
  public enum ArchiveProblem: Sendable, Hashable {
    /// The document is not an archive.
    case notAnArchive
    /// Another document follows the archive.
    case severalDocuments
    /// The document is an archive of NSKeyedArchiver.
    case keyedArchive
    /// The version of the archive format is newer than the supported one.
    case newerVersion(Int, known: Int)
    /// The envelope lacks a field.
    case missingField(String)
    /// The envelope has an unknown field.
    case unknownField(String)
    /// A field of the envelope is malformed.
    case malformedField(String)
    /// The contents do not match the digest.
    case digestMismatch(stated: String, actual: String)
    /// The digest covers only the root, as in development builds.
    case digestOfRoot
    /// The archive has another type than the requested one.
    case wrongType(String, wanted: String)
    /// The schema version is newer than the type's.
    case newerSchema(Int, known: Int, type: String)
    /// The keys of an archive would be converted to another style.
    case keysInStyle
    /// An archive was to be written as a keyed archive, which is an envelope of its own.
    case inKeyedArchive
    /// A value that is read back from its archive would have another one, as when a class has lost its subclass.
    case notRestored(type: String)
    /// The type does not implement a migration step.
    case noMigrationStep(type: String, from: Int)
  }
}

extension DecantError.Problem {
  /// A problem specific to decant's archives.
  public static func archive(_ problem: DecantError.ArchiveProblem) -> Self {
    .specific(problem)
  }
}
