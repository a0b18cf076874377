internal import Synchronization

/// The syntax of a format whose collections are items between brackets or tags.
package protocol BracketedSyntax: OutlinedSyntax {
  var comments: EditedLines.Comments { get }

  var keyGap: [UInt8] { get }

  var usualIndentation: Indentation { get }

  var prefersLines: Bool { get }

  func separator(isMapping: Bool, in document: EditedDocument) -> ItemList.Separator

  func brackets(isMapping: Bool) -> (open: [UInt8], close: [UInt8])

  /// Returns the text that replaces a removed only item, if the collection cannot be empty.
  func emptyCollection(at interior: Range<Int>, in document: EditedDocument) -> [UInt8]?

  func keyText(
    _ key: String, like sibling: Range<Int>?, in document: EditedDocument
  ) throws(DecantError) -> [UInt8]

  /// Adapts `text` to the value at `range`: a scalar may have to keep its quotes.
  func respelled(
    _ text: [UInt8], inPlaceOf range: Range<Int>, in document: EditedDocument
  ) -> [UInt8]

  func valueText(
    _ value: Document, _ placement: ItemList.Placement, _ layout: BracketedLayout,
    in document: EditedDocument
  ) throws(DecantError) -> [UInt8]

  func text(
    of value: Document, _ options: WritingOptions, indent: [UInt8], in document: EditedDocument
  ) throws(DecantError) -> [UInt8]
}

extension BracketedSyntax {
  package var hasBrackets: Bool { true }

  package func beginning(at place: Int, in text: EditedBytes) -> [UInt8] { [] }

  package func emptyCollection(at interior: Range<Int>, in document: EditedDocument) -> [UInt8]? {
    nil
  }

  package func respelled(
    _ text: [UInt8], inPlaceOf range: Range<Int>, in document: EditedDocument
  ) -> [UInt8] { text }

  package func valueText(
    _ value: Document, _ placement: ItemList.Placement, _ layout: BracketedLayout,
    in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    try usualText(of: value, placement, layout, in: document)
  }

  package func text(
    of value: Document, _ options: WritingOptions, indent: [UInt8], in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    try document.written(value, options, indent: indent)
  }

  package func usualText(
    of value: Document, _ placement: ItemList.Placement, _ layout: BracketedLayout,
    in document: EditedDocument
  ) throws(DecantError) -> [UInt8] {
    var options = WritingOptions()
    switch placement {
    case .lines(let indent):
      options.indentation = layout.indentation
      return try text(of: value, options, indent: indent, in: document)
    case .inline:
      options.indentation = .compact
      return try text(of: value, options, indent: [], in: document)
    }
  }
}

package struct BracketedLayout {
  package let indentation: Indentation
  package let isSpaced: Bool

  package init(indentation: Indentation, isSpaced: Bool) {
    self.indentation = indentation
    self.isSpaced = isSpaced
  }
}

/// The layout of a document, which is detected at the first of its changes.
package final class BracketedLayoutCache: Sendable {
  private let layout = Mutex<BracketedLayout?>(nil)

  package func layout(_ detect: () -> BracketedLayout) -> BracketedLayout {
    if let layout = layout.withLock({ $0 }) { return layout }
    let new = detect()
    layout.withLock { $0 = new }
    return new
  }
}

