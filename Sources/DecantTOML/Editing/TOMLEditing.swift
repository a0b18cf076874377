internal import DecantCore
internal import DecantEditing

/// The syntax of TOML, for edits in place.
///
/// A new pair becomes the last line of its table, and a new table a section after those beside it, unless most tables at that
/// place, or beside it, have braces or keys with dots.
struct TOMLEditing: ThinnableSyntax {
  var writer: Format { .toml }
  var requiresMapping: Bool { true }
  /// A pair of the root precedes all tables.
  var ordersKeys: Bool { false }

  var hasBrackets: Bool { false }
  var hasParts: Bool { true }

  func source(
    ofScalar text: String, inPlaceOf node: Int?, of document: EditedDocument
  ) -> String? {
    node.map { document.kind(of: $0) } == .string ? nil : "value = \(text)"
  }

  func edits(
    for change: NodeChange, of document: EditedDocument
  ) throws(DecantError) -> [ByteEdit] {
    var edit = TOMLEdit(try TOMLEditedText(document))
    return try edit.edits(for: change)
  }

  func ranges(
    ofChild index: Int, in collection: TapePath, of document: EditedDocument
  ) throws(DecantError) -> [Range<Int>] {
    let text = try TOMLEditedText(document)
    let child = document.children(of: collection.node)[index].value
    let nodes = collection.ancestors.map(\.node) + [collection.node]
    guard let list = nodes.last(where: { !document.closingBracket(of: $0).isEmpty }) else {
      let path = collection.ancestors.map(\.child) + [index]
      return text.ranges(of: path.reduce(0) { text.child($1, of: $0) })
    }
    // A part of a dotted key has no comments.
    guard list == collection.node else { return [document.range(of: child)] }
    let reprint = Reprint(of: document, by: TOMLBrackets(of: text))
    let context = Reprint.Context(node: list, hasLines: false)
    return reprint.range(ofChild: index, in: context).map { [$0] } ?? []
  }
}
