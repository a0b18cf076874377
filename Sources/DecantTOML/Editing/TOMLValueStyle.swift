internal import DecantCore
internal import DecantEditing

/// The spaces and quotes of values on a line.
struct TOMLValueStyle {
  private var spacesBraces: Bool?
  private var spacesBrackets: Bool?
  private var spacesComma: Bool?
  private var signInBraces: TOMLPairSpacing?
  private var signOnLine: TOMLPairSpacing?
  private var quote: UInt8?

  /// The number of nodes on each side that are looked at.
  private static let reach = 256

  /// Creates the style of the values nearest to a node.
  init(near node: Int, in text: TOMLEditedText) {
    look(at: node, in: text)
    for distance in 1...Self.reach where !isComplete {
      if node - distance > 0 { look(at: node - distance, in: text) }
      if node + distance < text.nodes.count { look(at: node + distance, in: text) }
    }
  }

  private var isComplete: Bool {
    spacesBraces != nil && spacesBrackets != nil && spacesComma != nil && signInBraces != nil
      && quote != nil
  }

  private mutating func look(at index: Int, in text: TOMLEditedText) {
    let node = text.nodes[index]
    if node.traits.contains(.isKeyed), !node.isInLines {
      if text.nodes[Int(node.parent)].kind == .inlineTable {
        signInBraces = signInBraces ?? Self.sign(ofPair: index, in: text)
      } else if !text.isInBrackets(index) {
        signOnLine = signOnLine ?? Self.sign(ofPair: index, in: text)
      }
    }
    switch node.kind {
    case .inlineTable where node.first >= 0:
      spacesBraces = spacesBraces ?? Self.hasSpace(before: node.first, of: node, in: text)
      spacesComma = spacesComma ?? Self.hasSpace(afterFirstOf: node, in: text)
    case .array where node.first >= 0:
      spacesBrackets = spacesBrackets ?? Self.hasSpace(before: node.first, of: node, in: text)
      spacesComma = spacesComma ?? Self.hasSpace(afterFirstOf: node, in: text)
    case .string: quote = quote ?? Self.chosenQuote(of: node, in: text)
    default: break
    }
  }

  private static func sign(ofPair node: Int, in text: TOMLEditedText) -> TOMLPairSpacing {
    var spacing = TOMLPairSpacing()
    let (before, after) = text.sign(ofPair: node)
    spacing.before = Array(before.prefix(1))
    spacing.after = Array(after.prefix(1))
    return spacing
  }

  /// Whether there is a space between a bracket and the first item; nil if that is on another line.
  private static func hasSpace(before item: Int32, of node: TOMLNode, in text: TOMLEditedText)
    -> Bool?
  {
    hasSpace(in: node.value.lowerBound + 1..<text.start(ofItem: Int(item)), text)
  }

  private static func hasSpace(afterFirstOf node: TOMLNode, in text: TOMLEditedText) -> Bool? {
    let first = text.nodes[Int(node.first)]
    guard first.kind != .table, first.next >= 0 else { return nil }
    let next = text.start(ofItem: Int(first.next))
    return next > first.value.upperBound ? hasSpace(in: first.value.upperBound..<next, text) : nil
  }

  private static func hasSpace(in space: Range<Int>, _ text: TOMLEditedText) -> Bool? {
    guard !text.lines.hasLineEnd(in: space) else { return nil }
    return !space.isEmpty && SourceLines.isBlank(text.lines[space.upperBound - 1])
  }

  /// Returns nil unless the text could have the other quotes too.
  private static func chosenQuote(of node: TOMLNode, in text: TOMLEditedText) -> UInt8? {
    guard !node.traits.contains(.hasTripleQuotes) else { return nil }
    let bytes = text.lines.bytes(node.value)
    return bytes.dropFirst().dropLast().contains(where: needsOwnQuotes) ? nil : bytes.first
  }

  private static func needsOwnQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"")
  }

  // MARK: Text

  /// The equals sign in braces, with the space on both sides.
  var sign: TOMLPairSpacing { signInBraces ?? signOnLine ?? TOMLPairSpacing() }

  var comma: [UInt8] { spacesComma ?? true ? [0x2C, 0x20] : [0x2C] }

  /// The space inside of the brackets on a line.
  func space(inBraces: Bool) -> [UInt8] {
    (inBraces ? spacesBraces ?? true : spacesBrackets ?? false) ? [0x20] : []
  }

  /// Returns a string in double quotes with the quotes of the style, if it can have them.
  func quoted(_ string: [UInt8]) -> [UInt8] {
    guard quote == UInt8(ascii: "'"), string.count >= 2,
      !string.dropFirst().dropLast().contains(where: Self.needsOwnQuotes)
    else { return string }
    return [UInt8(ascii: "'")] + string.dropFirst().dropLast() + [UInt8(ascii: "'")]
  }
}
