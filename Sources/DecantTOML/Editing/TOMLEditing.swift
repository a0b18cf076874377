internal import DecantCore

/// The syntax of TOML, for edits in place.
///
/// A new pair becomes the last line of its table, and a new table a section after those beside it, unless most tables at that
/// place, or beside it, have braces or keys with dots.
struct TOMLEditing: EditingSyntax {
  var writer: Format { .toml }
  var requiresMapping: Bool { true }
  /// A pair of the root precedes all tables.
  var ordersKeys: Bool { false }

  func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? {
    node.map { document.kind(of: $0) } == .string ? nil : "value = \(text)"
  }

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try TOMLEdit(document).replacement(of: place.node, by: new)
  }

  func insertion(
    of new: [NewChild], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try TOMLEdit(document).insertion(of: new, in: collection.node)
  }

  func removal(
    of indices: [Int], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try TOMLEdit(document).removal(of: indices, in: collection.node)
  }

  func commenting(
    _ index: Int, by lines: [String], in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let edit = try TOMLEdit(document)
    let node = try edit.node(document.children(of: collection.node)[index].value)
    guard let found = edit.commenting(node, by: lines.map { NodeComment(entered: $0) }) else {
      throw document.noPlaceForComment(of: index, in: collection)
    }
    return [found]
  }

  func removal(
    ofCommentsAt places: [Int], in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    EditedLines(bytes: document.bytes, comments: .tightHashes).removal(ofCommentsAt: places)
  }

  func renaming(
    of index: Int, to key: String, in mapping: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    let edit = try TOMLEdit(document)
    let child = document.children(of: mapping.node)[index]
    return edit.renaming(of: try edit.node(child.value), to: key)
  }
}

/// An edit of a TOML document, whose nodes are those of the parsed form unless they are on the tape.
struct TOMLEdit {
  let document: EditedDocument
  let text: TOMLEditedText
  let lineEnd: [UInt8]

  init(_ document: EditedDocument) throws(DecantError) {
    self.document = document
    lineEnd = document.lineEnd
    text = try document.parsed.form { () throws(DecantError) in
      try TOMLEditedText(document.bytes)
    }
  }

  func node(_ tapeNode: Int) throws(DecantError) -> Int {
    try text.node(at: tapeNode, in: document)
  }

  // MARK: The four edits

  func replacement(of tapeNode: Int, by new: Document) throws(DecantError) -> [ByteEdit] {
    let node = try node(tapeNode)
    let new = try CommentedNode(new).node
    guard node > 0 else { return try rootReplacement(by: new) }
    guard text.isInLines(node) else {
      if text.nodes[node].kind == .table {
        return try dottedReplacement(of: node, by: new)
      }
      let value = text.nodes[node].value
      let edit = ByteEdit(value, try replacingText(new, of: node))
      guard text.nodes[node].kind == .array else { return [edit] }
      return [edit]
        + text.lines.movingOpeningComment(after: value.lowerBound + 1, before: value.upperBound)
    }
    return try sectionReplacement(of: node, tapeNode, by: new)
  }

  func insertion(
    of new: [NewChild], in tapeNode: Int
  ) throws(DecantError) -> [ByteEdit] {
    let collection = try node(tapeNode)
    guard text.isInLines(collection) else { return try listInsertion(of: new, in: collection) }
    guard text.nodes[collection].isMapping else {
      return try elementInsertion(of: new, in: collection, tapeNode)
    }
    guard !text.statements.isEmpty else {
      return try rootReplacement(by: try Document(children: new))
    }
    var pairs: [NewPair] = []
    var sections: [ByteEdit] = []
    for child in new {
      guard let key = child.key else { continue }
      let plain = try child.value.withoutTrivia
      switch form(of: plain.root, forKey: Array(key.utf8), in: collection) {
      case .section:
        sections += try sectionInsertion(
          of: try CommentedNode(child.value), forKey: key, in: collection)
      case .dotted where !child.value.hasTrivia:
        pairs += try dottedPairs(of: plain, forKey: key, in: collection)
      case .dotted, .braces, nil:
        pairs.append(try pair(of: child.value, plain.root, forKey: key, in: collection))
      }
    }
    return (pairs.isEmpty ? [] : try pairInsertion(of: pairs, in: collection)) + sections
  }

  private func pair(
    of new: Document, _ plain: Document.Node, forKey key: String, in collection: Int
  ) throws(DecantError) -> NewPair {
    let models = models(of: plain, forKey: Array(key.utf8), in: collection)
    let near = neighbor(ofNewPairIn: collection)
    let line = try CommentedNode(new).onLine
    return NewPair(key: .names([key]), above: line.above, beside: line.beside.first) {
      (column, indent) throws(DecantError) in
      try lineText(line.node, column: column, indent: indent, near: near, like: models)
    }
  }

  func removal(of indices: [Int], in tapeNode: Int) throws(DecantError) -> [ByteEdit] {
    let children = document.children(of: tapeNode)
    var nodes: [Int] = []
    for index in indices { nodes.append(try node(children[index].value)) }
    let collection = try node(tapeNode)
    return text.isInBrackets(nodes[0])
      ? try listRemoval(of: nodes, in: collection, tapeNode, indices)
      : try lineRemoval(of: nodes, in: collection)
  }

  func renaming(of node: Int, to key: String) -> [ByteEdit] {
    guard text.isInBrackets(node) else {
      return text.statements(of: node).compactMap { index in
        let statement = text.statements[index]
        let number = text.partNumber(of: node, in: statement)
        guard number >= 0 else { return nil }
        let part = text.keyParts(of: statement)[number]
        return ByteEdit(part, renamedKey(key, inPlaceOf: part))
      }
    }
    let pairs = text.nodes[node].kind == .table ? items(of: node) : [node]
    return pairs.map { item in
      let part = keyPart(of: node, in: item)
      return ByteEdit(part, renamedKey(key, inPlaceOf: part))
    }
  }
}
