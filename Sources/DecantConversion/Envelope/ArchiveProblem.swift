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

extension DecantError.ArchiveProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .notAnArchive: "not an archive: '$archiver' is not 'decant'"
    case .severalDocuments: "expected the end of the input after the archive"
    case .keyedArchive: "not an archive of decant: NSKeyedArchiver wrote it"
    case .newerVersion(let version, let known):
      "the archive has version \(version), but only versions up to \(known) are supported"
    case .missingField(let field): "the archive has no \(field.quoted)"
    case .unknownField(let field): "the archive has an unknown field \(field.quoted)"
    case .malformedField(let field): "\(field.quoted) of the archive is malformed"
    case .digestMismatch(let stated, let actual):
      "digest mismatch: expected \(Self.shortened(stated)), computed \(Self.shortened(actual))"
    case .digestOfRoot:
      "the digest covers only $root, as in archives of development builds of decant"
    case .wrongType(let type, let wanted):
      "the archive is of type \(type.quoted), not \(wanted.quoted)"
    case .newerSchema(let schema, let known, let type):
      "the archive has version \(schema) of \(type.quoted), but only versions up to \(known) are supported"
    case .keysInStyle: "another key style would invalidate the archive's digest"
    case .inKeyedArchive: "a keyed archive cannot contain an archive of decant"
    case .notRestored(let type):
      "a value of \(type.quoted) that is read back from its archive differs from the one that is written"
    case .noMigrationStep(let type, let version):
      "no migration step from version \(version) of \(type.quoted)"
    }
  }

  private static func shortened(_ digest: String) -> String {
    digest.prefix("sha256:".count + 12) + "…"
  }
}

extension DecantError.ArchiveProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    switch self {
    case .keyedArchive: ["-f keyedarchive reads the data in it"]
    case .keysInStyle:
      ["'restore --key-style' writes the document with other keys; 'archive' archives that again"]
    case .digestOfRoot:
      ["--at '/$root' --tagged reads the content, and 'archive' archives it again"]
    default: []
    }
  }
}
