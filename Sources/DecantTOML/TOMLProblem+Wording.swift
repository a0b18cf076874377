public import DecantCore

extension DecantError.TOMLProblem: SpecificProblem {
  public var message: String {
    switch self {
    case .missing(let sign, let found): "expected \(sign.words) but \(found.words)"
    case .repeatedKey(let key, let line):
      "duplicate key \(key.quoted), first defined on line \(line)"
    case .repeatedTable(let key, let line):
      "duplicate table \(key.quoted), first defined on line \(line)"
    case .notATable(let key, let definition, let line),
      .notTables(let key, let definition, let line):
      "\(key.quoted) is already \(definition.words), defined on line \(line)"
    case .tableWithHeader(let key, let line):
      "\(key.quoted) is already a table, whose header is on line \(line)"
    case .word(let word): "unexpected word \(word.quoted)"
    case .integerOutOfRange: "an integer of TOML has 64 bits"
    case .misplacedUnderscore: "an underscore must be between two digits"
    case .signBeforeBase: "a number in another base has no sign"
    case .noDigitAfterBase(let found): "expected a digit of the base but \(found.words)"
    case .invalidTime: "invalid date or time"
    case .bareCarriageReturn: "found a carriage return without a line feed"
    case .newer(.lineInTable): "a table in braces must be on one line in TOML 1.0"
    case .newer(.finalComma): "no comma may precede '}' in TOML 1.0"
    case .newer(.escape): "TOML 1.0 does not have this escape"
    case .newer(.timeWithoutSeconds): "a time must have seconds in TOML 1.0"
    case .rootIsNotATable: "a TOML document must be a mapping"
    case .elementIsNotATable(let name): "each element of [[\(name)]] must be a table"
    }
  }

  /// Whether a key or table is at fault, so that its path is useful.
  public var isAboutValue: Bool {
    switch self {
    case .repeatedKey, .repeatedTable, .notATable, .notTables, .tableWithHeader: true
    default: false
    }
  }

  /// Whether the problem is an unexpected character.
  public var isAboutCharacter: Bool {
    if case .missing(_, .scalar) = self { true } else { false }
  }
}

extension DecantError.TOMLProblem.Sign {
  var words: String {
    switch self {
    case .key: "a key"
    case .equalsSign: "'=' after the key"
    case .value: "a value"
    case .commaOrBracket: "',' or ']'"
    case .commaOrBrace: "',' or '}'"
    case .keyOrBrace: "a key or '}'"
    case .endOfHeader: "']' at the end of the header"
    case .endOfTablesHeader: "']]' at the end of the header"
    case .endOfLine: "the end of the line"
    }
  }
}

extension DecantError.TOMLProblem.Definition {
  var words: String {
    switch self {
    case .scalar: "a value"
    case .array: "an array"
    case .inlineTable: "a table in braces"
    case .table: "a table"
    case .tables: "an array of tables"
    }
  }
}

extension DecantError.TOMLProblem {
  public var hint: String? {
    switch self {
    case .missing(.equalsSign, _): "write 'key = value'"
    case .missing(.key, _): "keys of other characters than A-Z a-z 0-9 _ - are in quotes"
    case .missing(.endOfLine, _): "each key begins on a line of its own"
    case .missing(.commaOrBracket, _): "elements are separated by ','"
    case .missing(.commaOrBrace, _): "pairs are separated by ','"
    case .repeatedTable: "put all its keys after one header"
    case .notATable(_, .array, _), .notTables(_, .array, _):
      "an array in brackets is complete; write all its tables as [[…]]"
    case .notATable(_, .inlineTable, _): "a table in braces is complete; add the key in the braces"
    case .notATable(_, .tables, _): "write [[…]] for another element of it"
    case .notTables(_, .table, _): "write [[…]] in all headers of it, or only one [header]"
    case .tableWithHeader: "add the key after the header"
    case .word(let word): Self.hint(forWord: word)
    case .integerOutOfRange: "put it in quotes, or write it with '.0'"
    case .misplacedUnderscore: "write 1_000"
    case .invalidTime: "write 2026-11-21T09:30:00Z, 2026-11-21 or 09:30:00"
    case .bareCarriageReturn: "end lines with a line feed, alone or after a carriage return"
    case .newer: "it is valid in TOML 1.1"
    case .rootIsNotATable: "put it under a key"
    case .elementIsNotATable: "set the array as a whole"
    default: nil
    }
  }

  private static func hint(forWord word: String) -> String {
    switch word.lowercased() {
    case "true", "false", "inf", "nan": "write \(word.lowercased().quoted)"
    case "yes", "on": "write 'true', or put the text in quotes"
    case "no", "off": "write 'false', or put the text in quotes"
    case "null", "nil", "none": "TOML has no null; leave the key out"
    default: "put text in quotes"
    }
  }
}

extension DecantError.TOMLProblem {
  public func commandHints(in excerpt: DecantError.Excerpt?) -> [String] {
    if case .repeatedKey = self { return ["--duplicate-keys first|last|keep accepts it"] }
    return []
  }
}
