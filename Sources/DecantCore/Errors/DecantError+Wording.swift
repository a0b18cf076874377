internal import DecantSystem

/// The words of an error: `line` is what a terminal shows, `statement` the same without the place, `message` what went wrong.
///
///     a.json:2:1: duplicate key 'b' at /a/b
///     ╰─ place ─╯ ╰── message ────╯ ╰ path
extension DecantError: CustomStringConvertible {
  /// The error on one line: place, message, and path of the value at fault.
  ///
  /// The error underlying a `DecodingError` or an `EncodingError` only has the name of its type, because the
  /// description of such an error contains both.
  public var description: String { isDescribedAbove ? "DecantError" : line }

  /// The error on one line.
  package var line: String {
    var place = source.map { "\($0.visible()):" } ?? ""
    if let position { place += "\(position.line):\(position.column):" }
    let statement = statement + (step.map { ", in the step at \($0.visible())" } ?? "")
    return place.isEmpty ? statement : "\(place) \(statement)"
  }

  /// The message with the path of the value at fault or, for input without lines, the byte offset.
  package var statement: String {
    guard isAboutValue, let path, !path.steps.isEmpty else {
      guard let offset, position == nil, problem != .emptyInput else { return message }
      return "\(message) at byte \(offset)"
    }
    return "\(message) at \(path.description.visible(limit: 240))"
  }

  private var isAboutValue: Bool {
    switch problem {
    case .duplicateKey, .duplicateCollectionKey, .loneSurrogate, .notRepresentable, .degraded,
      .collidingKeys,
      .malformedTaggedForm:
      true
    case .ofPart(let problem):
      problem.base.isAboutValue
    default:
      false
    }
  }

  /// What went wrong, on one line.
  public var message: String { mistake?.message ?? problemMessage }

  private var problemMessage: String {
    switch problem {
    case .unexpectedEnd(let expected):
      "expected \(expected.words) but the input ended"
    case .unexpectedEndOfLine(let expected):
      "expected \(expected.words) but the line ended"
    case .unexpected(let found, let expected):
      "expected \(expected.words) but \(found.words)"
    case .unclosedBracket(let bracket, let closing):
      "\(bracket.quoted) is \(closing.unclosedWords)"
    case .unterminatedString:
      "the string that begins here is never closed"
    case .unterminatedLine:
      "the string that begins here does not end on this line"
    case .unterminatedComment:
      "a comment is never closed"
    case .controlCharacter(let byte):
      "found the control character \(Unicode.Scalar(byte).codePoint) in a string"
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
    case .html(let format):
      "this is HTML, not \(format)"
    case .unknownWord(let word, let suggestion):
      "unknown word \(word.quoted)" + Self.question(suggestion)
    case .duplicateKey(let key):
      "duplicate key \(key.quoted)"
    case .duplicateCollectionKey:
      "duplicate key (a collection)"
    case .tooDeep(let limit):
      "more than \(limit) levels of nesting"
    case .tooLong:
      "a value is too long"
    case .recordTooLong(let limit):
      "the record is longer than \(limit) bytes"
    case .trailingContent(let found):
      "expected the end of the document but \(found.words)"
    case .emptyInput:
      "the input is empty"
    case .noDocument:
      "the input contains no document"
    case .notRepresentable(let kind, let target):
      "\(target) cannot represent \(kind.words)"
    case .degraded(.dateOffset, _):
      "the date would lose its offset from UTC"
    case .degraded(let kind, let target):
      "\(target) has no type for \(kind.words)"
    case .lostComment:
      "the comment would be lost"
    case .tooManyAliasNodes(let limit):
      "aliases expand to more than \(limit) nodes"
    case .cyclicAlias(let name):
      "alias \(name.quoted) refers to a value that contains it"
    case .collidingKeys(let key):
      "two keys both become \(key.quoted)"
    case .changedTwice(let key):
      "the migration changes \(key.quoted) of an instance in two ways, through two references"
    case .malformedTaggedForm(let form):
      "malformed tagged form \(form.quoted)"
    case .nothingAtPointer(let pointer):
      "no value at \(pointer.quoted)"
    case .notASequence:
      "only a sequence can be split"
    case .manyDocuments(let target):
      "\(target) supports only one document"
    case .malformedEvents(let what):
      "malformed events: \(what.visible())"
    case .system(let operation, let code):
      "cannot \(operation.words): \(Self.systemMessage(code))"
    case .unknownFormat(let name, let suggestion):
      "unknown format \(name.quoted)" + Self.question(suggestion)
    case .unrecognizedContent:
      "cannot recognize the format from the content"
    case .unsupported(.read, let format):
      "\(format) cannot be read"
    case .unsupported(.write, let format):
      "\(format) cannot be written"
    case .notText(let format):
      "\(format) is a binary format, whose documents are not text"
    case .notARegularFile:
      "not a regular file"
    case .changedFile:
      "the file changed while it was read"
    case .ofPart(let problem):
      problem.base.message.visible()
    case .other(let message, _):
      message.visible()
    }
  }

