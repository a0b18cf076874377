public import DecantCore

extension DecantError {
  /// A problem that only YAML can have.
  @nonexhaustive
  public enum YAMLProblem: Sendable, Hashable {
    /// A character that is only allowed as an escape.
    case forbiddenCharacter(Unicode.Scalar)
    /// A line break of YAML 1.1 that is not one of YAML 1.2, in a document of version 1.1.
    case oldLineBreak(Unicode.Scalar)
    /// A byte-order mark at the beginning of a line inside a document.
    case misplacedByteOrderMark
    /// A tab where a line is indented.
    case tabInIndentation
    /// A character that cannot begin a value: `@`, a backtick, `%`.
    case reservedIndicator(Unicode.Scalar)
    /// A colon after something that cannot be a key.
    case misplacedColon
    /// A colon in a plain text that began on an earlier line.
    case colonInText(beganInLine: Int)
    /// A key without a question mark that is longer than 1024 characters.
    case longKey
    /// A mapping that begins on the line of `---`.
    case mappingAfterMarker
    /// A question mark where a key cannot begin.
    case misplacedQuestionMark
    /// A key without a colon after it.
    case missingColon
    /// A colon without a space after it.
    case missingSpaceAfterColon
    /// A sequence that begins on the line of its key.
    case misplacedDash
    /// A key of several lines, without a question mark.
    case multilineKey
    /// A line that begins in a column where no key or element can begin; another line has set the indentation.
    case misindented(Collection, asInLine: Int)
    /// An element of a sequence where a key is expected.
    case misplacedElement
    /// Text after the end of a value.
    case trailing(Found)
    /// Text after a closing quote.
    case trailingQuote(Unicode.Scalar, Found)
    /// An unknown escape in double quotes.
    case unknownEscape(Found)
    /// An escape with missing digits, or of an invalid character.
    case malformedEscape
    /// A line of quoted text or of a flow collection that is not indented more than the collection around it.
    case insufficientIndentation
    /// A blank line before block text, with more spaces than the first line of the text.
    case longBlankLine
    /// A comment without a space before it.
    case missingSpaceBeforeComment
    /// Unexpected text on the line of `|` or `>`.
    case malformedBlockHeader
    /// A flow collection with neither a comma nor the closing bracket where one is expected.
    case unclosed(Collection, openedInLine: Int, Found)
    /// A bracket or comma where a value is expected.
    case missingValue(Found)
    /// A document marker, `---` or `...`, inside quotes or brackets.
    case documentMarkerInside
    /// A second document without `---` before it.
    case missingDocumentMarker
    /// A directive without `---` after it.
    case missingMarkerAfterDirective
    /// A malformed directive.
    case malformedDirective
    /// A directive that is repeated before one document.
    case repeatedDirective
    /// A directive after a document that has not been ended with `...`.
    case directiveInDocument
    /// A directive with an unsupported version of YAML.
    case unknownVersion
    /// `*` or `&` without a name.
    case missingName(Unicode.Scalar)
    /// A character that the name of an anchor or alias cannot contain.
    case malformedName(Unicode.Scalar, Found)
    /// A malformed tag.
    case malformedTag
    /// A tag with a handle that no directive defines.
    case undefinedTagHandle
    /// The prefixes of directives, in all tags of a document, count as more nodes than aliases may expand to.
    case longTags(limit: Int)
    /// An alias without an anchor of that name before it.
    case undefinedAlias(String)
    /// A tag whose type the node cannot have; `text` is nil for a collection.
    case mismatchedTag(String, text: String?)
    /// An input with comments and without a document.
    case onlyComments
    /// Braces in braces without a value, as in a template.
    case template
    /// Any problem in libyaml's words.
    case other(String)

    /// A kind of collection.
    public enum Collection: Sendable, Hashable {
      /// A sequence, in brackets or with dashes.
      case sequence
      /// A mapping, in braces or line by line.
      case mapping
    }
  }
}

extension DecantError.Problem {
  /// Wraps a problem of YAML.
  public static func yaml(_ problem: DecantError.YAMLProblem) -> Self {
    .specific(problem)
  }
}
