internal import DecantConversion
internal import DecantCore
internal import DecantFiles
internal import DecantSystem

extension DecantError {
  /// Returns what to do about the error: an option of the verb, or else a change of the input.
  func commandHint(isSupported: (String) -> Bool, isLossy: Bool = false) -> String? {
    if showsMistake { return hint }
    let clauses = (isLossy ? optionHintIfLossy : nil) ?? optionHint ?? specificOptionHint ?? []
    let useful = clauses.filter { CommandHint.options(in: $0).allSatisfy(isSupported) }
    return useful.isEmpty ? hint : useful.joined(separator: "; ")
  }

  private var optionHintIfLossy: [String]? {
    guard case .notRepresentable(let kind, _) = problem, kind != .collectionKey,
      kind != .duplicateKeys
    else { return nil }
    return ["--tagged keeps it"]
  }

  private var optionHint: [String]? {
    if looksLikeYAML { return ["this looks like YAML, which -f yaml reads"] }
    if looksLikeCSV { return ["this looks like CSV, which -f csv reads"] }
    if let extended = extendedJSONHint { return ["-f json5 \(extended)"] }
    return switch problem {
    case .trailingContent(let found):
      found.beginsValue ? ["-f jsonl reads consecutive values"] : nil
    case .duplicateKey:
      ["--duplicate-keys first|last|keep accepts it"]
    case .loneSurrogate:
      ["--lossy replaces it with U+FFFD"]
    case .tooDeep:
      ["--max-depth N allows more"]
    case .recordTooLong:
      ["--max-record BYTES allows more"]
    case .tooManyAliasNodes:
      ["--max-alias-nodes N allows more"]
    case .notRepresentable(.collectionKey, _):
      nil
    case .notRepresentable(.duplicateKeys, _):
      ["--duplicate-keys first|last keeps one of them"]
    // A type is written as a mapping, which no variable holds.
    case .notRepresentable(let kind, "sh"), .notRepresentable(let kind, "env"):
      ["--lossy \(kind.lossyRemedy)"]
    case .notRepresentable(let kind, _):
      ["--lossy \(kind.lossyRemedy)", "--tagged keeps it"]
    case .degraded(.dateOffset, _):
      ["without --strict, it is converted to UTC"]
    case .degraded:
      ["--tagged keeps its type"]
    case .lostComment:
      ["--comments drop converts without comments"]
    case .manyDocuments:
      ["--slurp gathers them in one sequence"]
    case .unknownFormat:
      ["'decant formats' lists all formats"]
    case .unrecognizedContent:
      excerpt?.isText == false
        ? ["the input is binary: '-f cbor' or '-f msgpack' names a format without marks of its own"]
        : [foreignFormatHint ?? plainTextHint] + (isOfFile ? ["--known passes over it"] : [])
    case .nothingAtPointer(let path):
      PathPattern.hint(ofMissing: path).map { [$0] }
    default:
      nil
    }
  }

  /// What the name of a file says of its format, which is not supported.
  private var foreignFormatHint: String? {
    source.flatMap(ForeignFormat.title(ofFileNamed:)).map { "\($0) is not supported" }
  }

  /// What to do about text that is in no known format: a sentence, or something else.
  private var plainTextHint: String {
    let words = excerpt?.text.split(separator: " ").prefix(3) ?? []
    let isSentence = words.count > 1 && words.allSatisfy { $0.first?.isLetter == true }
    return (isSentence ? "this looks like plain text; " : "") + "-f FORMAT names it"
  }

  private var isOfFile: Bool { source.map { !$0.hasPrefix("<") } ?? false }

  private var specificOptionHint: [String]? {
    guard case .ofPart(let problem) = problem else { return nil }
    return problem.base.commandHints(in: excerpt)
  }

  var hintedFormat: String? {
    if looksLikeYAML { return "yaml" }
    if looksLikeCSV { return "csv" }
    if extendedJSONHint != nil { return "json5" }
    if case .trailingContent(let found) = problem, found.beginsValue { return "jsonl" }
    return nil
  }

