internal import Decant

/// Hints that name options of the command line.
extension DecantError {
  /// What to do about the error at the command line: an option, or else what to change in the input.
  var commandHint: String? { optionHint ?? specificOptionHint ?? hint }

  /// The hint where `--lossy` is given already.
  var commandHintWhereLossy: String? {
    guard case .notRepresentable(let kind, _) = problem, kind != .collectionKey,
      kind != .duplicateKeys
    else { return commandHint }
    return "--tagged keeps it"
  }

  /// The hint for a problem that all formats share.
  private var optionHint: String? {
    if let extended = extendedJSONHint { return "-f json5 \(extended)" }
    return switch problem {
    case .trailingContent(let found):
      found.beginsValue ? "-f jsonl reads values one after another" : nil
    case .unexpectedEndOfLine:
      "with --on-error skip or --max-record each value must be on one line"
    case .duplicateKey:
      "--duplicate-keys first|last|keep lets it pass"
    case .loneSurrogate:
      "--lossy replaces it by U+FFFD"
    case .tooDeep:
      "--max-depth N allows more"
    case .recordTooLong:
      "--max-record BYTES allows more"
    case .tooManyAliasNodes:
      "--max-alias-nodes N allows more"
    case .notRepresentable(.collectionKey, _):
      nil
    case .notRepresentable(.duplicateKeys, _):
      "--duplicate-keys first|last keeps one of them"
    case .notRepresentable:
      "--lossy lets it pass changed, --tagged keeps it"
    case .degraded:
      "--tagged keeps its type beside it"
    case .manyDocuments:
      "--slurp gathers them in one sequence"
    case .unknownFormat:
      "'decant formats' lists all formats"
    case .unrecognisedContent:
      "-f FORMAT names it"
    default:
      nil
    }
  }

  /// The hint for a problem of one format.
  private var specificOptionHint: String? {
    if case .oldLineBreak? = problem.specific(YAMLProblem.self) {
      return "--yaml-schema 1.1 reads it as one, --yaml-schema core as text"
    }
    if case .forbiddenCharacter(let value)? = problem.specific(XMLProblem.self),
      Unicode.Scalar(value) != nil
    {
      return "--lossy replaces it by U+FFFD; --tagged keeps it as {\"$text\": …}"
    }
    if case .tooManySharedNodes? = problem.specific(BinaryPropertyListProblem.self) {
      return "--max-alias-nodes N allows more"
    }
    if case .notAStringsTable? = problem.specific(OpenStepProblem.self) {
      return "-t openstep writes any property list"
    }
    switch problem.specific(KeyedArchiveProblem.self) {
    case .cycle: return "-t yaml can write it"
    case .oneWay: return "-f keyedarchive replaces it all the same; -f plist converts its tables"
    default: break
    }
    return switch problem.specific(ArchiveProblem.self) {
    case .keyedArchive: "-f keyedarchive reads the data in it"
    case .keysInStyle: "'restore --keys' gives what is in it, 'archive --keys' archives that again"
    case .digestOfRoot: "--at '/$root' --tagged reads the content, 'archive' archives it again"
    default: nil
    }
  }

  /// The name of the format that the hint suggests for the input; nil if it suggests none.
  var hintedFormat: String? {
    if extendedJSONHint != nil { return "json5" }
    if case .trailingContent(let found) = problem, found.beginsValue { return "jsonl" }
    return nil
  }

  /// What JSON5 allows at the place of the error and JSON does not; nil for nothing.
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
}

extension DecantError.Found {
  /// Whether a JSON value begins here.
  fileprivate var beginsValue: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return "{[\"-0123456789tfn".unicodeScalars.contains(scalar)
  }
}
