internal import DecantCore

extension YAMLEdit {
  func flowReplacement(
    of place: NodePlace, by new: Document
  ) throws(DecantError) -> [ByteEdit] {
    let (start, prefix) = replacedStart(of: place.node)
    let new = try CommentedNode(new).node
    let indent = lines.indentation(at: start) + [0x20, 0x20]
    var value = prefix + (try flowText(new, indent: indent))
    let end = text.end(of: place.node, isInFlow: true)
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
    let keyEnd = text.end(of: key, isInFlow: true)
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
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace
  ) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    if children.isEmpty, !isInFlow(collection) {
      // An empty collection shows no layout: use block style, as around it.
      let lone = try Document(loneChild: new, forKey: key)
      return try blockReplacement(of: collection, by: lone, .unchanged)
    }
    let list = try list(of: collection)
    let new = try CommentedNode(new)
    let outer = lines.indentation(at: text.contentStart(of: collection.node))
    let deeper = outer + [0x20, 0x20]
    let value = try flowText(new.node, indent: deeper + [0x20, 0x20])
    let sibling = children.isEmpty ? nil : children[min(index, children.count - 1)]
    var item = NewItem(text: value, above: new.above, beside: new.beside)
    if let key {
      let siblingKey = sibling?.key.map { text.contentRange(of: $0, isInFlow: true) }
      item.text = try keyText(key, like: siblingKey) + Array(": ".utf8) + value
    }
    let usual: ItemList.Placement = new.hasComments ? .lines(indent: deeper) : .inline
    guard let sibling else { return list.insertion(item, usual, outerIndent: outer + [0x20]) }
    let range = range(of: sibling, in: collection)
    let placement: ItemList.Placement =
      lines.beginsLine(range.lowerBound)
      ? .lines(indent: lines.indentation(at: range.lowerBound)) : usual
    guard index < children.count else {
      return list.insertion(item, placement, afterLast: range)
    }
    let previous = index > 0 ? self.range(of: children[index - 1], in: collection) : nil
    return list.insertion(item, placement, before: list.extent(of: range, after: previous))
  }

  func flowRemoval(of index: Int, in collection: NodePlace) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: collection.node)
    let list = try list(of: collection)
    let previous = index > 0 ? range(of: children[index - 1], in: collection) : nil
    return list.removal(
      of: list.extent(of: range(of: children[index], in: collection), after: previous),
      after: previous,
      before: index + 1 < children.count ? range(of: children[index + 1], in: collection) : nil)
  }

  private func list(of collection: NodePlace) throws(DecantError) -> ItemList {
    guard text.isInBrackets(collection.node) else {
      throw problem("a mapping without braces inside of brackets", at: collection.node)
    }
    let start = text.contentStart(of: collection.node)
    let end = text.end(of: collection.node, isInFlow: isInFlow(collection))
    return ItemList(
      lines: lines, interior: start + 1..<max(start + 1, end - 1),
      separator: .between(UInt8(ascii: ",")), lineEnd: lineEnd, isSpaced: true)
  }

  private func range(
    of child: EditedDocument.Child, in collection: NodePlace
  ) -> Range<Int> {
    let start = explicitStart(before: text.start(of: child.start), in: collection)
    let end = text.end(of: child, in: collection.node, isInFlow: true)
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
