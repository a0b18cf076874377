package import DecantCore

/// The events of a document with their extents, and how its nodes are nested.
package struct ExtentScript: Equatable {
  package struct Item: Equatable {
    package let kind: Event.Kind
    package let style: Event.Style
    package let isKey: Bool
    package let text: [UInt8]
    /// Where the node begins, with its anchor and tag.
    package let start: Int
    package let extent: Range<Int>
  }

  package private(set) var items: [Item] = []
  /// The comments, if they are read.
  package private(set) var comments: [Range<Int>] = []

  /// The items without the beginnings and ends of documents.
  package var nodes: [Item] {
    items.filter { $0.kind != .beginDocument && $0.kind != .endDocument }
  }

  package init(
    _ bytes: [UInt8], as format: Format, feeding: Transcript.Feeding = .init(),
    _ change: (inout ReadingOptions) -> Void = { _ in }
  ) throws(DecantError) {
    var options = ReadingOptions()
    options.needs.insert(.extents)
    change(&options)
    var window = Window(ChunkedSource(bytes, sizes: feeding.sizes), capacity: feeding.capacity)
    var reader = try format.reader(options)
    var batch = EventBatch()
    while try reader.read(from: &window, into: &batch) {
      for index in 0..<batch.count {
        let event = batch[index]
        if event.kind.isComment { comments.append(batch.extent(at: index)) }
        if event.isTrivia { continue }
        items.append(
          Item(
            kind: event.kind, style: event.style, isKey: event.isKey,
            text: batch.withText(of: event) { [UInt8]($0) }, start: batch.offset(of: event),
            extent: batch.extent(at: index)))
      }
      batch.removeAll()
    }
  }

  /// A node: the items from its anchor or tag to its end.
  package struct Node {
    package let items: Range<Int>
    package let content: Int
    package let isKey: Bool
    package let children: [Node]
  }

  /// The roots of all documents.
  package var roots: [Node] {
    var index = 0
    var roots: [Node] = []
    while index < items.count {
      if items[index].kind == .beginDocument || items[index].kind == .endDocument {
        index += 1
      } else {
        roots.append(node(&index))
      }
    }
    return roots
  }

  private func node(_ index: inout Int) -> Node {
    let first = index
    while items[index].kind.isAnnotation { index += 1 }
    let content = index
    index += 1
    var children: [Node] = []
    if items[content].kind.depthChange > 0 {
      while items[index].kind.depthChange >= 0 { children.append(node(&index)) }
      index += 1
    }
    return Node(
      items: first..<index, content: content,
      isKey: items[first..<content + 1].contains { $0.isKey }, children: children)
  }

  package func extent(of node: Node) -> Range<Int> {
    items[node.content].extent.lowerBound..<items[node.items.upperBound - 1].extent.upperBound
  }

  /// What the nodes of a document, read alone, have to be.
  package func content(of node: Node) -> [String] {
    items[node.content..<node.items.upperBound].map {
      "\($0.kind) \(String(decoding: $0.text, as: UTF8.self))"
    }
  }

  package func forEachNode(_ body: (Node) throws -> Void) rethrows {
    func visit(_ node: Node) throws {
      try body(node)
      for child in node.children { try visit(child) }
    }
    for root in roots { try visit(root) }
  }
}