extension BracketedSyntax {
  package func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedEditedText(self, document)
    let range = text.range(of: place.node)
    try text.checkValue(of: place)
    let new = try CommentedNode(new).node
    let value = try valueText(new, text.placement(of: place), text.layout, in: document)
    let edit = ByteEdit(range, respelled(value, inPlaceOf: range, in: document))
    guard document.isCollection(place.node), let list = text.list(of: place.node),
      list.interior.lowerBound > range.lowerBound
    else { return [edit] }
    return [edit]
      + text.lines.movingOpeningComment(after: list.interior.lowerBound, before: range.upperBound)
  }

  package func removal(
    of indices: [Int], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try usualRemoval(of: indices, in: collection, of: document)
  }

  package func usualRemoval(
    of indices: [Int], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedEditedText(self, document)
    guard let list = text.list(of: collection.node) else { return [] }
    let items = document.children(of: collection.node).map { text.range(of: $0) }
    if indices.count == items.count, let empty = emptyCollection(at: list.interior, in: document) {
      return list.replacement(ofAll: items, by: empty)
    }
    return list.removal(of: indices, among: items)
  }

  package func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedEditedText(self, document)
    let child = document.children(of: mapping.node)[index]
    guard let old = child.key else { return [] }
    try text.checkValue(
      of: NodePlace(
        node: child.value, ancestors: mapping.ancestors + [(node: mapping.node, child: index)]))
    let range = text.range(of: old)
    return [ByteEdit(range, try keyText(key, like: range, in: document))]
  }

  package func insertion(
    of new: [NewChild], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try usualInsertion(of: new, in: collection, of: document)
  }

  package func usualInsertion(
    of new: [NewChild], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedEditedText(self, document)
    let children = document.children(of: collection.node)
    guard !children.isEmpty else { return try insertionIntoEmpty(collection, new, text) }
    guard let list = text.list(of: collection.node) else { return [] }
    var edits: [ByteEdit] = []
    for new in new.groupedByPlace {
      let index = new[0].index
      let sibling = children[min(index, children.count - 1)]
      let range = text.range(of: sibling)
      let placement = text.placement(ofItemAt: range.lowerBound)
      var items: [NewItem] = []
      for child in new {
        let isOnOneLine = text.hasOneLineSibling(near: index, of: child.value, in: children)
        items.append(
          try item(child, placement, value: isOnOneLine ? .inline : placement, like: sibling, text))
      }
      guard index < children.count else {
        let endsLine = placement != .inline && text.lines.rest(from: range.upperBound) != nil
        if new[0].key == nil, !endsLine, let last = items.indices.last {
          items[last].text = respelled(
            items[last].text, inPlaceOf: range.upperBound..<range.upperBound, in: document)
        }
        edits += list.insertion(items, placement, afterLast: range)
        continue
      }
      let previous = index > 0 ? text.range(of: children[index - 1]) : nil
      edits += list.insertion(items, placement, before: list.extent(of: range, after: previous))
    }
    return edits
  }

  package func commenting(
    _ index: Int, by lines: [String], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedEditedText(self, document)
    let children = document.children(of: collection.node)
    guard
      let edit = text.list(of: collection.node)?.commenting(
        text.range(of: children[index]),
        after: index > 0 ? text.range(of: children[index - 1]) : nil,
        by: lines.map { NodeComment(entered: $0) })
    else { throw document.noPlaceForComment(of: index, in: collection) }
    return [edit]
  }

  package func removal(
    ofCommentsAt places: [Int], in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    EditedLines(bytes: document.bytes, comments: comments).removal(ofCommentsAt: places)
  }

  private func insertionIntoEmpty(
    _ collection: NodePlace, _ new: [NewChild], _ text: BracketedEditedText<Self>
  ) throws(DecantError) -> [ByteEdit] {
    var outerIndent: [UInt8] = []
    var placement = ItemList.Placement.inline
    if text.placesChildrenOnLines(collection) {
      outerIndent = text.lines.indentation(at: text.start(of: collection.node))
      placement = .lines(indent: outerIndent + text.layout.indentation.bytes)
    }
    var items: [NewItem] = []
    for child in new {
      items.append(try item(child, placement, value: placement, like: nil, text))
    }
    if let list = text.list(of: collection.node) {
      return list.insertion(items, placement, outerIndent: outerIndent)
    }
    // An empty-element tag becomes a start tag and an end tag.
    let isMapping = text.document.isMapping(collection.node)
    let (open, close) = brackets(isMapping: isMapping)
    let range = text.range(of: collection.node)
    let empty = ItemList(
      lines: text.lines, interior: range.upperBound..<range.upperBound,
      separator: separator(isMapping: isMapping, in: text.document), lineEnd: text.lineEnd,
      isSpaced: false)
    let content = empty.insertion(items, placement, outerIndent: outerIndent).flatMap(\.bytes)
    return [ByteEdit(range, open + content + close)]
  }

  private func item(
    _ child: NewChild, _ placement: ItemList.Placement, value valuePlacement: ItemList.Placement,
    like sibling: EditedDocument.Child?, _ text: BracketedEditedText<Self>
  ) throws(DecantError) -> NewItem {
    let new = try CommentedNode(child.value)
    let value = try valueText(new.node, valuePlacement, text.layout, in: text.document)
    var item = NewItem(text: value, above: new.above, beside: new.beside)
    guard let key = child.key else { return item }
    let siblingKey = sibling?.key.map { text.range(of: $0) }
    let keyText = try keyText(key, like: siblingKey, in: text.document)
    item.text = keyText + text.gap(placement, like: sibling) + value
    return item
  }
}
