extension DecantError {
  /// What can go wrong in a keyed archive and nowhere else.
  @nonexhaustive
  public enum KeyedArchiveProblem: Sendable, Hashable {
    /// The property list does not say that NSKeyedArchiver wrote it.
    case notAnArchive
    /// A version of the format that is not known.
    case unknownVersion
    /// It has no table of objects.
    case noObjects
    /// It does not say what was archived.
    case noTop
    /// A reference to an object that is not in the table.
    case danglingReference(String, objects: Int)
    /// A collection is inside itself, and aliases cannot stay.
    case cycle
    /// An object has no class.
    case noClass
    /// An object of a class lacks what the class needs, or has it in the wrong form.
    case malformedObject(className: String)
    /// A file would be replaced by the objects in it, from which no archive can be made again.
    case oneWay
  }
}

extension DecantError.Problem {
  /// A problem of keyed archives.
  public static func keyedArchive(_ problem: DecantError.KeyedArchiveProblem) -> Self {
    .specific(problem)
  }
}
