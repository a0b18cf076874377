/// What somebody can do about an error.
extension DecantError {
  /// What can be done about it, in terms of the command line; nil where there is nothing to say.
  public var hint: String? {
    if let extended = extendedJSONHint { return "-f json5 \(extended)" }
    switch problem {
    case .trailingContent(let found):
      return found.beginsValue ? "-f jsonl reads values one after another" : nil
    case .unexpectedEndOfLine:
      return "with --on-error skip or --max-record each value must be on one line"
    case .duplicateKey:
      return "--duplicate-keys first|last|keep lets it pass"
    case .loneSurrogate:
      return "--lossy replaces it by U+FFFD"
    case .tooDeep:
      return "--max-depth N allows more"
    case .recordTooLong:
      return "--max-record BYTES allows more"
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
    case .openStep(let problem):
      return problem.hint
    case .keyedArchive(let problem):
      return problem.hint
    case .archive(let problem):
      return problem.hint
    case .xml(let problem):
      return problem.hint
    case .migration(let problem):
      return problem.hint
    case .other(_, let hint):
      return hint
    default:
      return nil
    }
  }

  /// The hint for somebody who lets values change already.
  package var hintWhereLossy: String? {
    guard case .notRepresentable(let kind, _) = problem, kind != .collectionKey,
      kind != .duplicateKeys
    else { return hint }
    return "--tagged keeps it"
  }

  /// The format that the hint suggests reading the input as, if it does.
  package var hintedFormat: String? {
    if extendedJSONHint != nil { return "json5" }
    if case .trailingContent(let found) = problem, found.beginsValue { return "jsonl" }
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

extension DecantError.Found {
  /// Whether a JSON value begins here.
  fileprivate var beginsValue: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return "{[\"-0123456789tfn".unicodeScalars.contains(scalar)
  }
}
