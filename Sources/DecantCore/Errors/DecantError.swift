/// An error: the problem, and its place in the input and in the document.
public struct DecantError: Error, Sendable, Hashable {
  /// What went wrong.
  public var problem: Problem

  /// The byte offset in the input; nil if the error is not about an input.
  public var offset: Int?

  /// The name of the input.
  public var source: String?

  /// The line and column, once computed.
  public var position: Position?

  /// The path to the value at fault.
  public var path: DocumentPath?

  /// The line at fault.
  public var excerpt: Excerpt?

  /// The step that failed, with its place: `42.steps:4: rename /logs log`.
  package var step: String?

  /// Whether the description of the error that this one underlies contains the one of this error.
  package var isDescribedAbove = false

  /// Creates an error whose line and column are not known yet.
  public init(_ problem: Problem, offset: Int? = nil, path: DocumentPath? = nil) {
    self.problem = problem
    self.offset = offset
    self.path = path
  }

  package func about(_ name: String) -> DecantError {
    var error = self
    error.source = name
    return error
  }

  /// A place in an input, as users see it.
  public struct Position: Sendable, Hashable {
    /// The number of bytes before it.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int

    package init(offset: Int, line: Int, column: Int) {
      (self.offset, self.line, self.column) = (offset, line, column)
    }
  }

  /// The part of a line that an error is about.
  public struct Excerpt: Sendable, Hashable {
    /// The text, which may lack the line's beginning or end.
    public var text: String
    /// The number of scalars of `text` before the place.
    public var caret: Int

    package init(text: String, caret: Int) {
      (self.text, self.caret) = (text, caret)
    }
  }
}

extension DecantError {
  /// A problem with an input, a value, a request or the system.
  @nonexhaustive
  public enum Problem: Sendable, Hashable {
    /// The input ended where more was expected.
    case unexpectedEnd(expected: Expectation)
    /// A line ended inside a value that must be on one line.
    case unexpectedEndOfLine(expected: Expectation)
    /// The input does not continue as expected.
    case unexpected(Found, expected: Expectation)
    /// A bracket is not closed, or another one closes first.
    case unclosedBracket(Unicode.Scalar, before: Closing?)
    /// A string has no closing quote.
    case unterminatedString
    /// A string that must end on its line has no closing quote there.
    case unterminatedLine
    /// A comment is not closed.
    case unterminatedComment
    /// A string contains an unescaped control character.
    case controlCharacter(UInt8)
    /// A backslash precedes a character that it cannot escape.
    case invalidEscape(Found)
    /// A surrogate escape has no partner.
    case loneSurrogate(UInt16)
    /// A number breaks the grammar.
    case invalidNumber(NumberFlaw)
    /// Bytes are invalid in the encoding.
    case invalidEncoding(Encoding)
    /// The input is HTML instead of another format.
    case html(insteadOf: String)
    /// A word is not defined by the format.
    case unknownWord(String, suggestion: String?)
    /// A key occurs twice in one mapping.
    case duplicateKey(String)
    /// A collection occurs twice as a key of one mapping.
    case duplicateCollectionKey
    /// The nesting is deeper than allowed.
    case tooDeep(limit: Int)
    /// One piece of text is too large: 2 GiB for a token, 4 GiB for the keys of a mapping.
    case tooLong
    /// A record is longer than allowed.
    case recordTooLong(limit: Int)
    /// Something follows the only document that the format allows.
    case trailingContent(Found)
    /// The input contains no document.
    case emptyInput
    /// No input contains a document, and the target requires one.
    case noDocument
    /// The target cannot represent a value.
    case notRepresentable(ValueClass, target: String)
    /// The target has no type for a value, and substitutes are forbidden.
    case degraded(ValueClass, target: String)
    /// A comment, which must be kept, would be lost.
    case lostComment
    /// The aliases expand to more nodes than allowed.
    case tooManyAliasNodes(limit: Int)
    /// An alias is inside the node that it refers to.
    case cyclicAlias(String)
    /// Two keys of one mapping have become equal.
    case collidingKeys(String)
    /// A change of an archived document gave a key of one instance different values through two references.
    case changedTwice(String)
    /// A tagged form, such as `{"$data": …}`, is invalid.
    case malformedTaggedForm(String)
    /// The document has no value at the pointer.
    case nothingAtPointer(String)
    /// The document to split is not a sequence.
    case notASequence
    /// The format supports only one document.
    case manyDocuments(target: String)
    /// A reader or stage broke the grammar of events.
    case malformedEvents(String)
    /// A call to the operating system failed.
    case system(Operation, code: Int32)
    /// The format name is unknown.
    case unknownFormat(String, suggestion: String?)
    /// The format cannot be detected from the content.
    case unrecognizedContent
    /// The format cannot be read, or cannot be written.
    case unsupported(Direction, format: String)
    /// A document of a binary format was requested as text.
    case notText(format: String)
    /// The input or output is not a regular file.
    case notARegularFile
    /// Another program changed the file after decant began to read it.
    case changedFile
    /// A problem of one format, or of another part outside the core; see `specific(_:)`.
    case ofPart(AnySpecificProblem)
    /// A problem that another library reported, in its words.
    case other(String, hint: String?)
  }

