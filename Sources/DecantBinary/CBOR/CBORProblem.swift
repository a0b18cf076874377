public import DecantCore

extension DecantError {
  /// An error that only CBOR can have.
  @nonexhaustive
  public enum CBORProblem: Sendable, Hashable {
    /// A break is not inside of a sequence or mapping of indefinite length.
    case unexpectedBreak
    /// A mapping of indefinite length ends after a key.
    case breakAfterKey
    /// A string of indefinite length contains something else than chunks of its type.
    case wrongChunk(UInt8)
    /// A simple value below 32 has two bytes.
    case longSimpleValue(UInt8)
    /// The content of a tag has another type than the tag requires.
    case wrongContent(tag: UInt64)
    /// The content of tag 0 is not a date.
    case invalidDate(String)
  }
}

extension DecantError.Problem {
  /// A problem of CBOR.
  public static func cbor(_ problem: DecantError.CBORProblem) -> Self { .specific(problem) }
}
