// What the problems of keyed archives are called, and what can be done about them.

extension DecantError.KeyedArchiveProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .notAnArchive: "not a keyed archive: it does not say that NSKeyedArchiver wrote it"
    case .unknownVersion: "unknown version of keyed archives"
    case .noObjects: "the keyed archive has no table of objects"
    case .noTop: "the keyed archive does not say what was archived"
    case .danglingReference(let number, let count):
      "found a reference to object \(number.visible(limit: 32)), but the number of objects is \(count)"
    case .cycle: "the object stands inside itself"
    case .noClass: "expected an object with a class"
    case .malformedObject(let name): "the object is not a valid \(name.visible(limit: 64))"
    case .oneWay: "a keyed archive cannot be restored from what is written for it"
    }
  }

  public var isAboutValue: Bool { true }
}
