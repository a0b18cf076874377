/// What went wrong, where, and what can be done about it.
///
/// The words for it are in `DecantError+Wording.swift`; here is only data.
public struct DecantError: Error, Sendable, Hashable {
  /// What went wrong.
  public var problem: Problem

  /// The offset in the input, in bytes, where it did; nil where it did in no input.
  public var offset: Int?

  /// The name of the input.
  public var source: String?

  /// The place in the input, once it has been worked out.
  public var position: Position?

  /// The way to the value that is at fault.
  public var path: DocumentPath?

  /// The line at fault.
  public var excerpt: Excerpt?

  /// Creates an error that is not, or not yet, tied to a place.
  public init(_ problem: Problem, offset: Int? = nil, path: DocumentPath? = nil) {
    self.problem = problem
    self.offset = offset
    self.path = path
  }

  /// Returns this error as one about the file or input `name`.
  package func about(_ name: String) -> DecantError {
    var error = self
    error.source = name
    return error
  }

  /// A place in an input, for people.
  public struct Position: Sendable, Hashable {
    /// Bytes before it.
    public var offset: Int
    /// The line, from 1.
    public var line: Int
    /// The column in Unicode scalars, from 1.
    public var column: Int
  }

  /// The part of a line that an error is about.
  public struct Excerpt: Sendable, Hashable {
    /// The text, which may lack the line's beginning or end.
    public var text: String
    /// The number of scalars of the text before the place.
    public var caret: Int
  }
}

extension DecantError {
  /// What can go wrong.
  @nonexhaustive
  public enum Problem: Sendable, Hashable {
    /// The input ended where more of it was needed.
    case unexpectedEnd(expected: Expectation)
    /// A line ended inside a value, where each value must be on one line.
    case unexpectedEndOfLine(expected: Expectation)
    /// Something is where something else belongs.
    case unexpected(Found, expected: Expectation)
    /// A bracket is never closed, or not before another one closes.
    case unclosedBracket(Unicode.Scalar, before: Closing?)
    /// A string has no closing quote.
    case unterminatedString
    /// A string has no closing quote in its line, where it must have one.
    case unterminatedLine
    /// A comment has no end.
    case unterminatedComment
    /// A control character is in a string as such.
    case controlCharacter(UInt8)
    /// A backslash is followed by what it cannot be followed by.
    case invalidEscape(Found)
    /// A surrogate escape has no partner.
    case loneSurrogate(UInt16)
    /// A number breaks the grammar of numbers.
    case invalidNumber(NumberFlaw)
    /// Bytes that are not UTF-8, UTF-16 or UTF-32, whichever it was to be.
    case invalidEncoding(Encoding)
    /// A web page in the place of a document of another format.
    case html(insteadOf: String)
    /// A word that means nothing in the format.
    case unknownWord(String, suggestion: String?)
    /// A key is twice in one mapping.
    case duplicateKey(String)
    /// More nesting than allowed.
    case tooDeep(limit: Int)
    /// More text in one piece than can be held: two gigabytes of a token, four of a mapping.
    case tooLong
    /// A record has more bytes than allowed.
    case recordTooLong(limit: Int)
    /// Something follows the one document that the format allows.
    case trailingContent(Found)
    /// The input holds no document.
    case emptyInput
    /// The inputs contain no document, and the target must contain one.
    case noDocument
    /// The target cannot hold a value.
    case notRepresentable(ValueClass, target: String)
    /// The target can hold a value only as something else, and that is forbidden.
    case degraded(ValueClass, target: String)
    /// The copies that aliases represent have more nodes than allowed.
    case tooManyAliasNodes(limit: Int)
    /// An alias is inside the node that it is an alias of.
    case cyclicAlias(String)
    /// Two keys of one mapping have become equal.
    case collidingKeys(String)
    /// A tagged form that is not one.
    case malformedTaggedForm(String)
    /// The pointer leads to nothing in a document.
    case nothingAtPointer(String)
    /// `--split` was given a document that is not a sequence.
    case notASequence
    /// More than one document for a format that holds one.
    case manyDocuments(target: String)
    /// A reader or stage broke the grammar of events.
    case malformedEvents(String)
    /// A call to the operating system failed.
    case system(Operation, code: Int32)
    /// There is no format of that name.
    case unknownFormat(String, suggestion: String?)
    /// The format cannot be told from the content.
    case unrecognisedContent
    /// The format cannot be read, or not written.
    case unsupported(Direction, format: String)
    /// A document of a binary format was to be text.
    case notText(format: String)
    /// The input or output is the wrong kind of file.
    case notARegularFile
    /// A problem of one format, or of another part outside the core; see `specific(_:)`.
    case ofPart(AnySpecificProblem)
    /// A problem in the words of another library.
    case other(String, hint: String?)
  }

