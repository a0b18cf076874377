public import DecantCore

extension DecantError {
  /// A problem that only keyed archives can have.
  @nonexhaustive
  public enum KeyedArchiveProblem: Sendable, Hashable {
    /// A property list that does not name NSKeyedArchiver as its archiver.
    case notAnArchive
    /// An archive by NSArchiver, the predecessor of NSKeyedArchiver.
    case typedStream
    /// A compiled interface, an archive of another kind.
    case nibArchive
    /// An unsupported version of the format.
    case unknownVersion
    /// An archive without a table of objects.
    case noObjects
    /// An archive that does not name its root object.
    case missingRoot
    /// A reference to an object that is not in the table.
    case danglingReference(String, objects: Int)
    /// A collection that contains itself, although aliases are expanded.
    case cycle
    /// An object without a class.
    case noClass
    /// An object that lacks a value that its class needs, or has it in the wrong form.
    case malformedObject(className: String)
    /// The replacement of a file by the objects in it, which cannot become an archive again.
    case irreversible
    /// An object whose value is not one of its class.
    case malformedValue(className: String)
    /// An object of a class of Foundation that is another kind of value than the class has.
    case otherKindOfValue(className: String)
    /// An object of another class than Foundation's that is not a mapping of its keys.
    case objectWithoutKeys(className: String)
    /// A tag at a value that cannot have it.
    case misplacedTag(String)
    /// A key of an object that is not a string.
    case keyOfObject
    /// A reference to a value that is a part of an object.
    case sharedPart
    /// A reference to an object that does not exist.
    case unknownReference(String)
    /// A label of two objects.
    case repeatedLabel(String)
    /// An edit of the class of an object as if it was a key.
    case classOfObject
    /// A merge key whose value is not a mapping.
    case malformedMerge
  }
}

extension DecantError.Problem {
  /// A problem of keyed archives.
  public static func keyedArchive(_ problem: DecantError.KeyedArchiveProblem) -> Self {
    .specific(problem)
  }
}
