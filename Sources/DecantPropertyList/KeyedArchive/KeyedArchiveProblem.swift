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

extension DecantError.KeyedArchiveProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .notAnArchive: "not a keyed archive: '$archiver' is not 'NSKeyedArchiver'"
    case .typedStream:
      "this is an archive by NSArchiver (streamtyped), the predecessor of NSKeyedArchiver"
    case .nibArchive: "this is a compiled interface (NIBArchive), not a keyed archive"
    case .unknownVersion: "unsupported version of keyed archives"
    case .noObjects: "the keyed archive has no table of objects"
    case .missingRoot: "the keyed archive does not name its root object"
    case .danglingReference(let number, let count):
      "found a reference to object \(number.visible(limit: 32)), but the number of objects is \(count)"
    case .cycle: "the object contains itself"
    case .noClass: "expected an object with a class"
    case .malformedObject(let name): "the object is not a valid \(name.visible(limit: 64))"
    case .irreversible: "the result could not be converted back to a keyed archive"
    case .malformedValue(let name): "the value is not a valid \(name.visible(limit: 64))"
    case .otherKindOfValue(let name):
      "the value cannot be an object of the class \(name.visible(limit: 64))"
    case .objectWithoutKeys(let name):
      "an object of the class \(name.visible(limit: 64)) must be a mapping of its keys"
    case .misplacedTag(let tag): "the value cannot have the tag '\(tag.visible(limit: 64))'"
    case .keyOfObject: "a key of an object must be a string"
    case .sharedPart: "a part of an object has no identity, so that nothing can refer to it"
    case .unknownReference(let label): "no object has the label '\(label.visible(limit: 64))'"
    case .repeatedLabel(let label): "two objects have the label '\(label.visible(limit: 64))'"
    case .classOfObject: "the class of an object is not one of its keys"
    case .malformedMerge: "the value of a merge key must be a mapping or a sequence of mappings"
    }
  }

  public var hint: String? {
    switch self {
    case .typedStream:
      "on a Mac, NSUnarchiver reads it, and NSKeyedArchiver archives its objects again; in Python, pytypedstream reads it"
    case .nibArchive:
      "edit the .xib or .storyboard file that it was compiled from"
    case .classOfObject: "in YAML with tags, it can be changed"
    default: nil
    }
  }

  public var isAboutValue: Bool {
    switch self {
    case .typedStream, .nibArchive: false
    default: true
    }
  }
}

extension DecantError.KeyedArchiveProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    switch self {
    case .cycle: ["-t yaml can write it"]
    case .irreversible:
      ["-f keyedarchive converts it anyway", "-f plist converts its tables"]
    default: []
    }
  }
}
