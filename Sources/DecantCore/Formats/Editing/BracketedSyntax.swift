internal import Synchronization

/// The syntax of a format whose collections are items between brackets or tags.
///
/// What a reader does with an item depends only on the collections that are open there, not on the items before it,
/// except that keys must be unique. An ``EditOutline`` relies on that.
package protocol BracketedSyntax: OutlinedSyntax {
  var comments: EditedLines.Comments { get }

  var keyGap: [UInt8] { get }

  var usualIndentation: Indentation { get }

  var prefersLines: Bool { get }

  func separator(isMapping: Bool) -> ItemList.Separator

  func scalarEnd(_ start: Int, in lines: EditedLines) -> Int

  func collectionEnd(_ close: Int, in lines: EditedLines) -> Int

  /// Returns nil for an empty-element tag.
  func interior(_ open: Int, _ close: Int, in lines: EditedLines) -> Range<Int>?

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
  package func makeBuilder(
    of text: EditedBytes, keeping paths: [PartialDocument.Path], ofDocument number: Int?
  ) -> any DocumentBuilder {
    PartialDocumentBuilder(keeping: paths, ofDocument: number)
  }

  package func omissions(of document: EditedDocument) -> [Range<Int>] {
    BracketedText(self, document).omissions
  }

  package func beginning(ofDocumentAt place: Int, in text: EditedBytes) -> [UInt8] { [] }

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
    let text = BracketedText(self, document)
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
    of index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedText(self, document)
    guard let list = text.list(of: collection.node) else { return [] }
    let children = document.children(of: collection.node)
    let previous = index > 0 ? text.range(of: children[index - 1]) : nil
    let item = list.extent(of: text.range(of: children[index]), after: previous)
    if children.count == 1, let empty = emptyCollection(at: list.interior, in: document) {
      return [list.replacement(of: item, by: empty)]
    }
    return list.removal(
      of: item, after: previous,
      before: index + 1 < children.count ? text.range(of: children[index + 1]) : nil)
  }

  package func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedText(self, document)
    let child = document.children(of: mapping.node)[index]
    guard let old = child.key else { return [] }
    try text.checkValue(
      of: NodePlace(
        node: child.value, ancestors: mapping.ancestors + [(node: mapping.node, child: index)]))
    let range = text.range(of: old)
    return [ByteEdit(range, try keyText(key, like: range, in: document))]
  }

  package func insertion(
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace,
    of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let text = BracketedText(self, document)
    let children = document.children(of: collection.node)
    guard !children.isEmpty else {
      return try insertionIntoEmpty(collection, new, forKey: key, text)
    }
    let sibling = children[min(index, children.count - 1)]
    let range = text.range(of: sibling)
    let placement = text.placement(ofItemAt: range.lowerBound)
    var item = try item(new, forKey: key, placement, like: sibling, text)
    let endsLine = placement != .inline && text.lines.rest(from: range.upperBound) != nil
    if index == children.count, key == nil, !endsLine {
      item.text = respelled(item.text, inPlaceOf: range.upperBound..<range.upperBound, in: document)
    }
    guard let list = text.list(of: collection.node) else { return [] }
    guard index < children.count else {
      return list.insertion(item, placement, afterLast: range)
    }
    let previous = index > 0 ? text.range(of: children[index - 1]) : nil
    return list.insertion(item, placement, before: list.extent(of: range, after: previous))
  }

  private func insertionIntoEmpty(
    _ collection: NodePlace, _ new: Document, forKey key: String?, _ text: BracketedText<Self>
  ) throws(DecantError) -> [ByteEdit] {
    var outerIndent: [UInt8] = []
    var placement = ItemList.Placement.inline
    if text.placesChildrenOnLines(collection) {
      outerIndent = text.lines.indentation(at: text.start(of: collection.node))
      placement = .lines(indent: outerIndent + text.layout.indentation.bytes)
    }
    let item = try item(new, forKey: key, placement, like: nil, text)
    if let list = text.list(of: collection.node) {
      return list.insertion(item, placement, outerIndent: outerIndent)
    }
    // An empty-element tag becomes a start tag and an end tag.
    let (open, close) = brackets(isMapping: key != nil)
    let range = text.range(of: collection.node)
    let empty = ItemList(
      lines: text.lines, interior: range.upperBound..<range.upperBound,
      separator: separator(isMapping: key != nil), lineEnd: text.lineEnd, isSpaced: false)
    let content = empty.insertion(item, placement, outerIndent: outerIndent).flatMap(\.bytes)
    return [ByteEdit(range, open + content + close)]
  }

  private func item(
    _ new: Document, forKey key: String?, _ placement: ItemList.Placement,
    like sibling: EditedDocument.Child?, _ text: BracketedText<Self>
  ) throws(DecantError) -> NewItem {
    let new = try CommentedNode(new)
    let value = try valueText(new.node, placement, text.layout, in: text.document)
    var item = NewItem(text: value, above: new.above, beside: new.beside)
    guard let key else { return item }
    let siblingKey = sibling?.key.map { text.range(of: $0) }
    let keyText = try keyText(key, like: siblingKey, in: text.document)
    item.text = keyText + text.gap(placement, like: sibling) + value
    return item
  }
}

