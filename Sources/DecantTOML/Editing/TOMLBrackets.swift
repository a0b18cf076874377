internal import DecantCore
internal import DecantEditing

/// The syntax of arrays and of tables in braces, for a ``Reprint``.
///
/// A table in braces whose keys have dots is printed anew, because what these imply may be anywhere in it:
///
///     { x.y = 1, b = 2, x.z = 3 }      its children are `x` and `b`, but those in the text `x.y`, `b` and `x.z`
struct TOMLBrackets: ListPrinter {
  private let parsed: TOMLParsedText

  init(of text: TOMLEditedText) { parsed = text.parsed }

  private func text(of document: EditedDocument) -> TOMLEditedText {
    TOMLEditedText(document, parsed)
  }

  var writer: Format { .toml }
  var comments: CommentStyle { .hashes }
  var keySign: [UInt8] { Array(" = ".utf8) }
  var usualIndentation: Indentation { .spaces(4) }
  var prefersLines: Bool { false }

  func layout(of document: EditedDocument, _ source: SourceLines) -> BracketedLayout {
    let text = text(of: document)
    return BracketedLayout(
      indentation: Indentation(byte: text.step.first ?? 0x20, width: text.step.count),
      isSpaced: TOMLValueStyle(near: 0, in: text).comma.count > 1)
  }

  // MARK: New values

  /// An element can have one comment, at the end of its line.
  func node(_ value: Document) throws(DecantError) -> CommentedNode {
    try CommentedNode(value).onLine
  }

  func text(
    ofKey key: String, like old: [UInt8]?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] { text(of: document).keyText(key, like: old) }

  func text(
    of scalar: Document.Node, at slot: ScalarSlot, in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    var printer = TOMLPrinter(try Document(copying: scalar), near: 0, in: text(of: document))
    return try printer.line()
  }

  func text(
    of value: Document, _ placement: Reprint.Placement, _ style: Reprint.ValueStyle,
    in reprint: Reprint
  ) throws(DecantError) -> [UInt8]? {
    let text = text(of: reprint.document)
    let sibling = try style.sibling.map { (node) throws(DecantError) in text.node(node) } ?? 0
    var printer = TOMLPrinter(value, near: sibling, in: text)
    guard case .lines(let indent) = placement else { return try printer.line() }
    guard !value.hasTrivia else {
      return try printer.value(column: 0, indent: indent, like: TOMLModels())
    }
    let isMapping = value.root.kind == .beginMapping
    guard isMapping || value.root.kind == .beginSequence, sibling > 0,
      let alike = ([sibling] + text.children(of: text.parent(of: sibling))).first(where: {
        text.nodes[$0].isMapping == isMapping && text.nodes[$0].isCollection
      })
    else { return try printer.line() }
    return try printer.value(column: 0, indent: indent, like: TOMLModels(same: [alike]))
  }

  func replace(
    _ context: Reprint.Context, by new: Document, keepsProperties: Bool, in reprint: inout Reprint
  ) throws(DecantError) -> Bool {
    let (document, text) = (reprint.document, text(of: reprint.document))
    let node = text.node(context.node)
    let range = document.range(of: context.node)
    guard !keepsProperties else {
      // The first children.
      guard text.nodes[node].first < 0, document.comments(in: range).isEmpty, !new.hasTrivia else {
        return false
      }
      var printer = TOMLPrinter(new, near: node, in: text)
      reprint.out.copy(to: range.lowerBound)
      reprint.out.write(try printer.line())
      reprint.out.skip(to: range.upperBound)
      return true
    }
    var new = try CommentedNode(new).node
    if context.outer != nil || new.root.kind == .beginMapping { new = try new.withoutTrivia }
    reprint.out.copy(to: range.lowerBound)
    reprint.out.write(try replacingText(new, of: node, in: text))
    reprint.out.skip(to: range.upperBound)
    return true
  }

