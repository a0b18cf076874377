internal import DecantCore

extension YAMLEdit {
  func flowReplacement(
    of place: NodePlace, by new: Document
  ) throws(DecantError) -> [ByteEdit] {
    let (start, prefix) = replacedStart(of: place.node)
    let new = try CommentedNode(new).node
    let indent = lines.indentation(at: start) + [0x20, 0x20]
    var value = prefix + (try flowText(new, indent: indent))
    let end = text.end(of: place.node)
    if start < end, !document.isCollection(place.node), let string = new.root.untaggedText,
      let quoted = quoted(string, like: text.contentStart(of: place.node)..<end)
    {
      value = prefix + quoted
    }
    guard text.isEmpty(place.node), end <= start else {
      return [ByteEdit(start..<max(start, end), value)]
    }
    // Only its key locates an empty value.
    guard let parent = place.ancestors.last,
      let key = document.children(of: parent.node)[parent.child].key
    else { throw problem("an empty element", at: place.node) }
    let keyEnd = text.end(of: key)
    guard let colon = text.colonEnd(after: keyEnd) else {
      // Without a space, the colon would become part of the name before it.
      let gap: [UInt8] = text.endsWithName(key) ? [0x20] : []
      return [ByteEdit(keyEnd..<keyEnd, gap + Array(": ".utf8) + value)]
    }
    let slot = max(colon, text.properties(of: place.node)?.end ?? colon)
    let next = lines.blankEnd(after: slot)
    let slotEnd = text.byte(next) == UInt8(ascii: ",") ? next : slot
    return [ByteEdit(slot..<slotEnd, [0x20] + value)]
  }

  func flowInsertion(
    of new: [NewChild], in collection: NodePlace
  ) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    if children.isEmpty, !isInFlow(collection) {
      // An empty collection shows no layout: use block style, as around it.
      return try blockReplacement(of: collection, by: try Document(children: new), .unchanged)
    }
    let list = try list(of: collection)
    let outer = lines.indentation(at: text.contentStart(of: collection.node))
    let deeper = outer + [0x20, 0x20]
    var edits: [ByteEdit] = []
    for new in new.groupedByPlace {
      let index = new[0].index
      let sibling = children.isEmpty ? nil : children[min(index, children.count - 1)]
      var items: [NewItem] = []
      for child in new { items.append(try flowItem(child, like: sibling, indent: deeper)) }
      let hasComments = items.contains { !$0.above.isEmpty || !$0.beside.isEmpty }
      let usual: ItemList.Placement = hasComments ? .lines(indent: deeper) : .inline
      guard let sibling else {
        return list.insertion(items, usual, outerIndent: outer + [0x20])
      }
      let range = range(of: sibling, in: collection)
      let placement: ItemList.Placement =
        lines.beginsLine(range.lowerBound)
        ? .lines(indent: lines.indentation(at: range.lowerBound)) : usual
      guard index < children.count else {
        edits += list.insertion(items, placement, afterLast: range)
        continue
      }
      let previous = index > 0 ? self.range(of: children[index - 1], in: collection) : nil
      edits += list.insertion(items, placement, before: list.extent(of: range, after: previous))
    }
    return edits
  }

  private func flowItem(
    _ child: NewChild, like sibling: EditedDocument.Child?, indent: [UInt8]
  ) throws(DecantError) -> NewItem {
    let new = try CommentedNode(child.value)
    var text = try flowText(new.node, indent: indent + [0x20, 0x20])
    if let key = child.key {
      let siblingKey = sibling?.key.map { self.text.contentRange(of: $0) }
      text = try keyText(key, like: siblingKey) + Array(": ".utf8) + text
    }
    return NewItem(text: text, above: new.above, beside: new.beside)
  }

  func flowRemoval(
    of indices: [Int], in collection: NodePlace
  ) throws(DecantError) -> [ByteEdit] {
    try list(of: collection).removal(
      of: indices,
      among: document.children(of: collection.node).map { range(of: $0, in: collection) })
  }

  func flowCommenting(
    _ index: Int, by comments: [NodeComment], in collection: NodePlace
  ) throws(DecantError) -> ByteEdit? {
    let children = document.children(of: collection.node)
    return try list(of: collection).commenting(
      range(of: children[index], in: collection),
      after: index > 0 ? range(of: children[index - 1], in: collection) : nil, by: comments)
  }

  private func list(of collection: NodePlace) throws(DecantError) -> ItemList {
    guard text.isInBrackets(collection.node) else {
      throw problem("a mapping without braces inside of brackets", at: collection.node)
    }
    let start = document.openingBracket(of: collection.node).upperBound
    let end = document.closingBracket(of: collection.node).lowerBound
    return ItemList(
      lines: lines, interior: start..<max(start, end),
      separator: .between(UInt8(ascii: ",")), lineEnd: lineEnd, isSpaced: true)
  }

  private func range(
    of child: EditedDocument.Child, in collection: NodePlace
  ) -> Range<Int> {
    let start = explicitStart(before: text.start(of: child.start), in: collection)
    let end = text.end(of: child)
    return start..<max(start, end)
  }

  /// Returns the place of the `?` before an explicit key, or else `start`.
  private func explicitStart(before start: Int, in collection: NodePlace) -> Int {
    let first = text.contentStart(of: collection.node)
    var p = start
    while p > first, [0x20, 0x09, 0x0A, 0x0D].contains(text.byte(p - 1)) { p -= 1 }
    return p < start && text.byte(p - 1) == UInt8(ascii: "?") ? p - 1 : start
  }
}

extension Document.Node {
  var untaggedText: String? { kind == .string && tag == nil && anchor == nil ? text : nil }
}
