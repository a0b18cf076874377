public import DecantCore

extension DecantError.XMLProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .strayText(let found): "expected a tag but \(found.words)"
    case .unclosed(let element, let closing): "\(element.tag) is \(closing.unclosedWords)"
    case .unterminated(.tag): "the tag that begins here is never closed"
    case .unterminated(.instruction): "a processing instruction is never closed"
    case .unterminated(.documentType): "the DOCTYPE is never closed"
    case .unterminated(.section): "a CDATA section is never closed"
    case .malformedTag(let found): "malformed tag: \(found.words)"
    case .unknownElement(let name, let suggestion):
      "unknown element \(name.tag)" + (suggestion.map { "; did you mean \($0.tag)?" } ?? "")
    case .mismatchedEnd(let found, _): "\(found.endTag) has no start tag"
    case .elementInside(let element): "found markup in the text of \(element.tag)"
    case .notEmpty(let element): "\(element.tag) must be empty"
    case .missingValue(let key): "the key \(key.quoted) has no value"
    case .missingKey(let found): "expected <key> or </dict> but found \(found.tag)"
    case .misplaced(let element): "unexpected \(element.tag)"
    case .emptyPropertyList: "<plist> contains no value"
    case .secondValue(let found): "expected </plist> but found \(found.tag)"
    case .trailing(let found): "expected the end of the document but \(found.words)"
    case .internalSubset: "the DOCTYPE contains declarations"
    case .unknownEntity(let name): "unknown entity '&\(name.visible(limit: 64));'"
    case .bareAmpersand: "unexpected '&'"
    case .malformedReference: "malformed character reference"
    case .forbiddenCharacter(let value):
      "XML cannot represent \(Unicode.Scalar(value)?.codePoint ?? "a surrogate or a number above U+10FFFF")"
    case .invalidText(let text, let element): "invalid \(element.visible()) \(text.quoted)"
    case .integerOutOfRange(let text): "the integer \(text.quoted) has more than 64 bits"
    case .invalidBase64(let found): "expected Base64 but \(found.words)"
    case .unfinishedBase64: "the last group of Base64 is incomplete"
    case .unsupportedEncoding(let name): "cannot read the encoding \(name.quoted)"
    case .contradictedEncoding(let name):
      "the input declares the encoding \(name.quoted), but is in another"
    }
  }
}

extension DecantError.XMLProblem {
  public var hint: String? {
    switch self {
    case .strayText:
      "text must be in <string>, and '<' in it is written &lt;"
    case .malformedTag:
      "in text, '<' is written &lt;"
    case .elementInside:
      "in text, '<' is written &lt;"
    case .unknownElement("null", nil), .unknownElement("nil", nil):
      "a property list has no null; leave the key or element out"
    case .unknownElement(_, nil):
      "a property list has dict, array, string, integer, real, true, false, date and data; other XML is not supported"
    case .missingValue:
      "in <dict> each <key> is followed by one value"
    case .missingKey:
      "in <dict> each value follows its <key>"
    case .misplaced("key"):
      "a <key> must be in a <dict>, before its value"
    case .secondValue:
      "put the values in one <array>"
    case .internalSubset:
      "delete the part from '[' to ']'; only the five entities of XML are supported"
    case .unknownEntity, .bareAmpersand:
      "XML has &amp; &lt; &gt; &quot; and &apos;; '&' itself is written &amp;"
    case .malformedReference:
      "write &#233; or &#xE9;, or &amp; for '&' itself"
    case .invalidText(_, "date"):
      "write it as 2026-11-21T09:30:00Z"
    case .integerOutOfRange:
      "write it as <real> or <string>"
    case .unfinishedBase64:
      "add '=' until the last group has four characters"
    case .unsupportedEncoding:
      "convert it to UTF-8 with iconv"
    case .contradictedEncoding:
      "correct the first line"
    default:
      nil
    }
  }
}

extension DecantError.XMLProblem {
  /// Whether the problem is an unexpected character.
  public var isAboutCharacter: Bool {
    switch self {
    case .strayText, .malformedTag, .trailing: true
    default: false
    }
  }
}

extension DecantError.XMLProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    guard case .forbiddenCharacter(let value) = self, Unicode.Scalar(value) != nil else {
      return []
    }
    return ["--lossy replaces it with U+FFFD", "--tagged keeps it as {\"$text\": …}"]
  }
}
