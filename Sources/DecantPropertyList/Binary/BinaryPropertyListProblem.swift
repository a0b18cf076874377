public import DecantCore

extension DecantError {
  /// An error that only binary property lists can have.
  @nonexhaustive
  public enum BinaryPropertyListProblem: Sendable, Hashable {
    /// The input does not begin with `bplist0`.
    case notBinary
    /// The input is too short to have a trailer.
    case truncated
    /// A field of the trailer is invalid.
    case malformed(TrailerField)
    /// An entry of the offset table is not an offset in the object section.
    case misplacedObject(Int)
    /// A collection refers to an object that is not in the offset table.
    case danglingReference(UInt64, objects: Int)
    /// An object extends into the offset table.
    case overlongObject
    /// Collections overlap.
    case overlappingObjects
    /// An object's marker has an unknown type.
    case unknownType(UInt8)
    /// A number or a length has an unknown width.
    case unknownWidth(UInt8)
    /// A key is not a string.
    case nonStringKey
    /// An ASCII string contains another byte.
    case notASCII(UInt8)
    /// A date is out of range.
    case unknownDate
    /// A collection contains itself.
    case cycle
    /// Copies of shared objects exceed the limit of nodes.
    case tooManySharedNodes(limit: Int)

    /// A field of the trailer.
    public enum TrailerField: Sendable, Hashable {
      /// The width of offsets in bytes.
      case offsetWidth
      /// The width of references in bytes.
      case referenceWidth
      /// The number of objects.
      case objectCount
      /// The object that is the root of the document.
      case topObject
      /// The offset of the offset table.
      case tableOffset
    }
  }
}

extension DecantError.Problem {
  /// A problem of binary property lists.
  public static func binaryPropertyList(_ problem: DecantError.BinaryPropertyListProblem) -> Self {
    .specific(problem)
  }
}

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
