public import DecantCore

extension DecantError {
  /// A problem that only XML property lists can have.
  @nonexhaustive
  public enum XMLProblem: Sendable, Hashable {
    /// Text, or markup that counts as text, where only elements are allowed.
    case strayText(Found)
    /// An element without an end tag, or with another end tag before its own.
    case unclosed(String, before: Closing?)
    /// The input ended inside a tag, an instruction or another construct.
    case unterminated(Construct)
    /// A tag that violates XML's grammar.
    case malformedTag(Found)
    /// An element that property lists do not have.
    case unknownElement(String, suggestion: String?)
    /// An end tag while no element is open; otherwise readers report `unclosed`.
    case mismatchedEnd(found: String, of: String?)
    /// An element inside one that can contain only text.
    case elementInside(String)
    /// An element that must be empty but is not.
    case notEmpty(String)
    /// A key without a value.
    case missingValue(key: String)
    /// A value in a dictionary without a key before it.
    case missingKey(found: String)
    /// A misplaced element: a key outside a dictionary, a property list inside another.
    case misplaced(String)
    /// A property list without a value.
    case emptyPropertyList
    /// A second value in one property list.
    case secondValue(String)
    /// Content after the end of the property list.
    case trailing(Found)
    /// A document type that contains declarations.
    case internalSubset
    /// A reference to an entity other than the five of XML.
    case unknownEntity(String)
    /// An ampersand that does not begin a reference.
    case bareAmpersand
    /// A character reference without a valid number.
    case malformedReference
    /// A character that XML does not allow, even by reference.
    case forbiddenCharacter(UInt32)
    /// Text that is not a valid number or date.
    case invalidText(String, of: String)
    /// An integer of more than 64 bits.
    case integerOutOfRange(String)
    /// An invalid character in Base64.
    case invalidBase64(Found)
    /// Base64 that ends inside a group of four.
    case unfinishedBase64
    /// An encoding that is not supported.
    case unsupportedEncoding(String)
    /// A declared encoding that cannot be the encoding of the input.
    case contradictedEncoding(String)

    /// Markup with an end of its own.
    public enum Construct: Sendable, Hashable {
      /// `<key>`.
      case tag
      /// `<?xml …?>`.
      case instruction
      /// `<!DOCTYPE …>`.
      case documentType
      /// `<![CDATA[…]]>`.
      case section
    }
  }
}

extension DecantError.Problem {
  /// A problem of XML property lists.
  public static func xml(_ problem: DecantError.XMLProblem) -> Self {
    .specific(problem)
  }
}
