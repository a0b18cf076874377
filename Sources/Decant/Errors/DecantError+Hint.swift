extension DecantError {
  /// What to change in the input, on one line; nil if there is nothing to suggest.
  public var hint: String? {
    switch problem {
    case .controlCharacter(let byte):
      "write it as \(Self.escape(for: byte))"
    case .invalidEncoding(.utf8):
      "text must be UTF-8, or UTF-16 or UTF-32 with a byte-order mark"
    case .invalidNumber(.leadingZero):
      "write it without the zero, or in quotes if it is not a number"
    case .unknownWord(_, nil):
      "a string must be in double quotes"
    case .malformedEvents:
      "this is a defect of decant or of a format that was added to it; please report it"
    case .ofPart(let problem):
      problem.base.hint
    case .other(_, let hint):
      hint
    default:
      nil
    }
  }

  private static func escape(for byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x0C: "\\f"
    default: Unicode.Scalar(byte).visible
    }
  }
}
