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

extension DecantError.CBORProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .unexpectedBreak:
      "found a break, but no sequence or mapping of indefinite length is open here"
    case .breakAfterKey: "expected a value, but a break ends the mapping after a key"
    case .wrongChunk(let byte):
      "expected a chunk of the string or its end, but found the byte 0x\(String(byte, radix: 16))"
    case .longSimpleValue(let value):
      "the simple value \(value) has two bytes, which only values from 32 may have"
    case .wrongContent(let tag): "tag \(tag) requires \(Self.content(of: tag))"
    case .invalidDate(let text): "\(text.quoted) is not a date and time of RFC 3339"
    }
  }

  private static func content(of tag: UInt64) -> String {
    switch tag {
    case CBORTag.dateText: "a text string"
    case CBORTag.epochSeconds: "a number"
    case CBORTag.bignum, CBORTag.negativeBignum: "a byte string"
    default: "an exponent and a mantissa"
    }
  }

  public var isAboutValue: Bool {
    switch self {
    case .invalidDate: true
    default: false
    }
  }
}
