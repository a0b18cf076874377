internal import DecantCore

/// Values that change in place, and the items of arrays and of tables in braces.
extension TOMLEdit {
  mutating func replace(_ change: Change, by new: Document) throws(DecantError) {
    let node = change.node
    guard node > 0 else { return try replaceRoot(by: new) }
    guard !text.isInLines(node) else { return try replaceLines(of: change, by: new) }
    try comment(change)
    var new = new
    // Braces have no place for comments.
    if new.hasTrivia, new.root.kind == .beginMapping || text.isInBrackets(node) {
      let hoisted = try CommentedNode(node: new).hoisted
      hoist(hoisted.above, aboveLineOf: node)
      new = hoisted.node
    }
    guard text.nodes[node].kind != .table else { return try replaceItems(of: node, by: new) }
    let value = text.nodes[node].value
    pieces.append(ByteEdit(value, try replacingText(new, of: node)))
    guard text.nodes[node].kind == .array, !change.change.losesComments else { return }
    // The comment on the line of the bracket is about the key, and not about an element.
    let next = text.lines.blankEnd(after: value.lowerBound + 1, before: value.upperBound)
    guard let comment = document.comments(in: value).first, comment.lowerBound == next else {
      return
    }
    var place = value.upperBound
    if text.lines.byte(at: place) == UInt8(ascii: ",") { place += 1 }
    let end = text.lines.blankEnd(after: place, before: text.lines.count)
    guard text.lines.byte(at: end).map(SourceLines.isLineEnd) ?? true else { return }
    pieces.append(ByteEdit(place..<place, [0x20] + text.lines.bytes(comment)))
  }

