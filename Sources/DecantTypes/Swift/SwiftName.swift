internal import DecantCore
internal import DecantConversion

/// Names of types, properties and cases, made from keys.
enum SwiftName {
  private static let longestName = 40

  /// Returns a name in upper camel case, which may be a name that Swift or Foundation uses.
  static func type(fromKey key: String) -> String {
    identifier(of: key, .pascal) ?? "Item"
  }

  /// Returns a name in lower camel case, without backticks.
  static func property(fromKey key: String) -> String {
    identifier(of: key, .camel) ?? "item"
  }

  /// Returns the name of a class in a keyed archive without its module.
  ///
  /// Nested and private classes have mangled names there: `_TtC5Walks4Walk` is `Walks.Walk`.
  static func ofClass(_ name: String) -> String? {
    guard name.hasPrefix("_Tt") else { return name.split(separator: ".").last.map(String.init) }
    var last: Substring?
    var rest = name.dropFirst(3)
    while let start = rest.firstIndex(where: \.isWholeNumber) {
      // The name of the file of a private class follows a `P`.
      let isFile = rest[..<start].last == "P"
      let digits = rest[start...].prefix(while: \.isWholeNumber)
      rest = rest[digits.endIndex...]
      guard let length = Int(digits), length > 0, length <= rest.count else { return name }
      if !isFile { last = rest.prefix(length) }
      rest = rest.dropFirst(length)
    }
    return last.map(String.init) ?? name
  }

  /// Returns a different name for each key; a key that is a name already keeps it.
  static func properties(
    fromKeys keys: [String], except taken: Set<String>, nameOfEmpty: String = "item"
  ) -> [String] {
    var taken = TakenNames(taken)
    let names = keys.map { $0.isEmpty ? nameOfEmpty : property(fromKey: $0) }
    var isKept: [Bool] = []
    for (key, name) in zip(keys, names) {
      isKept.append(KeyText(name) == KeyText(key) && taken.insert(name))
    }
    return zip(names, isKept).map { $1 ? $0 : taken.unique($0) }
  }

  private static func identifier(of key: String, _ style: KeyStyle) -> String? {
    // Characters that a name cannot have separate words.
    var text = ""
    // The prefix of Foundation's keys in keyed archives.
    for scalar in key.unicodeScalars.dropFirst(key.hasPrefix(ofBytes: "NS.") ? 3 : 0) {
      text.unicodeScalars.append(isPartOfName(scalar) ? scalar : " ")
    }
    var words = style.rewriting(text.trimmed)
    words.unicodeScalars.removeAll { !isPartOfName($0) || $0 == "_" }
    guard let first = words.unicodeScalars.first else { return nil }
    if style == .pascal, first.properties.isLowercase {
      let upper = first.properties.titlecaseMapping
      words = upper + String(String.UnicodeScalarView(words.unicodeScalars.dropFirst()))
    }
    // Longer names would not fit on a line.
    words = String(words.prefix(longestName))
    return ("0"..."9").contains(first) || !first.properties.isXIDStart ? "_" + words : words
  }

  /// Whether a character can be in a name: letters and digits, of any script.
  private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar == "_" || scalar.properties.isAlphabetic
        || ("0"..."9").contains(scalar)
    }
    // Swift's grammar lists ranges, in which all letters of these planes are.
    return scalar.properties.isAlphabetic && !scalar.isHidden && scalar.value >= 0xC0
      && scalar.value < 0x2_0000
      && scalar.properties.isXIDContinue
  }

  // MARK: Reserved words

  /// Returns the name as it is written: in backticks if it is a keyword.
  static func quoted(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns a string literal, in which characters that reorder text or cannot be seen are escaped.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\0": literal += "\\0"
      case _ where scalar.isHidden:
        literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Words that cannot be declared even in backticks, or whose use would mean something else.
  static let impossible: Set<String> = ["self", "Self", "init", "Type", "Protocol", "_"]

  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "inout", "internal", "is",
    "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
    "true", "try", "typealias", "var", "where", "while", "Any",
  ]

  /// Names of types that the printed source uses, or that it would hide.
  static let taken: Set<String> = [
    "Any", "AnyObject", "Archivable", "Array", "BackReference", "Bool", "Character", "Codable",
    "CodingKey", "CodingKeys", "Data", "Date", "Decimal", "Decodable", "Decoder", "DecodingError",
    "Dictionary", "Double", "Encodable", "Encoder", "Encoding", "Equatable", "Error", "Float",
    "Foundation", "Decant", "Hashable", "Int", "Int128", "KeyedArchive", "KeyedDecodingContainer",
    "Never", "Optional", "Protocol", "Result", "Self", "Sendable", "Set", "Shared",
    "SharedInstance", "String", "Swift", "Type", "UInt64", "URL", "UUID", "Value", "Void",
  ]
}

/// The names of a scope, of which no two are equal.
struct TakenNames {
  private var names: Set<String>
  /// For each name that is taken several times, the first number that may be free.
  private var numbers: [String: Int] = [:]

  init(_ names: Set<String>) { self.names = names }

  /// Takes a name; returns whether it was free.
  @discardableResult
  mutating func insert(_ name: String) -> Bool { names.insert(name).inserted }

  /// Returns the first of `name`, `name2`, `name3` … that is free, and takes it.
  mutating func unique(_ name: String) -> String {
    guard !insert(name) else { return name }
    var number = numbers[name] ?? 2
    let stem = name + (name.endsWithDigit ? "_" : "")
    while !insert("\(stem)\(number)") { number += 1 }
    numbers[name] = number + 1
    return "\(stem)\(number)"
  }
}

extension Unicode.Scalar {
  /// Whether a reader of source code would not see it, or would see other text elsewhere than it is.
  fileprivate var isHidden: Bool {
    guard self != " " else { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .surrogate,
      .unassigned, .privateUse:
      return true
    default:
      return properties.isDefaultIgnorableCodePoint
    }
  }
}

extension String {
  /// Whether the last character is a digit, so that another digit would be part of its number.
  fileprivate var endsWithDigit: Bool {
    unicodeScalars.last.map { ("0"..."9").contains($0) } ?? false
  }

  fileprivate var trimmed: String {
    var scalars = unicodeScalars[...]
    while let first = scalars.first, first == " " || first == "_" { scalars.removeFirst() }
    while let last = scalars.last, last == " " || last == "_" { scalars.removeLast() }
    return String(String.UnicodeScalarView(scalars))
  }
}