struct BracketedText<Syntax: BracketedSyntax> {
  let syntax: Syntax
  let document: EditedDocument
  let lines: EditedLines
  let lineEnd: [UInt8]
  let layout: BracketedLayout

  init(_ syntax: Syntax, _ document: EditedDocument) {
    self.syntax = syntax
    self.document = document
    lines = EditedLines(bytes: document.bytes, comments: syntax.comments)
    lineEnd = document.lineEnd
    let lines = lines
    layout = document.layout.layout { BracketedLayout(of: document, lines, syntax) }
  }

  package func start(of node: Int) -> Int {
    lines.token(from: document.offset(at: node), before: document.bytes.count)
  }

  package func range(of node: Int) -> Range<Int> {
    let start = start(of: node)
    let end =
      document.isCollection(node)
      ? syntax.collectionEnd(document.endOffset(of: node), in: lines)
      : syntax.scalarEnd(start, in: lines)
    return start..<max(start, end)
  }

  package func range(of child: EditedDocument.Child) -> Range<Int> {
    let value = range(of: child.value)
    guard let key = child.key.map({ range(of: $0) }) else { return value }
    return key.lowerBound..<max(key.upperBound, value.upperBound)
  }

  func list(of collection: Int) -> ItemList? {
    let close = document.endOffset(of: collection)
    guard let interior = syntax.interior(start(of: collection), close, in: lines) else {
      return nil
    }
    let separator = syntax.separator(isMapping: document.isMapping(collection))
    return ItemList(
      lines: lines, interior: interior, separator: separator, lineEnd: lineEnd,
      isSpaced: separator.byte != nil && layout.isSpaced)
  }

  /// Throws if the value is only implied: in a strings table, a key alone is also its value.
  func checkValue(of place: NodePlace) throws(DecantError) {
    guard let parent = place.ancestors.last,
      let key = document.children(of: parent.node)[parent.child].key,
      let mark = syntax.keyGap.first(where: { $0 != 0x20 })
    else { return }
    let (end, start) = (range(of: key).upperBound, start(of: place.node))
    guard start < end || !document.bytes[end..<start].contains(mark) else { return }
    throw DecantError(
      .specific(LayoutProblem(what: "a key without a value")), offset: self.start(of: key))
  }

  /// The bytes of the document without which it reads as the nodes in memory, in ascending order.
  var omissions: [Range<Int>] {
    let contents = document.nodes.collapsedNodes.compactMap { list(of: $0)?.interior }
    return (document.nodes.gaps.map(\.bytes) + contents.filter { !$0.isEmpty }).sorted {
      $0.lowerBound < $1.lowerBound
    }
  }

