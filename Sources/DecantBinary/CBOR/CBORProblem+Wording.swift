public import DecantCore

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
