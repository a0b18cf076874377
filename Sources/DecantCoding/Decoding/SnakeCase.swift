internal import DecantCore
internal import DecantConversion

/// Keys in snake case, as Foundation's decoder converts them.
enum SnakeCase {
  /// Returns a key of a document as a coding key: `one_two` is `oneTwo`, and a key without `_` is itself.
  ///
  /// Any `_` between words is removed; those at the ends stay: `__one__two_` is `__oneTwo_`.
  static func camelCased(_ key: String) -> String {
    let words = key.split(separator: "_")
    guard words.count > 1, let first = words.first, let last = words.last else { return key }
    return key[..<first.startIndex] + first.lowercased()
      + words.dropFirst().map { $0.capitalizedWords }.joined() + key[last.endIndex...]
  }

  /// Whether a document has a key that is found neither under its coding key's name nor under that in snake case.
  static func isOther(amongKeysOf tape: Tape) -> Bool {
    tape.text.withBytes { text in
      tape.entries.contains { entry in
        guard entry.isKey, entry.kind == .string else { return false }
        let key = text.extracting(entry.textRange)
        return !isUsual(key) && isOther(String(utf8: key))
      }
    }
  }

  private static func isOther(_ key: String) -> Bool {
    let name = camelCased(key)
    return name != key && KeyStyle.snake.rewriting(name) != key
  }

  /// A fast test with false negatives: whether a key has no `_`, or each of its words but the first is two
  /// or more lowercase letters, perhaps followed by digits.
  private static func isUsual(_ key: RawSpan) -> Bool {
    var words = 0
    var letters = 0
    var digits = 0
    var isUsual = true
    var hasUnderscore = false
    for offset in 0..<key.byteCount {
      switch key.byte(at: offset) {
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        if words > 0, digits > 0 { isUsual = false }
        letters += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if words > 0, letters < 2 { isUsual = false }
        digits += 1
      case UInt8(ascii: "_"):
        hasUnderscore = true
        let isWord = letters + digits > 0
        if words > 0, !isWord || letters < 2 { isUsual = false }
        if isWord { words += 1 }
        letters = 0
        digits = 0
      default:
        isUsual = false
      }
    }
    if words > 0, letters == 1 { isUsual = false }
    return isUsual || !hasUnderscore
  }
}

extension Substring {
  /// This text with a capital at the beginning of each run of letters, and lowercase letters after it.
  fileprivate var capitalizedWords: String {
    var result = ""
    var isInWord = false
    for scalar in unicodeScalars {
      let properties = scalar.properties
      if properties.isAlphabetic {
        result += isInWord ? properties.lowercaseMapping : properties.titlecaseMapping
        isInWord = true
      } else {
        result.unicodeScalars.append(scalar)
        if !scalar.continuesWord { isInWord = false }
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var continuesWord: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: true
    default: self == "'" || self == "\u{2019}"
    }
  }
}
