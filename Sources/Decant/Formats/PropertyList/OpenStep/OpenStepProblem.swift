extension DecantError {
  /// What can be wrong with an OpenStep property list alone.
  @nonexhaustive
  public enum OpenStepProblem: Sendable, Hashable {
    /// A pair has no semicolon where its value ends.
    case missingSemicolon
    /// Something is where a sign belongs, or the input ended there.
    case missing(Sign, Found)
    /// A word without quotes goes on with a character that it cannot have.
    case needsQuotes(Unicode.Scalar)
    /// An angle bracket that is not closed.
    case unclosedData
    /// Something is in data that is not a hexadecimal digit.
    case notHexadecimal(Found)
    /// Data have an odd number of digits: the last byte has one.
    case halfByte
    /// What is in `<[ ]>` is not Base64.
    case invalidBase64
    /// A value with a type that there is none of.
    case unknownType(Found)
    /// A value is not of the type beside it: of the type, the text.
    case mismatchedType(ValueType, text: String)
    /// An octal escape that represents no character.
    case undefinedCharacter(Int)
    /// The document is more than pairs of strings, which is all that a table of strings can be; the
    /// key is that of the first value that is not one.
    case notAStringsTable

    /// What GNUstep has a notation for.
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

    /// What a reader could have used.
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