  private static func question(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Messages of the system begin with a capital letter, all others do not.
  private static func systemMessage(_ code: Int32) -> String {
    let words = System.message(for: code)
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}

// MARK: Parts of a sentence

extension DecantError.Closing? {
  package var unclosedWords: String {
    map { "not closed before \($0.text) on line \($0.line)" } ?? "never closed"
  }
}

extension DecantError.Expectation {
  var words: String {
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
  package var words: String {
    switch self {
    case .scalar(let scalar): "found \(scalar.quoted)"
    case .end: "the input ended"
    }
  }
}

extension DecantError.NumberFlaw {
  var words: String {
    switch self {
    case .leadingZero: "a number must not begin with a zero"
    case .leadingPlus: "a number must not begin with '+'"
    case .noDigitBeforePoint: "expected a digit before the decimal point"
    case .noDigitAfterPoint: "expected a digit after the decimal point"
    case .noDigitInExponent: "expected a digit in the exponent of a number"
    case .noDigitAfterSign: "expected a digit after the sign of a number"
    case .noHexadecimalDigit: "expected a hexadecimal digit after '0x'"
    case .hexadecimal: "a number must not be hexadecimal"
    case .notFinite: "a number must be finite"
    case .tooManyDigits(let limit): "a hexadecimal number has more than \(limit) digits"
    case .followedBy(let scalar): "found \(scalar.quoted) after a number"
    }
  }
}

extension DecantError.ValueClass {
  var words: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .largeNumber: "a number of this size"
    case .preciseNumber: "a number of this precision"
    case .exactDate: "fractions of a second"
    case .dateOffset: "an offset from UTC"
    case .forbiddenCharacter: "a character of this string"
    case .nonFiniteNumber: "a number that is not finite"
    case .date, .farDate: "a date"
    case .localTime: "a local date or time"
    case .data: "binary data"
    case .uid: "a keyed-archive reference"
    case .loneSurrogate: "half of a surrogate pair"
    case .scalarKey: "a key that is not a string"
    case .collectionKey: "a key that is a collection"
    case .duplicateKeys: "a repeated key"
    case .tag: "a tag"
    case .anchor: "an anchor"
    case .olderValue: "a value that YAML 1.1 reads otherwise"
    case .comment: "a comment"
    }
  }

  /// Returns what happened to `count` values of the class, such as "3 dates became strings".
  package func fate(of count: Int) -> String {
    let (one, many) =
      switch self {
      case .null: ("null was dropped", "nulls were dropped")
      case .boolean: ("boolean became a string", "booleans became strings")
      case .number: ("number became a string", "numbers became strings")
      case .largeNumber: ("large number was rounded", "large numbers were rounded")
      case .preciseNumber: ("number was rounded", "numbers were rounded")
      case .exactDate: ("date was rounded", "dates were rounded")
      case .dateOffset: ("date was converted to UTC", "dates were converted to UTC")
      case .forbiddenCharacter: ("string was changed", "strings were changed")
      case .nonFiniteNumber: ("non-finite number became null", "non-finite numbers became null")
      case .date: ("date became a string", "dates became strings")
      case .localTime: ("local date or time became a string", "local dates or times became strings")
      case .data: ("binary value became a string", "binary values became strings")
      case .uid: ("reference became a mapping", "references became mappings")
      case .loneSurrogate: ("lone surrogate became U+FFFD", "lone surrogates became U+FFFD")
      case .scalarKey: ("key became a string", "keys became strings")
      case .tag: ("tag was dropped", "tags were dropped")
      case .collectionKey, .duplicateKeys: ("key was dropped", "keys were dropped")
      case .anchor: ("anchor was dropped", "anchors were dropped")
      case .farDate:
        ("date became a string outside of RFC 3339", "dates became strings outside of RFC 3339")
      case .olderValue: ("value differs in YAML 1.1", "values differ in YAML 1.1")
      case .comment: ("comment was dropped", "comments were dropped")
      }
    return "\(count) \(count == 1 ? one : many)"
  }
}

extension DecantError.Operation {
  var words: String {
    switch self {
    case .open: "open"
    case .create: "create"
    case .read: "read"
    case .write: "write"
    case .replace: "replace"
    case .inspect: "inspect"
    case .remove: "remove"
    case .startThread: "start a thread"
    }
  }
}

extension Unicode.Scalar {
  package var quoted: String {
    switch self {
    case "\n", "\r": "a line break"
    case "\t": "a tab"
    case " ": "a space"
    case "'": "\"'\""
    case "\u{FEFF}": "a byte-order mark"
    case "\u{1E}": "a record separator"
    case _ where isOddSpace: "\(codePoint) (\(properties.name?.lowercased() ?? "space"))"
    default: visible.hasPrefix("\\") && self != "\\" ? codePoint : "'\(visible)'"
    }
  }

  var isOddSpace: Bool {
    guard value >= 0x80 else { return false }
    return properties.generalCategory == .spaceSeparator || properties.generalCategory == .format
  }

  /// Whether an editor may have substituted it for `"` or `'`.
  var isTypographicQuote: Bool {
    switch self {
    case "\u{2018}"..."\u{201F}", "\u{AB}", "\u{BB}", "\u{2039}", "\u{203A}": true
    default: false
    }
  }

  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension String {
  package var tag: String { "<\(visible(limit: 64))>" }
  package var endTag: String { "</\(visible(limit: 64))>" }
  package var quoted: String { "'\(visible(limit: 64))'" }
}
