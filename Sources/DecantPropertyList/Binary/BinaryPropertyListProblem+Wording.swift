public import DecantCore

extension DecantError.BinaryPropertyListProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .notBinary: "not a binary property list: it does not begin with 'bplist0'"
    case .truncated: "the binary property list is too short to have a trailer"
    case .malformed(.offsetWidth): "the trailer declares offsets that are not 1 to 8 bytes wide"
    case .malformed(.referenceWidth):
      "the trailer declares references that are not 1 to 8 bytes wide"
    case .malformed(.objectCount):
      "the trailer declares an impossible number of objects"
    case .malformed(.topObject): "the top object is not in the offset table"
    case .malformed(.tableOffset): "the offset table begins outside the input"
    case .misplacedObject(let object): "object \(object) begins outside the object section"
    case .danglingReference(let object, let count):
      "found a reference to object \(object), but the number of objects is \(count)"
    case .overlongObject: "the object that begins here extends into the offset table"
    case .overlappingObjects: "two collections overlap"
    case .unknownType(let marker): "unknown object type 0x\(String(marker, radix: 16))"
    case .unknownWidth(let marker): "unknown number width 0x\(String(marker, radix: 16))"
    case .nonStringKey: "expected a string as a key"
    case .notASCII(let byte): "found the byte 0x\(String(byte, radix: 16)) in an ASCII string"
    case .unknownDate: "the date is out of range"
    case .cycle: "the collection contains itself"
    case .tooManySharedNodes(let limit): "shared objects expand to more than \(limit) nodes"
    }
  }
}

extension DecantError.BinaryPropertyListProblem {
  public var isAboutValue: Bool {
    switch self {
    case .cycle, .nonStringKey, .tooManySharedNodes, .unknownDate: true
    default: false
    }
  }
}

extension DecantError.BinaryPropertyListProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    if case .tooManySharedNodes = self { return ["--max-alias-nodes N allows more"] }
    return []
  }
}
