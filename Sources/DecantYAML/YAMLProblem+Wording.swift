public import DecantCore

extension DecantError.YAMLProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .forbiddenCharacter(let scalar): "the character \(scalar.codePoint) must be escaped"
    case .oldLineBreak(let scalar): "\(scalar.codePoint) is a line break in YAML 1.1"
    case .misplacedByteOrderMark: "found a byte-order mark inside a document"
    case .tabInIndentation: "found a tab where indentation was expected"
    case .reservedIndicator(let scalar): "a value cannot begin with \(scalar.quoted)"
    case .misplacedColon: "unexpected ':'"
    case .colonInText(let line): "unexpected ':' in text that begins on line \(line)"
    case .longKey: "unexpected ':' after a key of more than 1024 characters"
    case .multilineKey: "unexpected ':' after a key of several lines"
    case .mappingAfterMarker: "found a key on the line of '---'"
    case .misplacedQuestionMark: "unexpected '?'"
    case .missingColon: "expected ':' after the key that begins here"
    case .missingSpaceAfterColon: "expected a space after ':'"
    case .misplacedDash: "unexpected '-'"
    case .misindented(.sequence, _): "expected '-' in the column of the elements above"
    case .misindented(.mapping, _): "expected a key in the column of the keys above"
    case .misplacedElement: "expected a key but found an element of a sequence"
    case .trailing(let found), .trailingQuote(_, let found):
      "expected the end of the line but \(found.words)"
    case .unknownEscape(.scalar(let scalar)): "unknown escape '\\\(scalar.visible)'"
    case .unknownEscape(.end): "expected an escape but the input ended"
    case .malformedEscape: "malformed escape"
    case .insufficientIndentation: "expected more indentation"
    case .longBlankLine: "a blank line has more spaces than the first line of the text"
    case .missingSpaceBeforeComment: "expected a space before '#'"
    case .malformedBlockHeader: "unexpected text after '|' or '>'"
    case .unclosed(.sequence, _, let found): "expected ',' or ']' but \(found.words)"
    case .unclosed(.mapping, _, let found): "expected ',' or '}' but \(found.words)"
    case .missingValue(let found): "expected a value but \(found.words)"
    case .documentMarkerInside: "the document ends inside quotes or brackets"
    case .missingDocumentMarker: "expected the end of the document, or '---' for another one"
    case .missingMarkerAfterDirective: "expected '---' after the directives"
    case .malformedDirective: "malformed directive"
    case .repeatedDirective: "repeated directive"
    case .directiveInDocument: "found a directive inside a document"
    case .unknownVersion: "unsupported version of YAML"
    case .missingName(let sign): "expected a name after \(sign.quoted)"
    case .malformedName(let sign, let found):
      "expected a space after the name that \(sign.quoted) begins, but \(found.words)"
    case .malformedTag: "malformed tag"
    case .undefinedTagHandle: "undefined tag handle"
    case .longTags(let limit): "the prefixes of tags expand to more than \(limit) nodes"
    case .undefinedAlias(let name): "undefined alias \(name.quoted)"
    case .mismatchedTag(let tag, let text?): "invalid \(tag.visible(limit: 64)) \(text.quoted)"
    case .mismatchedTag(let tag, nil): "a collection cannot be of type \(tag.visible(limit: 64))"
    case .onlyComments: "the input contains only comments, so the output has no document"
    case .template: "YAML reads '{{ … }}' as a mapping in the key of a mapping"
    case .other(let words): words.visible()
    }
  }
}

