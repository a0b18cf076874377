internal import DecantCore

/// Edits of arrays and of tables in braces.
extension TOMLEdit {
  /// The elements of an array, or the values of the pairs of a table in braces, in order of the text.
  ///
  /// A dotted key has its value in a table that has no braces of its own; the items of such a table are those inside it.
  func items(of node: Int) -> [Int] {
    guard text.nodes[node].kind != .array else { return text.children(of: node) }
    guard text.nodes[node].isMapping else { return [node] }
    var items: [Int] = []
    var open = text.children(of: node)
    while let next = open.popLast() {
      if text.nodes[next].kind == .table {
        open += text.children(of: next)
      } else {
        items.append(next)
      }
    }
    return items.sorted { text.nodes[$0].entry < text.nodes[$1].entry }
  }

  private func range(ofItem item: Int) -> Range<Int> {
    let node = text.nodes[item]
    let start = node.marks.contains(.isKeyed) ? Int(node.entry) : node.value.lowerBound
    return start..<node.value.upperBound
  }

  /// The array or table in braces whose item `node` is, or is a part of the key of.
  private func list(around node: Int) -> Int {
    var list = text.parent(of: node)
    while text.nodes[list].kind == .table { list = text.parent(of: list) }
    return list
  }

  /// The part of the key of an item that names `node`.
  func keyPart(of node: Int, in item: Int) -> Range<Int> {
    let parts = text.keyParts(from: Int(text.nodes[item].entry))
    return parts[text.keyCount(of: node) - text.keyCount(of: list(around: node)) - 1]
  }

  private func itemList(of list: Int) -> ItemList {
    let value = text.nodes[list].value
    let interior = value.lowerBound + 1..<max(value.lowerBound + 1, value.upperBound - 1)
    return ItemList(
      lines: text.lines, interior: interior,
      separator: .between(UInt8(ascii: ",")), lineEnd: lineEnd,
      isSpaced: valueStyle(near: list).hasSpaceAfterComma)
  }

  private func placement(ofItemAt start: Int) -> ItemList.Placement {
    text.lines.beginsLine(start)
      ? .lines(indent: text.lines.indentation(at: start)) : .inline
  }

  // MARK: Insertion

  /// Precondition: the collection is not in lines.
  func listInsertion(
    of new: [NewChild], in collection: Int
  ) throws(DecantError) -> [ByteEdit] {
    let isDotted = text.nodes[collection].kind == .table
    let list = isDotted ? self.list(around: collection) : collection
    let isTable = text.nodes[list].kind == .inlineTable
    let indent = text.lines.indentation(at: text.nodes[list].value.lowerBound) + text.step
    let all = items(of: list)
    var edits: [ByteEdit] = []
    for new in new.groupedByPlace {
      var place = new[0].key == nil ? min(new[0].index, all.count) : all.count
      if isDotted, let last = items(of: collection).last {
        place = (all.firstIndex(of: last) ?? all.count - 1) + 1
      }
      var items: [NewItem] = []
      for child in new {
        let new =
          try isTable ? CommentedNode(child.value).hoisted : CommentedNode(child.value).onLine
        // Braces have no place for comments.
        if isTable { edits += commentInsertion(new.above + new.beside, aboveLineOf: list) }
        var item = try newItem(
          new.node, forKey: child.key, at: place, of: all, in: collection, list)
        if !isTable { (item.above, item.beside) = (new.above, new.beside) }
        items.append(item)
      }
      let hasComments = items.contains { !$0.above.isEmpty || !$0.beside.isEmpty }
      let usual: ItemList.Placement = hasComments ? .lines(indent: indent) : .inline
      edits += insertion(of: items, usual, at: place, among: all, in: list)
    }
    return edits
  }

  private func newItem(
    _ new: Document, forKey key: String?, at place: Int, of all: [Int], in collection: Int,
    _ list: Int
  ) throws(DecantError) -> NewItem {
    guard !all.isEmpty else {
      let indent = text.lines.indentation(at: text.nodes[list].value.lowerBound) + text.step
      let value = try compactText(new, near: list).indented(by: indent, lineEnd: lineEnd)
      return NewItem(text: pair(key, value, like: nil, near: list))
    }
    let value = try itemText(new, at: place, of: all)
    guard text.nodes[collection].kind == .table, let last = items(of: collection).last else {
      return NewItem(text: pair(key, value, like: all.last, near: list))
    }
    let start = Int(text.nodes[last].entry)
    let part = keyPart(of: collection, in: last)
    return NewItem(
      text: pair(key, value, like: last, near: last, after: (start..<part.upperBound, last)))
  }

