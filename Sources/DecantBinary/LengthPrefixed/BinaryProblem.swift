public import DecantCore

extension DecantError {
  /// An error of the formats whose values begin with their type and length.
  @nonexhaustive
  public enum BinaryProblem: Sendable, Hashable {
    /// The input ends inside of a value, or before a value that a count announces.
    case truncated(format: String)
    /// No value begins with the byte.
    case unknownType(UInt8, format: String)
    /// The date is out of range.
    case dateOutOfRange
    /// The number has more digits than can be converted.
    case numberTooLong
    /// The tag does not fit its value.
    case misplacedTag(String, expected: String)
    /// The collection has more nodes than the format can count.
    case tooManyNodes(limit: UInt64)
  }
}

extension DecantError.Problem {
  /// A problem of a format whose values begin with their type and length.
  public static func binary(_ problem: DecantError.BinaryProblem) -> Self { .specific(problem) }
}
