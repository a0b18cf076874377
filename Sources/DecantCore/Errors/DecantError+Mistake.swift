extension DecantError {
  /// A mistake that any text format can contain, recognized in the excerpt.
  ///
  /// Readers cannot find it: how much of a line they see depends on how the input arrives.
  package enum Mistake {
    case mergeConflict
    case unmarkedEncoding(String)
    /// The name of the compression, and the command that undoes it.
    case compressed(String, by: String)
    case misusedCharacter(Unicode.Scalar)
    case template
    case foreignFormat(String)
  }

  var mistake: Mistake? {
    guard category == .input, let excerpt, let position else { return nil }
    if position.column <= excerpt.caret + 1 {
      if excerpt.beginsWithConflictMarker { return .mergeConflict }
      if position.line == 1 {
        if let encoding = excerpt.unmarkedEncoding { return .unmarkedEncoding(encoding) }
        if let (name, command) = excerpt.compression { return .compressed(name, by: command) }
      }
    }
    if let character = misusedCharacter(in: excerpt) { return .misusedCharacter(character) }
    if isAboutSyntax, excerpt.hasTemplate { return .template }
    return problem != .unrecognizedContent || excerpt.isBinary
      ? nil : excerpt.foreignFormat.map { .foreignFormat($0) }
  }

  /// Whether the characters of the input are at fault, rather than their values.
  package var isAboutSyntax: Bool {
    switch problem {
    case .unexpected, .unclosedBracket, .unterminatedString, .trailingContent: true
    case .notRepresentable(.collectionKey, _): true
    case .ofPart(let problem): !problem.base.isAboutValue
    default: false
    }
  }

  package var showsMistake: Bool { mistake != nil }

  private func misusedCharacter(in excerpt: Excerpt) -> Unicode.Scalar? {
    let text = excerpt.text.unicodeScalars
    switch problem {
    case .unterminatedString, .unterminatedLine:
      return text.dropFirst(excerpt.caret).first(where: \.isTypographicQuote)
    case .unexpected, .trailingContent:
      break
    case .ofPart(let problem) where problem.base.isAboutCharacter:
      break
    default:
      return nil
    }
    return text.dropFirst(excerpt.caret).prefix(2).first {
      $0.isTypographicQuote || $0.isOddSpace
    }
  }
}

extension DecantError.Mistake {
  var message: String? {
    switch self {
    case .mergeConflict: "unresolved merge conflict"
    // The message must not depend on how much of the line the excerpt contains.
    case .unmarkedEncoding, .compressed, .misusedCharacter, .template, .foreignFormat: nil
    }
  }

  package var hint: String {
    switch self {
    case .mergeConflict:
      "keep one of the versions, and delete the lines of <, = and >"
    case .unmarkedEncoding(let name):
      "the input looks like \(name); 'iconv -f \(name) -t UTF-8' converts it"
    case .compressed(let name, let command):
      "this is \(name); '\(command) FILE' unpacks it"
    case .misusedCharacter("\u{FEFF}"):
      "delete the byte-order mark"
    case .misusedCharacter(let scalar) where scalar.isTypographicQuote:
      "use \" instead of \(scalar)"
    case .misusedCharacter(let scalar) where scalar.properties.generalCategory == .format:
      "delete \(scalar.quoted)"
    case .misusedCharacter(let scalar):
      "write an ordinary space instead of \(scalar.quoted)"
    case .template:
      "this looks like a template (Helm, Jinja, ERB …), which must be rendered first"
    case .foreignFormat(let name):
      "this looks like \(name), which is not supported"
    }
  }
}

extension DecantError.Excerpt {
  fileprivate var beginsWithConflictMarker: Bool {
    let length = 7
    let bytes = Array(text.utf8.prefix(length + 1))
    guard bytes.count >= length, let first = bytes.first,
      bytes.prefix(length).allSatisfy({ $0 == first })
    else { return false }
    switch first {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"):
      return bytes.count == length || bytes[length] == UInt8(ascii: " ")
    case UInt8(ascii: "="):
      return bytes.count == length
    default:
      return false
    }
  }

  /// Whether a value that begins before the error begins as in a template.
  fileprivate var hasTemplate: Bool {
    let text = Array(text.unicodeScalars)
    return text.indices.dropLast().contains { index in
      let isMark =
        text[index] == "{" && (text[index + 1] == "{" || text[index + 1] == "%")
        || text[index] == "<" && text[index + 1] == "%"
      return isMark && index <= caret && (index == 0 || text[index - 1] == " ")
    }
  }

  fileprivate var isBinary: Bool {
    text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" }
  }

  /// The name of the format of which the excerpt, the first line of an unknown one, seems to be.
  fileprivate var foreignFormat: String? {
    if text.hasPrefix("[") { return "an INI file" }
    if Array(text.utf8).withBytes({ $0.beginsHTML(at: 0) }) { return "HTML" }
    if text.hasPrefix("<") { return "XML that is not a property list" }
    let parts = text.split(separator: "=", maxSplits: 1)
    let isName = parts.count == 2 && parts[0].unicodeScalars.allSatisfy(\.isPartOfName)
    return isName ? "an INI, a properties or an .env file" : nil
  }

  /// The compression that the first line of an input identifies, in which U+FFFD is for a byte above 0x7F.
  fileprivate var compression: (name: String, command: String)? {
    [
      ("\u{1F}\u{FFFD}\u{8}", "gzip", "gunzip -c"), ("BZh91AY&SY", "bzip2", "bunzip2 -c"),
      ("(\u{FFFD}/\u{FFFD}", "zstd", "zstd -dc"), ("\u{FFFD}7zXZ\0", "xz", "xz -dc"),
      ("PK\u{3}\u{4}", "a ZIP archive", "unzip -p"),
    ].first { text.utf8.starts(with: $0.0.utf8) }.map { ($0.1, $0.2) }
  }

  fileprivate var unmarkedEncoding: String? {
    switch text.unicodeScalars.prefix(4).map({ $0.value == 0 }) {
    case [false, true, false, true]: "UTF-16LE"
    case [true, false, true, false]: "UTF-16BE"
    case [false, true, true, true]: "UTF-32LE"
    case [true, true, true, false]: "UTF-32BE"
    default: nil
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isPartOfName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ".", "\"", " ": true
    default: false
    }
  }
}
