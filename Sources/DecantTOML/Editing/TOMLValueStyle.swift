internal import DecantCore

/// The spaces and quotes of values on a line.
struct TOMLValueStyle {
  private(set) var hasSpaceInBraces = true
  private(set) var hasSpaceInBrackets = false
  private(set) var hasSpaceAfterComma = true
  /// The space on both sides of the equals signs in braces.
  private(set) var sign = TOMLPairStyle()
  private(set) var quote = UInt8(ascii: "\"")

  /// The number of nodes on each side that are looked at.
  private static let reach = 256

  /// Creates the style of the values nearest to a node.
  init(near node: Int, in text: TOMLEditedText) {
    var found = Findings(text: text)
    found.look(at: node)
    for distance in 1...Self.reach where !found.isComplete {
      if node - distance > 0 { found.look(at: node - distance) }
      if node + distance < text.nodes.count { found.look(at: node + distance) }
    }
    hasSpaceInBraces = found.hasSpaceInBraces ?? hasSpaceInBraces
    hasSpaceInBrackets = found.hasSpaceInBrackets ?? hasSpaceInBrackets
    hasSpaceAfterComma = found.hasSpaceAfterComma ?? hasSpaceAfterComma
    sign = found.signInBraces ?? found.signOnLine ?? sign
    quote = found.quote ?? quote
  }

  private struct Findings {
    let text: TOMLEditedText
    var hasSpaceInBraces: Bool?
    var hasSpaceInBrackets: Bool?
    var hasSpaceAfterComma: Bool?
    var signInBraces: TOMLPairStyle?
    var signOnLine: TOMLPairStyle?
    var quote: UInt8?

    init(text: TOMLEditedText) { self.text = text }

    var isComplete: Bool {
      hasSpaceInBraces != nil && hasSpaceInBrackets != nil && hasSpaceAfterComma != nil
        && signInBraces != nil && quote != nil
    }

    mutating func look(at index: Int) {
      let node = text.nodes[index]
      let isPair = node.marks.contains(.isKeyed) && node.kind != .table && node.kind != .tables
      if isPair, text.nodes[Int(node.parent)].kind == .inlineTable {
        signInBraces = signInBraces ?? sign(ofPairAt: Int(node.entry))
      } else if isPair, !text.isInBrackets(index) {
        signOnLine = signOnLine ?? sign(ofPairAt: Int(node.entry))
      }
      switch node.kind {
      case .inlineTable where node.first >= 0:
        hasSpaceInBraces = hasSpaceInBraces ?? hasSpace(at: node.value.lowerBound + 1)
        hasSpaceAfterComma = hasSpaceAfterComma ?? hasSpace(afterFirstChildOf: node)
      case .array where node.first >= 0:
        hasSpaceInBrackets = hasSpaceInBrackets ?? hasSpace(at: node.value.lowerBound + 1)
        hasSpaceAfterComma = hasSpaceAfterComma ?? hasSpace(afterFirstChildOf: node)
      case .string:
        quote = quote ?? chosenQuote(of: node)
      default: break
      }
    }

    private func sign(ofPairAt start: Int) -> TOMLPairStyle {
      var style = TOMLPairStyle(ofPairAt: start, in: text)
      style.indent = []
      style.before = Array(style.before.prefix(1))
      style.after = Array(style.after.prefix(1))
      return style
    }

    /// Returns nil at the end of a line.
    private func hasSpace(at place: Int) -> Bool? {
      let next = text.lines.blankEnd(after: place)
      guard next < text.bytes.count, !EditedLines.isLineEnd(text.bytes[next]),
        text.lines.commentEnd(next) == nil
      else { return nil }
      return next > place
    }

    private func hasSpace(afterFirstChildOf node: TOMLNode) -> Bool? {
      let first = text.nodes[Int(node.first)]
      guard first.kind != .table, first.next >= 0 else { return nil }
      let comma = text.lines.token(from: first.value.upperBound, before: node.value.upperBound)
      return hasSpace(at: comma + 1)
    }

    /// Returns nil unless the text could have the other quotes too.
    private func chosenQuote(of node: TOMLNode) -> UInt8? {
      guard !node.marks.contains(.hasTripleQuotes), let quote = text.bytes[node.value].first else {
        return nil
      }
      let content = text.bytes[node.value].dropFirst().dropLast()
      return content.contains(where: TOMLValueStyle.needsOwnQuotes) ? nil : quote
    }
  }

  private static func needsOwnQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }

  // MARK: Text

  /// Returns a string in double quotes with the quotes of the style, if it can have them.
  func quoted(_ string: some Collection<UInt8>) -> [UInt8] {
    guard quote == UInt8(ascii: "'"), string.count >= 2,
      !string.dropFirst().dropLast().contains(where: Self.needsOwnQuotes)
    else { return Array(string) }
    return [quote] + string.dropFirst().dropLast() + [quote]
  }

  /// Returns a value as the writer writes it, on a line and with the spaces and quotes of the style.
  ///
  /// Precondition: `value` contains no comments and no strings of several lines.
  func onLine(_ value: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    var hasComma = false
    /// Whether the last bracket is open, and nothing is after it.
    var isOpen = false
    func space(in bracket: UInt8) -> [UInt8] {
      let isBrace = bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "}")
      return (isBrace ? hasSpaceInBraces : hasSpaceInBrackets) ? [0x20] : []
    }
    while place < value.count {
      let byte = value[place]
      let end = Self.tokenEnd(value, from: place)
      defer { place = end }
      if EditedLines.isBlank(byte) || EditedLines.isLineEnd(byte) { continue }
      if byte == UInt8(ascii: ",") {
        hasComma = true
        continue
      }
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        result += (isOpen ? [] : space(in: byte)) + [byte]
        (hasComma, isOpen) = (false, false)
        continue
      }
      if hasComma { result += hasSpaceAfterComma ? [0x2C, 0x20] : [0x2C] }
      if isOpen, let bracket = result.last { result += space(in: bracket) }
      (hasComma, isOpen) = (false, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "["))
      switch byte {
      case UInt8(ascii: "="): result += sign.before + [byte] + sign.after
      case UInt8(ascii: "\""): result += quoted(value[place..<end])
      default: result += value[place..<end]
      }
    }
    return result
  }

  /// The end of the word, string or mark at `start`.
  private static func tokenEnd(_ value: [UInt8], from start: Int) -> Int {
    switch value[start] {
    case UInt8(ascii: "\""):
      var end = start + 1
      while end < value.count, value[end] != UInt8(ascii: "\"") {
        end += value[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(end + 1, value.count)
    case UInt8(ascii: "'"):
      return (value[(start + 1)...].firstIndex(of: UInt8(ascii: "'")) ?? value.count - 1) + 1
    case let byte where isMark(byte): return start + 1
    default:
      var end = start
      // A space between digits is in a date.
      while end < value.count, !isMark(value[end]) || isSpaceInDate(value, end) { end += 1 }
      return end
    }
  }

  private static func isSpaceInDate(_ value: [UInt8], _ place: Int) -> Bool {
    value[place] == 0x20 && place + 1 < value.count && DecimalLexeme.isDigit(value[place + 1])
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"),
      UInt8(ascii: ","), UInt8(ascii: "="), 0x0A, 0x0D, 0x20, 0x09:
      true
    default: false
    }
  }
}