  /// Returns a value in the spelling of the value that it replaces.
  private func replacingText(
    _ new: Document, of node: Int, in text: TOMLEditedText
  ) throws(DecantError) -> [UInt8] {
    let old = text.nodes[node]
    if old.kind == .string, new.root.kind == .string, let string = new.root.text,
      let spelled = text.spelled(string, like: text.lines.bytes(old.value))
    {
      return spelled
    }
    let (start, lines) = (old.value.lowerBound, text.lines)
    var printer = TOMLPrinter(new, near: node, in: text)
    guard !text.isInBrackets(node) || new.root.kind != .string && text.isLined(node) else {
      return try printer.line()
    }
    return try printer.value(
      column: start - lines.lineStart(of: start), indent: lines.indentation(at: start),
      like: TOMLModels(same: [node] + text.twins(of: node)))
  }

  // MARK: Keys with dots

  /// Whether a value is a mapping that dotted keys imply.
  private func isImplied(_ value: Int, in document: EditedDocument) -> Bool {
    document.isMapping(value) && document.closingBracket(of: value).isEmpty
  }

  /// Prints a table with dotted keys on one line, in the order of the document.
  func put(
    _ children: [ChildChange], at context: Reprint.Context, in reprint: inout Reprint
  ) throws(DecantError) -> Bool {
    let (document, text) = (reprint.document, text(of: reprint.document))
    guard
      document.children(of: context.node).contains(where: { isImplied($0.value, in: document) })
    else { return false }
    let range = document.range(of: context.node)
    guard document.comments(in: range).isEmpty else {
      throw DecantError(
        .specific(LayoutProblem(what: "a table with dotted keys and comments")),
        offset: range.lowerBound)
    }
    let style = TOMLValueStyle(near: text.node(context.node), in: text)
    var items: [[UInt8]] = []
    try append(children, of: context.node, after: [], style, in: text, to: &items)
    let space = items.isEmpty ? [] : style.space(inBraces: true)
    reprint.out.copy(to: range.lowerBound + 1)
    reprint.out.write(space + items.joined(separator: style.comma) + space)
    reprint.out.skip(to: range.upperBound - 1)
    return true
  }

  private func append(
    _ children: [ChildChange], of table: Int, after prefix: [UInt8], _ style: TOMLValueStyle,
    in text: TOMLEditedText, to items: inout [[UInt8]]
  ) throws(DecantError) {
    let document = text.document
    let old = document.children(of: table)
    func source(_ child: EditedDocument.Child?) -> [UInt8]? {
      child?.key.map { text.lines.bytes(document.contentRange(of: $0)) }
    }
    for child in children {
      let own = child.number.map { old[$0] }
      var key = source(own) ?? []
      if let new = child.key { key = text.keyText(new, like: source(own ?? old.first)) }
      if let own, let pairs = pairs(of: own.value, after: child.value, in: document) {
        try append(
          pairs, of: own.value, after: prefix + key + [UInt8(ascii: ".")], style, in: text,
          to: &items)
        continue
      }
      let value: [UInt8]
      if let own, child.value == nil {
        value = text.lines.bytes(document.range(of: own.value))
      } else if let own {
        let new = try document.tape.document(of: own.value, after: child.value, isStripped: true)
        value = try replacingText(new, of: text.node(own.value), in: text)
      } else {
        guard case .replaced(let new)? = child.value?.content else { continue }
        var printer = TOMLPrinter(new, near: text.node(table), in: text)
        value = try printer.line()
      }
      var pair = style.sign.keyText(prefix + key)
      if let own, let end = own.key.map({ document.range(of: $0).upperBound }),
        !isImplied(own.value, in: document)
      {
        pair = prefix + key + text.lines.bytes(end..<document.offset(at: own.value))
      }
      items.append(pair + value)
    }
  }

  /// The changes of the pairs of a mapping that dotted keys imply; nil if it is printed as a value.
  private func pairs(
    of value: Int, after change: NodeChange?, in document: EditedDocument
  ) -> [ChildChange]? {
    guard isImplied(value, in: document) else { return nil }
    switch change?.content ?? .kept {
    case .kept:
      return document.children(of: value).indices.map {
        ChildChange(number: $0, key: nil, value: nil)
      }
    case .children(let pairs): return pairs.isEmpty ? nil : pairs
    case .replaced: return nil
    }
  }
}
