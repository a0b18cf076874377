extension DecantError {
  /// A mistake that any text format can contain, recognized in the excerpt.
  ///
  /// Readers cannot find it: how much of a line they see depends on how the input arrives.
  enum Mistake {
    case mergeConflict
    case unmarkedEncoding(String)
    case misusedCharacter(Unicode.Scalar)
  }

  var mistake: Mistake? {
    guard category == .input, let excerpt, let position else { return nil }
    if position.column <= excerpt.caret + 1 {
      if excerpt.beginsWithConflictMarker { return .mergeConflict }
      if position.line == 1, let encoding = excerpt.unmarkedEncoding {
        return .unmarkedEncoding(encoding)
      }
    }
    return misusedCharacter(in: excerpt).map { .misusedCharacter($0) }
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
    case .unmarkedEncoding, .misusedCharacter: nil
    }
  }

  var hint: String {
    switch self {
    case .mergeConflict:
      "keep one of the versions, and delete the lines of <, = and >"
    case .unmarkedEncoding(let name):
      "the input looks like \(name); 'iconv -f \(name) -t UTF-8' converts it"
    case .misusedCharacter("\u{FEFF}"):
      "delete the byte-order mark"
    case .misusedCharacter(let scalar) where scalar.isTypographicQuote:
      "use \" instead of \(scalar)"
    case .misusedCharacter(let scalar) where scalar.properties.generalCategory == .format:
      "delete \(scalar.quoted)"
    case .misusedCharacter(let scalar):
      "write an ordinary space instead of \(scalar.quoted)"
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
