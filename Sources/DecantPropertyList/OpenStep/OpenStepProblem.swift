public import DecantCore

extension DecantError {
  /// A problem that only OpenStep property lists can have.
  @nonexhaustive
  public enum OpenStepProblem: Sendable, Hashable {
    /// A value in a mapping without a semicolon after it.
    case missingSemicolon
    /// A missing token, and the token found instead.
    case missing(Sign, Found)
    /// A character that text without quotes cannot contain.
    case needsQuotes(Unicode.Scalar)
    /// An angle bracket that is not closed.
    case unclosedData
    /// A character in data that is not a hexadecimal digit.
    case notHexadecimal(Found)
    /// Data with an odd number of hexadecimal digits.
    case halfByte
    /// Invalid Base64 in `<[ ]>`.
    case invalidBase64
    /// A value with an unknown type.
    case unknownType(Found)
    /// A value that does not have the type beside it.
    case mismatchedType(ValueType, text: String)
    /// An octal escape that does not represent a character.
    case undefinedCharacter(Int)
    /// A document other than a mapping, written as a table of strings.
    case notAStringsTable

    /// A type in GNUstep's syntax.
    public enum ValueType: Sendable, Hashable {
      /// `<*BY>` or `<*BN>`.
      case boolean
      /// `<*I5>`.
      case integer
      /// `<*R1.5>`.
      case real
      /// `<*D2026-11-21 09:30:00 +0000>`.
      case date
    }

    /// A token that a reader expects.
    public enum Sign: Sendable, Hashable {
      /// The beginning of a value.
      case value
      /// A value, or the end of the sequence.
      case valueOrParenthesis
      /// A comma, or the end of the sequence.
      case commaOrParenthesis
      /// A key.
      case key
      /// A key, or the end of the mapping.
      case keyOrBrace
      /// An equals sign.
      case equalsSign
      /// An equals sign, or the end of the pair.
      case equalsSignOrEnd
      /// The end of the input.
      case end
    }
  }
}

extension DecantError.Problem {
  /// A problem of OpenStep property lists.
  public static func openStep(_ problem: DecantError.OpenStepProblem) -> Self {
    .specific(problem)
  }
}
