/// The words for what goes wrong: the only place in the library that has any.
extension DecantError: CustomStringConvertible {
  /// The whole of it on one line: where, what, and the value at fault.
  public var description: String {
    var place = source.map { "\($0.visible()):" } ?? ""
    if let position { place += "\(position.line):\(position.column):" }
    return place.isEmpty ? statement : "\(place) \(statement)"
  }

  /// What went wrong, and the value at fault where it is one.
  ///
  /// Where the input has no lines it says the byte, for then nothing else says the place.
  package var statement: String {
    guard isAboutValue, let path, !path.steps.isEmpty else {
      guard let offset, position == nil, problem != .emptyInput else { return message }
      return "\(message) at byte \(offset)"
    }
    return "\(message) at \(path.description.visible(limit: 240))"
  }

  /// Whether a value, not a byte, is at fault, so that its path says more than its place.
  private var isAboutValue: Bool {
    switch problem {
    case .duplicateKey, .loneSurrogate, .notRepresentable, .degraded, .collidingKeys,
      .malformedTaggedForm, .yaml(.mismatchedTag), .yaml(.duplicateCollectionKey),
      .binaryPropertyList(.cycle),
      .binaryPropertyList(.keyIsNoString), .binaryPropertyList(.tooManySharedNodes),
      .binaryPropertyList(.unknownDate):
      true
    default:
      false
    }
  }

  /// What went wrong, on one line.
  public var message: String {
    switch problem {
    case .unexpectedEnd(let expected):
      "expected \(expected.words) but the input ended"
    case .unexpected(let found, let expected):
      "expected \(expected.words) but \(found.words)"
    case .mismatchedBracket(let found, let expected):
      "expected \(Unicode.Scalar(expected).quoted) but found \(Unicode.Scalar(found).quoted)"
    case .unterminatedString:
      "the string that begins here has no end"
    case .unterminatedComment:
      "a comment has no end"
    case .controlCharacter(let byte):
      byte == 0x0A || byte == 0x0D
        ? "found a line break in a string"
        : "found the control character \(Unicode.Scalar(byte).codePoint) in a string"
    case .invalidEscape(.scalar(let scalar)):
      "unknown escape '\\\(scalar.visible)'"
    case .invalidEscape(.end):
      "expected an escape but the input ended"
    case .loneSurrogate(let unit):
      "the escape '\\u\(String(unit, radix: 16))' is half of a surrogate pair"
    case .invalidNumber(let flaw):
      flaw.words
    case .invalidEncoding(let encoding):
      "the input is not valid \(encoding.rawValue)"
    case .unknownWord(let word, let suggestion):
      "unknown word \(word.quoted)" + Self.question(suggestion)
    case .duplicateKey(let key):
      "duplicate key \(key.quoted)"
    case .tooDeep(let limit):
      "more than \(limit) levels of nesting"
    case .tooLong:
      "more text in one piece than can be held"
    case .trailingContent(let found):
      "expected the end of the document but \(found.words)"
    case .emptyInput:
      "the input is empty"
    case .notRepresentable(let kind, let target):
      "\(target) cannot hold \(kind.words)"
    case .degraded(let kind, let target):
      "\(target) can hold \(kind.words) only as something else"
    case .tooManyAliasNodes(let limit):
      "aliases stand for more than \(limit) nodes"
    case .cyclicAlias(let name):
      "the alias \(name.quoted) stands inside what it is an alias of"
    case .collidingKeys(let key):
      "two keys become equal, \(key.quoted)"
    case .malformedTaggedForm(let form):
      "malformed tagged form \(form.quoted)"
    case .nothingAtPointer(let pointer):
      "nothing stands at \(pointer.quoted)"
    case .notASequence:
      "only a sequence can be split"
    case .manyDocuments(let target):
      "\(target) holds only one document"
    case .malformedEvents(let what):
      "malformed events: \(what.visible())"
    case .system(let operation, let code):
      "cannot \(operation.words): \(Self.systemMessage(code))"
    case .unknownFormat(let name, let suggestion):
      "unknown format \(name.quoted)" + Self.question(suggestion)
    case .unrecognisedContent:
      "cannot tell the format by the content"
    case .unsupported(.read, let format):
      "\(format) cannot be read"
    case .unsupported(.write, let format):
      "\(format) cannot be written"
    case .notARegularFile:
      "not a regular file"
    case .yaml(let problem):
      problem.words
    case .xml(let problem):
      problem.words
    case .binaryPropertyList(let problem):
      problem.words
    case .other(let message, _):
      message.visible()
    }
  }