  /// What a reader expected.
  @nonexhaustive
  public enum Expectation: Sendable, Hashable {
    /// A value.
    case value
    /// A key.
    case key
    /// A key or the end of the mapping.
    case keyOrEndOfMapping
    /// A value or the end of the sequence.
    case valueOrEndOfSequence
    /// The colon after a key.
    case colon
    /// A comma or the end of the sequence.
    case commaOrEndOfSequence
    /// A comma or the end of the mapping.
    case commaOrEndOfMapping
    /// The character that begins a record.
    case recordSeparator
    /// The given number of hexadecimal digits.
    case hexDigits(Int)
    /// The end of the document.
    case endOfDocument
  }

  /// What a reader found.
  public enum Found: Sendable, Hashable {
    /// A character.
    case scalar(Unicode.Scalar)
    /// The end of the input.
    case end
  }

  /// What is wrong with a number.
  @nonexhaustive
  public enum NumberFlaw: Sendable, Hashable {
    /// It begins with a superfluous zero.
    case leadingZero
    /// It begins with a plus.
    case leadingPlus
    /// It has no digit before its point.
    case noDigitBeforePoint
    /// It has no digit after its point.
    case noDigitAfterPoint
    /// It has no digit in its exponent.
    case noDigitInExponent
    /// It has no digit after its sign.
    case noDigitAfterSign
    /// It has no digit after `0x`.
    case noHexadecimalDigit
    /// It is hexadecimal where only decimal is allowed.
    case hexadecimal
    /// It is NaN or infinite where only finite numbers are allowed.
    case notFinite
    /// It has more hexadecimal digits than can be converted to decimal.
    case tooManyDigits(limit: Int)
    /// A character that cannot be part of a number follows it.
    case followedBy(Unicode.Scalar)
  }

  /// A text encoding.
  public enum Encoding: String, Sendable, Hashable {
    /// UTF-8.
    case utf8 = "UTF-8"
    /// UTF-16 of either byte order.
    case utf16 = "UTF-16"
    /// UTF-32 of either byte order.
    case utf32 = "UTF-32"
    /// Seven-bit ASCII.
    case ascii = "US-ASCII"
  }

  /// A closing bracket or tag, and its line.
  public struct Closing: Sendable, Hashable {
    /// The bracket or tag.
    public var text: String
    /// Its line, from 1.
    public var line: Int

    package init(text: String, line: Int) {
      self.text = text
      self.line = line
    }
  }

  /// A class of values that not every format supports.
  @nonexhaustive
  public enum ValueClass: Sendable, Hashable {
    /// A null.
    case null
    /// A boolean.
    case boolean
    /// A date.
    case date
    /// A date or a time of day without a zone.
    case localTime
    /// Binary data.
    case data
    /// A reference inside a keyed archive.
    case uid
    /// A lone surrogate in a string.
    case loneSurrogate
    /// Any number, in a format without numbers.
    case number
    /// NaN or an infinity.
    case nonFiniteNumber
    /// A number outside the range of the target.
    case largeNumber
    /// A number with more digits than the target keeps.
    case preciseNumber
    /// A date with more fractional digits of a second than the target keeps.
    case exactDate
    /// A date with an offset from UTC, whose point in time remains.
    case dateOffset
    /// A string with a character that the target forbids.
    case forbiddenCharacter
    /// A scalar key that is not a string.
    case scalarKey
    /// A key that is a sequence or a mapping.
    case collectionKey
    /// A key that occurs twice in its mapping.
    case duplicateKeys
    /// A tag.
    case tag
    /// An anchor.
    case anchor
    /// A date that as a string has more than the four digits of a year that RFC 3339 has.
    case farDate
    /// A value that an older version of its format, YAML 1.1, reads otherwise.
    case olderValue
    /// A comment.
    case comment
  }

  /// An operation of the system that failed.
  @nonexhaustive
  public enum Operation: Sendable, Hashable {
    /// Opening an existing file.
    case open
    /// Creating a file.
    case create
    /// Reading from an open file.
    case read
    /// Writing to an open file.
    case write
    /// Replacing one file by another.
    case replace
    /// Reading a file's attributes.
    case inspect
    /// Removing a file.
    case remove
    /// Starting a thread.
    case startThread
  }

  /// Whether a format is read or written.
  public enum Direction: Sendable, Hashable {
    /// Reading.
    case read
    /// Writing.
    case write
  }
}