  /// What a reader could have used.
  public enum Expectation: Sendable, Hashable {
    /// The beginning of a value.
    case value
    /// A key.
    case key
    /// A key, or the end of the mapping.
    case keyOrEndOfMapping
    /// A value, or the end of the sequence.
    case valueOrEndOfSequence
    /// The colon after a key.
    case colon
    /// A comma, or the end of the sequence.
    case commaOrEndOfSequence
    /// A comma, or the end of the mapping.
    case commaOrEndOfMapping
    /// The character that begins a record.
    case recordSeparator
    /// So many hexadecimal digits.
    case hexDigits(Int)
    /// Nothing more.
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
  public enum NumberFlaw: Sendable, Hashable {
    /// It begins with a zero that counts for nothing.
    case leadingZero
    /// It begins with a plus.
    case leadingPlus
    /// It begins with its point.
    case noDigitBeforePoint
    /// Its point has no digit after it.
    case noDigitAfterPoint
    /// Its exponent has no digit.
    case noDigitInExponent
    /// Its sign has no digit after it.
    case noDigitAfterSign
    /// `0x` has no digit after it.
    case noHexadecimalDigit
    /// It is hexadecimal where only decimal numbers are.
    case hexadecimal
    /// It is NaN or an infinity where only finite numbers are.
    case notFinite
    /// It has more digits than can be converted to another base.
    case tooManyDigits(limit: Int)
    /// It goes on with what is not a part of a number.
    case followedBy(Unicode.Scalar)
  }

  /// An encoding of text.
  public enum Encoding: String, Sendable, Hashable {
    /// UTF-8.
    case utf8 = "UTF-8"
    /// UTF-16 of either byte order.
    case utf16 = "UTF-16"
    /// UTF-32 of either byte order.
    case utf32 = "UTF-32"
    /// ASCII, of seven bits.
    case ascii = "US-ASCII"
  }

  /// A closing bracket or tag, and the line that contains it.
  public struct Closing: Sendable, Hashable {
    /// The bracket or tag.
    public var text: String
    /// Its line, from 1.
    public var line: Int
  }

  /// A class of values that not every format can hold.
  public enum ValueClass: Sendable, Hashable {
    /// The absence of a value, as a value.
    case null
    /// True and false.
    case boolean
    /// A point in time.
    case date
    /// Bytes.
    case data
    /// A reference inside a keyed archive.
    case uid
    /// A surrogate without its partner in a string.
    case loneSurrogate
    /// Any number, where there are none.
    case number
    /// NaN or an infinity.
    case nonFiniteNumber
    /// A number beyond those that the target has.
    case largeNumber
    /// A number with more digits than the target keeps.
    case preciseNumber
    /// A date with a finer fraction of a second than the target keeps.
    case exactDate
    /// Text with a character that the target forbids.
    case forbiddenCharacter
    /// A key that is a scalar and no string.
    case scalarKey
    /// A key that is a sequence or a mapping.
    case collectionKey
    /// A key that is twice in its mapping.
    case duplicateKeys
    /// A type that a node claims.
    case tag
    /// A name that a node is known by.
    case anchor
  }

  /// What was asked of the operating system.
  public enum Operation: Sendable, Hashable {
    /// To open a file that is there.
    case open
    /// To make a file.
    case create
    /// To read from a file that is open.
    case read
    /// To write to a file that is open.
    case write
    /// To put a file in the place of another.
    case replace
    /// To tell what a file is.
    case inspect
    /// To take away a file's name.
    case remove
  }

  /// Whether a format is read or written.
  public enum Direction: Sendable, Hashable {
    /// From the format.
    case read
    /// To the format.
    case write
  }
}
