/// What somebody can do about an error.
extension DecantError {
  /// What can be done about it, in terms of the command line; nil where there is nothing to say.
  public var hint: String? {
    if let extended = extendedJSONHint { return "-f json5 \(extended)" }
    switch problem {
    case .trailingContent:
      return "-f jsonl reads values one after another"
    case .duplicateKey:
      return "--duplicate-keys first|last|keep lets it pass"
    case .loneSurrogate:
      return "--lossy replaces it by U+FFFD"
    case .tooDeep:
      return "--max-depth N allows more"
    case .tooManyAliasNodes, .binaryPropertyList(.tooManySharedNodes):
      return "--max-alias-nodes N allows more"
    case .controlCharacter(let byte):
      return "write it as \(Self.escape(for: byte))"
    case .invalidEncoding(.utf8):
      return "text must be UTF-8, or UTF-16 or UTF-32 with a byte-order mark"
    case .invalidNumber(.leadingZero):
      return "write it without the zero, or in quotes if it is no number"
    case .unknownWord(_, nil):
      return "a string stands in double quotes"
    case .notRepresentable(.collectionKey, _):
      return nil
    case .notRepresentable(.duplicateKeys, _):
      return "--duplicate-keys first|last keeps one of them"
    case .notRepresentable:
      return "--lossy lets it pass changed, --tagged keeps it"
    case .degraded:
      return "--tagged keeps its type beside it"
    case .manyDocuments:
      return "--slurp gathers them in one sequence"
    case .unknownFormat:
      return "'decant formats' lists all formats"
    case .unrecognisedContent:
      return "-f FORMAT names it"
    case .malformedEvents:
      return "this is a defect of decant or of a format that was added to it; please report it"
    case .yaml(let problem):
      return problem.hint
    case .xml(let problem):
      return problem.hint
    case .other(_, let hint):
      return hint
    default:
      return nil
    }
  }

  /// The hint for somebody who has asked for a fidelity: it does not send them where they are.
  package func hint(under fidelity: Fidelity) -> String? {
    switch (problem, fidelity) {
    case (.notRepresentable(.collectionKey, _), .tagged),
      (.notRepresentable(.duplicateKeys, _), .tagged):
      return hint
    case (.notRepresentable, .tagged), (.loneSurrogate, .tagged):
      return "--lossy in place of --tagged lets it pass changed"
    default:
      return hint
    }
  }

  /// The format that the hint suggests reading the input as, if it does.
  package var hintedFormat: String? {
    if extendedJSONHint != nil { return "json5" }
    if case .trailingContent = problem { return "jsonl" }
    return nil
  }

  /// What JSON5 would make of the place at fault, if it is something that JSON5 has and JSON has not.
  private var extendedJSONHint: String? {
    switch problem {
    case .invalidNumber(let flaw):
      switch flaw {
      case .notFinite: return "reads NaN and infinities"
      case .hexadecimal: return "reads hexadecimal numbers"
      case .leadingPlus, .noDigitBeforePoint, .noDigitAfterPoint: return "reads such numbers"
      default: return nil
      }
    case .unexpected(.scalar("/"), _), .trailingContent(.scalar("/")):
      return "reads comments"
    case .unexpected(.scalar("'"), _):
      return "reads strings in single quotes"
    case .unexpected(.scalar("}"), expected: .key):
      return "allows a comma after the last element"
    case .unexpected(.scalar("]"), expected: .value):
      guard case .index(1...) = path?.steps.last else { return nil }
      return "allows a comma after the last element"
    case .unexpected(.scalar(let scalar), expected: .key),
      .unexpected(.scalar(let scalar), expected: .keyOrEndOfMapping):
      let beginsName = scalar.properties.isAlphabetic || scalar == "_" || scalar == "$"
      return beginsName ? "reads keys without quotes" : nil
    default:
      return nil
    }
  }

  private static func escape(for byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x0C: "\\f"
    default: Unicode.Scalar(byte).visible
    }
  }
}

extension DecantError.XMLProblem {
  fileprivate var hint: String? {
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
    case .forbiddenCharacter:
      "binary data stands in <data>, as Base64"
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

extension DecantError.YAMLProblem {
  fileprivate var hint: String? {
    switch self {
    case .forbiddenCharacter:
      "in double quotes it can be written as an escape"
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
    case .mismatchedTag, .duplicateCollectionKey, .missingValue, .missingMarkerBehindDirective,
      .unknownVersion, .other:
      nil
    }
  }
}

extension DecantError.YAMLProblem.Collection {
  fileprivate func unclosedWords(_ line: Int) -> String {
    switch self {
    case .sequence: "the '[' in line \(line) has no ']'"
    case .mapping: "the '{' in line \(line) has no '}'"
    }
  }
}
