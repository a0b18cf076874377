// What the problems of binary property lists are called, and what can be done about them.

extension DecantError.BinaryPropertyListProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .notBinary: "not a binary property list: it does not begin with 'bplist0'"
    case .truncated: "the binary property list has no room for a trailer"
    case .malformed(.offsetWidth): "the trailer says that offsets are not 1 to 8 bytes wide"
    case .malformed(.referenceWidth): "the trailer says that references are not 1 to 8 bytes wide"
    case .malformed(.objectCount): "the trailer does not say how many objects the offset table has"
    case .malformed(.topObject): "the top object is none of those in the offset table"
    case .malformed(.tableOffset): "the offset table begins outside the input"
    case .misplacedObject(let object): "object \(object) begins where no object can"
    case .danglingReference(let object, let count):
      "found a reference to object \(object), but the number of objects is \(count)"
    case .overlongObject: "the object that begins here ends beyond the last object"
    case .overlappingObjects: "collections overlap"
    case .unknownType(let marker): "unknown type of object 0x\(String(marker, radix: 16))"
    case .unknownWidth(let marker): "unknown width of a number 0x\(String(marker, radix: 16))"
    case .keyIsNoString: "expected a string as a key"
    case .notASCII(let byte): "found the byte 0x\(String(byte, radix: 16)) in an ASCII string"
    case .unknownDate: "the date is beyond all calendars"
    case .cycle: "the collection stands inside itself"
    case .tooManySharedNodes(let limit): "shared objects stand for more than \(limit) nodes"
    }
  }
}

extension DecantError.BinaryPropertyListProblem {
  public var isAboutValue: Bool {
    switch self {
    case .cycle, .keyIsNoString, .tooManySharedNodes, .unknownDate: true
    default: false
    }
  }
}
