extension DecantError {
  /// What can go wrong in a binary property list and nowhere else.
  @nonexhaustive
  public enum BinaryPropertyListProblem: Sendable, Hashable {
    /// The input does not begin as one.
    case notBinary
    /// The input is too short to have a trailer.
    case truncated
    /// A number in the trailer cannot be right.
    case malformed(TrailerField)
    /// The offset table has an object begin where no object can.
    case misplacedObject(Int)
    /// A collection refers to an object that is not in the table.
    case danglingReference(UInt64, objects: Int)
    /// An object goes on beyond the place where all objects end.
    case overlongObject
    /// Collections have bytes in common.
    case overlappingObjects
    /// A type of object that is not one.
    case unknownType(UInt8)
    /// A number, or the length of something, is wider than any is.
    case unknownWidth(UInt8)
    /// A key is not a string.
    case keyIsNoString
    /// A byte that is not ASCII in a string that says it is.
    case notASCII(UInt8)
    /// A date that no calendar has.
    case unknownDate
    /// A collection is inside itself.
    case cycle
    /// The copies of collections that are referred to more than once have more nodes than allowed.
    case tooManySharedNodes(limit: Int)

    /// A number in the trailer.
    public enum TrailerField: Sendable, Hashable {
      /// How many bytes an offset has.
      case offsetWidth
      /// How many bytes a reference has.
      case referenceWidth
      /// How many objects there are.
      case objectCount
      /// Which object is the document.
      case topObject
      /// Where the offset table begins.
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
