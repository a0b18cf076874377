internal import DecantCore
internal import DecantJSON
internal import DecantConversion

/// A list of all scalars and empty collections in a value, with their paths.
///
///     {"a": [1, {}]}  →  /a/0 ⇥ 1
///                        /a/1 ⇥ {}
///
/// A loop over the open collections, so that values of any depth are listed.
struct PathListing {
  private enum Level {
    case elements(Document.Node.Elements, number: Int)
    case pairs(Document.Node.Pairs)
  }

  private let root: Document.Node
  private var tokens: [KeyText]
  private var levels: [Level] = []
  /// Whether some keys are left out, because no path leads to them.
  private(set) var hasUnreachableKeys = false

  init(of root: Document.Node, at tokens: [KeyText]) {
    self.root = root
    self.tokens = tokens
  }

  mutating func forEachLine(
    _ body: (String) throws(DecantError) -> Void
  ) throws(DecantError) {
    try visit(root, body)
    while let level = levels.popLast() {
      switch level {
      case .elements(var elements, let number):
        guard let element = elements.next() else { break }
        levels.append(.elements(elements, number: number + 1))
        tokens.append(KeyText(String(number)))
        try visit(element, body)
        continue
      case .pairs(var pairs):
        guard let pair = pairs.next() else { break }
        levels.append(.pairs(pairs))
        guard let name = pair.key.token else {
          hasUnreachableKeys = true
          continue
        }
        tokens.append(name)
        try visit(pair.value, body)
        continue
      }
      // The end of a collection.
      if !levels.isEmpty { tokens.removeLast() }
    }
  }

  /// Begins a collection, or passes the line of another node to `body`.
  private mutating func visit(
    _ node: Document.Node, _ body: (String) throws(DecantError) -> Void
  ) throws(DecantError) {
    if node.elements.first(where: { _ in true }) != nil {
      levels.append(.elements(node.elements, number: 0))
    } else if node.pairs.first(where: { _ in true }) != nil {
      levels.append(.pairs(node.pairs))
    } else {
      try body("\(PathPattern.spelling(of: tokens))\t\(node.json)")
      if !levels.isEmpty { tokens.removeLast() }
    }
  }
}

extension Document.Node {
  /// A scalar as plain text, which can contain line breaks, or a collection as compact JSON.
  var line: String {
    get throws(DecantError) {
      switch kind {
      case .null, .true, .false, .beginSequence, .beginMapping: return try json
      case .data:
        let json = try json
        return String(json.dropFirst().dropLast())
      default: return text ?? ""
      }
    }
  }

  /// The value as compact JSON on one line.
  var json: String {
    get throws(DecantError) {
      switch kind {
      case .null: return "null"
      case .true: return "true"
      case .false: return "false"
      default: break
      }
      var options = WritingOptions()
      options.indentation = .compact
      let text = try Document(copying: self).text(as: .json, options: options)
      return text.split(separator: "\n").joined()
    }
  }
}
