public import DecantCore

extension DecantError.OpenStepProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .missingSemicolon: "expected ';' after the value"
    case .missing(let sign, let found): "expected \(sign.words) but \(found.words)"
    case .needsQuotes(let scalar): "unexpected \(scalar.quoted) in text without quotes"
    case .unclosedData: "'<' is never closed"
    case .notHexadecimal(let found): "expected hexadecimal digits or '>' but \(found.words)"
    case .halfByte: "the last byte of the data has only one digit"
    case .invalidBase64: "expected Base64 between '<[' and ']>'"
    case .unknownType(let found): "expected a type (B, D, I or R) but \(found.words)"
    case .mismatchedType(let type, let text): "\(text.quoted) is not \(type.words)"
    case .undefinedCharacter(let code):
      "undefined escape '\\\(String(code, radix: 8))'"
    case .notAStringsTable: "a table of strings must be a mapping"
    }
  }
}

extension DecantError.OpenStepProblem {
  /// Whether the problem is an unexpected character.
  public var isAboutCharacter: Bool {
    switch self {
    case .missing(_, .scalar), .needsQuotes, .notHexadecimal: true
    default: false
    }
  }
}

extension DecantError.OpenStepProblem.ValueType {
  var words: String {
    switch self {
    case .boolean: "a boolean (Y or N)"
    case .integer: "an integer"
    case .real: "a number"
    case .date: "a date such as 2026-11-21 09:30:00 +0000"
    }
  }
}

extension DecantError.OpenStepProblem.Sign {
  var words: String {
    switch self {
    case .value: "a value"
    case .valueOrParenthesis: "a value or ')'"
    case .commaOrParenthesis: "',' or ')'"
    case .key: "a key"
    case .keyOrBrace: "a key or '}'"
    case .equalsSign: "'=' or ';' after the key"
    case .equalsSignOrEnd: "'=', ';' or the end"
    case .end: "the end of the document"
    }
  }
}

extension DecantError.OpenStepProblem {
  public var hint: String? {
    switch self {
    case .missingSemicolon:
      "every pair ends with ';', even the last one"
    case .missing(.equalsSign, _), .missing(.equalsSignOrEnd, _):
      "write 'key = value;'"
    case .missing(.commaOrParenthesis, _):
      "elements are separated by ','"
    case .needsQuotes("*"):
      "put the text in quotes, or a space before a comment"
    case .needsQuotes:
      "put the whole text in quotes"
    case .halfByte:
      "a byte has two hexadecimal digits"
    case .undefinedCharacter:
      "octal escapes select NeXTSTEP characters; write \\Uxxxx for Unicode"
    case .notAStringsTable, .missing, .unclosedData, .notHexadecimal, .invalidBase64, .unknownType,
      .mismatchedType:
      nil
    }
  }
}

extension DecantError.OpenStepProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    if case .notAStringsTable = self { return ["-t openstep writes any property list"] }
    guard self == .missingSemicolon, let excerpt else { return [] }
    // What follows a quote without a space is in the text.
    let line = excerpt.text.unicodeScalars
    guard line.prefix(excerpt.caret).last == "\"", let next = line.dropFirst(excerpt.caret).first,
      next != " ", next != "}"
    else { return [] }
    return ["a quote in a text is written \\\""]
  }
}