  private func insertion(
    of new: [NewItem], _ usual: ItemList.Placement, at place: Int, among all: [Int], in list: Int
  ) -> [ByteEdit] {
    guard !all.isEmpty else { return emptyListInsertion(new, usual, in: list) }
    let items = itemList(of: list)
    func placement(_ item: Int) -> ItemList.Placement {
      let placement = self.placement(ofItemAt: range(ofItem: item).lowerBound)
      return placement == .inline ? usual : placement
    }
    guard place < all.count else {
      let last = all[all.count - 1]
      return items.insertion(new, placement(last), afterLast: range(ofItem: last))
    }
    let previous = place > 0 ? range(ofItem: all[place - 1]) : nil
    let next = items.extent(of: range(ofItem: all[place]), after: previous)
    return items.insertion(new, placement(all[place]), before: next)
  }

  /// Returns the value of a new item, with lines like those of an item beside it.
  private func itemText(
    _ new: Document, at index: Int, of all: [Int]
  ) throws(DecantError) -> [UInt8] {
    let sibling = all[min(index, all.count - 1)]
    let isMapping = new.root.kind == .beginMapping
    let alike = ([sibling] + all).first {
      text.nodes[$0].isMapping == isMapping && text.nodes[$0].isCollection
    }
    let start = range(ofItem: sibling).lowerBound
    guard !new.hasTrivia else {
      let indent = text.lines.indentation(at: start)
      return try compactText(new, near: sibling).indented(by: indent, lineEnd: lineEnd)
    }
    guard isMapping || new.root.kind == .beginSequence, let alike,
      case .lines(let indent) = placement(ofItemAt: start)
    else { return try compactText(new, near: sibling) }
    return try lineText(
      new, column: 0, indent: indent, near: alike, like: TOMLModels(same: [alike]))
  }

  private func emptyListInsertion(
    _ new: [NewItem], _ placement: ItemList.Placement, in list: Int
  ) -> [ByteEdit] {
    let items = itemList(of: list)
    let indent = text.lines.indentation(at: text.nodes[list].value.lowerBound)
    guard text.lines.isSpace(items.interior) else {
      return items.insertion(new, .lines(indent: indent + text.step), outerIndent: indent)
    }
    guard placement == .inline else {
      return items.insertion(new, placement, outerIndent: indent)
    }
    let style = valueStyle(near: list)
    let isTable = text.nodes[list].kind == .inlineTable
    let space: [UInt8] =
      (isTable ? style.hasSpaceInBraces : style.hasSpaceInBrackets) ? [0x20] : []
    let content = items.insertion(new, .inline, outerIndent: indent).flatMap(\.bytes)
    return [ByteEdit(items.interior, space + content + space)]
  }

  /// Inserts comments above the line on which a node in brackets begins.
  private func commentInsertion(
    _ comments: [NodeComment], aboveLineOf node: Int
  ) -> [ByteEdit] {
    guard !comments.isEmpty else { return [] }
    var node = node
    while text.isInBrackets(node) { node = text.parent(of: node) }
    let start = text.lines.lineStart(Int(text.nodes[node].entry))
    let lines = commentLines(comments, indent: text.lines.indentation(at: start))
    return [ByteEdit(start..<start, lines)]
  }

  /// Returns a pair in the style of one in the same list; an element is the value itself.
  private func pair(
    _ key: String?, _ value: [UInt8], like sibling: Int?, near list: Int,
    after prefix: (key: Range<Int>, item: Int)? = nil
  ) -> [UInt8] {
    guard let key else { return value }
    var style = valueStyle(near: list).sign
    var old: Range<Int>?
    if let sibling {
      let start = Int(text.nodes[sibling].entry)
      style = TOMLPairStyle(ofPairAt: start, in: text)
      old = text.keyParts(from: start).last
    }
    var name = keyText(key, like: old)
    if let prefix { name = Array(document.bytes[prefix.key]) + [UInt8(ascii: ".")] + name }
    return style.keyText(name) + value
  }

  func elementCommenting(_ node: Int, by comments: [NodeComment]) -> ByteEdit? {
    let list = list(around: node)
    let all = items(of: list)
    guard text.nodes[list].kind == .array, let place = all.firstIndex(of: node) else { return nil }
    return itemList(of: list).commenting(
      range(ofItem: node), after: place > 0 ? range(ofItem: all[place - 1]) : nil, by: comments)
  }

  // MARK: Removal

