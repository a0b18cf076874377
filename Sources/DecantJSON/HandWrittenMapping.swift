internal import DecantCore

/// The beginning of a mapping in braces: JSON5 if a comment, an unquoted key or a single-quoted key follows the
/// brace, unless a value is unquoted text, as in YAML's `{name: web}`; detection waits for the first line and value.
struct HandWrittenMapping {

  private let sample: FormatDetection.Sample
  private var opening: FormatDetection.Opening

  init(_ sample: FormatDetection.Sample) {
    self.sample = sample
    opening = FormatDetection.Opening(sample)
    _ = opening.next()
  }

  var isJSON5: Bool {
    var copy = self
    return copy.findKey() && copy.hasNoBareText()
  }

  /// Returns whether the first key, or a comment before it, is valid only in JSON5.
  private mutating func findKey() -> Bool {
    let quote = opening.peek()
    let key = opening.next()
    switch key {
    case .sign(UInt8(ascii: "}")), .end:
      return opening.hasComments
    case .quoted where quote == UInt8(ascii: "\"") && !opening.hasComments:
      return false
    case .quoted:
      return opening.peek() == UInt8(ascii: ":")
    case .word(let word):
      guard let colon = sample.bytes[word].firstIndex(of: UInt8(ascii: ":")) else {
        return isName(word) && opening.peek() == UInt8(ascii: ":")
      }
      opening.goBack(to: colon)
      return isName(word.lowerBound..<colon)
    case .sign, .cut:
      return false
    }
  }

  private func isName(_ word: Range<Int>) -> Bool {
    !word.isEmpty
      && sample.bytes[word].allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"),
          UInt8(ascii: "\\"), 0x80...:
          true
        default: false
        }
      }
  }

  private mutating func hasNoBareText() -> Bool {
    let lineEnd = sample.bytes.drop { $0 <= 0x20 }.firstIndex(of: 0x0A) ?? sample.bytes.count
    var isFirst = true
    while !opening.hasComments {
      guard case .word(let word) = opening.next() else {
        if opening.position >= lineEnd { return true }
        if case .some = opening.peek() {
          isFirst = false
          continue
        }
        return true
      }
      guard isFirst || word.lowerBound < lineEnd else { return true }
      let text = sample.bytes[word]
      // In `a:1` and `:1` the value follows the colon directly; otherwise it is the next word.
      let value = text.firstIndex(of: UInt8(ascii: ":")).map { text[($0 + 1)...] }
      if value?.isEmpty == true || (value == nil && opening.peek() == UInt8(ascii: ":")) {
        continue
      }
      guard Self.isLiteral(value ?? text) else { return false }
      isFirst = false
    }
    return true
  }

  private static func isLiteral(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    if let first = digits.first, first == UInt8(ascii: ".") || HexDigit.value(first) ?? 16 < 10 {
      return true
    }
    return ["true", "false", "null", "NaN", "Infinity"].contains { digits.elementsEqual($0.utf8) }
  }
}
