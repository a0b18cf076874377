// What the problems of YAML are called, and what can be done about them.

extension DecantError.YAMLProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .forbiddenCharacter(let scalar): "the character \(scalar.codePoint) must be escaped"
    case .oldLineBreak(let scalar): "\(scalar.codePoint) is a line break in YAML 1.1"
    case .misplacedByteOrderMark: "found a byte-order mark inside a document"
    case .tabBeginsFoldedText: "folded text begins with a tab"
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

extension DecantError.YAMLProblem {
  public var hint: String? {
    switch self {
    case .forbiddenCharacter:
      "in double quotes it can be written as an escape"
    case .misplacedByteOrderMark:
      "it can only come before a document"
    case .tabBeginsFoldedText:
      "write how far the text is indented after '>', as in '>2'"
    case .tabInIndentation:
      "YAML indents with spaces"
    case .reservedIndicator("%"):
      "put it in quotes; only a directive before '---' begins with '%'"
    case .reservedIndicator:
      "put it in quotes"
    case .misplacedColon:
      "put text with ': ' in it in quotes"
    case .colonInText:
      "all keys of a mapping begin in one column"
    case .longKey:
      "begin it with '? ', and the line of its value with ': '"
    case .mappingBehindMarker:
      "begin the mapping on a line of its own"
    case .misplacedQuestionMark:
      "put text that begins with '? ' in quotes"
    case .missingColon:
      "a key is followed by ': ', an element begins with '- '"
    case .missingSpaceAfterColon:
      "write 'key: value'"
    case .misplacedDash:
      "begin the sequence on a line of its own, under its key"
    case .misindented(.sequence):
      "all elements begin in one column, and all keys of an element in another"
    case .misindented(.mapping):
      "all keys of a mapping begin in one column"
    case .misplacedElement:
      "the elements of a sequence begin in one column, behind a key that has no other value"
    case .trailing(.scalar("]")), .trailing(.scalar("}")):
      "nothing is open that it could close"
    case .trailing:
      "put the whole text in quotes"
    case .trailingQuote("'", _):
      "put the whole text in quotes; a single one in it is written twice"
    case .trailingQuote:
      "put the whole text in quotes; a double one in it is written as \\\""
    case .unknownEscape:
      "write a backslash twice, or the text in single quotes"
    case .malformedEscape:
      "escapes are \\x41, \\u263A and \\U0001F600; a backslash is written twice"
    case .malformedBlockHeader:
      "text begins on the line behind '|' or '>'; put text that begins with one in quotes"
    case .unclosed(let collection, let line, .end):
      collection.unclosedWords(line)
    case .unclosed(let collection, let line, .scalar("]")),
      .unclosed(let collection, let line, .scalar("}")):
      collection.unclosedWords(line)
    case .unclosed(let collection, let line, _):
      "a comma is missing, or \(collection.unclosedWords(line))"
    case .missingValue(.scalar("]")), .missingValue(.scalar("}")):
      "put text that begins with a bracket in quotes"
    case .documentMarkerInside:
      "a line that begins with '---' or '...' ends a document; indent it if it is text"
    case .missingDocumentMarker:
      "'---' begins another document; all lines of one value begin in one column"
    case .malformedDirective:
      "a line that begins with '%' is a directive; put text that does in quotes"
    case .undefinedAlias:
      "'&name' before a value names it; put text that begins with '*' in quotes"
    case .missingName(let sign):
      "put text that begins with '\(sign)' in quotes"
    case .malformedTag:
      "put text that begins with '!' in quotes"
    case .undefinedTagHandle:
      "'!name' without another '!' needs no directive"
    case .oldLineBreak, .mismatchedTag, .duplicateCollectionKey, .missingValue,
      .missingMarkerBehindDirective,
      .unknownVersion, .other:
      nil
    }
  }
}

extension DecantError.YAMLProblem.Collection {
  func unclosedWords(_ line: Int) -> String {
    switch self {
    case .sequence: "the '[' in line \(line) has no ']'"
    case .mapping: "the '{' in line \(line) has no '}'"
    }
  }
}

extension DecantError.YAMLProblem {
  public var isAboutValue: Bool {
    switch self {
    case .mismatchedTag, .duplicateCollectionKey: true
    default: false
    }
  }
}