  /// Removes children of an array or a table in braces, which have some indices on the tape.
  func listRemoval(
    of children: [Int], in collection: Int, _ tapeNode: Int, _ indices: [Int]
  ) throws(DecantError) -> [ByteEdit] {
    let list = self.list(around: children[0])
    let all = items(of: list)
    let places = children.compactMap { child in
      text.nodes[child].kind == .table ? nil : all.firstIndex(of: child)
    }
    if collection == list, places.count == children.count {
      return itemList(of: list).removal(of: places.sorted(), among: all.map(range(ofItem:)))
    }
    guard children.count > 1 else { return try listRemoval(of: children[0], in: collection) }
    // Parts of dotted keys, which have their items in common.
    let rest = try document.without(indices, in: tapeNode)
    return text.nodes[collection].kind == .table
      ? try dottedReplacement(of: collection, by: rest)
      : [ByteEdit(text.nodes[list].value, try compactText(rest, near: list))]
  }

  private func listRemoval(of child: Int, in collection: Int) throws(DecantError) -> [ByteEdit] {
    let list = self.list(around: child)
    let removed = text.nodes[child].kind == .table ? items(of: child) : [child]
    guard removed.count == 1, let item = removed.first else {
      return try rewriting(list, around: child, by: nil)
    }
    if collection != list, items(of: collection).count == 1 {
      // The table of a dotted key is left empty.
      let part = keyPart(of: collection, in: item)
      let start = Int(text.nodes[item].entry)
      let sign = TOMLPairStyle(ofPairAt: start, in: text)
      return [
        ByteEdit(
          start..<text.nodes[item].value.upperBound,
          sign.keyText(Array(document.bytes[start..<part.upperBound])) + Array("{}".utf8))
      ]
    }
    let all = items(of: list)
    guard let place = all.firstIndex(of: item) else { return [] }
    return itemList(of: list).removal(of: [place], among: all.map(range(ofItem:)))
  }

  /// Replaces the table of a dotted key in braces.
  func dottedReplacement(of node: Int, by new: Document) throws(DecantError) -> [ByteEdit] {
    let items = items(of: node)
    guard items.count == 1 else { return try rewriting(list(around: node), around: node, by: new) }
    let part = keyPart(of: node, in: items[0])
    let start = Int(text.nodes[items[0]].entry)
    let style = TOMLPairStyle(ofPairAt: start, in: text)
    return [
      ByteEdit(
        start..<text.nodes[items[0]].value.upperBound,
        style.keyText(Array(document.bytes[start..<part.upperBound]))
          + (try compactText(new, near: items[0])))
    ]
  }

  /// Removes a node that several pairs of a table in braces define, and inserts its new value after the others.
  private func rewriting(
    _ list: Int, around node: Int, by new: Document?
  ) throws(DecantError) -> [ByteEdit] {
    let removed = Set(items(of: node))
    var texts = items(of: list).filter { !removed.contains($0) }.map {
      Array(document.bytes[range(ofItem: $0)])
    }
    let parent = text.parent(of: node)
    if let first = items(of: node).first {
      let isEmptied = parent != list && items(of: parent).allSatisfy(removed.contains)
      let start = Int(text.nodes[first].entry)
      let style = TOMLPairStyle(ofPairAt: start, in: text)
      if let new {
        let key = Array(document.bytes[start..<keyPart(of: node, in: first).upperBound])
        texts.append(style.keyText(key) + (try compactText(new, near: first)))
      } else if isEmptied {
        let key = Array(document.bytes[start..<keyPart(of: parent, in: first).upperBound])
        texts.append(style.keyText(key) + Array("{}".utf8))
      }
    }
    let style = valueStyle(near: list)
    let comma: [UInt8] = style.hasSpaceAfterComma ? [0x2C, 0x20] : [0x2C]
    let content = Array(texts.joined(separator: comma))
    let space: [UInt8] = style.hasSpaceInBraces && !content.isEmpty ? [0x20] : []
    return [ByteEdit(text.nodes[list].value, [0x7B] + space + content + space + [0x7D])]
  }
}

extension EditedDocument {
  /// Returns a collection without some of its children.
  fileprivate func without(_ indices: [Int], in collection: Int) throws(DecantError) -> Document {
    let removed = Set(indices)
    var rest = Tape()
    let begin = tape.content(of: collection)
    try rest.append(begin..<begin + 1, of: tape)
    for (index, child) in children(of: collection).enumerated() where !removed.contains(index) {
      try rest.append(child.start..<tape.end(of: child.value), of: tape)
    }
    let end = tape.end(of: collection)
    try rest.append(end - 1..<end, of: tape)
    return Document(rest)
  }
}
