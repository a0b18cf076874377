/// The treatment of a scalar that libyaml may not receive unchanged.
enum YAMLUnusualText {
  /// Passed to libyaml; the number of bytes.
  case ordinary(Int)
  /// Replaced with a stand-in; the number of bytes.
  case hidden(Unicode.Scalar, Int)
  /// A byte-order mark at the beginning of a line.
  case mark
  /// The rest of the input is white space that libyaml would reject.
  case end
  case cut
  case forbidden(DecantError.Problem)

  private static let longestEnd = 4096

  init(_ bytes: RawSpan, at p: Int, count: Int, isComplete: Bool, schema: YAMLSchema?) {
    let rest = isComplete ? .max : count - p
    switch bytes.byte(at: p) {
    case UInt8(ascii: "\\"):
      let isCut = rest < Self.lengthOfEscape(bytes, at: p)
      self = isCut ? .cut : Self.escapes(bytes, at: p) ? .hidden("\\", 1) : .ordinary(1)
    case 0x09:
      self = Self.tab(bytes, at: p, count: count, isComplete: isComplete)
    case 0x7F:
      self = .hidden("\u{7F}", 1)
    case 0x80...:
      let width = UTF8Scanning.length(bytes, at: p)
      guard width > 0 else {
        self = rest < 4 ? .cut : .forbidden(.invalidEncoding(.utf8))
        return
      }
      let scalar = UTF8Scanning.scalar(bytes, at: p)
      if scalar == .byteOrderMark {
        self = p > 0 && Self.isBreak(bytes.byte(at: p - 1)) ? .mark : .ordinary(width)
      } else if scalar.isOldLineBreak {
        self = schema == .yaml11 ? .ordinary(width) : .hidden(scalar, width)
      } else if scalar.mustBeQuoted || scalar.value == YAMLHiddenScalars.standInValue {
        self = .hidden(scalar, width)
      } else {
        self = .ordinary(width)
      }
    case let byte:
      self = .forbidden(.yaml(.forbiddenCharacter(Unicode.Scalar(byte))))
    }
  }

  private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  // MARK: Escapes

  private static func lengthOfEscape(_ bytes: RawSpan, at p: Int) -> Int {
    switch bytes.byte(at: p + 1) {
    case UInt8(ascii: "u"): 6
    case UInt8(ascii: "U"): 10
    default: 2
    }
  }

  /// Returns whether, in double quotes, the escape of a surrogate or of the stand-in would begin here.
  private static func escapes(_ bytes: RawSpan, at p: Int) -> Bool {
    var start = p
    while start > 0, bytes.byte(at: start - 1) == UInt8(ascii: "\\") { start -= 1 }
    // Of two backslashes, the first escapes the second.
    guard (p - start) % 2 == 0, let (value, _) = value(ofEscape: bytes, at: p + 1) else {
      return false
    }
    return value >> 11 == 0x1B || value == YAMLHiddenScalars.standInValue
  }

  static func value(ofEscape bytes: RawSpan, at p: Int) -> (value: UInt32, count: Int)? {
    guard p < bytes.byteCount else { return nil }
    let count = bytes.byte(at: p) == UInt8(ascii: "u") ? 4 : 8
    guard count == 4 || bytes.byte(at: p) == UInt8(ascii: "U"), p + count < bytes.byteCount else {
      return nil
    }
    var value: UInt32 = 0
    for place in p + 1...p + count {
      guard let digit = HexDigit.value(bytes.byte(at: place)) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return (value, count + 1)
  }

  // MARK: Tabs

  /// Classifies a tab, which is ordinary unless only spaces precede it on its line.
  private static func tab(
    _ bytes: RawSpan, at p: Int, count: Int, isComplete: Bool
  ) -> YAMLUnusualText {
    var start = p
    while start > 0, bytes.byte(at: start - 1) == 0x20 { start -= 1 }
    guard start > 0, isBreak(bytes.byte(at: start - 1)) else { return .ordinary(1) }
    var end = p
    while end < count, isBlank(bytes.byte(at: end)) { end += 1 }
    if start < p {
      guard followsBlockHeader(bytes, at: start) else { return .ordinary(1) }
      if end == count, !isComplete, end - p < longestEnd { return .cut }
      return .hidden(end == count || isBreak(bytes.byte(at: end)) ? .tabAlone : "\t", 1)
    }
    while end < count, isBlank(bytes.byte(at: end)) || isBreak(bytes.byte(at: end)) { end += 1 }
    guard end == count, end - p < longestEnd else { return .ordinary(1) }
    return isComplete ? .end : .cut
  }

  /// Returns whether the last line that is not blank ends with `|` or `>` without an indentation indicator; other text
  /// may do so too; then the tab is white space, as the style of that text shows.
  private static func followsBlockHeader(_ bytes: RawSpan, at start: Int) -> Bool {
    var end = start
    while end > 0, isBreak(bytes.byte(at: end - 1)) || bytes.byte(at: end - 1) == 0x20 { end -= 1 }
    var line = end
    while line > 0, !isBreak(bytes.byte(at: line - 1)) { line -= 1 }
    var text = [UInt8](bytes.extracting(line..<end))[...]
    if let comment = text.indices.dropFirst().first(where: {
      text[$0] == UInt8(ascii: "#") && isBlank(text[$0 - 1])
    }) {
      text = text[..<comment]
    }
    while let last = text.last, isBlank(last) { text.removeLast() }
    if let last = text.last, DecimalLexeme.isSign(last) { text.removeLast() }
    guard let sign = text.popLast(), sign == UInt8(ascii: "|") || sign == UInt8(ascii: ">") else {
      return false
    }
    guard let blank = text.last else { return true }
    guard isBlank(blank), text.first(where: { !isBlank($0) }) != UInt8(ascii: "#") else {
      return false
    }
    // A header follows a colon, a dash, a question mark, `---`, or an anchor or a tag.
    guard let word = text.split(whereSeparator: isBlank).last, let last = word.last else {
      return true
    }
    return ":-?".utf8.contains(last) || word.first == UInt8(ascii: "&")
      || word.first == UInt8(ascii: "!")
  }
}
