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

extension DecantError.BinaryProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .truncated(let format): "the \(format) ends inside of a value"
    case .unknownType(let byte, let format):
      "no \(format) value begins with the byte 0x\(String(byte, radix: 16))"
    case .dateOutOfRange: "the date is out of range"
    case .numberTooLong: "the number has too many digits"
    case .misplacedTag(let tag, let expected): "the tag \(tag) requires \(expected)"
    case .tooManyNodes(let limit):
      "the format has no sequence or mapping of more than \(limit) elements"
    }
  }

  public var hint: String? {
    switch self {
    case .truncated: "the input may have been cut off, or be in another format"
    default: nil
    }
  }

  public var isAboutValue: Bool {
    switch self {
    case .truncated, .unknownType: false
    default: true
    }
  }
}
