extension DecantError {
  /// What can go wrong in YAML and nowhere else.
  @nonexhaustive
  public enum YAMLProblem: Sendable, Hashable {
    /// A character that YAML allows nowhere.
    case forbiddenCharacter(Unicode.Scalar)
    /// A character that is a line break in YAML 1.1, in a document whose directive asks for that.
    case oldLineBreak(Unicode.Scalar)
    /// A byte-order mark at the beginning of a line inside a document.
    case misplacedByteOrderMark
    /// A tab at the beginning of the first line after `>`.
    case tabBeginsFoldedText
    /// A tab where a line is indented.
    case tabInIndentation
    /// A character that begins no value: `@`, a backtick, `%`.
    case reservedIndicator(Unicode.Scalar)
    /// A colon after what can be no key.
    case misplacedColon
    /// A colon in a text that began in a line before, and goes on because its lines are indented alike.
    case colonInText(beganInLine: Int)
    /// A key that is longer than one without a question mark may be.
    case longKey
    /// A mapping that begins on the line of `---`.
    case mappingBehindMarker
    /// A question mark where no key can begin.
    case misplacedQuestionMark
    /// A key without a colon after it.
    case missingColon
    /// A colon without a space after it.
    case missingSpaceAfterColon
    /// A sequence that begins on the line of its key.
    case misplacedDash
    /// A line that begins in a column where no key or element can begin.
    case misindented(Collection)
    /// An element of a sequence where a key belongs.
    case misplacedElement
    /// Something after the end of a value.
    case trailing(Found)
    /// Something after the quote that ends a text.
    case trailingQuote(Unicode.Scalar, Found)
    /// A backslash in double quotes with something after it that is not an escape.
    case unknownEscape(Found)
    /// An escape without its digits, or for no character.
    case malformedEscape
    /// A line of quoted text, or of what is in brackets, that is not to the right of the collection around it.
    case insufficientIndentation
    /// A blank line before block text with more spaces than the first line of the text has.
    case longBlankLine
    /// A comment without a space before it.
    case missingSpaceBeforeComment
    /// Something on the line of `|` or `>`.
    case malformedBlockHeader
    /// In brackets, neither a comma nor the closing bracket.
    case unclosed(Collection, openedInLine: Int, Found)
    /// A bracket or comma where a value belongs.
    case missingValue(Found)
    /// `---` or `...` inside a quoted text or brackets.
    case documentMarkerInside
    /// A second document without `---` before it.
    case missingDocumentMarker
    /// A directive without `---` after it.
    case missingMarkerBehindDirective
    /// A directive that is not one.
    case malformedDirective
    /// A directive that comes twice before one document.
    case repeatedDirective
    /// A directive after a document that `...` does not end.
    case directiveInDocument
    /// A directive that asks for an unknown version of YAML.
    case unknownVersion
    /// `*` or `&` without a name.
    case missingName(Unicode.Scalar)
    /// A tag that is not one.
    case malformedTag
    /// A tag with a handle that no directive explains.
    case undefinedTagHandle
    /// An alias of a name that no anchor before it has given.
    case undefinedAlias(String)
    /// A tag whose type the node cannot have; the text is nil for a collection.
    case mismatchedTag(String, text: String?)
    /// A key that is a collection is twice in one mapping.
    case duplicateCollectionKey
    /// Anything else, in libyaml's own words.
    case other(String)

    /// A kind of collection.
    public enum Collection: Sendable, Hashable {
      /// Elements, in brackets or after dashes.
      case sequence
      /// Pairs, in braces or line by line.
      case mapping
    }
  }
}

extension DecantError.Problem {
  /// A problem of YAML.
  public static func yaml(_ problem: DecantError.YAMLProblem) -> Self {
    .specific(problem)
  }
}
