extension DecantError.KeyedArchiveProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .notAnArchive: "not a keyed archive: '$archiver' is not 'NSKeyedArchiver'"
    case .unknownVersion: "unsupported version of keyed archives"
    case .noObjects: "the keyed archive has no table of objects"
    case .missingRoot: "the keyed archive does not name its root object"
    case .danglingReference(let number, let count):
      "found a reference to object \(number.visible(limit: 32)), but the number of objects is \(count)"
    case .cycle: "the object contains itself"
    case .noClass: "expected an object with a class"
    case .malformedObject(let name): "the object is not a valid \(name.visible(limit: 64))"
    case .irreversible: "the result could not be converted back to a keyed archive"
    }
  }

  public var isAboutValue: Bool { true }
}
