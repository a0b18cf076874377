internal import DecantCore

enum OpenStepRecognition {
  static func stringsTable(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    var opening = FormatDetection.Opening(sample)
    switch opening.next() {
    case .quoted, .word: return openStep(sample)
    case .sign, .end, .cut: return .no
    }
  }

  static func openStep(_ sample: FormatDetection.Sample) -> FormatDetection.Likelihood {
    if sample.bytes.starts(with: "// !$*UTF8*$!".utf8) { return .certain }
    var opening = FormatDetection.Opening(sample)
    switch opening.next() {
    case .sign(UInt8(ascii: "{")):
      return isKey(opening.next(), in: sample) && endsKey(opening.next()) ? .certain : .no
    case .sign(UInt8(ascii: "(")):
      return sequence(&opening, sample)
    case .sign(UInt8(ascii: "<")):
      return data(opening.rest, isWhole: sample.isWhole)
    case .quoted:
      return endsKey(opening.next()) ? .certain : .no
    case let word where isKey(word, in: sample):
      return pair(&opening, sample)
    default:
      return .no
    }
  }

  private static func isKey(
    _ token: FormatDetection.Opening.Token, in sample: FormatDetection.Sample
  ) -> Bool {
    if case .word(let word) = token {
      return sample.bytes[word].allSatisfy(OpenStepText.isOfWord)
    }
    return token == .quoted
  }

  private static func endsKey(_ token: FormatDetection.Opening.Token) -> Bool {
    token == .sign(UInt8(ascii: "=")) || token == .sign(UInt8(ascii: ";"))
  }

  /// Examines the first element; a YAML key may begin with a parenthesis too, and numbers on its line are a tuple.
  private static func sequence(
    _ opening: inout FormatDetection.Opening, _ sample: FormatDetection.Sample
  ) -> FormatDetection.Likelihood {
    let start = opening.position
    var token = opening.next()
    while token == .sign(UInt8(ascii: "(")) { token = opening.next() }
    switch token {
    case .sign(UInt8(ascii: "{")), .sign(UInt8(ascii: "<")), .cut, .end:
      return .likely
    case .word(let word)
    where sample.bytes[word].allSatisfy("+-.0123456789".utf8.contains)
      && !sample.bytes[start..<word.lowerBound].contains(0x0A):
      return .no
    case .sign(UInt8(ascii: ")")):
      break
    case _ where isKey(token, in: sample):
      token = opening.next()
    default:
      return .no
    }
    switch token {
    case .sign(UInt8(ascii: ",")): return .certain
    case .sign(UInt8(ascii: ")")): return opening.rest.first == UInt8(ascii: ":") ? .no : .certain
    case .cut, .end: return .possible
    default: return .no
    }
  }

  /// Examines the first pair; other formats have pairs too, but no semicolon after them.
  private static func pair(
    _ opening: inout FormatDetection.Opening, _ sample: FormatDetection.Sample
  ) -> FormatDetection.Likelihood {
    let sign = opening.next()
    guard endsKey(sign) else { return .no }
    if opening.hasComments { return .likely }
    guard sign == .sign(UInt8(ascii: "=")) else { return .possible }
    switch opening.next() {
    case .sign(UInt8(ascii: "(")), .sign(UInt8(ascii: "{")), .sign(UInt8(ascii: "<")):
      return .likely
    case let value where isKey(value, in: sample):
      return opening.next() == .sign(UInt8(ascii: ";")) ? .certain : .no
    default:
      return .no
    }
  }

  private static func data(
    _ rest: ArraySlice<UInt8>, isWhole: Bool
  ) -> FormatDetection.Likelihood {
    if rest.first == UInt8(ascii: "*") || rest.first == UInt8(ascii: "[") { return .likely }
    let content = rest.prefix { HexDigit.value($0) != nil || $0 <= 0x20 }
    let digits = content.count { $0 > 0x20 }
    // At most a comment follows: elements of XML have names such as 'dad' and 'face'.
    let after = rest.dropFirst(content.count).lazy.filter { $0 > 0x20 }.prefix(2)
    let isData = after.elementsEqual(">".utf8) || after.elementsEqual(">/".utf8)
    guard after.isEmpty ? !isWhole : isData && digits.isMultiple(of: 2) else { return .no }
    return digits > 0 ? .likely : .possible
  }
}