  private static func question(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The system's words, in the case that all messages have.
  private static func systemMessage(_ code: Int32) -> String {
    let words = System.message(for: code)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

// MARK: Parts of a sentence

extension DecantError.Expectation {
  fileprivate var words: String {
    switch self {
    case .value: "a value"
    case .key: "a key"
    case .keyOrEndOfMapping: "a key or '}'"
    case .valueOrEndOfSequence: "a value or ']'"
    case .colon: "':'"
    case .commaOrEndOfSequence: "',' or ']'"
    case .commaOrEndOfMapping: "',' or '}'"
    case .recordSeparator: "a record separator"
    case .hexDigits(let count): "\(count) hexadecimal digits"
    case .endOfDocument: "the end of the document"
    }
  }
}

extension DecantError.Found {
  fileprivate var words: String {
    switch self {
    case .scalar(let scalar): "found \(scalar.quoted)"
    case .end: "the input ended"
    }
  }
}

extension DecantError.YAMLProblem {
  fileprivate var words: String {
    switch self {
    case .forbiddenCharacter(let scalar): "the character \(scalar.codePoint) must be escaped"
    case .tabInIndentation: "found a tab where indentation was expected"
    case .reservedIndicator(let scalar): "no value begins with \(scalar.quoted)"
    case .misplacedColon: "found ':' behind what can be no key"
    case .colonInText(let line): "found ':' in text that goes on from line \(line)"
    case .longKey: "found ':' behind a key of more than 1024 characters"
    case .mappingBehindMarker: "found a key on the line of '---'"
    case .misplacedQuestionMark: "found '?' where no key can begin"
    case .missingColon: "expected ':' behind the key that begins here"
    case .missingSpaceAfterColon: "expected a space behind ':'"
    case .misplacedDash: "found '-' where no sequence can begin"
    case .misindented(.sequence): "expected '-' in the column of the elements before"
    case .misindented(.mapping): "expected a key in the column of the keys before"
    case .misplacedElement: "expected a key but found an element of a sequence"
    case .trailing(let found), .trailingQuote(_, let found):
      "expected the end of the line but \(found.words)"
    case .unknownEscape(.scalar(let scalar)): "unknown escape '\\\(scalar.visible)'"
    case .unknownEscape(.end): "expected an escape but the input ended"
    case .malformedEscape: "malformed escape"
    case .malformedBlockHeader: "malformed beginning of a block of text"
    case .unclosed(.sequence, _, let found): "expected ',' or ']' but \(found.words)"
    case .unclosed(.mapping, _, let found): "expected ',' or '}' but \(found.words)"
    case .missingValue(let found): "expected a value but \(found.words)"
    case .documentMarkerInside: "the document ends inside quotes or brackets"
    case .missingDocumentMarker: "expected the end of the document, or '---' for another one"
    case .missingMarkerBehindDirective: "expected '---' behind the directives"
    case .malformedDirective: "malformed directive"
    case .unknownVersion: "the directive names a version of YAML that is not known"
    case .missingName(let sign): "expected a name behind \(sign.quoted)"
    case .malformedTag: "malformed tag"
    case .undefinedTagHandle: "no directive says what the handle of this tag stands for"
    case .undefinedAlias(let name): "no anchor before this has the name \(name.quoted)"
    case .mismatchedTag(let tag, let text?): "\(text.quoted) is no \(tag.visible(limit: 64))"
    case .mismatchedTag(let tag, nil): "this collection is no \(tag.visible(limit: 64))"
    case .duplicateCollectionKey: "duplicate key that is a collection"
    case .other(let words): words.visible()
    }
  }
}

extension DecantError.XMLProblem {
  fileprivate var words: String {
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

extension DecantError.BinaryPropertyListProblem {
  fileprivate var words: String {
    switch self {
    case .notBinary: "not a binary property list: it does not begin with 'bplist0'"
    case .truncated: "the binary property list has no room for a trailer"
    case .malformed(.offsetWidth): "the trailer says that offsets are not 1 to 8 bytes wide"
    case .malformed(.referenceWidth): "the trailer says that references are not 1 to 8 bytes wide"
    case .malformed(.objectCount): "the trailer does not say how many objects the offset table has"
    case .malformed(.topObject): "the top object is none of those in the offset table"
    case .malformed(.tableOffset): "the offset table begins outside the input"
    case .misplacedObject(let object): "object \(object) begins where no object can"
    case .danglingReference(let object, let count):
      "found a reference to object \(object), but the number of objects is \(count)"
    case .overlongObject: "the object that begins here ends beyond the last object"
    case .overlappingObjects: "collections overlap"
    case .unknownType(let marker): "unknown type of object 0x\(String(marker, radix: 16))"
    case .unknownWidth(let marker): "unknown width of a number 0x\(String(marker, radix: 16))"
    case .keyIsNoString: "expected a string as a key"
    case .notASCII(let byte): "found the byte 0x\(String(byte, radix: 16)) in an ASCII string"
    case .unknownDate: "the date is beyond all calendars"
    case .cycle: "the collection stands inside itself"
    case .tooManySharedNodes(let limit): "shared objects stand for more than \(limit) nodes"
    }
  }
}

extension DecantError.NumberFlaw {
  fileprivate var words: String {
    switch self {
    case .leadingZero: "a number must not begin with a zero"
    case .leadingPlus: "a number must not begin with '+'"
    case .noDigitBeforePoint: "expected a digit before the point of a number"
    case .noDigitAfterPoint: "expected a digit after the point of a number"
    case .noDigitInExponent: "expected a digit in the exponent of a number"
    case .noDigitAfterSign: "expected a digit after the sign of a number"
    case .noHexadecimalDigit: "expected a hexadecimal digit after the 'x' of a number"
    case .hexadecimal: "a number must not be hexadecimal"
    case .notFinite: "a number must be finite"
    case .tooManyDigits(let limit): "a hexadecimal number of more than \(limit) digits"
    case .followedBy(let scalar): "found \(scalar.quoted) behind a number"
    }
  }
}

extension DecantError.ValueClass {
  /// What one such value is called.
  fileprivate var words: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .largeNumber: "a number of this size"
    case .preciseNumber: "a number of this precision"
    case .exactDate: "so exact a date"
    case .forbiddenCharacter: "a character of this text"
    case .nonFiniteNumber: "a number that is not finite"
    case .date: "a date"
    case .data: "binary data"
    case .uid: "a keyed-archive reference"
    case .loneSurrogate: "half of a surrogate pair"
    case .scalarKey: "a key that is no string"
    case .collectionKey: "a key that is a collection"
    case .duplicateKeys: "a key twice in one mapping"
    case .tag: "a tag"
    case .anchor: "an anchor"
    }
  }

  /// What so many of them are called.
  package func counted(_ count: Int) -> String {
    let plural =
      switch self {
      case .null: "nulls"
      case .boolean: "booleans"
      case .number: "numbers"
      case .largeNumber: "numbers that are too large"
      case .preciseNumber: "numbers rounded"
      case .exactDate: "dates rounded"
      case .forbiddenCharacter: "texts with forbidden characters"
      case .nonFiniteNumber: "numbers that are not finite"
      case .date: "dates"
      case .data: "pieces of binary data"
      case .uid: "keyed-archive references"
      case .loneSurrogate: "lone surrogates"
      case .scalarKey: "keys that are no strings"
      case .collectionKey: "keys that are collections"
      case .duplicateKeys: "duplicate keys"
      case .tag: "tags"
      case .anchor: "anchors"
      }
    return "\(plural): \(count)"
  }
}

extension DecantError.Operation {
  fileprivate var words: String {
    switch self {
    case .open: "open"
    case .create: "create"
    case .read: "read"
    case .write: "write"
    case .replace: "replace"
    case .inspect: "inspect"
    }
  }
}

extension Unicode.Scalar {
  fileprivate var quoted: String {
    switch self {
    case "\n", "\r": "a line break"
    case "\t": "a tab"
    case " ": "a space"
    case "'": "\"'\""
    case "\u{FEFF}": "a byte-order mark"
    default: visible.hasPrefix("\\") && self != "\\" ? codePoint : "'\(visible)'"
    }
  }

  fileprivate var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  fileprivate var tag: String { "<\(visible(limit: 64))>" }
  fileprivate var endTag: String { "</\(visible(limit: 64))>" }
  fileprivate var quoted: String { "'\(visible(limit: 64))'" }
}
