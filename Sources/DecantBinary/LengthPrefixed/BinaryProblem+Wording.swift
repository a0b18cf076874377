public import DecantCore

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