  /// Whether a JSON reader has found the beginning of a YAML document, or a YAML comment.
  private var looksLikeYAML: Bool {
    guard let excerpt, path?.steps.isEmpty != false else { return false }
    let line = excerpt.text
    switch problem {
    case .unexpected(.scalar("#"), _), .trailingContent(.scalar("#")):
      return true
    case .unexpected(.scalar("%"), expected: .value):
      return line.hasPrefix("%YAML")
    case .invalidNumber(.noDigitAfterSign):
      return line.hasPrefix("---") || line.hasPrefix("- ")
    case .unknownWord(let word, _):
      let rest = line.dropFirst(word.count)
      return line.hasPrefix(word) && (rest == ":" || rest.hasPrefix(": "))
    case .trailingContent(.scalar(":")):
      return true
    default:
      return false
    }
  }

  /// Whether a JSON reader has found a separator after the first cell of a table, or no reader was found for a line with one.
  private var looksLikeCSV: Bool {
    guard let excerpt, position?.line == 1, path?.steps.isEmpty != false else { return false }
    let separators = ",;\t".utf8
    switch problem {
    case .unknownWord(let word, _):
      let rest = excerpt.text.utf8.dropFirst(word.utf8.count)
      return excerpt.caret == 0 && rest.first.map(separators.contains) == true
    case .trailingContent(.scalar(let scalar)):
      return separators.contains { scalar.value == $0 }
    case .unrecognizedContent:
      // A comma in a sentence has a space after it, or ends the line.
      let pairs = zip(excerpt.text.utf8, excerpt.text.utf8.dropFirst())
      return excerpt.isText
        && pairs.contains { separators.contains($0) && $1 != UInt8(ascii: " ") }
    default:
      return false
    }
  }

  /// What JSON5, unlike JSON, allows at the position of the error; nil if it does not help.
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

enum CommandHint {
  /// Returns the names, long and short, of the options in a clause of a hint, outside of quotes.
  static func options(in clause: String) -> [String] {
    let parts = clause.split(separator: "'", omittingEmptySubsequences: false)
    return parts.indices.filter { $0.isMultiple(of: 2) }.flatMap { part in
      parts[part].split { " ;,".contains($0) }.filter { $0.hasPrefix("-") && $0.count > 1 }
        .map { String($0.drop { $0 == "-" }) }
    }
  }
}

extension DecantError.ValueClass {
  fileprivate var lossyRemedy: String {
    switch self {
    case .null, .tag, .anchor, .duplicateKeys, .collectionKey, .comment: "drops it"
    case .boolean, .number, .date, .farDate, .localTime, .data, .scalarKey: "writes it as a string"
    case .olderValue: "writes it as YAML 1.2 reads it"
    case .dateOffset: "converts it to UTC"
    case .largeNumber, .preciseNumber, .exactDate: "rounds it"
    case .nonFiniteNumber: "writes null"
    case .forbiddenCharacter, .loneSurrogate: "replaces it with U+FFFD"
    case .uid: "writes it as a mapping"
    }
  }
}

extension DecantError.Found {
  fileprivate var beginsValue: Bool {
    guard case .scalar(let scalar) = self else { return false }
    return "{[\"-0123456789tfn".unicodeScalars.contains(scalar)
  }
}

extension DecantError.Excerpt {
  /// Whether it has neither invalid UTF-8 nor control characters other than tabs.
  fileprivate var isText: Bool {
    text.unicodeScalars.allSatisfy { $0 != "\u{FFFD}" && ($0.value >= 0x20 || $0 == "\t") }
  }
}

extension FormatRegistry {
  /// Returns the hint of an error at the top of a file that another format reads than its name says.
  func hint(of error: DecantError, reading format: Format, from opened: OpenedFiles) -> String? {
    var isAboutSyntax = error.isAboutSyntax
    if case .unknownWord = error.problem { isAboutSyntax = true }
    guard error.category == .input, isAboutSyntax, error.path?.steps.isEmpty != false,
      let file = error.source,
      let named = self.format(forFileNamed: file), isNamedAlike(named, format),
      // A named pipe would block.
      System.status(of: file).regularFile != nil,
      let source = try? opened.take(file, orOpen: FileSource.init),
      var input = try? Input(source, detecting: self),
      !isNamedAlike(input.format, format), (try? input.check()) != nil
    else { return nil }
    let name = input.format.name
    let title = ["json", "yaml", "toml"].contains(name) ? name.uppercased() : "the format \(name)"
    return "this looks like \(title), which -f \(name) reads"
  }
}