  /// Returns a value in the notation of the one that it replaces.
  private func replacingText(_ new: Document, of node: Int) throws(DecantError) -> [UInt8] {
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

  // MARK: Lists

  mutating func make(
    _ children: [ChildChange], ofList change: Change, _ open: inout [Change]
  ) throws(DecantError) {
    let node = change.node
    let isDotted = text.nodes[node].kind == .table
    let list = isDotted ? text.list(around: node) : node
    let items = text.items(of: list)
    let own = isDotted ? text.items(of: node) : items
    let new = try keep(children, of: change, &open) { $0.removeItems(of: $1, in: list, items) }
    guard !new.isEmpty else { return isDotted ? fill(node, in: list, items) : () }
    let end = own.last.flatMap { items.firstIndex(of: $0) }.map { $0 + 1 } ?? items.count
    var place = change.node == list && text.nodes[list].kind == .array ? 0 : end
    for child in children {
      if let number = child.number {
        if text.nodes[list].kind == .array { place = number + 1 }
        continue
      }
      guard case .replaced(let document)? = child.value?.content else { continue }
      let item = try self.item(document, forKey: child.key, at: place, items, in: node, list)
      lists[list, default: TOMLList.Change()].new.append((place, item))
    }
  }

  private mutating func removeItems(of node: Int, in list: Int, _ items: [Int]) {
    let own = text.nodes[node].kind == .table ? text.items(of: node) : [node]
    for item in own {
      guard let index = items.firstIndex(of: item) else { continue }
      lists[list, default: TOMLList.Change()].removed.insert(index)
    }
  }

  /// Prints the table of a dotted key that has no items any more.
  private mutating func fill(_ table: Int, in list: Int, _ items: [Int]) {
    let own = text.items(of: table).compactMap { items.firstIndex(of: $0) }
    guard let first = own.first, lists[list]?.removed.isSuperset(of: own) ?? false else { return }
    let pair = pair(table, items[first], Array("{}".utf8))
    lists[list]?.new.append((first, pair))
  }

  /// Replaces the table of a dotted key in braces.
  private mutating func replaceItems(of node: Int, by new: Document) throws(DecantError) {
    let list = text.list(around: node)
    let items = text.items(of: list)
    removeItems(of: node, in: list, items)
    guard let first = text.items(of: node).first, let place = items.firstIndex(of: first) else {
      return
    }
    var printer = TOMLPrinter(new, near: first, in: text)
    let pair = pair(node, first, try printer.line())
    lists[list]?.new.append((place, pair))
  }

  /// Returns a pair for the table of a dotted key, spelled as in one of its items.
  private func pair(_ table: Int, _ item: Int, _ value: [UInt8]) -> TOMLList.NewItem {
    let key = spelled(text.keyParts(ofPair: item)[...partNumber(of: table)])
    return TOMLList.NewItem(text: TOMLPairStyle(ofPair: item, in: text).keyText(key) + value)
  }

  /// The number of the part of a key in braces that names a node.
  func partNumber(of node: Int) -> Int {
    text.keyCount(of: node) - text.keyCount(of: text.list(around: node)) - 1
  }

  /// Returns a new item of a list, of which a table with a dotted key is a part.
  private mutating func item(
    _ new: Document, forKey key: String?, at place: Int, _ items: [Int], in node: Int, _ list: Int
  ) throws(DecantError) -> TOMLList.NewItem {
    let isTable = text.nodes[list].kind == .inlineTable
    let new = try isTable ? CommentedNode(new).hoisted : CommentedNode(new).onLine
    // Braces have no place for comments.
    if isTable { hoist(new.above + new.beside, aboveLineOf: list) }
    var result = try itemText(new.node, at: place, items, in: list)
    if let key {
      var style = TOMLValueStyle(near: list, in: text).sign
      var (prefix, sibling): ([UInt8], Range<Int>?) = ([], nil)
      if let last = (node == list ? items : text.items(of: node)).last {
        let parts = text.keyParts(ofPair: last)
        style = TOMLPairStyle(ofPair: last, in: text)
        sibling = parts.last
        if node != list {
          prefix = spelled(parts[...partNumber(of: node)]) + [UInt8(ascii: ".")]
        }
      }
      result = style.keyText(prefix + text.keyText(key, like: sibling)) + result
    }
    return TOMLList.NewItem(
      text: result, above: isTable ? [] : new.above, beside: isTable ? [] : new.beside)
  }

  /// Returns the value of a new item, with lines like those of an item beside it.
  private func itemText(
    _ new: Document, at place: Int, _ items: [Int], in list: Int
  ) throws(DecantError) -> [UInt8] {
    let sibling = items.isEmpty ? list : items[min(place, items.count - 1)]
    var printer = TOMLPrinter(new, near: sibling, in: text)
    let start = items.isEmpty ? text.nodes[list].value.lowerBound : text.start(ofItem: sibling)
    let indent = text.lines.indentation(at: start) + (items.isEmpty ? text.step : [])
    guard !new.hasTrivia else {
      return try printer.value(column: 0, indent: indent, like: TOMLModels())
    }
    let isMapping = new.root.kind == .beginMapping
    let alike = ([sibling] + items).first {
      text.nodes[$0].isMapping == isMapping && text.nodes[$0].isCollection
    }
    guard isMapping || new.root.kind == .beginSequence, let alike, !items.isEmpty,
      text.lines.beginsLine(start)
    else { return try printer.line() }
    return try printer.value(column: 0, indent: indent, like: TOMLModels(same: [alike]))
  }

  /// Puts comments above the line on which a node in brackets begins.
  private mutating func hoist(_ comments: [NodeComment], aboveLineOf node: Int) {
    guard !comments.isEmpty else { return }
    var node = node
    while text.isInBrackets(node) { node = text.parent(of: node) }
    let start = text.lines.lineStart(of: Int(text.nodes[node].entry))
    let indent = text.lines.indentation(at: Int(text.nodes[node].entry))
    pieces.append(ByteEdit(start..<start, text.commentLines(comments, indent: indent)))
  }
}

extension TOMLEditedText {
  /// Returns a key, in quotes if the one at `sibling` needs none but has some.
  func keyText(_ key: String, like sibling: Range<Int>? = nil) -> [UInt8] {
    let isBare = !key.isEmpty && key.utf8.allSatisfy(TOMLParser.isBare)
    if let old = sibling.map(lines.bytes), let quote = old.first {
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
