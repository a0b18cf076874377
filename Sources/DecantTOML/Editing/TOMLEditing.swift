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

  func replacement(
    of place: NodePlace, by new: Document, in document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try TOMLEdit(document).replacement(of: place.node, by: new)
  }

  func insertion(
    of new: Document, forKey key: String?, at index: Int, in collection: NodePlace,
    of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try TOMLEdit(document).insertion(of: new, forKey: key, at: index, in: collection.node)
  }

  func removal(
    of index: Int, in collection: NodePlace, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    try TOMLEdit(document).removal(of: index, in: collection.node)
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
    of new: Document, forKey key: String?, at index: Int, in tapeNode: Int
  ) throws(DecantError) -> [ByteEdit] {
    let collection = try node(tapeNode)
    let plain = try new.withoutTrivia
    let hasComments = new.hasTrivia
    let new = try CommentedNode(new)
    guard text.isInLines(collection) else {
      return try listInsertion(of: new, forKey: key, at: index, in: collection)
    }
    guard let key else { return try elementInsertion(of: new, at: index, in: collection, tapeNode) }
    let name = Array(key.utf8)
    switch form(of: plain.root, forKey: name, in: collection) {
    case .section: return try sectionInsertion(of: new, forKey: key, in: collection)
    case .dotted where !hasComments:
      return try dottedInsertion(of: plain, forKey: key, in: collection)
    case .dotted, .braces, nil: break
    }
    let models = models(of: plain.root, forKey: name, in: collection)
    let near = neighbor(ofNewPairIn: collection)
    let line = try new.onLine
    let value: ValueText = { (column, indent) throws(DecantError) in
      try lineText(line.node, column: column, indent: indent, near: near, like: models)
    }
    return try pairInsertion(of: [(.names([key]), value)], line, in: collection)
  }

  func removal(of index: Int, in tapeNode: Int) throws(DecantError) -> [ByteEdit] {
    let child = try node(document.children(of: tapeNode)[index].value)
    let collection = try node(tapeNode)
    return text.isInBrackets(child)
      ? try listRemoval(of: child, in: collection)
      : try lineRemoval(of: child, in: collection)
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
