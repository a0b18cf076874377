// What the problems of XML property lists are called, and what can be done about them.

extension DecantError.XMLProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .strayText(let found): "expected a tag but \(found.words)"
    case .unclosed(let element): "expected \(element.endTag) but the input ended"
    case .unterminated(.tag): "the tag that begins here has no end"
    case .unterminated(.instruction): "a processing instruction has no end"
    case .unterminated(.documentType): "the document type has no end"
    case .unterminated(.section): "a CDATA section has no end"
    case .malformedTag(let found): "malformed tag: \(found.words)"
    case .unknownElement(let name, let suggestion):
      "unknown element \(name.tag)" + (suggestion.map { "; did you mean \($0.tag)?" } ?? "")
    case .mismatchedEnd(let found, let expected?):
      "expected \(expected.endTag) but found \(found.endTag)"
    case .mismatchedEnd(let found, nil): "\(found.endTag) ends nothing"
    case .elementInside(let element): "found markup in the text of \(element.tag)"
    case .notEmpty(let element): "\(element.tag) must be empty"
    case .missingValue(let key): "the key \(key.quoted) has no value"
    case .missingKey(let found): "expected <key> or </dict> but found \(found.tag)"
    case .misplaced(let element): "no \(element.tag) can stand here"
    case .emptyPropertyList: "<plist> holds no value"
    case .secondValue(let found): "expected </plist> but found \(found.tag)"
    case .trailing(let found): "expected the end of the document but \(found.words)"
    case .internalSubset: "the document type has declarations of its own"
    case .unknownEntity(let name): "unknown entity '&\(name.visible(limit: 64));'"
    case .bareAmpersand: "found '&' that begins no reference"
    case .malformedReference: "malformed reference to a character"
    case .forbiddenCharacter(let value):
      "XML allows no character \(Unicode.Scalar(value)?.codePoint ?? "above U+10FFFF, nor half of one")"
    case .invalidText(let text, let element): "\(text.quoted) is no \(element.visible())"
    case .integerOutOfRange(let text): "the integer \(text.quoted) has more than 64 bits"
    case .invalidBase64(let found): "expected Base64 but \(found.words)"
    case .unfinishedBase64: "the Base64 text breaks off inside a group of four"
    case .unsupportedEncoding(let name): "cannot read the encoding \(name.quoted)"
    case .contradictedEncoding(let name): "the input is not in \(name.quoted), as it declares"
    }
  }
}

extension DecantError.XMLProblem {
  public var hint: String? {
    switch self {
    case .strayText:
      "text stands in <string>, and '<' in it is written &lt;"
    case .malformedTag:
      "'<' that begins no tag is written &lt;"
    case .elementInside:
      "in text '<' is written &lt;"
    case .unknownElement("null", nil), .unknownElement("nil", nil):
      "a property list has no null; leave the key or element out"
    case .unknownElement(_, nil):
      "a property list has dict, array, string, integer, real, true, false, date and data"
    case .missingValue:
      "in <dict> each <key> is followed by one value"
    case .missingKey:
      "in <dict> each value stands behind its <key>"
    case .misplaced("key"):
      "a <key> stands in <dict>, before its value"
    case .secondValue:
      "put the values in one <array>"
    case .internalSubset:
      "take out what stands in '[' and ']'; only the five entities of XML are known"
    case .unknownEntity, .bareAmpersand:
      "known are &amp; &lt; &gt; &quot; and &apos;; '&' itself is written &amp;"
    case .malformedReference:
      "write &#233; or &#xE9;, or &amp; for '&' itself"
    case .invalidText(_, "date"):
      "write it as 2026-11-21T09:30:00Z"
    case .integerOutOfRange:
      "write it as <real> or <string>"
    case .unfinishedBase64:
      "'=' at the end makes the last group four"
    case .unsupportedEncoding:
      "convert it to UTF-8, as iconv does"
    case .contradictedEncoding:
      "correct its first line"
    default:
      nil
    }
  }
}
