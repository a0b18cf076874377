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
    case .tooManyAliasNodes:
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
    case .other(_, let hint):
      return hint
    default:
      return nil
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
      "put text with ': ' in it in quotes, and indent keys alike"
    case .missingColon:
      "a key is followed by ': ', an element begins with '- '"
    case .missingSpaceAfterColon:
      "write 'key: value'"
    case .misplacedDash:
      "begin the sequence on a line of its own, under its key"
    case .misindented(.sequence):
      "all elements of a sequence begin in one column"
    case .misindented(.mapping):
      "all keys of a mapping begin in one column"
    case .trailing:
      "put the whole text in quotes"
    case .unclosed(.sequence, let line, _):
      "the '[' in line \(line) has no ']'"
    case .unclosed(.mapping, let line, _):
      "the '{' in line \(line) has no '}'"
    case .documentMarkerInside:
      "a line that begins with '---' or '...' ends a document; indent it if it is text"
    case .missingDocumentMarker:
      "a document has one value at its top"
    case .malformedDirective:
      "a line that begins with '%' is a directive; put text that does in quotes"
    case .undefinedAlias:
      "'&name' before a value names it; put text that begins with '*' in quotes"
    case .mismatchedTag, .duplicateCollectionKey, .missingValue, .other:
      nil
    }
  }
}
