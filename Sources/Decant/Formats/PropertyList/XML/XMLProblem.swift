extension DecantError {
  /// What can go wrong in an XML property list and nowhere else.
  @nonexhaustive
  public enum XMLProblem: Sendable, Hashable {
    /// Text, or markup that counts as text, where only elements may be.
    case strayText(Found)
    /// An element never ends, or not before another one does.
    case unclosed(String, before: Closing?)
    /// The input ended inside a tag, an instruction or the like.
    case unterminated(Construct)
    /// A tag that breaks the grammar of tags.
    case malformedTag(Found)
    /// An element that property lists have not.
    case unknownElement(String, suggestion: String?)
    /// An end tag without a start tag. If an element is open, readers report `unclosed` instead.
    case mismatchedEnd(found: String, of: String?)
    /// An element inside one that holds only text.
    case elementInside(String)
    /// An element that must be empty and is not.
    case notEmpty(String)
    /// A key without a value.
    case missingValue(key: String)
    /// A value in a dictionary without a key before it.
    case missingKey(found: String)
    /// A key outside a dictionary, a property list inside another.
    case misplaced(String)
    /// A property list without a value.
    case emptyPropertyList
    /// A second value in one property list.
    case secondValue(String)
    /// Something after the end of the property list.
    case trailing(Found)
    /// A document type that declares something itself.
    case internalSubset
    /// A reference to an entity that is not one of the five.
    case unknownEntity(String)
    /// An ampersand that begins no reference.
    case bareAmpersand
    /// A reference to a character by something that is not a number.
    case malformedReference
    /// A character that XML allows nowhere, not even by reference.
    case forbiddenCharacter(UInt32)
    /// Text that is not a number, or no date.
    case invalidText(String, of: String)
    /// An integer that 64 bits cannot hold.
    case integerOutOfRange(String)
    /// A character that has no place in Base64.
    case invalidBase64(Found)
    /// Base64 that breaks off inside a group of four.
    case unfinishedBase64
    /// An encoding that cannot be read.
    case unsupportedEncoding(String)
    /// A declared encoding that cannot be the one that the input is in.
    case contradictedEncoding(String)

    /// Markup that has an end of its own.
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
