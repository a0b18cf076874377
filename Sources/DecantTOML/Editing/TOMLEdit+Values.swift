internal import DecantCore
internal import DecantEditing

/// Values on lines, which a ``Reprint`` prints.
extension TOMLEdit {
  /// Prints the values that change, with all that is inside of them.
  mutating func printValues() throws(DecantError) {
    var reprint = Reprint(of: document, by: TOMLBrackets(of: text))
    for (node, change) in values {
      let range = document.range(of: node)
      var comments: [NodeComment] = []
      let change = try change.withoutHomelessComments(at: node, of: document, &comments)
      hoist(comments, above: range.lowerBound)
      reprint.out.copy(to: range.lowerBound)
      var context = Reprint.Context(node: node, hasLines: false)
      context.isStripped = stripped.contains { $0.contains(range.lowerBound) }
      try reprint.put(change, at: context)
      reprint.out.copy(to: range.upperBound)
      if !context.isStripped, let comment = openingComment(ofReplaced: node, change) {
        reprint.out.write([0x20] + comment)
      }
    }
    pieces += reprint.out.edits()
  }

  /// The comment on the line of the bracket of an array that is replaced, which is about the key and not about an element.
  private func openingComment(ofReplaced node: Int, _ change: NodeChange) -> [UInt8]? {
    let (range, lines) = (document.range(of: node), text.lines)
    let end = lines.blankEnd(after: range.upperBound, before: lines.count)
    guard case .replaced = change.content, !document.isMapping(node),
      let comment = document.comments(in: range).first,
      comment.lowerBound == lines.blankEnd(after: range.lowerBound + 1, before: range.upperBound),
      lines.byte(at: end).map(SourceLines.isLineEnd) ?? true
    else { return nil }
    return lines.bytes(comment)
  }

  /// Puts comments above the line on which a value begins.
  private mutating func hoist(_ comments: [NodeComment], above value: Int) {
    guard !comments.isEmpty, let statement = text.statement(at: value) else { return }
    let start = text.lines.lineStart(of: text.statements[statement].start)
    let indent = text.lines.indentation(at: text.statements[statement].start)
    pieces.append(ByteEdit(start..<start, text.commentLines(comments, indent: indent)))
  }
}

extension NodeChange {
  /// Returns the change without the comments that a value on a line cannot contain: those in braces, and inside of what
  /// replaces a part of it.
  fileprivate func withoutHomelessComments(
    at node: Int, isPart: Bool = false, of document: EditedDocument, _ comments: inout [NodeComment]
  ) throws(DecantError) -> NodeChange {
    var content = content
    switch content {
    case .kept: return self
    case .replaced(let new):
      let inner = try CommentedNode(new).node
      guard inner.hasTrivia, isPart || inner.root.kind == .beginMapping else { return self }
      comments += inner.tape.comments(in: 0..<inner.tape.count)
      content = .replaced(try inner.withoutTrivia)
    case .children(let children):
      let old = document.children(of: node)
      var result: [ChildChange] = []
      for child in children {
        var value = child.value
        if let number = child.number {
          value = try value?.withoutHomelessComments(
            at: old[number].value, isPart: true, of: document, &comments)
        } else if document.isMapping(node), case .replaced(let new)? = value?.content {
          comments += new.tape.comments(in: 0..<new.tape.count)
          value = NodeChange(.replaced(try new.withoutTrivia))
        }
        result.append(ChildChange(number: child.number, key: child.key, value: value))
      }
      content = .children(result)
    }
    return NodeChange(
      content, comment: comment, losesComments: losesComments, losesAnchor: losesAnchor)
  }
}

extension TOMLEditedText {
  /// Returns a key, in quotes if another one needs none but has some.
  func keyText(_ key: String, like old: [UInt8]? = nil) -> [UInt8] {
    let isBare = !key.isEmpty && key.utf8.allSatisfy(TOMLParser.isBare)
    if let old, let quote = old.first {
      let needsNoQuotes = old.dropFirst().dropLast().allSatisfy(TOMLParser.isBare)
      if quote == UInt8(ascii: "'"), !isBare || needsNoQuotes, key.isLiteral() {
        return [quote] + key.utf8 + [quote]
      }
      if quote == UInt8(ascii: "\""), needsNoQuotes { return key.quotedTOML }
    }
    return isBare ? Array(key.utf8) : key.quotedTOML
  }

  /// Returns a new name of the key at `old`, in quotes if that has some.
  func keyText(_ key: String, inPlaceOf old: Range<Int>) -> [UInt8] {
    switch lines[old.lowerBound] {
    case UInt8(ascii: "'") where key.isLiteral(): Array("'\(key)'".utf8)
    case UInt8(ascii: "'"), UInt8(ascii: "\""): key.quotedTOML
    default: keyText(key)
    }
  }

  /// Returns a string in the quotes of an old one; nil if these cannot contain it.
  func spelled(_ string: String, like old: [UInt8]) -> [UInt8]? {
    guard let quote = old.first else { return nil }
    let quotes = [quote, quote, quote]
    let isTriple = old.starts(with: quotes) && old.count >= 6
    let beginsWithLine = isTriple && SourceLines.isLineEnd(old[3]) || string.utf8.first == 0x0A
    if quote == UInt8(ascii: "'") {
      guard string.isLiteral(hasLines: isTriple) else { return nil }
      guard isTriple else { return [quote] + string.utf8 + [quote] }
      return (quotes + (beginsWithLine ? [0x0A] : []) + string.utf8 + quotes)
        .indented(by: [], lineEnd: lineEnd)
    }
    guard isTriple else { return string.quotedTOML }
    var text: [UInt8] = []
    string.withBytes { TOMLString.appendLines($0, ascii: false, to: &text) }
    if !beginsWithLine { text.remove(at: 3) }
    return text.indented(by: [], lineEnd: lineEnd)
  }
}

extension String {
  fileprivate var quotedTOML: [UInt8] {
    var text: [UInt8] = []
    withBytes { TOMLString.append($0, ascii: false, to: &text) }
    return text
  }

  /// Whether a string can be in single quotes.
  fileprivate func isLiteral(hasLines: Bool = false) -> Bool {
    utf8.allSatisfy { byte in
      switch byte {
      case 0x0A: hasLines
      case UInt8(ascii: "'"), 0x7F: false
      default: byte >= 0x20 || byte == 0x09
      }
    }
  }
}

extension CommentedNode {
  /// The node as it is written on one line: one comment can be beside it, and a table in braces has none inside.
  var onLine: CommentedNode {
    get throws(DecantError) {
      let node = try self.node.root.kind == .beginMapping ? hoisted : self
      return CommentedNode(
        above: node.above + node.beside.dropFirst(), beside: Array(node.beside.prefix(1)),
        node: node.node)
    }
  }

  /// The node with the comments inside it above it.
  var hoisted: CommentedNode {
    get throws(DecantError) {
      CommentedNode(
        above: above + node.tape.comments(in: 0..<node.tape.count), beside: beside,
        node: try node.withoutTrivia)
    }
  }
}
