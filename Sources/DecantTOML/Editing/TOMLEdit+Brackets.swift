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
    of new: CommentedNode, forKey key: String?, at index: Int, in collection: Int
  ) throws(DecantError) -> [ByteEdit] {
    let isDotted = text.nodes[collection].kind == .table
    let list = isDotted ? self.list(around: collection) : collection
    let isTable = text.nodes[list].kind == .inlineTable
    let new = try isTable ? new.hoisted : new.onLine
    let indent = text.lines.indentation(at: text.nodes[list].value.lowerBound) + text.step
    var item = NewItem(
      text: [], above: isTable ? [] : new.above, beside: isTable ? [] : new.beside)
    let usual: ItemList.Placement =
      item.above.isEmpty && item.beside.isEmpty ? .inline : .lines(indent: indent)
    // Braces have no place for comments.
    let hoisted = isTable ? commentInsertion(new.above + new.beside, aboveLineOf: list) : []
    let all = items(of: list)
    guard !all.isEmpty else {
      let value = try compactText(new.node, near: list).indented(by: indent, lineEnd: lineEnd)
      item.text = pair(key, value, like: nil, near: list)
      return hoisted + emptyListInsertion(item, usual, in: list)
    }
    var place = key == nil ? min(index, all.count) : all.count
    let value = try itemText(new.node, at: place, of: all)
    if isDotted, let last = items(of: collection).last {
      place = (all.firstIndex(of: last) ?? all.count - 1) + 1
      let start = Int(text.nodes[last].entry)
      let part = keyPart(of: collection, in: last)
      item.text = pair(key, value, like: last, near: last, after: (start..<part.upperBound, last))
    } else {
      item.text = pair(key, value, like: all.last, near: list)
    }
    let items = itemList(of: list)
    func placement(_ item: Int) -> ItemList.Placement {
      let placement = self.placement(ofItemAt: range(ofItem: item).lowerBound)
      return placement == .inline ? usual : placement
    }
    guard place < all.count else {
      let last = all[all.count - 1]
      return hoisted + items.insertion(item, placement(last), afterLast: range(ofItem: last))
    }
    let previous = place > 0 ? range(ofItem: all[place - 1]) : nil
    let next = items.extent(of: range(ofItem: all[place]), after: previous)
    return hoisted + items.insertion(item, placement(all[place]), before: next)
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
    _ item: NewItem, _ placement: ItemList.Placement, in list: Int
  ) -> [ByteEdit] {
    let items = itemList(of: list)
    let indent = text.lines.indentation(at: text.nodes[list].value.lowerBound)
    guard text.lines.isSpace(items.interior) else {
      return items.insertion(item, .lines(indent: indent + text.step), outerIndent: indent)
    }
    guard placement == .inline else {
      return items.insertion(item, placement, outerIndent: indent)
    }
    let style = valueStyle(near: list)
    let isTable = text.nodes[list].kind == .inlineTable
    let space: [UInt8] =
      (isTable ? style.hasSpaceInBraces : style.hasSpaceInBrackets) ? [0x20] : []
    return [ByteEdit(items.interior, space + item.text + space)]
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

  // MARK: Removal

  func listRemoval(of child: Int, in collection: Int) throws(DecantError) -> [ByteEdit] {
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
    let previous = place > 0 ? range(ofItem: all[place - 1]) : nil
    let items = itemList(of: list)
    return items.removal(
      of: items.extent(of: range(ofItem: item), after: previous), after: previous,
      before: place + 1 < all.count ? range(ofItem: all[place + 1]) : nil)
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
