internal import DecantCore

/// What a text that a person enters is by itself, where no old value decides.
enum EnteredForm {
  /// Text, all of it; a number in the syntax of JSON; `true`, `false` or `null`; one scalar of YAML in quotes.
  case text, number, word, quoted
  /// What begins with a bracket or a quote, and has to be a flow collection.
  case enclosed

  init(_ text: String) {
    switch text.utf8.first {
    case UInt8(ascii: "["), UInt8(ascii: "{"): self = .enclosed
    case UInt8(ascii: "\""), UInt8(ascii: "'"): self = text.isOneQuotedScalar ? .quoted : .enclosed
    default:
      let isWord = [Event.Kind.true, .false, .null].contains { $0.word == text }
      self = isWord ? .word : text.isNumber ? .number : .text
    }
  }
}

extension String {
  /// Whether a quote at the end closes the one at the beginning.
  fileprivate var isOneQuotedScalar: Bool {
    let bytes = Array(utf8)
    guard let quote = bytes.first, bytes.count > 1 else { return false }
    let escape = quote == UInt8(ascii: "'") ? quote : UInt8(ascii: "\\")
    var index = 1
    while index < bytes.count {
      let byte = bytes[index]
      let isEscape = byte == escape && (byte != quote || bytes.dropFirst(index + 1).first == quote)
      if !isEscape, byte == quote { return index == bytes.count - 1 }
      index += isEscape ? 2 : 1
    }
    return false
  }

  fileprivate var isNumber: Bool { Number(self)?.isFinite ?? false }

  /// Whether the text is a number, or versions such as `1.0.219`, `^1` and `>=2, <3`.
  var isNumberOrVersion: Bool {
    let versions = split { " ,|^~=<>!v".contains($0) }
    return isNumber || !versions.isEmpty && versions.allSatisfy(\.isVersion)
  }
}

extension Substring {
  /// Whether the text is numbers between dots, and what follows those of a version after a sign.
  fileprivate var isVersion: Bool {
    let numbers = prefix { "0123456789.*x".contains($0) }
    let rest = dropFirst(numbers.count)
    return numbers.first?.isNumber == true
      && (rest.isEmpty || numbers.contains(".") && ["-", "+"].contains(rest.first))
  }
}
