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