  // MARK: Layout

  package func placement(ofItemAt start: Int) -> ItemList.Placement {
    lines.beginsLine(start) && (start > 0 || syntax.prefersLines)
      ? .lines(indent: lines.indentation(at: start)) : .inline
  }

  func placesChildrenOnLines(_ place: NodePlace) -> Bool {
    if let first = document.children(of: place.node).first {
      return lines.beginsLine(start(of: first.start))
    }
    guard let parent = place.parent else { return syntax.prefersLines }
    return placesChildrenOnLines(parent)
  }

  package func placement(of place: NodePlace) -> ItemList.Placement {
    let isLined: Bool
    if document.isCollection(place.node) {
      isLined = placesChildrenOnLines(place)
    } else {
      isLined = place.parent.map(placesChildrenOnLines) ?? syntax.prefersLines
    }
    guard isLined else { return .inline }
    return .lines(indent: lines.indentation(at: start(of: place.node)))
  }

  package func gap(_ placement: ItemList.Placement, like sibling: EditedDocument.Child?) -> [UInt8]
  {
    guard let sibling, let key = sibling.key else { return usualGap(placement) }
    let (start, end) = (range(of: key).upperBound, self.start(of: sibling.value))
    guard start < end else { return usualGap(placement) }
    let gap = Array(document.bytes[start..<end])
    let marks = Set(syntax.keyGap).subtracting([0x20])
    // A key that is its own value has a gap without a mark.
    let isPlain = gap.allSatisfy { EditedLines.isBlank($0) || marks.contains($0) }
    return isPlain && marks.isSubset(of: gap) ? gap : usualGap(placement)
  }

  private func usualGap(_ placement: ItemList.Placement) -> [UInt8] {
    if syntax.keyGap.isEmpty {
      if case .lines(let indent) = placement { return lineEnd + indent }
      return []
    }
    return layout.isSpaced ? syntax.keyGap : syntax.keyGap.filter { $0 != 0x20 }
  }
}

extension BracketedLayout {
  /// Detects the layout from the first events: a document on one line has no indentation.
  fileprivate init(
    of document: EditedDocument, _ lines: EditedLines, _ syntax: some BracketedSyntax
  ) {
    let events = document.nodes.firstEvents
    var found: Indentation?
    var spacesKeys: Bool?
    var spacesItems: Bool?
    for (event, following) in zip(events, events.dropFirst())
    where following.depthChange >= 0 && event.depthChange >= 0 {
      let start = lines.token(from: event.offset, before: lines.bytes.count)
      let next = lines.token(from: following.offset, before: lines.bytes.count)
      if event.depthChange > 0 {
        found = found ?? Self.step(from: start, to: next, in: lines)
      } else {
        let end = syntax.scalarEnd(start, in: lines)
        if end < next, !lines.hasLineEnd(end..<next) {
          let isSpaced = lines.bytes[end..<next].contains { EditedLines.isBlank($0) }
          if event.isKey {
            spacesKeys = spacesKeys ?? isSpaced
          } else {
            spacesItems = spacesItems ?? isSpaced
          }
        }
      }
      if spacesItems != nil, found != nil || !syntax.prefersLines { break }
    }
    indentation = found ?? syntax.usualIndentation
    isSpaced = spacesItems ?? spacesKeys ?? syntax.prefersLines
  }

  package static func step(from outer: Int, to inner: Int, in lines: EditedLines) -> Indentation? {
    guard inner > outer, lines.beginsLine(inner), lines.hasLineEnd(outer..<inner) else {
      return nil
    }
    let (outer, inner) = (lines.indentation(at: outer), lines.indentation(at: inner))
    guard inner.starts(with: outer), let byte = inner.dropFirst(outer.count).first else {
      return nil
    }
    return Indentation(byte: byte, width: inner.count - outer.count)
  }
}

extension Indentation {
  var bytes: [UInt8] { [UInt8](repeating: byte, count: width) }
}