extension DecantError.YAMLProblem {
  public var hint: String? {
    switch self {
    case .forbiddenCharacter, .oldLineBreak: "it can be written as an escape in double quotes"
    case .misplacedByteOrderMark: "it can only come before a document"
    case .tabInIndentation: "YAML indents with spaces"
    case .reservedIndicator("%"): "quote it; only a directive before '---' begins with '%'"
    case .reservedIndicator: "quote it"
    case .misplacedColon: "quote text that contains ': '"
    case .colonInText: "all keys of a mapping begin in the same column"
    case .longKey, .multilineKey:
      "write '? ' before the key, and ': ' before the value on a line of its own"
    case .mappingAfterMarker: "begin the mapping on a line of its own"
    case .misplacedQuestionMark: "quote text that begins with '? '"
    case .missingColon: "a key is followed by ': ', an element begins with '- '"
    case .missingSpaceAfterColon: "write 'key: value'"
    case .misplacedDash: "begin the sequence on a line of its own, under its key"
    case .misindented(.sequence, let line):
      "all elements begin in the same column, as on line \(line), and so do all keys of one element"
    case .misindented(.mapping, let line):
      "all keys of a mapping begin in the same column, as on line \(line)"
    case .misplacedElement:
      "a sequence goes below a key without another value, with all elements in the same column"
    case .trailing(.scalar("]")), .trailing(.scalar("}")): "no bracket is open here"
    case .trailing: "put the whole text in quotes"
    case .trailingQuote("'", _):
      "put the whole text in quotes; a single quote in it is written twice"
    case .trailingQuote: "put the whole text in quotes; a double quote in it is written as \\\""
    case .unknownEscape: "write the backslash twice, or put the text in single quotes"
    case .malformedEscape:
      "escapes are \\x41, \\u263A and \\U0001F600; a backslash is written twice"
    case .insufficientIndentation:
      "indent lines in quotes or brackets more than the collection around them"
    case .longBlankLine:
      "remove its spaces, or write the indentation of the text after '|' or '>', as in '|2'"
    case .missingSpaceBeforeComment: "a comment begins after a space; quote text that contains '#'"
    case .malformedBlockHeader:
      "a block of text begins on the next line; quote text that begins with '|' or '>'"
    case .unclosed(let collection, let line, .end):
      collection.unclosedWords(line)
    case .unclosed(let collection, let line, .scalar("]")),
      .unclosed(let collection, let line, .scalar("}")):
      collection.unclosedWords(line)
    case .unclosed(let collection, let line, _):
      "a comma is missing, or \(collection.unclosedWords(line))"
    case .missingValue(.scalar("]")), .missingValue(.scalar("}")):
      "quote text that begins with a bracket"
    case .missingValue(.scalar("*")): "an alias has no anchor or tag of its own"
    case .missingValue(.scalar("&")), .missingValue(.scalar("!")):
      "a value has at most one anchor and one tag"
    case .documentMarkerInside:
      "a line that begins with '---' or '...' ends a document; indent it if it is text"
    case .missingDocumentMarker:
      "'---' begins another document; all lines of one value begin in the same column"
    case .malformedDirective: "a line that begins with '%' is a directive; quote it if it is text"
    case .repeatedDirective: "%YAML, and each handle of %TAG, is allowed once per document"
    case .directiveInDocument:
      "write '...' on a line of its own before the directives of the next document"
    case .undefinedAlias(let name) where name.hasSuffix(":"):
      "write a space between an alias and ':'"
    case .undefinedAlias: "'&name' before a value defines it; quote text that begins with '*'"
    case .missingName(let sign), .malformedName(let sign, _):
      "quote text that begins with '\(sign)'"
    case .malformedTag: "quote text that begins with '!'"
    case .undefinedTagHandle: "a %TAG directive defines a handle; '!name' needs none"
    case .missingMarkerAfterDirective: "'---' on a line of its own begins the document"
    case .template: DecantError.Mistake.template.hint
    case .longTags, .mismatchedTag, .missingValue, .unknownVersion,
      .onlyComments,
      .other:
      nil
    }
  }
}

extension DecantError.YAMLProblem.Collection {
  func unclosedWords(_ line: Int) -> String {
    switch self {
    case .sequence: "the '[' on line \(line) is not closed"
    case .mapping: "the '{' on line \(line) is not closed"
    }
  }
}

extension DecantError.YAMLProblem {
  /// Whether an unexpected character is the problem.
  public var isAboutCharacter: Bool {
    switch self {
    case .missingSpaceAfterColon, .misplacedColon, .trailing, .trailingQuote, .unclosed: true
    default: false
    }
  }

  public var isAboutValue: Bool {
    switch self {
    case .mismatchedTag: true
    default: false
    }
  }
}

extension DecantError.YAMLProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    switch self {
    case .oldLineBreak: ["--yaml-schema 1.1 reads it as one, --yaml-schema core as text"]
    case .longTags: ["--max-alias-nodes N allows more"]
    case .misplacedColon where excerpt?.isInBraces == true:
      ["a comma is missing before the key, or quotes around text that contains ': '"]
    default: []
    }
  }

  public var concernedAbilities: Format.Abilities {
    switch self {
    case .onlyComments: .emptyStreams
    case .template: .nonStringKeys
    default: []
    }
  }
}

extension DecantError.Excerpt {
  fileprivate var isInBraces: Bool {
    let depth = text.unicodeScalars.prefix(caret).reduce(0) { depth, scalar in
      switch scalar {
      case "{", "[": depth + 1
      case "}", "]": depth - 1
      default: depth
      }
    }
    return depth > 0
  }
}
