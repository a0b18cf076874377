public import DecantCore

extension DecantError {
  /// A problem that only TOML can have.
  @nonexhaustive
  public enum TOMLProblem: Sendable, Hashable {
    /// The text does not continue as it must.
    case missing(Sign, Found)
    /// A key that its table has already, and the line of the first one.
    case repeatedKey(String, firstLine: Int)
    /// A table that is defined twice, and the line of the first definition.
    case repeatedTable(String, firstLine: Int)
    /// A key that should be a table but is something else, and the line that defines it.
    case notATable(String, Definition, line: Int)
    /// A header for an array of tables with the name of something else, and the line that defines it.
    case notTables(String, Definition, line: Int)
    /// Dotted keys that add to a table with a header of its own, and the line of the header.
    case tableWithHeader(String, line: Int)
    /// A word where a value is expected.
    case word(String)
    /// An integer that 64 bits cannot hold.
    case integerOutOfRange
    /// An underscore in a number that is not between two digits.
    case misplacedUnderscore
    /// A sign before a number in another base.
    case signBeforeBase
    /// A base without a digit after it.
    case noDigitAfterBase(Found)
    /// A date or time that does not exist, or that is not written as it must be.
    case invalidTime
    /// A carriage return without a line feed after it.
    case bareCarriageReturn
    /// Something that TOML 1.1 has and TOML 1.0 has not.
    case newer(Addition)
    /// A document that is not a mapping.
    case rootIsNotATable
    /// An element of an array of tables, which has a name, that would not be a table after an edit.
    case elementIsNotATable(String)

    /// What a reader expects.
    public enum Sign: Sendable, Hashable {
      /// A key.
      case key
      /// An equals sign after a key.
      case equalsSign
      /// A value.
      case value
      /// A comma, or the end of an array.
      case commaOrBracket
      /// A comma, or the end of a table.
      case commaOrBrace
      /// A key, or the end of a table.
      case keyOrBrace
      /// The end of a header.
      case endOfHeader
      /// The second bracket at the end of a header.
      case endOfTablesHeader
      /// The end of the line.
      case endOfLine
    }

    /// What a key stands for.
    public enum Definition: Sendable, Hashable {
      /// A scalar.
      case scalar
      /// An array in brackets.
      case array
      /// A table in braces.
      case inlineTable
      /// A table with a header, or one that a longer key implies.
      case table
      /// An array of tables.
      case tables
    }

    /// An addition of TOML 1.1.
    public enum Addition: Sendable, Hashable {
      /// A line break or comment in a table in braces.
      case lineInTable
      /// A comma before a closing brace.
      case finalComma
      /// An escape: `\e` or `\x41`.
      case escape
      /// A time without seconds.
      case timeWithoutSeconds
    }
  }
}

extension DecantError.Problem {
  /// Wraps a problem of TOML.
  public static func toml(_ problem: DecantError.TOMLProblem) -> Self {
    .specific(problem)
  }
}
