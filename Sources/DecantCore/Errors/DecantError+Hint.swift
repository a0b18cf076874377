extension DecantError {
  /// What to change in the input, on one line; nil if there is nothing to suggest.
  public var hint: String? {
    if let mistake { return mistake.hint }
    return switch problem {
    case .controlCharacter(let byte):
      "write it as \(Self.escape(for: byte))"
    case .unterminatedLine:
      "a line break in a string is written \\n"
    case .unexpectedEndOfLine:
      "a record must be on one line"
    case .invalidEncoding(.utf8):
      "if it is Latin-1, 'iconv -f ISO-8859-1 -t UTF-8' converts it"
    case .invalidNumber(.leadingZero):
      "write it without the zero, or in quotes if it is not a number"
    case .unexpected(.scalar(let scalar), expected: .commaOrEndOfSequence),
      .unexpected(.scalar(let scalar), expected: .commaOrEndOfMapping):
      scalar.beginsJSONValue ? "a comma is missing" : nil
    case .unknownWord(_, nil):
      "a string must be in double quotes"
    case .changedFile:
      "run it again when no other program writes to the file"
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

extension Unicode.Scalar {
  fileprivate var beginsJSONValue: Bool {
    "{[\"-0123456789tfn".unicodeScalars.contains(self)
  }
}
